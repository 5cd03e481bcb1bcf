package options_test

import (
	"fmt"

	"github.com/spf13/pflag"

	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/algorithms/options"
)

func ExampleParse() {
	a, c, err := options.Parse(algorithms.All(), "srt-gme -n 2 --without give-away,remember --workload 1:g1 --loss 0")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Processes, c.Groups, c.Repairs)
	fmt.Println(options.Line(a, c))
	// Output:
	// 2 2 [type-from-idle three-cases state-by-queue numbered-token early-complete answer-old]
	// srt-gme --variant repaired --without give-away,remember -n 2 -m 2 --workload 1:g1
}

func ExampleFlags_Config() {
	a, err := algorithms.All().Find("gbp")
	if err != nil {
		fmt.Println(err)
		return
	}
	set := pflag.NewFlagSet("check", pflag.ContinueOnError)
	flags := options.New(set, algorithms.All())
	if err := set.Parse([]string{"-m", "3", "--quorums", "gird"}); err != nil {
		fmt.Println(err)
		return
	}
	_, err = flags.Config(a)
	fmt.Println(err)
	// Output: --quorums gird: no such quorums; allowed is all, tri (3 groups), grid or own; did you mean grid?
}
