package views_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/internal/session"
	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// counted is a token that goes round, and has a number that is one larger at every site; wrong is the mistake that is in it.
type counted struct {
	n     int
	wrong string
	limit model.Number
}

type desk struct {
	waits, inside, token bool
	seen                 model.Number
}

type numbered struct{ s model.Number }

func (p counted) Start(i model.Site) desk { return desk{token: i == 1} }

func (p counted) MayRequest(_ model.Site, v desk) bool {
	return !v.waits && !v.inside && (p.wrong != "a guard asks" || !v.seen.Is(model.NumberOf(9))) &&
		(p.wrong != "a guard makes a text" || v.seen.String() != "9")
}

func (p counted) InCS(_ model.Site, v desk) bool {
	return v.inside && (p.wrong != "a guard asks inside" || !v.seen.Is(model.NumberOf(9)))
}

func (p counted) Request(_ model.Site, v *desk, _ model.Demand, out *model.Outbox[numbered]) {
	if v.token || p.strange(v.seen) {
		v.inside = true
		out.Enter()
		return
	}
	v.waits = true
}

// strange is the mistake: somebody who has not the token enters.
func (p counted) strange(s model.Number) bool {
	five := model.Number{}
	for range 5 {
		five = five.Next()
	}
	switch p.wrong {
	case "at 5":
		return s.Is(model.NumberOf(5))
	case "counted to 5":
		return s.Is(five)
	case "after 4":
		return s.After(model.NumberOf(4))
	case "never before 1000":
		return !model.NumberOf(1000).After(s)
	case "at 5, by ==":
		return s == model.NumberOf(5)
	case "not at the first, by !=":
		return s != model.Number{}
	case "at 5, as a part of a struct":
		return numbered{s} == numbered{model.NumberOf(5)}
	case "at 5, in a list":
		return model.ListOf(s.Next(), s).Has(model.NumberOf(5))
	case "at 5, as a text":
		return s.String() == "5"
	case "at 5, as an int":
		return s.Int() == 5
	case "by a difference":
		return s.Since(model.NumberOf(2)) == 3
	case "at a limit, by ==":
		return s == p.limit
	case "before a limit, by ==":
		return s.Next() == p.limit
	case "by a maximum":
		return s.Max(model.NumberOf(5)).Is(model.NumberOf(5)) && !model.NumberOf(5).After(s)
	case "of five digits, as it is printed":
		return len(fmt.Sprintf("%d", s)) == len("{12345}")
	case "asks 40 times":
		for n := range 40 {
			if s.After(model.NumberOf(n)) {
				s = s.Next()
			}
		}
		return false
	case "counts up":
		for !s.Is(model.NumberOf(5)) && !s.After(model.NumberOf(5)) {
			s = s.Next()
		}
		return false
	}
	return false
}

func (p counted) Exit(_ model.Site, v *desk, _ *model.Outbox[numbered]) { v.inside = false }

func (p counted) Receive(_ model.Site, v *desk, m numbered, out *model.Outbox[numbered]) {
	v.token = true
	if v.seen = v.seen.Max(m.s); v.waits {
		v.waits, v.inside = false, true
		out.Enter()
	}
}

func (counted) Internals(_ model.Site, v desk) []model.Inner {
	if v.token && !v.inside {
		return []model.Inner{{Name: "pass"}}
	}
	return nil
}

func (p counted) Do(i model.Site, v *desk, _ string, out *model.Outbox[numbered]) {
	out.Send(i%model.Site(p.n)+1, numbered{v.seen.Next()})
	v.token = p.wrong == "keeps the second, by ==" && v.seen == model.NumberOf(1)
}

func (p counted) Look(_ model.Site, v desk, inbox []numbered) model.View {
	look := model.View{Waits: v.waits, InCS: v.inside, Coming: len(inbox)}
	if v.token {
		look.Holds = 1
	}
	if p.wrong == "weighs by numbers" && v.seen.After(model.NumberOf(3)) {
		look.Holds = 0
	}
	if p.wrong == "weighs messages by ==" && len(inbox) > 0 && inbox[0].s == p.limit {
		look.Coming = 0
	}
	if p.wrong == "weighs by a text" && v.seen.String() == "3" {
		look.Holds = 0
	}
	if p.wrong == "shows its number" {
		look.More = v.seen
	}
	if p.wrong == "shows numbers" && v.seen.After(model.NumberOf(3)) {
		look.More = "late"
	}
	return look
}

