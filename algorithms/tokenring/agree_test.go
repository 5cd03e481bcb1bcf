package tokenring

import (
	"testing"

	"gmecheck/algorithms/paper/papertest"
	"gmecheck/model"
)

func TestEngineAgreesWithNaive(t *testing.T) {
	papertest.AgreeOnSmall(t, &Algorithm, 3000, func(c model.Config) model.Protocol[vars, Token] { return &protocol{c} })
}

func TestMeasuresAgreeWithNaive(t *testing.T) {
	papertest.MeasuresAgree(t, &Algorithm, 3, 1, func(c model.Config) model.Protocol[vars, Token] { return &protocol{c} })
}
