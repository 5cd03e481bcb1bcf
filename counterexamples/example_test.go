package counterexamples_test

import (
	"fmt"
	"os"

	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/counterexamples"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

const file = `# gmecheck trace 1
model suzuki-kasami -n 2
property mutex
steps
request(1)  # enters at once: it has the token
exit(1)
`

func two() *system.System {
	return suzukikasami.Algorithm.New(suzukikasami.Algorithm.With(model.Published, func(c *model.Config) { c.Processes = 2 }))
}

func ExampleReplay() {
	trace, err := counterexamples.Parse("mutex.trace", []byte(file))
	if err != nil {
		fmt.Println(err)
		return
	}
	sys := two()
	outcome, err := counterexamples.Replay(sys, suzukikasami.Algorithm.Properties(sys.Config), trace)
	fmt.Println(outcome, err)
	// Output: replayed, but no longer violates mutex after 2 steps <nil>
}

func ExampleRun() {
	run := counterexamples.NewRun(two())
	if err := run.Take("request(2)"); err != nil {
		fmt.Println(err)
	}
	for _, choice := range run.Enabled() {
		fmt.Println(choice.Label)
	}
	fmt.Println(run.Take("exit(2)"))
	// Output:
	// request(1)
	// deliver(Request(2, 1) -> 1)
	// step "exit(2)" is not enabled; enabled: request(1); deliver(Request(2, 1) -> 1)
}

func ExampleMermaid() {
	trace := &counterexamples.Trace{Steps: []string{"request(2)", "deliver(Request(2, 1) -> 1)"}}
	if err := counterexamples.Mermaid(os.Stdout, two(), trace); err != nil {
		fmt.Println(err)
	}
	// Output:
	// sequenceDiagram
	//     participant S1 as P1
	//     participant S2 as P2
	//     Note over S2: request(2)
	//     S2--)S1: Request(2, 1)
	//     S2->>S1: Request(2, 1)
	//     S1--)S2: Token([0, 0], #lt;#gt;)
}