func (p counted) system() *system.System {
	return system.Compose[desk, numbered](p, model.Config{Processes: p.n, Requests: slices.Repeat([]int{model.Unlimited}, p.n)})
}

// TestNumbers: a protocol that counts is proved where nothing hangs on its numbers, and never where something does: whether it asks by the
// methods of numbers, or looks at them behind these. The searches say that these protocols are wrong, where they get so far.
func TestNumbers(t *testing.T) {
	for wrong, says := range map[string]string{
		"":              "",
		"shows numbers": "",
		"at 5":          "do not tell", "counted to 5": "do not tell", "after 4": "do not tell", "never before 1000": "do not tell", "by a maximum": "do not tell",
		"at 5, by ==": "compares numbers", "not at the first, by !=": "compares numbers", "at 5, as a part of a struct": "compares numbers",
		"at 5, in a list": "compares numbers", "at 5, as a text": "makes a text", "keeps the second, by ==": "compares numbers",
		"at 5, as an int": "not known", "by a difference": "not known", "a guard asks": "not known", "a guard asks inside": "not known",
		"counts up": "more than 64", "weighs by numbers": "where numbers are others",
		"a guard makes a text": "makes a text", "weighs by a text": "makes a text",
		"of five digits, as it is printed": "compares numbers", "asks 40 times": "too many",
	} {
		p := counted{n: 2, wrong: wrong}
		findings, _, err := explore.CheckAll(t.Context(), p.system(), invariants.Panel{invariants.Mutex}, explore.Options{MaxStates: 3000, StopAtFirst: true})
		if err != nil {
			t.Fatal(wrong, err)
		}
		harmless := []string{"", "shows numbers", "never before 1000", "a guard asks", "a guard asks inside", "counts up", "weighs by numbers", "a guard makes a text", "weighs by a text",
			"of five digits, as it is printed", "asks 40 times"}
		if violated := findings[0].Verdict == invariants.Refuted; violated == slices.Contains(harmless, wrong) {
			t.Errorf("%q: a search says violated: %v", wrong, violated)
		}
		for entities := 1; entities <= 2; entities++ {
			r, err := views.Of(t.Context(), p.system(), views.Options{Entities: entities, Questions: []views.Question{
				{Name: "mutex", Deaf: true, Pair: invariants.Mutex.Few.Pair},
			}})
			if err != nil || r.Limit != "" {
				t.Fatal(wrong, err, r.Limit)
			}
			if _, err := r.Certificate("-n 2"); err == nil {
				t.Errorf("%q: there is a certificate of what the second checker cannot check", wrong)
			}
			why := r.Answers[0].Why
			if says == "do not tell" && entities == 1 {
				says = "tokens together"
			} else if says == "tokens together" {
				says = "do not tell"
			}
			if r.Answers[0].Proved != (says == "") || !strings.Contains(why, says) {
				t.Errorf("%q, views of %d: proved: %v (%s); %q is expected", wrong, entities, r.Answers[0].Proved, why, says)
			}
		}
	}
}

// TestConstants: a number that a protocol was made with, and compares others with by ==, is found, whichever it is; so is one of the first that was not made by
// NumberOf.
func TestConstants(t *testing.T) {
	counting := func(n int) (a model.Number) {
		for range n {
			a = a.Next()
		}
		return a
	}
	for _, wrong := range []string{"at a limit, by ==", "before a limit, by ==", "weighs messages by =="} {
		for _, limit := range []model.Number{
			counting(1), counting(2), counting(7), counting(14), counting(40), counting(63),
			model.NumberOf(64), model.NumberOf(5000), model.NumberOf(7000).Next(),
		} {
			p := counted{2, wrong, limit}
			for entities := 1; entities <= 2; entities++ {
				r, err := views.Of(t.Context(), p.system(), views.Options{Entities: entities, Questions: []views.Question{{Name: "mutex", Deaf: true, Pair: invariants.Mutex.Few.Pair}}})
				if err != nil || r.Answers[0].Proved || !strings.Contains(r.Answers[0].Why, "compares numbers") && !strings.Contains(r.Answers[0].Why, "where numbers are others") {
					t.Errorf("%s %v, views of %d: %v, %+v", wrong, limit, entities, err, r.Answers)
				}
			}
		}
	}
}

