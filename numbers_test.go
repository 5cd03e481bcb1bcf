package gmecheck_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck"
)

// numbered is a site that numbers what it says, and remembers the largest number that it has heard.
type numbered struct {
	N  gmecheck.Number
	In bool
}

type said struct{ N gmecheck.Number }

// limit is a number that is made before any protocol is; far and next are larger than those that are tried anyway.
var (
	limit = gmecheck.NumberOf(2)
	far   = gmecheck.NumberOf(1000)
	next  = gmecheck.NumberOf(2000).Next()
)

// numberedWith is a model of which only site 1 is ever inside, but for the mistake that is in it.
func numberedWith(mistake string) func(n int) *gmecheck.Model[numbered] {
	of := map[string]gmecheck.Number{"a variable": limit, "a far one": far, "the next one": next}
	is := func(where string, a gmecheck.Number) bool {
		return strings.HasPrefix(mistake, where) && a == of[mistake[len(where):]]
	}
	return func(n int) *gmecheck.Model[numbered] {
		kept := struct{ limit gmecheck.Number }{gmecheck.NumberOf(500 + n)}
		p := gmecheck.New[numbered]("numbered", n)
		p.Event("say", gmecheck.Always, nil, func(s *numbered, c gmecheck.Ctx) {
			s.N = s.N.Next()
			c.Send(c.Self%gmecheck.Site(n)+1, said{s.N})
			s.In = s.In || is("a handler, and ", s.N) || mistake == "a field" && s.N == kept.limit
		})
		p.Event("enter", gmecheck.Always, func(s *numbered, c gmecheck.Ctx) bool {
			return !s.In && (c.Self == 1 || is("a guard, and ", s.N)) && (mistake != "a guard asks" || s.N.After(limit)) &&
				(mistake != "a guard makes a text" || s.N.String() != "70")
		}, func(s *numbered, c gmecheck.Ctx) { s.In = true })
		p.Event("leave", gmecheck.Always, func(s *numbered, c gmecheck.Ctx) bool { return s.In }, func(s *numbered, c gmecheck.Ctx) { s.In = false })
		gmecheck.On(p, func(s *numbered, c gmecheck.Ctx, m said) {
			if m.N.After(s.N) {
				s.N = m.N
			}
			s.In = s.In || is("a receiver, and ", m.N)
		}).When(func(s *numbered, c gmecheck.Ctx, m said) bool {
			if mistake == "a receiver's guard makes a text" {
				return m.N.String() != "70"
			}
			return !strings.HasPrefix(mistake, "a receiver's guard, and ") || is("a receiver's guard, and ", m.N)
		})
		p.NeverTwo("mutex", func(s numbered) bool {
			return s.In && (mistake != "a property asks" || s.N.Is(s.N)) || is("a property, and ", s.N) ||
				mistake == "a property asks too much" && s.N.After(limit) || mistake == "a property makes a text" && s.N.String() == "2"
		})
		if strings.HasPrefix(mistake, "a law") {
			p.Credits(func(s numbered) int { return 0 }, func(m any) int {
				if mistake == "a law makes a text of some" && m.(said).N.After(limit) && m.(said).N.String() == "70" {
					return 1
				}
				if is("a law, and ", m.(said).N) || mistake == "a law makes a text" && m.(said).N.String() == "70" {
					return 1
				}
				return 0
			})
		}
		return p
	}
}

// TestNumbersOfOnesOwn: a protocol of one's own with numbers is proved, by views of one and of two, and one that compares them is not, whoever does. The
// answer says who, and shows no forgotten number and no address.
func TestNumbersOfOnesOwn(t *testing.T) {
	const compares = "compares numbers"
	for mistake, says := range map[string]string{
		"":                                   "holds for n = 3",
		"a handler, and a variable":          "the handler of say(1) or its guard " + compares,
		"a handler, and a far one":           "the handler of say(1) or its guard " + compares,
		"a handler, and the next one":        "the handler of say(1) or its guard " + compares,
		"a field":                            "the handler of say(1) or its guard " + compares,
		"a guard, and a variable":            "the handler of enter(2) or its guard " + compares,
		"a receiver, and a variable":         ") or its guard " + compares,
		"a receiver's guard, and a variable": ") or its guard " + compares,
		"a property, and a variable":         "mutex is not proved: it " + compares,
		"a property, and a far one":          "mutex is not proved: it " + compares,
		"a property makes a text":            "not proved",
		"a guard makes a text":               "a guard of P1 makes a text",
		"a receiver's guard makes a text":    "makes a text of a number",
		"a law makes a text":                 "makes a text of a number",
		"a law makes a text of some":         "makes a text of a number",
		"a property asks":                    "holds for n = 3",
		"a property asks too much":           "not proved",
		"a guard asks":                       "the guard of enter of P1 panics: the number is not known",
		"a law, and a variable":              "first Credit = 0; then Credit = 1",
	} {
		for _, k := range []string{"1", "2"} {
			if k == "1" && strings.HasPrefix(says, "holds") {
				continue // there are no tokens, which views of one need
			}
			c := exec.CommandContext(t.Context(), os.Args[0], "views", "-n", "3", "-k", k, "--quiet")
			c.Env = append(os.Environ(), "GMECHECK_PROGRAM=numbered", "GMECHECK_MISTAKE="+mistake)
			all, _ := c.CombinedOutput()
			out := strings.Join(strings.Fields(string(all)), " ")
			proved := strings.HasPrefix(says, "holds")
			if code := c.ProcessState.ExitCode(); proved && code != 0 || !proved && code != 20 || !strings.Contains(out, says) {
				t.Errorf("%q, views of %s: exit code %d; %q is expected\n%s", mistake, k, code, says, all)
			}
			if strings.Contains(out, "0x") || strings.Contains(out, "-9223372036854775808") {
				t.Errorf("%q, views of %s: there are addresses, or forgotten numbers\n%s", mistake, k, all)
			}
		}
	}
}
