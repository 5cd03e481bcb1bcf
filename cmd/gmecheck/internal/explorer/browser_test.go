package explorer

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gmecheck/gmecheck/algorithms/paper/papertest"
)

// openPage opens the explorer's page in a browser, and waits until it shows the steps.
func openPage(t *testing.T, address string) context.Context {
	t.Helper()
	ctx := newBrowser(t)
	do(t, ctx, chromedp.Navigate(address), chromedp.WaitVisible("#enabled button, #enabled p"))
	return ctx
}

// newBrowser starts a headless browser, if there is one; where BROWSER_TESTS is set, there must be one. Whatever a page logs as an
// error fails the test.
func newBrowser(t *testing.T) context.Context {
	t.Helper()
	return browser(t, t.Errorf)
}

// quiet starts one in which pages may fail: those of another site.
func quiet(t *testing.T) context.Context {
	t.Helper()
	return browser(t, t.Logf)
}

func browser(t *testing.T, fails func(string, ...any)) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" {
		if os.Getenv("BROWSER_TESTS") != "" {
			t.Fatal("no browser is installed")
		}
		t.Skip("no browser is installed")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WindowSize(1400, 900))
	allocator, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(fails))
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func do(t *testing.T, ctx context.Context, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// says waits until an element has a text.
func says(t *testing.T, ctx context.Context, selector, text string) {
	t.Helper()
	var is string
	for range 200 {
		is = evaluate[string](t, ctx, `document.querySelector(`+quoted(selector)+`).innerText`)
		if strings.Contains(is, text) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("%s says %q, not %q", selector, is, text)
}

func evaluate[T any](t *testing.T, ctx context.Context, script string) T {
	t.Helper()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](script))
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	return value
}