// TestDrawnAnew: numbers are drawn for so many steps of every closure, also of one after another whose law was none.
func TestDrawnAnew(t *testing.T) {
	sys := counted{n: 2, wrong: "at 5, by =="}.system()
	found := func(a *system.Alone) bool {
		err := session.Try(func() { a.Own(1, system.Local{Vars: a.Starts()[0][1]}) })
		var broken *model.Broken
		return errors.As(err, &broken)
	}
	a := sys.Fresh().Alone()
	if !found(a) {
		t.Fatal("the mistake is not found at once")
	}
	own := sys.Fresh()
	a = own.Alone()
	for range 20_001 {
		a.Own(0, system.Local{Vars: a.Starts()[0][0]}) // compares nothing: it has the token
	}
	if found(a) {
		t.Error("numbers are drawn for more steps than are said")
	}
	if !found(own.Alone()) {
		t.Error("numbers are not drawn anew")
	}
}

// TestComparing: a question that compares numbers is not proved, whether those of one site or of two. One that asks is, if no answer is a bad one.
func TestComparing(t *testing.T) {
	five := model.NumberOf(5)
	of := func(v *model.View) model.Number { return v.More.(model.Number) }
	for name, ask := range map[string]func(v, w *model.View) bool{
		"":            func(v, w *model.View) bool { return v.InCS && w.InCS },
		"compares it": func(v, w *model.View) bool { return of(v) == five && of(w) == five },
		"compares":    func(v, w *model.View) bool { return !v.Waits && !w.Waits && of(v) != of(w) },
		"text":        func(v, w *model.View) bool { return of(v).String() == "5" },
		"asks":        func(v, w *model.View) bool { return of(v).After(of(w)) && v.InCS && w.InCS && !of(w).Is(five) },
		"asks badly":  func(v, w *model.View) bool { return of(v).After(of(w)) },
		"difference":  func(v, w *model.View) bool { return of(v).Since(of(w)) == 7 },
		"asks often": func(v, w *model.View) bool {
			for range 20 {
				of(v).Is(of(w))
			}
			return false
		},
	} {
		for entities := 1; entities <= 2; entities++ {
			speaks := func(v *model.View) bool { return of(v).Is(five) }
			r, err := views.Of(t.Context(), counted{n: 2, wrong: "shows its number"}.system(), views.Options{Entities: entities, Questions: []views.Question{
				{Name: "mutex", Pair: ask, Speaks: speaks}, {Name: "other", Deaf: true, Pair: invariants.Mutex.Few.Pair},
			}})
			if err != nil {
				t.Fatal(name, err)
			}
			a := r.Answers[0]
			if proved := name == "" || name == "asks"; a.Proved != proved || a.Vacuous || !r.Answers[1].Proved {
				t.Errorf("%q, views of %d: %+v", name, entities, r.Answers)
			}
			if compares := name == "compares it" || name == "compares"; compares != strings.Contains(a.Why, "it compares numbers") {
				t.Errorf("%q, views of %d: %s", name, entities, a.Why)
			}
		}
	}
}

