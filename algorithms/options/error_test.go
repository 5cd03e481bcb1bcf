package options

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/gmecheck/gmecheck/algorithms"
)

func TestErrors(t *testing.T) {
	for line, want := range map[string]string{
		"":                         "no algorithm is named",
		"srt-gme 3":                `"3" is not a flag; allowed is only flags after the algorithm`,
		"srt-gme --prioritys 2":    "unknown flag --prioritys; did you mean --priorities?",
		"srt-gme -x 2":             "unknown flag -x",
		"srt-gme -n":               "--processes: no value is given",
		"srt-gme -n 1":             "--processes 1: out of range for srt-gme; allowed is a number from 2 to 8",
		"srt-gme -n two":           "--processes two: out of range for srt-gme; allowed is a number from 2 to 8",
		"srt-gme -m 9":             "--groups 9: out of range for srt-gme; allowed is a number from 1 to 8",
		"srt-gme --loss -1":        "--loss -1: out of range for srt-gme; allowed is a number from 0 to 9",
		"srt-gme --tokens 1":       "--tokens 1: srt-gme has no use for it: it is not for k tokens",
		"srt-gme --tree 0,1,1":     "--tree 0,1,1: srt-gme has no use for it: that is for fapp, raymond or naimi-trehel",
		"srt-gme --timeouts off":   "--timeouts off: srt-gme has no use for it: it has no timers",
		"raymond -m 2":             "--groups 2: raymond has no use for it: its requests name no group",
		"raymond --repair x":       "--repair x: raymond has no use for it: it has no repairs",
		"raymond --workload 1:g1":  "--workload 1:g1: raymond has no use for it: its requests name no group",
		"raymond --priorities 1":   "--priorities 1: raymond has no use for it: it has no priority levels",
		"srt-gme --variant repare": "--variant repare: no variant of srt-gme; allowed is published or repaired; did you mean repaired?",
		"srt-gme --repair giveaway": `--repair giveaway: no repair of srt-gme is named "giveaway"; allowed is give-away, type-from-idle, three-cases, ` +
			`state-by-queue, remember, numbered-token, early-complete or answer-old; did you mean give-away?`,
		"srt-gme --repair give-away,give-away":              "--repair give-away,give-away: give-away stands in it twice",
		"srt-gme --repair give-away --variant repaired":     "--repair give-away: only with --variant published, not repaired",
		"srt-gme --without give-away --variant published":   "--without give-away: only with --variant repaired, not published",
		"srt-gme --repair remember --without give-away":     "--repair remember: only with --variant published, not repaired",
		"srt-gme --net fiffo":                               "--net fiffo: no such network; allowed is bag or fifo; did you mean fifo?",
		"drs-gme --timeouts pat":                            "--timeouts pat: no such time; allowed is off, patient or timed; did you mean patient?",
		"drs-gme --timeouts off --early 1":                  "--early 1: no timer expires with --timeouts off; allowed is 0",
		"srt-gme -r 0":                                      "--requests 0: nobody would ever request; " + budgets,
		"srt-gme -r 1,2":                                    "--requests 1,2: 2 budgets for 3 processes; " + budgets,
		"srt-gme -r 1,x,2":                                  `--requests 1,x,2: "x" is no budget; ` + budgets,
		"srt-gme -r 101":                                    `--requests 101: "101" is no budget; ` + budgets,
		"srt-gme --requesters 1,4":                          `--requesters 1,4: "4" is no process; allowed is a list of numbers from 1 to 3, such as 1,3`,
		"srt-gme --requesters 1,1":                          "--requesters 1,1: process 1 stands in it twice; allowed is a list of numbers from 1 to 3, such as 1,3",
		"srt-gme --requesters 1 -r 0,1,1":                   "--requesters 1: --requests gives process 1 no request; allowed is a list of numbers from 1 to 3, such as 1,3",
		"srt-gme --workload g1":                             `--workload g1: "g1" has no colon; ` + workloads,
		"srt-gme --workload 4:g1":                           `--workload 4:g1: "4" is no process; ` + workloads,
		"srt-gme --workload 1:g3":                           `--workload 1:g3: "g3" is no group; ` + workloads,
		"srt-gme --workload 1:":                             `--workload 1:: "" is no group; ` + workloads,
		"srt-gme --workload 1:1":                            `--workload 1:1: "1" is no group; ` + workloads,
		"srt-gme --workload 1:g1,1:g2":                      "--workload 1:g1,1:g2: process 1 stands in it twice; " + workloads,
		"raymond -r inf --delay 1 --cs 0..1":                "--cs 0..1: requests without a budget need a lower bound of at least 1, lest infinitely many entries take no time",
		"drs-gme --delay 3..2":                              "--delay 3..2: no interval of ticks; allowed is 2, 1..2 or 0..inf, with numbers up to 200",
		"drs-gme --delay 1 --timeouts patient":              "--timeouts patient: patient timers know no time, and --delay or --cs gives bounds; allowed is off or timed",
		"drs-gme --delay 1 --early 1":                       "--early 1: with times, each timer expires when its clock says so",
		"drs-gme --timeouts off --cs 1 --timer T1=3":        "--timer T1=3: no timer expires with --timeouts off",
		"drs-gme --timer T3=2":                              "--timer T3=2: drs-gme has no such timer; allowed is T2 or T1; did you mean T2?",
		"drs-gme -n 3 --delay 150":                          "--delay 150: with --cs 1, timer T1 is 602 ticks long; allowed is what makes it at most 200, or --timer T1=TICKS",
		"drs-gme --delay 0 --cs 0":                          "--delay 0: with --cs 0, timer T1 is 0 ticks long; allowed is what makes it at least 1, or --timer T1=TICKS",
		"drs-gme -n 3 --delay 150 --timer T1=9":             "--delay 150: with --cs 1, timer T2 is 301 ticks long; allowed is what makes it at most 200, or --timer T2=TICKS",
		"drs-gme --timer T1=0":                              "--timer T1=0: allowed is a list such as T1=5,T2=inf, with ticks from 1 to 200",
		"drs-gme --delay 1 --timer T1=2 --timer T1=3":       "--timer T1=2,T1=3: T1 stands in it twice",
		"srt-gme --requesters 1 --requesters 1":             "--requesters 1,1: process 1 stands in it twice; allowed is a list of numbers from 1 to 3, such as 1,3",
		"raymond --timer T1=2":                              "--timer T1=2: raymond has no use for it: it has no timers",
		"gbp --quorums tri":                                 "--quorums tri: tri is for 3 groups, not 2; allowed is all, tri (3 groups), grid or own",
		"gbp --quorums gird -m 4":                           "--quorums gird: no such quorums; allowed is all, tri (3 groups), grid or own; did you mean grid?",
		"k-mutex -n 5":                                      "--processes 5: must be a square: 4, 9 or 16",
		"k-mutex --variant baseline --repair forward":       "--repair forward: only with --variant published, not baseline",
		"gbp --fixed-priorities 1,2 --priorities 2":         "--fixed-priorities 1,2: priorities are either fixed or chosen from 1 to --priorities 2; allowed is a list of m numbers from 1 to 8, without --priorities",
		"drs-gme-extended --set-size 3":                     "--set-size 3: out of range; allowed is a number from 1 to 2, the number of groups",
		"dynamic-priority-ring --rise al --requests 1,1,1":  `--rise al: "al" is neither oldest nor all; allowed is oldest or all; did you mean all?`,
		"banerjee-chrysanthis --forwarding pat --loss 1000": "--loss 1000: out of range for banerjee-chrysanthis; allowed is a number from 0 to 9",
	} {
		_, _, err := Parse(algorithms.All(), line)
		var usage *UsageError
		if !errors.As(err, &usage) {
			t.Errorf("%s: %v is not a usage error", line, err)
		} else if err.Error() != want {
			t.Errorf("%s:\n%s, want\n%s", line, err, want)
		}
	}
}

