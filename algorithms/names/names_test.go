package names

import "testing"

func TestNearest(t *testing.T) {
	allowed := []string{"suzuki-kasami", "srt-gme", "drs-gme", "gbp", "fifo"}
	for given, want := range map[string]string{
		"": "", "zzz": "", "suzuki": "suzuki-kasami", "str-gme": "srt-gme", "SRT-GME": "srt-gme", "drs_gme": "drs-gme",
		"ＧＢＰ": "", "fio": "fifo", "x": "", "quorum-of-nothing": "",
	} {
		if got := Nearest(given, allowed); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", given, got, want)
		}
	}
}

func TestOr(t *testing.T) {
	for want, all := range map[string][]string{"": nil, "a": {"a"}, "a or b": {"a", "b"}, "a, b or c": {"a", "b", "c"}} {
		if got := Or(all); got != want {
			t.Errorf("Or(%q) = %q, want %q", all, got, want)
		}
	}
}
