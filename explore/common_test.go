package explore

import (
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/model/system"
)

// started is a search that has been set up.
func started(t *testing.T, sys *system.System, o Options) *common {
	return newCommon(o.session(t.Context(), sys, time.Now(), nil))
}
