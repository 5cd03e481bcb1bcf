package explorer

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

// FuzzRequest: whatever a page asks, the answer is JSON, an error of the question, or that there is nothing of the kind; and none
// comes without the token.
func FuzzRequest(f *testing.F) {
	steps, err := json.Marshal(overlap)
	if err != nil {
		f.Fatal(err)
	}
	for what, body := range map[string]string{
		"run": `{"variant": "published", "start": "", "steps": STEPS}`, "compare": `{"other": "repaired", "steps": STEPS}`, "searched": `{"id": "x", "stop": true}`, "map": `{"variant": "repaired"}`,
		"open": `{"text": "# gmecheck trace 1\nmodel srt-gme --variant published -n 2 -m 2\nproperty gme\nsteps\nrequest(2, g1)\n"}`,
	} {
		f.Add(what, strings.ReplaceAll(body, "STEPS", string(steps)))
	}
	for _, goal := range []string{`"property": "gme"`, `"enters": "P1"`, `"event": "deliver(token)"`, `"where": "len(cs) == 2"`} {
		f.Add("search", `{"steps": [], "goal": {`+goal+`}}`)
	}
	s := newServer(labOf(f, "srt-gme -n 2 -m 2", 1000), "127.0.0.1:1")
	ask := func(path, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
		r.URL, r.Host = &url.URL{Path: path}, s.host
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	f.Fuzz(func(t *testing.T, what, body string) {
		if w := ask("/"+what, body); w.Code != http.StatusForbidden {
			t.Fatalf("%q without the token: %d", what, w.Code)
		}
		w := ask("/"+s.token+"/"+what, body)
		switch w.Code {
		case http.StatusMovedPermanently, http.StatusTemporaryRedirect, http.StatusNotFound, http.StatusMethodNotAllowed:
			return
		case http.StatusOK, http.StatusBadRequest:
		default:
			t.Fatalf("%q %q: %d", what, body, w.Code)
		}
		var answer struct {
			Error, ID string
			Trace     string
		}
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || (w.Code == http.StatusBadRequest) == (answer.Error == "") {
			t.Fatalf("%q %q: %d %v %s", what, body, w.Code, err, w.Body)
		}
		if answer.Trace != "" {
			opened, err := s.lab.open(nil, struct {
				Text string `json:"text"`
			}{answer.Trace})
			if err != nil || opened.Start != "" && opened.Start != "start" {
				t.Fatalf("the run that is shown cannot be opened: %v\n%s", err, answer.Trace)
			}
		}
		if answer.ID == "" {
			return
		}
		for begin := time.Now(); ; time.Sleep(100 * time.Microsecond) {
			if status, err := s.lab.searched(nil, struct {
				ID   string `json:"id"`
				Stop bool   `json:"stop"`
			}{ID: answer.ID}); err != nil || status.Done {
				break
			}
			if time.Since(begin) > 5*time.Second {
				t.Fatalf("%q does not end", body)
			}
		}
	})
}
