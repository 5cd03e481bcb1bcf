// Command gmecheck-beam is gmecheck with Beam as an engine of check --store.
package main

import (
	"github.com/gmecheck/gmecheck/algorithms"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/cli"
	"github.com/gmecheck/gmecheck/counterexamples/corpus"
	"github.com/gmecheck/gmecheck/explore/beam"
)

func main() {
	beam.Main(cli.Program{
		Algorithms: algorithms.All(), Name: "gmecheck-beam", Known: corpus.Of,
		Short: "Check mutual exclusion algorithms of the literature exhaustively, on clusters",
		Long: "gmecheck-beam is gmecheck with Apache Beam as an engine of check --store: the workers of Beam do the tasks of large levels.\n" +
			"It takes Beam's own runner, Prism, or a cluster with Flink, of which all machines see the directory of --store, or s3://BUCKET/PREFIX.",
	})
}
