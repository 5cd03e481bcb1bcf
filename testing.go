package gmecheck

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/invariants"
)

// TB is what [Model.Test] needs of a test; *testing.T has it. Programs that import this package do not link package testing.
type TB interface {
	Helper()
	Name() string
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Context() context.Context
}

// Test checks the model in a Go test. Every property is a subtest. A violated one fails with the run that violates it, step by
// step, and writes the run into testdata/gmecheck, from where [Model.Replay] takes it. Properties that are vacuous, or
// inconclusive because a limit ended the search, fail, too, and so does a test that tests nothing: without a property, [States] or
// [Golden], or with [Faults] of which some have a budget and never happen, unless Golden pins that. What was not judged for want of [Times], and what
// never happened, is logged: go test -v shows it.
//
//	func TestLock(t *testing.T) { Lock(3).Test(t, gmecheck.States(3864)) }
//
// [States] pins the number of states, [Golden] all counts and verdicts, [Expect] a verdict other than Holds.
//
// A file of a run is written anew whenever its property fails; nothing else needs it. To keep a run as a test of its own, move it
// and give it to [Model.Replay].
func (p *Model[V]) Test(t TB, options ...Option) *Report {
	t.Helper()
	return p.own().test(t, options)
}

func (p *core) test(t TB, options []Option) *Report {
	t.Helper()
	r, err := p.check(t.Context(), options)
	if r == nil {
		t.Fatalf("%v", err)
		return nil
	}
	set := p.settings
	_ = set.take(options) // which the check has
	if len(r.Verdicts) == 0 && set.states == nil && set.golden == nil {
		t.Errorf("%s: nothing is tested: there is no property, and neither States nor Golden", r.Model)
	}
	if vain := r.vain(); len(vain) > 0 && set.golden == nil {
		t.Errorf("%s: nothing is tested of faults that have a budget and never happen: %s", r.Model, strings.Join(vain, ", "))
	}
	for _, v := range r.Verdicts {
		wrong := ""
		subtest(t, v.Property, func(t TB) {
			if wrong = judge(t, r, v, set.expected(v.Property)); wrong == "" {
				return
			}
			if inner, is := t.(interface{ Fail() }); is {
				inner.Fail()
			}
		})
		if wrong != "" { // told here, so that the line is the caller's
			t.Errorf("%s", wrong)
		}
	}
	if err != nil {
		t.Errorf("%v", err)
	}
	for _, remark := range r.remarks() {
		t.Logf("%s: %s", r.Model, remark)
	}
	if set.golden != nil {
		pin(t, *set.golden, r.String())
	}
	return r
}

// Expect says that a test passes if the property has this result, instead of Holds: of a published mistake that it is
// [Violated], for instance.
func Expect(property string, result Result) Option {
	return option{"Expect of " + property, func(s *settings) { s.expect = append(slices.Clip(s.expect), expected{property, result}) }}
}

type expected struct {
	property string
	result   Result
}

// expects refuses results that are expected of properties that are not there.
func (s settings) expects(model string, there []invariants.Property) error {
	var all []string
	for _, x := range there {
		all = append(all, x.Name)
	}
	for _, e := range s.expect {
		if !slices.Contains(all, e.property) {
			return fmt.Errorf("%s: Expect names %q; %s", model, e.property, noProperty(e.property, all))
		}
		if !slices.Contains([]Result{Holds, Violated, Vacuous, Inconclusive}, e.result) {
			return fmt.Errorf("%s: Expect of %s gives the result %q; allowed is Holds, Violated, Vacuous or Inconclusive", model, e.property, e.result)
		}
	}
	return nil
}

// expected is what is expected of a property; what a check says comes on top of what With says.
func (s settings) expected(property string) Result {
	for _, e := range slices.Backward(s.expect) {
		if e.property == property {
			return e.result
		}
	}
	return Holds
}

// Golden pins all that a report says in a file, whose path begins at the test's directory: counts, verdicts and the numbers of
// steps. A test whose report is another one fails. This writes the files of all tests that run:
//
//	go test -run TestLock . -args -gmecheck.update
//
// A flag of the test's own that is named update does the same.
func Golden(file string) Option { return option{"Golden", func(s *settings) { s.golden = &file }} }

