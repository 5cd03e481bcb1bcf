package fapp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

func TestPriorities(t *testing.T) {
	for _, text := range []string{"", "1,2", "1,2,3,4", "1,2,x", "1,2,0", "1,2,100", "1, 2,3", "1,2,+3"} {
		if _, err := parsePriorities(text, 3); err == nil {
			t.Errorf("priorities %q are not refused", text)
		}
	}
	p, err := parsePriorities("3,99,1", 3)
	if err != nil || p[0] != 3 || p[1] != 99 || p[2] != 1 {
		t.Errorf("priorities 3,99,1: %v, %v", p, err)
	}
}

// TestReceipt is the receipt of a request, at a node with given variables.
func TestReceipt(t *testing.T) {
	PL := model.ListOf[entry]
	for _, test := range []struct {
		what    string
		repairs []model.Repair
		at      vars // of node 2
		get     Req
		want    vars
		sends   string
	}{
		{"insert, and ask the parent", nil,
			vars{parent: 1}, Req{3, 3},
			vars{parent: 1, PL: PL(entry{3, 3})}, "Req(2, 3) -> 1"},
		{"Rule 1 raises the less urgent by one, and equals stay in the order of arrival", nil,
			vars{parent: 1, PL: PL(entry{2, 2}, entry{4, 1})}, Req{3, 3},
			vars{parent: 1, PL: PL(entry{2, 3}, entry{3, 3}, entry{4, 2})}, "Req(2, 3) -> 1"},
		{"stop behind a more urgent one", nil,
			vars{parent: 1, PL: PL(entry{4, 4})}, Req{3, 3},
			vars{parent: 1, PL: PL(entry{4, 4}, entry{3, 3})}, ""},
		{"do not stop behind an equal", nil,
			vars{parent: 1, PL: PL(entry{4, 3})}, Req{3, 3},
			vars{parent: 1, PL: PL(entry{4, 3}, entry{3, 3})}, "Req(2, 3) -> 1"},
		{"the root in its critical section replaces and keeps", nil,
			vars{st: paper.CS, PL: PL(entry{3, 4})}, Req{3, 3},
			vars{st: paper.CS, PL: PL(entry{3, 3})}, ""},
		{"the idle root serves at once", nil,
			vars{}, Req{3, 3},
			vars{parent: 3}, "Token(2) -> 3"},
		{"others keep an old entry", nil,
			vars{parent: 1, PL: PL(entry{3, 2})}, Req{3, 3},
			vars{parent: 1, PL: PL(entry{3, 3}, entry{3, 3})}, "Req(2, 3) -> 1"},
		{"and replace it with the repair", []model.Repair{ReplaceAlways},
			vars{parent: 1, PL: PL(entry{3, 2})}, Req{3, 3},
			vars{parent: 1, PL: PL(entry{3, 3})}, "Req(2, 3) -> 1"},
		{"a request goes back where it came from", nil,
			vars{parent: 1}, Req{1, 3},
			vars{parent: 1, PL: PL(entry{1, 3})}, "Req(2, 3) -> 1"},
		{"and does not with the repair", []model.Repair{NoEcho},
			vars{parent: 1}, Req{1, 3},
			vars{parent: 1, PL: PL(entry{1, 3})}, ""},
		{"stop behind the parent's entry", []model.Repair{NoEcho},
			vars{parent: 1, PL: PL(entry{1, 4})}, Req{3, 3},
			vars{parent: 1, PL: PL(entry{1, 4}, entry{3, 3})}, ""},
		{"do not stop there with the repair", []model.Repair{NoEcho, StopByOthers},
			vars{parent: 1, PL: PL(entry{1, 4})}, Req{3, 3},
			vars{parent: 1, PL: PL(entry{1, 4}, entry{3, 3})}, "Req(2, 3) -> 1"},
	} {
		c := Algorithm.With(model.Published, func(c *model.Config) {
			c.Processes = 4
			for _, r := range test.repairs {
				c.Repairs = append(c.Repairs, r.Name)
			}
		})
		got, out := test.at, model.NewOutbox[message]()
		newProtocol(c).Receive(2, &got, test.get, out)
		var sent []string
		for to, m := range out.Sent() {
			sent = append(sent, fmt.Sprintf("%s -> %d", model.Text(m), to))
		}
		if got != test.want || strings.Join(sent, ", ") != test.sends {
			t.Errorf("%s: %v sends %q, want %v sends %q", test.what, got, sent, test.want, test.sends)
		}
	}
}

// TestServe is the way of the token: who has more to serve sends a dummy request behind it.
func TestServe(t *testing.T) {
	p := newProtocol(Algorithm.Config(model.Published))
	v, out := vars{st: paper.CS, PL: model.ListOf(entry{3, 3}, entry{1, 2})}, model.NewOutbox[message]()
	p.Exit(2, &v, out)
	var sent []string
	for to, m := range out.Sent() {
		sent = append(sent, fmt.Sprintf("%s -> %d", model.Text(m), to))
	}
	if want := []string{"Token(2) -> 3", "Req(2, 2) -> 3"}; !slices.Equal(sent, want) {
		t.Errorf("exit sends %q, want %q", sent, want)
	}
	if want := (vars{parent: 3, PL: model.ListOf(entry{1, 2})}); v != want {
		t.Errorf("exit leaves %v, want %v", v, want)
	}
}
