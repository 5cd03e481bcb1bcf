// Vet is the analyzers for go vet:
//
//	go build -o uniform github.com/gmecheck/gmecheck/explore/views/uniform/vet
//	go vet -vettool=$PWD/uniform ./...
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/gmecheck/gmecheck/explore/views/uniform"
)

func main() { unitchecker.Main(uniform.Analyzer, uniform.Numbers) }
