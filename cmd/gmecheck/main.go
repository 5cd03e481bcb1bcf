// Command gmecheck checks the mutual exclusion algorithms of the literature exhaustively.
package main

import (
	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/cli"
	"github.com/gmecheck/gmecheck/counterexamples/corpus"
)

// version is set by the linker in releases.
var version = ""

func main() { gmecheck().Main() }

// gmecheck is the command line with the algorithms of the literature.
func gmecheck() cli.Program {
	return cli.Program{
		Algorithms: algorithms.All(), Name: "gmecheck", Version: version, Known: corpus.Of, Refuting: corpus.Refuting,
		Short: "Check mutual exclusion algorithms of the literature exhaustively",
		Long: "gmecheck explores every state that a published mutual exclusion algorithm can reach at a small size. It decides\n" +
			"which properties and which claims of the paper hold there, and shows a shortest trace of each violation.",
	}
}
