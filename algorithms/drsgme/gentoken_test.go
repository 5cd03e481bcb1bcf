package drsgme

import (
	"testing"

	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestGenTokenHandled judges steps of P_1 that are made by hand: P_2 asks again for its first request, or for a second one.
func TestGenTokenHandled(t *testing.T) {
	g1 := want(model.SetOf[model.Group](1))
	waiting := vars{state: R, req: g1, SN: model.NewPerSite[int](3).With(1, 1).With(2, 1), RS: model.SetOf[model.Site](3)}
	waiting.oldToken = token{queue: add(queue{}, waiter{3, 1}, model.SetOf[model.Group](1)), session: 1}
	asked := waiting
	asked.RS = asked.RS.With(2)
	mine, copied := sent{2, requestOf(1, &waiting)}, sent{3, waiting.oldToken}
	inside := vars{state: HS, SN: waiting.SN, token: token{typ: 1}}
	let := inside
	let.SN, let.token.followers, let.T2 = let.SN.With(2, 2), 1, true
	uncounted, unclosed := let, let
	uncounted.token.followers, unclosed.T2 = 0, false
	const first, second = 1, 2
	for _, test := range []struct {
		name          string
		before, after vars
		m             genToken
		sends         []sent
		broken        bool
	}{
		{"as it should", waiting, asked, genToken{2, g1, first, 0}, []sent{mine, copied}, false},
		{"session equal: published, it is sent", waiting, asked, genToken{2, g1, first, 1}, []sent{mine, copied}, false},
		{"session greater: no token", waiting, asked, genToken{2, g1, first, 2}, []sent{mine, copied}, true},
		{"no copy sent", waiting, asked, genToken{2, g1, first, 0}, []sent{mine}, true},
		{"copy to another than the front", waiting, asked, genToken{2, g1, first, 0}, []sent{mine, {2, waiting.oldToken}}, true},
		{"own request not sent", waiting, asked, genToken{2, g1, first, 0}, []sent{copied}, true},
		{"not in the request set", waiting, waiting, genToken{2, g1, first, 0}, []sent{mine, copied}, true},
		{"an old one is ignored", waiting, waiting, genToken{2, g1, 0, 0}, nil, false},
		{"an old one is not", waiting, asked, genToken{2, g1, 0, 0}, []sent{mine, copied}, true},
		{"a holder lets it in", inside, let, genToken{2, g1, second, 0}, []sent{{2, start{i: 1}}}, false},
		{"in the name of another", inside, let, genToken{2, g1, second, 0}, []sent{{2, start{i: 2}}}, true},
		{"and does not count it", inside, uncounted, genToken{2, g1, second, 0}, []sent{{2, start{i: 1}}}, true},
		{"and does not set T2", inside, unclosed, genToken{2, g1, second, 0}, []sent{{2, start{i: 1}}}, true},
		{"a number is not remembered", inside, inside, genToken{2, g1, second, 0}, []sent{{2, start{i: 1}}}, true},
		{"another group is not queued", inside, let, genToken{2, want(model.SetOf[model.Group](2)), second, 0}, nil, true},
	} {
		p := newProtocol(model.Config{Processes: 3, Groups: 2}, false)
		s := step{i: 1, before: test.before, after: test.after, m: test.m, sends: test.sends}
		if got := genTokenHandled.judge(p, &s); got != invariants.That(!test.broken) {
			t.Errorf("%s: opinion %v, broken is %t", test.name, got, test.broken)
		}
	}
}
