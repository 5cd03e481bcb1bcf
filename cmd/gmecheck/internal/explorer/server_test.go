package explorer

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
)

// overlap is the shortest violation of gme in the published srt-gme.
var overlap = []string{"request(2, g1)", "deliver(request(2, 1, g1, 1) -> 1)", "request(1, g2)", "deliver(token(<>, NULL, 0) -> 2)"}

// start serves a model, as the verb does.
func start(t *testing.T, line string) *server {
	t.Helper()
	s, _ := serving(t, line)
	return s
}

// labOf is the lab of a model, whose searches visit so many states at most.
func labOf(t testing.TB, line string, limit int) *lab {
	t.Helper()
	p := program.Program{Name: "gmecheck", Algorithms: algorithms.All()}.WithDefaults()
	a, c, err := options.Parse(p.Algorithms, line)
	if err != nil {
		t.Fatal(err)
	}
	return newLab(p, a, c, limit)
}

// serving returns what can end the server, too.
func serving(t *testing.T, line string) (*server, *httptest.Server) {
	t.Helper()
	h := httptest.NewUnstartedServer(nil)
	s := newServer(labOf(t, line, 100_000), h.Listener.Addr().String())
	h.Config.Handler = s
	h.Start()
	t.Cleanup(h.Close)
	return s, h
}

// post asks the server, as its page does.
func post[A any](t *testing.T, s *server, what string, question any) A {
	t.Helper()
	var a A
	status, body := send(t, s, what, question, nil)
	if status != http.StatusOK {
		t.Fatalf("%s %v: %d %s", what, question, status, body)
	}
	if err := json.Unmarshal(body, &a); err != nil {
		t.Fatalf("%s: %v: %s", what, err, body)
	}
	return a
}

func send(t *testing.T, s *server, what string, question any, header map[string]string) (int, []byte) {
	t.Helper()
	data, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.address()+what, bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range header {
		if name == "Host" {
			r.Host = value
		}
		r.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, body
}

type object = map[string]any

// TestGuard: who does not know the token, names another host or comes from another page gets no answer.
func TestGuard(t *testing.T) {
	s := start(t, "srt-gme -n 2")
	_, port, _ := strings.Cut(s.host, ":")
	for _, header := range []map[string]string{nil, {"Origin": "http://" + s.host, "Sec-Fetch-Site": "same-origin"}, {"Host": "localhost:" + port}} {
		if status, body := send(t, s, "run", object{"steps": []string{}}, header); status != http.StatusOK {
			t.Errorf("%v: %d %s", header, status, body)
		}
	}
	for _, header := range []map[string]string{
		{"Host": "evil.example"}, {"Host": "evil.example:" + port}, {"Host": "127.0.0.1.evil.example:" + port}, {"Origin": "http://evil.example"}, {"Origin": "null"},
		{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "http://127.0.0.1:1"},
	} {
		if status, body := send(t, s, "run", object{"steps": []string{}}, header); status != http.StatusForbidden || bytes.Contains(body, []byte("enabled")) {
			t.Errorf("%v: %d %s", header, status, body)
		}
	}
	for _, token := range []string{"", "A", strings.Repeat("A", len(s.token)), s.token + "A", s.token[:len(s.token)-1]} {
		other := &server{host: s.host, token: token}
		if status, _ := send(t, other, "run", object{"steps": []string{}}, nil); status != http.StatusForbidden {
			t.Errorf("with the token %q: %d", token, status)
		}
	}
	answer, err := http.Get(s.address())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if policy := answer.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'none'") {
		t.Errorf("the page's policy is %q", policy)
	}
}

// TestRun: the answer to a run that violates a property, and to one with an impossible step.
func TestRun(t *testing.T) {
	s := start(t, "srt-gme -n 2")
	a := post[runAnswer](t, s, "run", object{"steps": overlap})
	violated := map[string]string{}
	for _, v := range a.Verdicts {
		if v.Violated {
			violated[v.Name] = v.Why
		}
	}
	if violated["gme"] != "P1 attends g2, P2 attends g1" {
		t.Errorf("violated: %v", violated)
	}
	if a.Taken != 4 || a.Stuck != nil || len(a.Enabled) != 2 || a.Enabled[0].Label != "exit(1)" || !strings.Contains(a.Drawing, "gme is violated: P1 attends g2") {
		t.Errorf("%+v", a)
	}
	if before := a.Before.Owners[1].Fields[0]; before != [2]string{"state", "R"} || a.Now.Owners[1].Fields[0] != [2]string{"state", "EC"} {
		t.Errorf("P2 was %v, is %v", before, a.Now.Owners[1].Fields[0])
	}
	a = post[runAnswer](t, s, "run", object{"steps": []string{overlap[0], "exit(2)", overlap[1]}})
	if a.Taken != 1 || a.Stuck == nil || a.Stuck.Label != "exit(2)" || len(a.Stuck.Enabled) == 0 {
		t.Errorf("an impossible step: %+v", a.Stuck)
	}
	opened := post[openAnswer](t, s, "open", object{"text": a.Trace})
	if opened.Variant != "published" || len(opened.Steps) != 1 || opened.Steps[0] != overlap[0] {
		t.Errorf("the saved trace opens as %+v", opened)
	}
	for what, question := range map[string]object{
		"run": {"variant": "best"}, "open": {"text": "nothing"}, "search": {"goal": object{"property": "gmee"}}, "searched": {"id": "x"}, "compare": {"other": "x"}, "map": {"colour": 1},
	} {
		if status, body := send(t, s, what, question, nil); status != http.StatusBadRequest || !bytes.Contains(body, []byte(`"error"`)) {
			t.Errorf("%s %v: %d %s", what, question, status, body)
		}
	}
}

