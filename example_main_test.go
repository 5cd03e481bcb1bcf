package gmecheck_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/gmecheck/gmecheck"
)

// run runs main, which ends the process, in a process of its own, and prints what it says.
func run(example, args string, main func()) {
	if os.Getenv("GMECHECK_PROGRAM") == example {
		main()
	}
	c := exec.Command(os.Args[0], strings.Fields(args)...)
	c.Env = append(os.Environ(), "GMECHECK_PROGRAM="+example)
	out, err := c.CombinedOutput()
	fmt.Print(string(out))
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		fmt.Println(failed)
	}
}

// The command line of a protocol: here its arguments are check -n 2 --loss 1 --quiet.
func ExampleMain() {
	run("ExampleMain", "check -n 2 --loss 1 --quiet", func() {
		gmecheck.Main(gmecheck.Family(lock))
	})
	// Output:
	// lock -n 2 --loss 1
	// complete: 30 states, 38 transitions, depth 12
	// violated: 1 property; 1 holds
	//
	// one-owner  holds
	// served     violated  2 steps (perhaps not shortest)
	//
	// served is violated: site 2 waits for ever
	//    1  want(2)
	//         P2        Wants: false => true
	//         sent      ask() from 2 -> P1
	//    2  lose(ask() from 2 -> 1)
	//
	// to open a trace, write it with --trace-dir DIR: gmecheck.test replay FILE, or gmecheck.test explore --trace FILE
	//
	// verdict: violated
	// exit status 13
}

// Two models in one program: its arguments are check turns --quiet.
func ExampleCheckable() {
	run("ExampleCheckable", "check turns --quiet", func() {
		p := taking()
		p.Always("one-inside", func(s turns) bool { return s.In.Len() <= 1 })
		gmecheck.Main(lock(2), p)
	})
	// Output:
	// turns -n 2
	// complete: 4 states, 4 transitions, depth 3
	//
	// one-inside  holds
	//
	// verdict: holds
}

func ExampleFamily() {
	run("ExampleFamily", "check -n 3 --quiet", func() {
		gmecheck.Main(gmecheck.Family(lock))
	})
	// Output:
	// lock -n 3
	// complete: 1,053 states, 1,916 transitions, depth 30
	// 2 properties hold
	//
	// one-owner  holds
	// served     holds
	//
	// verdict: holds
}

func ExampleModels() {
	run("ExampleModels", "check --quiet", func() {
		var protocol gmecheck.Models = gmecheck.Family(lock).Sizes(2, 2, 5)
		gmecheck.Main(protocol)
	})
	// Output:
	// lock -n 2
	// complete: 16 states, 18 transitions, depth 12
	// 2 properties hold
	//
	// one-owner  holds
	// served     holds
	//
	// verdict: holds
}

func ExampleModels_Sizes() {
	run("ExampleModels_Sizes", "check -n 9 --quiet", func() {
		gmecheck.Main(gmecheck.Family(lock).Sizes(2, 3, 5))
	})
	// Output:
	// gmecheck.test: --processes 9: out of range for lock; allowed is a number from 2 to 5
	// exit status 64
}
