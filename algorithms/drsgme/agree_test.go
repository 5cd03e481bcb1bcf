package drsgme

import (
	"testing"

	"gmecheck/algorithms/paper/papertest"
)

func TestEngineAgreesWithNaive(t *testing.T) {
	papertest.AgreeOnSmall(t, &Algorithm, 3000, base)
}

func TestEngineAgreesWithNaiveExtended(t *testing.T) {
	papertest.AgreeOnSmall(t, &Extended, 3000, ext)
}

func TestMeasuresAgreeWithNaive(t *testing.T) {
	papertest.MeasuresAgree(t, &Algorithm, 2, 1, base)
}
