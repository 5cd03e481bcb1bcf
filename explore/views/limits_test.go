package views_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/model"
)

type counter struct{ Steps int }

// TestPatience: when the time is over, a handler that does not return is named and not waited for, also one of a site that no run has.
func TestPatience(t *testing.T) {
	stay := make(chan int)
	defer close(stay)
	p := gmecheck.New[counter]("counting", 2)
	p.Event("step", gmecheck.Always, func(s *counter, _ gmecheck.Ctx) bool { return s.Steps < 40 }, func(s *counter, c gmecheck.Ctx) {
		if s.Steps++; s.Steps == 40 && c.Self == 1 {
			<-stay
		}
	})
	p.NeverTwo("apart", func(s counter) bool { return s.Steps == 40 })
	sys, err := p.System()
	if err != nil {
		t.Fatal(err)
	}
	o := views.Options{Entities: 1, MaxTime: 200 * time.Millisecond, Questions: []views.Question{{Name: "apart", Pair: func(_, _ *model.View) bool { return false }}}}
	_, err = views.Of(t.Context(), sys, o.Patient(50*time.Millisecond))
	var broken *explore.Broken
	if !errors.As(err, &broken) || err.Error() != "counting: the handler of step(1) has not returned for 50ms" || !broken.Lost {
		t.Errorf("%v", err)
	}
}

// TestBeyondCaps: a step that makes something beyond a cap is told like any other.
func TestBeyondCaps(t *testing.T) {
	a, c := read(t, "suzuki-kasami -n 4 -r inf")
	two := regexp.MustCompile(`<\d+, \d+`)
	beyond, long := 0, 0
	views.Close(a.New(c), views.Options{Queues: 1}).Tell(func(d views.Derived, left bool) {
		all := model.Text(d.After.Fields)
		for _, m := range d.Sends {
			all += m.Message
		}
		if left {
			beyond++
		}
		if two.MatchString(all) {
			long++
		}
		if before, after := model.Text(d.Before.Fields), model.Text(d.After.Fields); strings.HasPrefix(d.Label, "request(") && before == after {
			t.Errorf("%s leaves %s as it is", d.Label, before)
		}
		if left != two.MatchString(all) {
			t.Errorf("left out: %v, after %+v", left, d)
		}
	})
	if beyond == 0 || long == 0 {
		t.Errorf("%d steps lead beyond the cap; %d make a list of two", beyond, long)
	}
}

// TestStoppedLaws: no laws are found once there is no time for them.
func TestStoppedLaws(t *testing.T) {
	sys := usual(2).open(3, model.Unlimited, model.Config{})
	asked := 0
	if x := views.GuessedUntil(sys, func() bool { asked++; return true }); len(x) != 0 || asked > 2 {
		t.Errorf("asked %d times: %v", asked, x)
	}
}
