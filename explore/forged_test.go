package explore_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
)

// TestForgedManifest: a manifest with a right checksum that says what no search finds is refused when it is read, or when what it
// says is looked for; none panics.
func TestForgedManifest(t *testing.T) {
	a, c := &suzukikasami.Algorithm, suzukikasami.Algorithm.Config(model.Published)
	for forged, want := range map[string]string{
		`"Found": [{"Property": -1, "Length": 1}]`: "numbers that no search has",
		`"Found": [{"Property": 63, "Length": 1}]`: "numbers that no search has",
		`"Found": [{"Property": 0, "Length": 99}]`: "numbers that no search has",
		`"Found": [{"Property": 0, "Length": 1}]`:  "a violation that was found is not found again",
	} {
		dir := disk.Dir{Path: filepath.Join(t.TempDir(), "checkpoint"), Passing: true}
		check(t, a, c, explore.Options{Workers: 1, MaxDepth: 4, Checkpoint: saved(dir.Path, false)})
		var raw json.RawMessage
		if err := dir.Load("checkpoint", "gmecheck checkpoint 1", &raw); err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(string(raw), `"Found": null`, forged, 1)
		if text == string(raw) {
			t.Fatalf("nothing is forged in\n%s", text)
		}
		if err := dir.Save("checkpoint", "gmecheck checkpoint 1", json.RawMessage(text)); err != nil {
			t.Fatal(err)
		}
		if why := Refused(t, a, c, explore.Options{Workers: 1, Checkpoint: saved(dir.Path, true)}); !strings.Contains(why, "numbers that no search has") {
			t.Errorf("%s, and nothing is judged: %s", forged, why)
		}
		if why := Refused(t, a, c, explore.Options{Workers: 1, Judge: invariants.Panel(a.Properties(c)), Checkpoint: saved(dir.Path, true)}); !strings.Contains(why, want) {
			t.Errorf("%s: %s", forged, why)
		}
	}
}