// TestWalk: a step by a click, back and forward, the address as a link to the state.
func TestWalk(t *testing.T) {
	papertest.Seldom(t, 2)
	s := start(t, "srt-gme -n 2")
	ctx := openPage(t, s.address())
	says(t, ctx, "#place", "At the start")
	for k, label := range overlap {
		do(t, ctx, chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll("#enabled button")].find(b => b.querySelector(".label").textContent === `+quoted(label)+`).click()`))
		says(t, ctx, "#place", "After step "+string(rune('1'+k))+": "+label)
	}
	says(t, ctx, "#drawing", "gme is violated: P1 attends g2, P2 attends g1")
	says(t, ctx, "#why", "gme is violated: P1 attends g2, P2 attends g1")
	says(t, ctx, "#owners", "was R")
	link := evaluate[string](t, ctx, "location.href")
	do(t, ctx, chromedp.Click("#back"))
	says(t, ctx, "#place", "After step 3")
	do(t, ctx, chromedp.Click("#forward"))
	says(t, ctx, "#place", "After step 4")
	do(t, ctx, chromedp.NavigateBack())
	says(t, ctx, "#place", "After step 3")
	do(t, ctx, chromedp.Click("#restart"))
	says(t, ctx, "#place", "At the start")
	if !evaluate[bool](t, ctx, `$("why").hidden`) {
		t.Error("the page says at the start that something is violated")
	}

	ctx = openPage(t, link)
	says(t, ctx, "#place", "After step 4: "+overlap[3])
	do(t, ctx, chromedp.Click(`[data-tab="verdicts"]`))
	says(t, ctx, "#said-by li", "violated: P1 attends g2")
	do(t, ctx, chromedp.Click(`[data-tab="compare"]`))
	says(t, ctx, "#differs", "They differ after step 2")

	ctx = openPage(t, s.address()+"#fly(1)")
	says(t, ctx, "#problem", "fly(1) is not possible after step 0")
	for _, wrong := range []string{"%", "%E0%A4%A"} { // no escapes
		ctx = openPage(t, s.address()+"#"+wrong)
		says(t, ctx, "#problem", wrong+" is not possible after step 0")
		do(t, ctx, chromedp.KeyEvent("1"))
		says(t, ctx, "#place", "After step 1")
	}
}

// TestVariantInAddress: the address names the variant, so that a reload, another tab and the browser's history show it, too. An address
// without one is of the variant with which the explorer was started.
func TestVariantInAddress(t *testing.T) {
	papertest.Seldom(t, 2)
	s := start(t, "drs-gme -n 2")
	ctx := openPage(t, s.address())
	shows := func(variant, place string) {
		t.Helper()
		says(t, ctx, "#place", place)
		says(t, ctx, "#line", "--variant "+variant)
		if chosen := evaluate[string](t, ctx, `$("variant").value`); chosen != variant {
			t.Errorf("%s is shown as %s", variant, chosen)
		}
	}
	first := evaluate[string](t, ctx, `document.querySelector("#enabled .label").textContent`)
	do(t, ctx, chromedp.Click("#enabled button"))
	shows("published", "After step 1: "+first)
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`$("variant").value = "repaired"; $("variant").onchange()`))
	shows("repaired", "After step 1")
	do(t, ctx, chromedp.Click("#enabled button"))
	shows("repaired", "After step 2")
	link := evaluate[string](t, ctx, "location.href")
	do(t, ctx, chromedp.Reload())
	shows("repaired", "After step 2")
	do(t, ctx, chromedp.NavigateBack())
	shows("repaired", "After step 1")
	do(t, ctx, chromedp.NavigateBack())
	shows("published", "After step 1")
	do(t, ctx, chromedp.NavigateForward())
	shows("repaired", "After step 1")

	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(link))
	shows("repaired", "After step 2")
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`location.hash = `+quoted(first)))
	shows("published", "After step 1")
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`location.hash = "variant=best/" + `+quoted(first)))
	says(t, ctx, "#problem", "no variant is named best")
	shows("published", "After step 1")
}

func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, `\"`) + `"` }

// TestKeys: the whole run by the keyboard alone.
func TestKeys(t *testing.T) {
	s := start(t, "srt-gme -n 2")
	ctx := openPage(t, s.address())
	do(t, ctx, chromedp.KeyEvent("/"))
	if at := evaluate[string](t, ctx, "document.activeElement.id"); at != "filter" {
		t.Errorf("the slash leads to %q", at)
	}
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`$("filter").value = ""`), chromedp.SendKeys("#filter", "request(2, g1"), chromedp.KeyEvent(kb.Enter))
	says(t, ctx, "#place", "After step 1: request(2, g1)")
	do(t, ctx, chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent(kb.ArrowLeft))
	says(t, ctx, "#place", "At the start")
	do(t, ctx, chromedp.KeyEvent(kb.ArrowRight))
	says(t, ctx, "#place", "After step 1")
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`$("filter").value = ""; showEnabled()`))
	first := evaluate[string](t, ctx, `document.querySelector("#enabled .label").textContent`)
	do(t, ctx, chromedp.KeyEvent("1"))
	says(t, ctx, "#place", "After step 2: "+first)
	do(t, ctx, chromedp.KeyEvent("r"))
	says(t, ctx, "#place", "At the start")
}

// TestFastKeys: keys that come faster than answers lead where they say, step by step; so does a number that is typed meanwhile.
func TestFastKeys(t *testing.T) {
	papertest.Seldom(t, 2)
	s := start(t, "srt-gme -n 2")
	ctx := openPage(t, s.address())
	for _, gap := range []string{"0", "5", "33"} {
		do(t, ctx, chromedp.Evaluate[chromedp.Void](`go(["`+strings.Join(overlap, `", "`)+`"]); 0`))
		says(t, ctx, "#place", "After step 4")
		press := func(keys ...string) {
			do(t, ctx, chromedp.Evaluate[chromedp.Void](`window.pressed = false; (async () => { for (const key of ["`+strings.Join(keys, `", "`)+`"]) {
				document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })); await new Promise(r => setTimeout(r, `+gap+`)); }
				window.pressed = true; })(); 0`))
			for range 200 {
				if evaluate[bool](t, ctx, "window.pressed && !waiting && presses.length === 0") {
					return
				}
				time.Sleep(20 * time.Millisecond)
			}
			t.Fatal("the keys have no end")
		}
		run := func() string { return evaluate[string](t, ctx, `steps.join("; ")`) }
		press("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight")
		if got, want := run(), strings.Join(overlap, "; "); got != want {
			t.Errorf("with %s ms between keys, back and forward lead to %s; from %s", gap, got, want)
		}
		press("r", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft")
		if got, want := run(), strings.Join(overlap[:2], "; "); got != want {
			t.Errorf("with %s ms between keys, restart, three steps and one back lead to %s, not %s", gap, got, want)
		}
		press("r", "3", "1", "1", "1")
		fast := run()
		for _, key := range []string{"r", "3", "1", "1", "1"} {
			press(key)
		}
		if slow := run(); fast != slow || !strings.HasPrefix(fast, overlap[0]) || evaluate[int](t, ctx, "steps.length") != 4 {
			t.Errorf("with %s ms between keys, numbers lead to %s, one by one to %s", gap, fast, slow)
		}
	}
}

// TestFilter: the filter leaves steps their numbers, says how many it hides, and Esc ends it.
func TestFilter(t *testing.T) {
	s := start(t, "srt-gme -n 2")
	ctx := openPage(t, s.address())
	all := evaluate[int](t, ctx, `document.querySelectorAll("#enabled button").length`)
	do(t, ctx, chromedp.KeyEvent("/"), chromedp.Evaluate[chromedp.Void](`$("filter").value = ""`), chromedp.SendKeys("#filter", "request(2, g1"))
	says(t, ctx, "#filtered", "1 of 4")
	if number := evaluate[string](t, ctx, `document.querySelector("#enabled .number").textContent`); number != "3" {
		t.Errorf("the step that is left has the number %s, and the third of all is it", number)
	}
	do(t, ctx, chromedp.KeyEvent(kb.Escape))
	if left := evaluate[int](t, ctx, `document.querySelectorAll("#enabled button").length`); left != all || all != 4 {
		t.Errorf("%d steps without a filter, and %d before", left, all)
	}
}

// TestTabsByKeys: what is shown of the state is chosen, and a search made, by the keyboard alone; arrows among the tabs make no step.
func TestTabsByKeys(t *testing.T) {
	s := start(t, "srt-gme -n 2")
	ctx := openPage(t, s.address())
	focus := func(want string) {
		t.Helper()
		if at := evaluate[string](t, ctx, "document.activeElement.id"); at != want {
			t.Errorf("the keys lead to %q, not to %q", at, want)
		}
	}
	do(t, ctx, chromedp.KeyEvent("1"))
	says(t, ctx, "#place", "After step 1")
	do(t, ctx, chromedp.KeyEvent("t"))
	focus("tab-variables")
	do(t, ctx, chromedp.KeyEvent(kb.ArrowRight))
	focus("tab-verdicts")
	says(t, ctx, "#said-by li", "gme")
	do(t, ctx, chromedp.KeyEvent(kb.End))
	focus("tab-compare")
	do(t, ctx, chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	focus("tab-search")
	if shown := evaluate[string](t, ctx, `[...document.querySelectorAll(".tab")].filter(x => !x.hidden).map(x => x.id).join()`); shown != "search" {
		t.Errorf("%q is shown", shown)
	}
	says(t, ctx, "#place", "After step 1")

	// From the tab to the list of properties, down to one of them, and on to the button.
	do(t, ctx, chromedp.KeyEvent(kb.Tab))
	focus("property")
	chosen := func() string { return evaluate[string](t, ctx, `$("property").value`) }
	for keys := 0; chosen() != "gme"; keys++ {
		if keys > evaluate[int](t, ctx, `$("property").options.length`) {
			t.Fatalf("the arrows lead to %q", chosen())
		}
		do(t, ctx, chromedp.KeyEvent(kb.ArrowDown))
	}
	do(t, ctx, chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter))
	says(t, ctx, "#found", "steps")
}

// TestTabsByPointer: after a click on a tab the arrows step, also if the keys have led to the tabs before.
func TestTabsByPointer(t *testing.T) {
	s := start(t, "srt-gme -n 2")
	ctx := openPage(t, s.address()+"#"+overlap[0])
	says(t, ctx, "#place", "After step 1")
	do(t, ctx, chromedp.Click(`[data-tab="verdicts"]`), chromedp.KeyEvent(kb.ArrowLeft))
	says(t, ctx, "#place", "At the start")
	do(t, ctx, chromedp.KeyEvent("t"), chromedp.Click(`[data-tab="verdicts"]`), chromedp.KeyEvent(kb.ArrowRight))
	says(t, ctx, "#place", "After step 1")
	if shown := evaluate[bool](t, ctx, `!$("verdicts").hidden`); !shown {
		t.Error("the arrows have led to another tab")
	}
	if label := evaluate[string](t, ctx, `document.querySelector("#drawing svg").getAttribute("aria-label")`); label != "space-time diagram of the run in published" {
		t.Errorf("the diagram is called %q", label)
	}
}

// TestMessages: what the page says of a file that is too large, of a server that has ended and of one that has another token; and that what
// was saved is said no longer beside it.
func TestMessages(t *testing.T) {
	papertest.Seldom(t, 2)
	s, h := serving(t, "srt-gme -n 2")
	ctx := quiet(t)
	do(t, ctx, chromedp.Navigate(s.address()), chromedp.WaitVisible("#enabled button"), chromedp.Click("#save"))
	says(t, ctx, "#said", "saved as run.trace")
	do(t, ctx, chromedp.Click("#enabled button"))
	says(t, ctx, "#place", "After step 1")
	if said := evaluate[string](t, ctx, `$("said").textContent`); said != "" {
		t.Errorf("after the next step it still says %q", said)
	}
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`{ const data = new DataTransfer();
		data.items.add(new File(["x".repeat(30 << 20)], "run.trace"));
		$("file").files = data.files;
		$("file").onchange(); } 0`))
	says(t, ctx, "#problem", "the explorer reads at most 4.0 MiB")
	token := s.token
	s.token = "another"
	do(t, ctx, chromedp.Click("#back"))
	says(t, ctx, "#problem", "the address that the command has printed is needed")
	s.token = token
	h.Close()
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`$("variant").value = "repaired"; $("variant").onchange()`))
	says(t, ctx, "#problem", "the server no longer answers")
	if shown := evaluate[string](t, ctx, `$("variant").value`); shown != "published" {
		t.Errorf("the page names %s, and shows published", shown)
	}
}

// TestOtherSite: a page of another site, loaded in the same browser, gets no answer from the explorer, even if it knows its address, and
// cannot show it in a frame.
func TestOtherSite(t *testing.T) {
	s := start(t, "srt-gme -n 2")
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<!DOCTYPE html><title>another site</title><iframe id=frame></iframe>"))
	}))
	defer other.Close()
	ctx := quiet(t)
	do(t, ctx, chromedp.Navigate(other.URL))
	// comes is what a promise of the page comes to.
	comes := func(promise string) string {
		t.Helper()
		do(t, ctx, chromedp.Evaluate[chromedp.Void](`window.said = ""; `+promise+`.then(x => window.said = "" + x, e => window.said = e.name); 0`))
		for range 200 {
			if said := evaluate[string](t, ctx, "window.said"); said != "" {
				return said
			}
			time.Sleep(20 * time.Millisecond)
		}
		return "nothing"
	}
	ask := func(how string) string {
		return comes(`fetch(` + quoted(s.address()+"run") + `, ` + how + `).then(a => a.text().then(b => a.status + " " + b))`)
	}
	const question = `method: "POST", body: '{"steps": []}'`
	if said := ask(`{` + question + `}`); said != "TypeError" {
		t.Errorf("another site's page reads %q", said)
	}
	if said := ask(`{` + question + `, headers: {"Content-Type": "application/json"}}`); said != "TypeError" {
		t.Errorf("another site's page reads %q", said)
	}
	if said := ask(`{` + question + `, mode: "no-cors"}`); strings.Contains(said, "enabled") {
		t.Errorf("another site's page reads %q", said)
	}
	framed := comes(`new Promise(done => {
		const frame = document.querySelector("#frame");
		frame.onload = () => { try { done(frame.contentDocument.title) } catch (e) { done(e.name) } };
		frame.src = ` + quoted(s.address()) + ` })`)
	if strings.Contains(framed, "srt-gme") {
		t.Errorf("another site's page reads %q in a frame", framed)
	}
}

// TestFromHere: a search, and the way that it found, step by step.
func TestFromHere(t *testing.T) {
	s := start(t, "srt-gme -n 2")
	ctx := openPage(t, s.address())
	do(t, ctx, chromedp.Click(`[data-tab="search"]`), chromedp.SetValue("#property", "gme"), chromedp.Click(`[data-goal="property"]`))
	says(t, ctx, "#found", "4 steps")
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`[...document.querySelectorAll("#found button")].find(b => b.textContent === "go a step").click()`))
	says(t, ctx, "#place", "After step 1")
	do(t, ctx, chromedp.Click("#forward"))
	says(t, ctx, "#place", "After step 2")
	do(t, ctx, chromedp.Click(`[data-tab="map"]`))
	says(t, ctx, "#counted", "states")
	do(t, ctx, chromedp.WaitVisible("#graph circle.here"))
	if red := evaluate[int](t, ctx, `document.querySelectorAll("#graph circle.violated").length`); red == 0 {
		t.Error("no state of the map violates anything")
	}
}

// TestNarrow: at 400 pixels, light and dark, nothing is wider than the page.
func TestNarrow(t *testing.T) {
	papertest.Seldom(t, 2)
	s := start(t, "drs-gme -n 3 -m 3 --loss 1 --crash 1")
	for _, scheme := range []string{"light", "dark"} {
		ctx := openPage(t, s.address())
		media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
		if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, media); err != nil {
			t.Fatal(err)
		}
		do(t, ctx,
			chromedp.EmulateViewport(400, 800), chromedp.Click("#enabled button"))
		says(t, ctx, "#place", "After step 1")
		for _, tab := range []string{"variables", "verdicts", "search"} {
			do(t, ctx, chromedp.Click(`[data-tab="`+tab+`"]`))
			if width := evaluate[int](t, ctx, "document.documentElement.scrollWidth"); width > 400 {
				t.Errorf("%s, tab %s: the page is %d pixels wide", scheme, tab, width)
			}
		}
		paper := evaluate[string](t, ctx, "getComputedStyle(document.body).backgroundColor")
		if dark := paper == "rgb(20, 23, 28)"; dark != (scheme == "dark") {
			t.Errorf("%s: the page is %s", scheme, paper)
		}
	}
}

// TestLabels: beside six lanes, in a window of 1400 pixels, the labels of steps are seen without scrolling.
func TestLabels(t *testing.T) {
	s := start(t, "drs-gme -n 6 -m 2")
	ctx := openPage(t, s.address()+"#request(1, g1)")
	says(t, ctx, "#place", "After step 1: request(1, g1)")
	do(t, ctx, chromedp.Click("#enabled button"))
	says(t, ctx, "#place", "After step 2")
	over := evaluate[float64](t, ctx, `Math.max(...[...document.querySelectorAll("#drawing .label")].map(x => x.getBoundingClientRect().right)) - document.querySelector(".diagram").getBoundingClientRect().right`)
	if lanes := evaluate[int](t, ctx, `document.querySelectorAll("#lanes text").length`); lanes != 6 || over > 0 {
		t.Errorf("%d lanes, and the label ends %.0f pixels behind the diagram", lanes, over)
	}
}

// TestMapOfVariant: the map is that of the variant that is chosen, also where the answer on another one comes later; one is asked for once.
func TestMapOfVariant(t *testing.T) {
	papertest.Seldom(t, 2)
	s := start(t, "drs-gme -n 2")
	ctx := openPage(t, s.address())
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`{ const real = fetch; window.maps = 0; window.late = 0; window.fetch = async (what, how) => {
		const answer = await real(what, how);
		if (what === "map" && ++maps && how.body.includes("published")) { await new Promise(r => setTimeout(r, 700)); late++; }
		return answer;
	}; } 0`))
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.querySelector('[data-tab="map"]').click(); showMap(); $("variant").value = "repaired"; $("variant").onchange()`))
	says(t, ctx, "#counted", "states")
	repaired := evaluate[string](t, ctx, `$("counted").textContent`)
	for range 200 {
		if evaluate[int](t, ctx, "late") > 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	time.Sleep(100 * time.Millisecond)
	if got := evaluate[string](t, ctx, `$("counted").textContent`); got != repaired || evaluate[int](t, ctx, "maps") != 2 {
		t.Errorf("the map says %q, then %q; %d were asked for", repaired, got, evaluate[int](t, ctx, "maps"))
	}
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`$("variant").value = "published"; $("variant").onchange()`))
	for range 200 {
		if got := evaluate[string](t, ctx, `$("counted").textContent`); strings.Contains(got, "states") && got != repaired {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("both variants have the map %q", repaired)
}

// TestHalfNumber: the beginning of a number means no step of another state than that in which it was typed.
func TestHalfNumber(t *testing.T) {
	papertest.Seldom(t, 2)
	s := start(t, "srt-gme -n 4 -m 3")
	ctx := openPage(t, s.address())
	if n := evaluate[int](t, ctx, "now.enabled.length"); n < 10 {
		t.Fatalf("%d steps: every number is whole", n)
	}
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "1", bubbles: true })); document.querySelector("#enabled button").click()`))
	says(t, ctx, "#place", "After step 1")
	time.Sleep(900 * time.Millisecond)
	if n := evaluate[int](t, ctx, "steps.length"); n != 1 {
		t.Errorf("%d steps were taken, one was chosen", n)
	}
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "1", bubbles: true }))`))
	says(t, ctx, "#place", "After step 2")
}

