package explore_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// careless puts what cannot be compared where the compiler does not see it: into a message, a variable or a note.
type careless struct {
	model.Protocol[any, any]
	where string
}

func (careless) Start(model.Site) any            { return 0 }
func (careless) MayRequest(model.Site, any) bool { return true }
func (c careless) Request(_ model.Site, v *any, _ model.Demand, out *model.Outbox[any]) {
	switch c.where {
	case "message":
		out.Send(2, struct{ queue []int }{})
	case "variable":
		*v = []int{1}
	case "note":
		out.Note([]int{1})
	}
}
func (careless) InCS(model.Site, any) bool              { return false }
func (careless) Look(model.Site, any, []any) model.View { return model.View{} }

// TestIncomparable: such a value is found in the handler that makes it.
func TestIncomparable(t *testing.T) {
	for _, where := range []string{"message", "variable", "note"} {
		c := model.Config{Algorithm: "careless", Processes: 2, Requests: []int{1, 1}, Network: model.Bag}
		_, err := explore.Check(t.Context(), system.Compose(careless{where: where}, c), explore.Options{Workers: 2})
		var broken *explore.Broken
		if !errors.As(err, &broken) || len(broken.Trace) > 1 || !strings.Contains(err.Error(), "is a []int, which cannot be compared") {
			t.Errorf("%s: %v", where, err)
		}
	}
}
