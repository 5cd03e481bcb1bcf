package gmecheck_test

import "fmt"

// The system of a model is what the package run runs on a network, with the same handlers.
func ExampleModel_System() {
	sys, err := ricartAgrawala(3, 1).System()
	fmt.Println(sys.Config, err)
	// Output:
	// ricart-agrawala published n=3 m=0 K=0 R=1 bag <nil>
}