// TestSearches: a search ends the one before, and can be stopped while that one ends; its answer says where it began when the page is elsewhere, and
// a step taken by the keyboard leaves the focus in the list of steps.
func TestSearches(t *testing.T) {
	papertest.Seldom(t, 2)
	s := start(t, "drs-gme -n 4 -m 4 -r 3")
	ctx := openPage(t, s.address())
	never := `{ $("where").value = "len(cs) > 9"; document.querySelector('[data-goal="where"]').click() }`
	do(t, ctx, chromedp.Click(`[data-tab="search"]`), chromedp.Evaluate[chromedp.Void](never+" 0"))
	says(t, ctx, "#found", "looking")
	do(t, ctx, chromedp.Evaluate[chromedp.Void](never+" 0"))
	time.Sleep(700 * time.Millisecond) // the first one has ended
	says(t, ctx, "#found", "looking")
	do(t, ctx, chromedp.Click("#stop"))
	says(t, ctx, "#found", "not all were looked at")
	if !evaluate[bool](t, ctx, `$("elsewhere").hidden && $("stop").hidden`) {
		t.Error("the answer is about where the page is, and there is nothing to stop")
	}
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`{ const b = document.querySelector("#enabled button"); b.focus(); b.click() } 0`))
	says(t, ctx, "#place", "After step 1")
	if !evaluate[bool](t, ctx, `$("enabled").contains(document.activeElement) && !$("elsewhere").hidden`) {
		t.Error("the focus is not among the steps, or the page does not say that it is not where the search began")
	}
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`$("began").click()`))
	says(t, ctx, "#place", "At the start")
	if !evaluate[bool](t, ctx, `$("elsewhere").hidden`) {
		t.Error("the page is where the search began")
	}
}
