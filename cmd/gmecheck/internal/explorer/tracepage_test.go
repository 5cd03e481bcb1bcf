package explorer

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/counterexamples"
)

// TestTracePage: a long trace of six sites with eight kinds of messages, at 390 pixels. Nothing is wider than the page, and
// the page begins with its title although the diagram is scrolled to the violation. Labels are beside the lanes, out of
// sight: what the selected step is, and what is wrong with it, stands above the diagram.
func TestTracePage(t *testing.T) {
	const file = "../../../../counterexamples/corpus/gbp/gme.trace"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	trace, err := counterexamples.Parse(file, data)
	if err != nil {
		t.Fatal(err)
	}
	a, c, err := options.Parse(algorithms.All(), trace.Model)
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	sys := a.New(c)
	outcome, err := counterexamples.Replay(sys, a.Properties(c), trace)
	if err != nil {
		t.Fatal(err)
	}
	if err := counterexamples.HTML(&page, sys, trace, outcome, "gmecheck"); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "trace.html")
	if err := os.WriteFile(path, page.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx := newBrowser(t)
	do(t, ctx, chromedp.EmulateViewport(390, 600), chromedp.Navigate("file://"+path), chromedp.WaitVisible("#owners *"))
	says(t, ctx, "#step", "State after step 39 of 39")
	if width := evaluate[int](t, ctx, "document.documentElement.scrollWidth"); width > 390 {
		t.Errorf("the page is %d pixels wide", width)
	}
	if y := evaluate[int](t, ctx, "Math.round(scrollY)"); y != 0 {
		t.Errorf("the page begins %d pixels below its title", y)
	}
	if y := evaluate[int](t, ctx, `Math.round(document.querySelector(".diagram").scrollTop)`); y == 0 {
		t.Error("the diagram shows its start, not the violation")
	}
	for _, id := range []string{"step", "why"} {
		if space := evaluate[int](t, ctx, `Math.round(document.querySelector(".diagram").getBoundingClientRect().top - document.getElementById("`+id+`").getBoundingClientRect().bottom)`); space < 0 {
			t.Errorf("#%s ends %d pixels below the beginning of the diagram", id, -space)
		}
	}
	// No word of a table is broken: the table is wider than its box, which scrolls, also by the keys.
	broken := `[...document.querySelectorAll(".wide th, .wide td:not([colspan])")].filter(x => { const r = document.createRange(); r.selectNodeContents(x);
		return !/[^\w().]/.test(x.textContent) && new Set([...r.getClientRects()].map(y => Math.round(y.top))).size > 1 }).map(x => x.textContent).join()`
	if words := evaluate[string](t, ctx, broken); words != "" {
		t.Errorf("broken are %s", words)
	}
	do(t, ctx, chromedp.Focus(".wide"), chromedp.KeyEvent(kb.ArrowRight))
	for k := 0; evaluate[int](t, ctx, `Math.round(document.querySelector(".wide").scrollLeft)`) == 0; k++ {
		if k == 100 {
			t.Fatal("the table does not scroll")
		}
		time.Sleep(20 * time.Millisecond)
	}
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.querySelector("h1").textContent = "x".repeat(200); document.querySelector("#step").textContent = "y".repeat(200)`))
	if width := evaluate[int](t, ctx, "document.documentElement.scrollWidth"); width > 390 {
		t.Errorf("with long words in its headings the page is %d pixels wide", width)
	}
}
