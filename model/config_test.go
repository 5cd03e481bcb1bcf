package model

import (
	"strings"
	"testing"
)

func TestParseTree(t *testing.T) {
	for text, want := range map[string][]Site{
		"0":         {0},
		"0,1,1":     {0, 1, 1},
		"2,0":       {2, 0},
		"2,3,0,3":   {2, 3, 0, 3},
		Path(4):     {0, 1, 2, 3},
		Star(4):     {0, 1, 1, 1},
		"5,1,2,3,0": {5, 1, 2, 3, 0},
	} {
		tree, err := ParseTree(text, len(want))
		if err != nil {
			t.Errorf("ParseTree(%q): %v", text, err)
			continue
		}
		for k, parent := range want {
			if got := tree.At(Site(k + 1)); got != parent {
				t.Errorf("ParseTree(%q): the parent of %d is %d, want %d", text, k+1, got, parent)
			}
		}
	}
}

func TestParseTreeErrors(t *testing.T) {
	for text, says := range map[string]string{
		"":       "has 1 numbers for 3 processes",
		"0,1":    "has 2 numbers for 3 processes",
		"0,1,4":  `has "4" in it`,
		"0,1,-1": `has "-1" in it`,
		"0, 1,1": `has " 1" in it`,
		"0,01,1": `has "01" in it`,
		"0,1,x":  `has "x" in it`,
		"0,0,1":  "has 2 roots",
		"2,3,1":  "has 0 roots",
		"0,3,2":  "has a cycle above process 2",
		"0,2,1":  "has a cycle above process 2",
	} {
		_, err := ParseTree(text, 3)
		if err == nil {
			t.Errorf("ParseTree(%q) has no error", text)
			continue
		}
		if !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "such as 0,1,2") {
			t.Errorf("ParseTree(%q): %q does not say %q and what is allowed", text, err, says)
		}
	}
}

// TestLaterParameter: a parameter that came later is part of the fingerprint only where use is made of it.
func TestLaterParameter(t *testing.T) {
	with := func(params map[string]string) string {
		return Config{Algorithm: "a", Processes: 1, Params: params, Later: map[string]string{"tc": "0"}}.Fingerprint()
	}
	before := with(map[string]string{"durations": "2"})
	if unused := with(map[string]string{"durations": "2", "tc": "0"}); unused != before {
		t.Errorf("with tc=0 it is %s, not %s", unused, before)
	}
	if used := with(map[string]string{"durations": "2", "tc": "1"}); used == before {
		t.Errorf("with tc=1 it is %s, too", used)
	}
	if own := (Config{Algorithm: "a", Processes: 1, Params: map[string]string{"durations": "2", "tc": "0"}}).Fingerprint(); own == before {
		t.Error("tc=0 is left out of an algorithm that has had it from the beginning")
	}
}