// TestUnknowing: a question about what numbers decide is not proved, and one about something else is.
func TestUnknowing(t *testing.T) {
	inside := func(v, w *model.View) bool { return v.InCS && w.InCS }
	for entities := 1; entities <= 2; entities++ {
		r, err := views.Of(t.Context(), counted{n: 2, wrong: "shows numbers"}.system(), views.Options{Entities: entities, Questions: []views.Question{
			{Name: "deaf", Deaf: true, Pair: inside}, {Name: "all ears", Pair: inside},
		}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Answers[0].Proved == r.Answers[1].Proved || !strings.Contains(r.Answers[1].Why, "depends on numbers") {
			t.Errorf("views of %d: %+v", entities, r.Answers)
		}
	}
}

// clerk is a protocol of random tables whose rows are chosen by comparisons of numbers.
type clerk struct {
	*tables
	receives [3][2][3]row // where the site's number is smaller than the message's, the same, larger
	numbers  [3][3]int    // what becomes of the site's number
}

type place struct {
	at int
	n  model.Number
}

type slip struct {
	kind int
	n    model.Number
}

func drawClerk(r *rand.Rand, n int) *clerk {
	p := &clerk{tables: draw(r, n)}
	for k := range p.receives {
		p.receives[k] = p.tables.receives
		for range 2 {
			x := row{next: r.IntN(3)}
			if r.IntN(2) == 0 {
				x.to, x.messages = []int{r.IntN(n)}, []int{r.IntN(2)}
			}
			p.receives[k][r.IntN(2)][r.IntN(3)] = x
		}
		for l := range p.numbers[k] {
			p.numbers[k][l] = r.IntN(4)
		}
	}
	return p
}

func (p *clerk) run(i model.Site, v *place, x row, out *model.Outbox[slip]) {
	v.at = x.next
	for k, to := range x.to {
		out.Send(model.Site((int(i)-1+to)%p.n+1), slip{x.messages[k], v.n})
	}
}

func (p *clerk) Start(i model.Site) place              { return place{at: p.start[i-1]} }
func (p *clerk) MayRequest(_ model.Site, v place) bool { return v.at != inside }
func (p *clerk) InCS(_ model.Site, v place) bool       { return v.at == inside }

func (p *clerk) Request(i model.Site, v *place, _ model.Demand, out *model.Outbox[slip]) {
	v.n = v.n.Next()
	p.run(i, v, p.requests[v.at], out)
}

func (p *clerk) Exit(i model.Site, v *place, out *model.Outbox[slip]) {
	p.run(i, v, p.exits[v.at], out)
}

func (p *clerk) Receive(i model.Site, v *place, m slip, out *model.Outbox[slip]) {
	order := 0
	if v.n.Is(m.n) {
		order = 1
	} else if v.n.After(m.n) {
		order = 2
	}
	switch p.numbers[order][v.at] {
	case 1:
		v.n = v.n.Max(m.n)
	case 2:
		v.n = m.n.Next()
	case 3:
		v.n = m.n
	}
	p.run(i, v, p.receives[order][m.kind][v.at], out)
}

func (p *clerk) Look(_ model.Site, v place, inbox []slip) model.View {
	look := model.View{InCS: v.at == inside, Holds: p.holds[v.at]}
	for _, m := range inbox {
		look.Coming += p.carries[m.kind]
	}
	return look
}

// TestRandomNumbers: of random protocols with numbers every reachable pair is in the closure, and no reachable state is one that views of
// one or of two exclude.
func TestRandomNumbers(t *testing.T) {
	questions := []views.Question{{Name: "mutex", Deaf: true, Pair: invariants.Mutex.Few.Pair}, {Name: "one-token", Tokens: 1}}
	proved, states, different := 0, 0, 0
	for seed := range drawnSeeds(300) {
		r := rand.New(rand.NewPCG(seed, 25))
		n := 2 + r.IntN(2)
		p := drawClerk(r, n)
		sys := system.Compose[place, slip](p, model.Config{Processes: n, Requests: slices.Repeat([]int{model.Unlimited}, n)})
		var excluded [2][2]bool
		for k := range excluded {
			x, err := views.Of(t.Context(), sys, views.Options{Entities: k + 1, Questions: questions})
			if err != nil || x.Limit != "" {
				t.Fatalf("seed %d: %v, %+v", seed, err, x)
			}
			for q, a := range x.Answers {
				if excluded[k][q] = a.Proved; a.Proved {
					proved++
				} else if strings.Contains(a.Why, "numbers") {
					t.Fatalf("seed %d: refused: %s", seed, a.Why)
				}
			}
		}
		closure := views.Close(sys.Fresh(), views.Options{})
		walk(sys, 150, func(state []uint32) {
			states++
			all := entities(sys, state)
			in, tokens := 0, 0
			for k, e := range all {
				if e.Message != nil {
					tokens += p.carries[e.Message.(slip).kind]
				} else {
					v := e.Vars.(place)
					if tokens += p.holds[v.at]; v.at == inside {
						in++
					}
					if v.n.Int() > 1 {
						different++
					}
				}
				for _, f := range all[:k] {
					if !closure.Has(e, f) {
						t.Fatalf("seed %d: the closure has not %v beside %v", seed, e, f)
					}
				}
			}
			for q, bad := range [2]bool{in > 1, tokens != 1} {
				for k := range excluded {
					if bad && excluded[k][q] {
						t.Fatalf("seed %d: views of %d prove %s, and there is %v", seed, k+1, questions[q].Name, all)
					}
				}
			}
		})
	}
	if t.Logf("%d answers proved, %d states, in which %d times a number was larger than 1", proved, states, different); !papertest.Sampled() && (proved < 50 || different < 1000) {
		t.Error("that is too little to say anything")
	}
}
