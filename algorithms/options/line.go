package options

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// Parse reads the name of an algorithm of the list with the model's flags, as [Line] writes them: "srt-gme --variant
// published -n 2 -m 2". The error is a [*UsageError].
func Parse(list paper.List, line string) (*paper.Algorithm, model.Config, error) {
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return nil, model.Config{}, &UsageError{Problem: "no algorithm is named"}
	}
	a, err := list.Find(fields[0])
	if err != nil {
		return nil, model.Config{}, Usage(err)
	}
	c, err := read(list, a, fields[1:])
	return a, c, err
}

// Read reads the flags of the model of one algorithm: "-n 2 --loss 1". The error is a [*UsageError].
func Read(a *paper.Algorithm, flags string) (model.Config, error) {
	return read(paper.List{a}, a, strings.Fields(flags))
}

func read(list paper.List, a *paper.Algorithm, words []string) (model.Config, error) {
	set := pflag.NewFlagSet(a.Name, pflag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.Usage = func() {}
	flags := New(set, list)
	if err := set.Parse(words); err != nil {
		return model.Config{}, FlagError(set, err)
	}
	if set.NArg() > 0 {
		return model.Config{}, &UsageError{Problem: fmt.Sprintf("%q is not a flag", set.Arg(0)), Allowed: "only flags after the algorithm"}
	}
	return flags.Config(a)
}

// Line is the shortest line that [Parse] reads as this configuration, with the numbers of processes and
// groups always in it, and the variant of a paper's.
func Line(a *paper.Algorithm, c model.Config) string {
	l := line{words: []string{a.Name}, own: a.Own}
	if !a.Own {
		l.add("--"+variantFlag, c.Variant)
	}
	if c.Variant == model.Repaired {
		var off []string
		for _, name := range a.RepairNames() {
			if !slices.Contains(c.Repairs, name) {
				off = append(off, name)
			}
		}
		l.differing(withoutFlag, strings.Join(off, ","), "")
	} else {
		l.differing(repairFlag, strings.Join(c.Repairs, ","), "")
	}
	l.add("-n", strconv.Itoa(c.Processes))
	if !a.Groups.Unused() {
		l.add("-m", strconv.Itoa(c.Groups))
	}
	usual := a.Config(c.Variant)
	l.number(prioritiesFlag, c.Priorities, usual.Priorities)
	l.number(tokensFlag, c.Tokens, usual.Tokens)
	if r := model.RequestsText(c.Requests); r != "1" {
		l.add("-r", r)
	}
	l.differing(workloadFlag, workloadText(c), "")
	l.open(netFlag, string(c.Network), string(usual.Network), string(model.Bag))
	l.open(lossFlag, strconv.Itoa(c.Loss), strconv.Itoa(usual.Loss), "0")
	l.open(duplicateFlag, strconv.Itoa(c.Duplicate), strconv.Itoa(usual.Duplicate), "0")
	l.open(crashFlag, strconv.Itoa(c.Crash), strconv.Itoa(usual.Crash), "0")
	l.differing(timeoutsFlag, string(c.Timeouts), string(usual.Timeouts))
	if c.OrderedTimers {
		l.add("--"+timersFlag, ordered)
	}
	l.number(earlyFlag, c.Early, 0)
	if c.Times != nil {
		l.add("--"+delayFlag, c.Times.Delay.String())
		if !a.Exitless {
			l.add("--"+csFlag, c.Times.CS.String())
		}
		l.differing(timerFlag, c.Times.Lengths(), "")
	}
	bare := withoutParams(a, c)
	for _, p := range a.Params {
		l.open(p.Name, c.Param(p.Name), p.Default(bare), p.Nothing)
	}
	return strings.Join(l.words, " ")
}

// line is a line of flags in the making.
type line struct {
	words []string
	own   bool
}

func (l *line) add(flag, value string) { l.words = append(l.words, flag, value) }

func (l *line) differing(flag, value, usual string) {
	if value != usual {
		l.add("--"+flag, value)
	}
}

// open is differing, and a protocol of one's own has what its program sets in its line, too: who reads a report does not see the program.
func (l *line) open(flag, value, usual, none string) {
	if l.own && value != none {
		usual = none
	}
	l.differing(flag, value, usual)
}

func (l *line) number(flag string, value, usual int) {
	l.differing(flag, strconv.Itoa(value), strconv.Itoa(usual))
}

// workloadText is the workload of those that do not ask for any group: "1:g1,2:g1+g2".
func workloadText(c model.Config) string {
	var entries []string
	for k, groups := range c.Workload {
		if groups.Empty() || groups == model.UpTo[model.Group](c.Groups) {
			continue
		}
		var list []string
		for x := range groups.All() {
			list = append(list, x.String())
		}
		entries = append(entries, fmt.Sprintf("%d:%s", k+1, strings.Join(list, "+")))
	}
	return strings.Join(entries, ",")
}
