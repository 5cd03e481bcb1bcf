package names

import "testing"

func TestNearest(t *testing.T) {
	allowed := []string{"suzuki-kasami", "srt-gme", "drs-gme", "gbp", "fifo"}
	for given, want := range map[string]string{
		"": "", "zzz": "", "suzuki": "suzuki-kasami", "str-gme": "srt-gme", "SRT-GME": "srt-gme", "drs_gme": "drs-gme",
		"ＧＢＰ": "", "fio": "fifo", "kasami": "suzuki-kasami", "x": "", "quorum-of-nothing": "",
	} {
		if got := Nearest(given, allowed); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", given, got, want)
		}
	}
}

func TestDidYouMean(t *testing.T) {
	for given, want := range map[string]string{"fio": "; did you mean fifo?", "fifo": "", "zzz": ""} {
		if got := DidYouMean(given, []string{"bag", "fifo"}); got != want {
			t.Errorf("DidYouMean(%q) = %q, want %q", given, got, want)
		}
	}
}

func TestShown(t *testing.T) {
	for text, want := range map[string]string{
		"plain, %, été, a b": "plain, %, été, a b", "": "", "a::b": "a::b", "#[1]": "#[1]",
		"a\nb": `"a\nb"`, "::error::x": `"::error::x"`, " \t::x": `" \t::x"`, "a ##[error]x": `"a #\x23[error]x"`,
		"##vso[task.complete]": `"#\x23vso[task.complete]"`, "\x1b[31m": `"\x1b[31m"`, "a\u2028b": `"a\u2028b"`, "a\u202eb": `"a\u202eb"`, "\x85": `"\x85"`,
	} {
		if got := Shown(text); got != want {
			t.Errorf("Shown(%q) = %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		`a "b" c`: `a "b" c`, "a\n::b": `a\n::b`, "::error::x": `:\x3aerror::x`, "a ##[b]": `a #\x23[b]`, "a\r\x1b": `a\r\x1b`,
	} {
		if got := OneLine(text); got != want {
			t.Errorf("OneLine(%q) = %s, want %s", text, got, want)
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
