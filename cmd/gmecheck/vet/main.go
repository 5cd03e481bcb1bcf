// Vet is the static checks of protocols, for go vet:
//
//	go build -o gmecheck-vet github.com/gmecheck/gmecheck/cmd/gmecheck/vet
//	go vet -vettool=$PWD/gmecheck-vet ./...
//
// The check dropped finds changed values that are not used, numbers what looks at a Number otherwise than by its methods, and uniform
// handlers of which a proof cannot hold for every number of processes: of the last, only algorithms laid out as those of the literature
// have any.
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/gmecheck/gmecheck/explore/views/uniform"
	"github.com/gmecheck/gmecheck/model/dropped"
)

func main() { unitchecker.Main(dropped.Analyzer, uniform.Analyzer, uniform.Numbers) }
