package drsgme_test

import (
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/invariants"
)

// TestServed: under patient timers and faults, the repaired variants can always get back to a valid token, and to
// serving whoever waits. The published ones lose both at once: P_2 deletes the first token that is passed to it.
func TestServed(t *testing.T) {
	papertest.Seldom(t, 2)
	for _, test := range []struct {
		a    paper.Algorithm
		line string
	}{
		{drsgme.Algorithm, ""},
		{drsgme.Algorithm, "-n 2 -r 2 --loss 1"},
		{drsgme.Algorithm, "-n 2 -r 2 --crash 1"},
		{drsgme.Algorithm, "-n 2 --loss 1 --crash 1"},
		{drsgme.Algorithm, "-n 2 --early 1 --duplicate 1"},
		{drsgme.Algorithm, "-n 3 --loss 1 --workload 1:g1,2:g1,3:g2"},
		{drsgme.Algorithm, "-n 3 --crash 1 --workload 1:g1,2:g1,3:g2"},
		{drsgme.Extended, "-n 2 --loss 1"},
		{drsgme.Extended, "-n 2 --crash 1"},
	} {
		both := []string{"starved", "token-lost"}
		if got := refuted(t, test.a, "--variant repaired "+test.line, both...); len(got) > 0 {
			t.Errorf("%s, repaired, %s: %q", test.a.Name, test.line, got)
		}
		if got := refuted(t, test.a, test.line, both...); !slices.Equal(got, both) {
			t.Errorf("%s, published, %s: %q, want both %q", test.a.Name, test.line, got, both)
		}
	}
}

// TestSessionsEnd: without the repairs of T2, a lost complete leaves a session open for ever, and others wait.
func TestSessionsEnd(t *testing.T) {
	papertest.Seldom(t, 2)
	for repair, line := range map[string]string{
		"guard-followers": "-n 3 -r 2,1,1 --workload 1:g2,2:g1,3:g1 --loss 1",
		"keep-asking":     "-n 2 -r 1,2 --loss 2",
	} {
		if len(refuted(t, drsgme.Algorithm, "--variant repaired "+line, "starved")) > 0 {
			t.Errorf("%s: starved with %s", line, repair)
		}
		if len(refuted(t, drsgme.Algorithm, "--without "+repair+" "+line, "starved")) == 0 {
			t.Errorf("%s: not starved without %s", line, repair)
		}
	}
}

// TestOrderedTimers: where T1 may come before T2 again and again, one loss starves even the repaired variant. In the order
// of the paper's durations it does not.
func TestOrderedTimers(t *testing.T) {
	const line = "--variant repaired -n 2 -r 2 --loss 1"
	if got := refuted(t, drsgme.Algorithm, line, "fair-starvation"); len(got) == 0 {
		t.Error("nobody starves")
	}
	if got := refuted(t, drsgme.Algorithm, line+" --timers ordered", "fair-starvation"); len(got) > 0 {
		t.Errorf("ordered timers: %q", got)
	}
}

// TestEverythingOccurs: faults or not, every event of the paper and every kind of message is put to the test, and all
// processes can be inside together.
func TestEverythingOccurs(t *testing.T) {
	const line = "-n 2 --loss 1 --crash 1 --variant "
	want := []string{
		"crash", "deliver(complete)", "deliver(gen_token)", "deliver(is_complete)", "deliver(request)", "deliver(start)",
		"deliver(token)", "drop(complete)", "drop(gen_token)", "drop(request)", "drop(start)", "drop(token)",
		"exit", "lose(complete)", "lose(gen_token)", "lose(request)", "lose(start)", "lose(token)", "recover",
		"request", "timeout(T1)", "timeout(T2)",
	}
	for _, a := range []paper.Algorithm{drsgme.Algorithm, drsgme.Extended} {
		for _, variant := range a.AllVariants() {
			c := papertest.Model(t, &a, line+variant)
			got := papertest.Explore(t, &a, c).Classes
			for _, class := range want {
				if !slices.Contains(got, class) {
					t.Errorf("%s %s: %s never occurs", a.Name, variant, class)
				}
			}
			findings, _, err := explore.CheckAll(t.Context(), a.New(c), invariants.Panel{invariants.KSafety(1)}, explore.Options{})
			if err != nil || findings[0].Verdict != invariants.Refuted {
				t.Errorf("%s %s: no two processes are inside together: %v", a.Name, variant, err)
			}
		}
	}
}

// refuted lists those of the named properties that the model violates.
func refuted(t *testing.T, a paper.Algorithm, line string, names ...string) []string {
	t.Helper()
	c := papertest.Model(t, &a, line)
	var panel invariants.Panel
	for _, p := range a.Properties(c) {
		if slices.Contains(names, p.Name) {
			panel = append(panel, p)
		}
	}
	findings, r, err := explore.CheckAll(t.Context(), a.New(c), panel, explore.Options{})
	if err != nil || !r.Complete || len(panel) != len(names) {
		t.Fatalf("%s: %d of %q judged, not complete: %v", line, len(panel), names, err)
	}
	var violated []string
	for _, f := range findings {
		if f.Verdict == invariants.Refuted {
			violated = append(violated, f.Property.Name)
		}
	}
	return violated
}