// TestChecked: all mistakes that do not depend on each other, one of each flag.
func TestChecked(t *testing.T) {
	list := algorithms.All()
	for line, want := range map[string]string{
		"-n 3":                                  "",
		"-n 99 --net bagg --variant repare":     "variant processes net",
		"-n 99 -r 1,1,1,1":                      "processes",
		"-r 1,1,1,1 --workload 9:g1":            "requests workload",
		"--tree 0,1 --timeouts off --early 1":   "early timeouts tree",
		"--timers ordered --tokens 1 --loss 77": "loss timers tokens",
		"--repair none --net bagg":              "net repair",
	} {
		fs := pflag.NewFlagSet("", pflag.ContinueOnError)
		f := New(fs, list)
		if err := fs.Parse(strings.Fields(line)); err != nil {
			t.Fatal(err)
		}
		a, err := list.Find("srt-gme")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		_, mistakes := f.Checked(a)
		for _, err := range mistakes {
			got = append(got, err.(*UsageError).Flag)
		}
		words := strings.Fields(want)
		slices.Sort(got)
		slices.Sort(words)
		if !slices.Equal(got, words) {
			t.Errorf("%s: mistakes of %v, want %v", line, got, words)
		}
	}
}

const (
	budgets = "allowed is a number from 1 to 100, inf, or a list of them (with 0 for those that never ask), one for " +
		"each of the 3 processes"
	workloads = "allowed is a list such as 1:g1,2:g1+g2 with processes from 1 to 3 and groups from g1 to g2"
)