// looked looks for a goal and waits for the answer.
func looked(t *testing.T, s *server, steps []string, goal object) searchStatus {
	t.Helper()
	status := post[searchStatus](t, s, "search", object{"steps": steps, "goal": goal})
	for !status.Done {
		time.Sleep(time.Millisecond)
		status = post[searchStatus](t, s, "searched", object{"id": status.ID})
	}
	return status
}

func TestSearch(t *testing.T) {
	s := start(t, "srt-gme -n 2")
	if found := looked(t, s, nil, object{"property": "gme"}); !found.Reached || len(found.Steps) != len(overlap) {
		t.Errorf("to a violation: %+v; the shortest has %d steps", found, len(overlap))
	}
	if found := looked(t, s, overlap[:2], object{"enters": "P2"}); !found.Reached || len(found.Steps) != 1 || found.Steps[0] != overlap[3] {
		t.Errorf("to an entry of P2: %+v", found)
	}
	if found := looked(t, s, overlap[:1], object{"event": "deliver(request)"}); !found.Reached || len(found.Steps) != 1 {
		t.Errorf("to an event: %+v", found)
	}
	if found := looked(t, s, nil, object{"where": `P1.state == "EC" && P2.waits`}); !found.Reached || len(found.Steps) != 2 {
		t.Errorf("to a state where an expression is true: %+v", found)
	}
	if found := looked(t, s, overlap, object{"event": "lose(token)"}); found.Reached || !found.Complete || !slices.Contains(found.Events, "exit") {
		t.Errorf("to what cannot happen: %+v", found)
	}
	if found := looked(t, s, nil, object{"where": "sites[7].inside"}); found.Error == "" || !strings.Contains(found.Error, "index out of range") {
		t.Errorf("to where an expression goes wrong: %+v", found)
	}
}

// TestOpenStart: a trace without steps opens as a run without steps.
func TestOpenStart(t *testing.T) {
	s := start(t, "srt-gme -n 2")
	run := post[runAnswer](t, s, "run", object{"steps": []string{}})
	if opened := post[map[string]any](t, s, "open", object{"text": run.Trace}); opened["steps"] == nil {
		t.Errorf("it opens as %v", opened)
	}
}

// TestCompare: where the repaired variant does something else first.
func TestCompare(t *testing.T) {
	s := start(t, "srt-gme -n 2")
	type answer struct {
		Differs int
		How     string
		Line    string
	}
	a := post[answer](t, s, "compare", object{"other": "repaired", "steps": overlap})
	if a.Differs != 2 || a.How != "P1: state is HI in published, and N in repaired" || !strings.Contains(a.Line, "repaired") {
		t.Errorf("differs after step %d: %s", a.Differs, a.How)
	}
	if same := post[answer](t, s, "compare", object{"other": "published", "steps": overlap}); same.Differs != -1 {
		t.Errorf("the same variant differs: %+v", same.How)
	}
}

// TestMapLimit: the map ends at the limit that was set, and names it.
func TestMapLimit(t *testing.T) {
	s := start(t, "srt-gme -n 3 -m 2")
	s.lab.limit = 500
	ctx, gone := context.WithCancel(t.Context())
	gone()
	if _, err := s.lab.chart(httptest.NewRequestWithContext(ctx, http.MethodPost, "/", nil), struct {
		Variant string `json:"variant"`
	}{}); err == nil {
		t.Error("a page that has gone has left a part of a map")
	}
	if a := post[atlas](t, s, "map", object{}); a.Complete || a.States > 2*500 || a.Why != "max-states 500" {
		t.Errorf("%d states: %q", a.States, a.Why)
	}
}

// TestMap: the map has every state in its level, and knows the state that is shown.
func TestMap(t *testing.T) {
	s := start(t, "srt-gme -n 2 -m 2")
	a := post[atlas](t, s, "map", object{})
	if !a.Complete || len(a.Nodes) != a.States || len(a.Edges) != a.Transitions {
		t.Fatalf("%d states, %d transitions; drawn are %d and %d", a.States, a.Transitions, len(a.Nodes), len(a.Edges))
	}
	levels := make([]int, len(a.Levels))
	violating := 0
	for _, n := range a.Nodes {
		levels[n.Level]++
		if n.Violated != "" {
			violating++
		}
	}
	for k := range levels {
		if levels[k] != a.Levels[k] {
			t.Errorf("level %d: %d states, drawn are %d", k, a.Levels[k], levels[k])
		}
	}
	run := post[runAnswer](t, s, "run", object{"steps": overlap})
	if len(run.Numbers) != 5 || a.Nodes[run.Numbers[4]].Violated == "" || a.Nodes[run.Numbers[4]].Level != 4 || violating == len(a.Nodes) {
		t.Errorf("the states of the run are %v; %d states violate something", run.Numbers, violating)
	}
}