// judge says what is wrong with a verdict; empty if nothing is.
func judge(t TB, r *Report, v Verdict, want Result) string {
	if v.Result == want {
		return ""
	}
	text := fmt.Sprintf("%s: %s; expected %s", r.Model, v, want)
	if v.Result == Inconclusive && r.Limit != "" {
		text = fmt.Sprintf("%s: %s: the search ends early (%s); expected %s", r.Model, v, r.Limit, want)
	}
	if v.text != "" && v.Result == Violated {
		text += "\n\n" + v.text
		if file, err := save(t.Name(), v.trace); err != nil {
			text += "\nthe run could not be kept: " + err.Error()
		} else {
			text += "\nthe run is in " + file
		}
	}
	return text
}

// save writes a run into a file named after the test. Where names of files cannot have all that a test's has, a number tells it from others.
func save(test string, run *counterexamples.Trace) (file string, err error) {
	usual := strings.Replace(test, "/", "_", 1) // before the property
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>| `, r) {
			return '_'
		}
		return r
	}, usual)
	if name != usual || len(name) > disk.LongestName {
		name = disk.Distinct(name, test)
	}
	file = filepath.Join("testdata", "gmecheck", name+".trace")
	if err = os.MkdirAll(filepath.Dir(file), 0o777); err == nil {
		err = disk.WriteBytes(file, run.Format())
	}
	return filepath.ToSlash(file), err
}

// subtest runs f as a subtest, where the test has them: Run of *testing.T takes a function of *testing.T.
func subtest(t TB, name string, f func(t TB)) {
	run := reflect.ValueOf(t).MethodByName("Run")
	if run.IsValid() && run.Type().NumIn() == 2 && run.Type().In(1).Kind() == reflect.Func {
		of := run.Type().In(1)
		if of.NumIn() == 1 && of.NumOut() == 0 && of.In(0).Implements(reflect.TypeFor[TB]()) {
			inner := reflect.MakeFunc(of, func(in []reflect.Value) []reflect.Value {
				f(in[0].Interface().(TB))
				return nil
			})
			run.Call([]reflect.Value{reflect.ValueOf(name), inner})
			return
		}
	}
	f(t)
}

// updateFlag is set in test programs; others have no such flag.
var updateFlag *bool

func init() {
	if strings.HasSuffix(strings.TrimSuffix(os.Args[0], ".exe"), ".test") {
		updateFlag = flag.Bool("gmecheck.update", false, "write the files of gmecheck.Golden")
	}
}

// updating reports that golden files are to be written.
func updating() bool {
	if updateFlag != nil && *updateFlag {
		return true
	}
	f := flag.Lookup("update")
	if f == nil {
		return false
	}
	g, is := f.Value.(flag.Getter)
	return is && g.Get() == true
}

// pin compares a text with a file, or writes it.
func pin(t TB, file, text string) {
	t.Helper()
	if updating() {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatalf("%v", err)
		}
		if to, err := filepath.EvalSymlinks(file); err == nil {
			file = to // a link stays one
		}
		if err := disk.WriteBytes(file, []byte(text)); err != nil {
			t.Fatalf("%v", err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; go test -args -gmecheck.update writes it", err)
	} else if strings.ReplaceAll(string(want), "\r\n", "\n") != text {
		t.Errorf("%s says\n%s\nfound\n%s\nif that is right, go test -args -gmecheck.update writes it", file, want, text)
	}
}

// Replay takes the steps of a run that [Model.Test] or the command line has written, and says what becomes of it: whether it
// still violates its property, or which step is not possible any more, and what is instead. The options must be those with
// which the run was found.
//
// None of these answers is an error: a test must look at what is said. It begins with "replayed: violates" if the run violates the property still,
// with "replayed, but" if its steps are possible and it does not, or that is not decided, and with "diverged" if a step is not possible.
func (p *Model[V]) Replay(file string, options ...Option) (string, error) {
	return p.own().replay(file, options)
}

func (p *core) replay(file string, options []Option) (string, error) {
	data, err := disk.ReadFile(file, counterexamples.MaxTraceBytes)
	if err != nil {
		return "", err
	}
	steps, err := counterexamples.Parse(file, data)
	if err != nil {
		return "", err
	}
	sys, set, err := p.checked(options)
	if err != nil {
		return "", err
	}
	if own := set.line(p.name, p.sites(), &p.kinds); steps.Fingerprint != "" && steps.Fingerprint != sys.Config.Fingerprint() {
		if of, _, _ := strings.Cut(steps.Model, " "); of != p.name {
			return "", fmt.Errorf("%s: the run is of another model: %s; this is %s", file, steps.Model, own)
		}
		return "", fmt.Errorf("%s: the run was found with other options, or another size: %s; this is %s", file, steps.Model, own)
	}
	out, err := counterexamples.Replay(sys, invariants.Panel(p.claims(sys.Config)), steps)
	if err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	return out.String(), nil
}
