package repairs_test

import (
	"context"
	"fmt"

	"github.com/gmecheck/gmecheck/algorithms/gbp"
	"github.com/gmecheck/gmecheck/algorithms/studies/repairs"
	"github.com/gmecheck/gmecheck/model"
)

func ExampleFind() {
	c := gbp.Algorithm.With(model.Published, func(c *model.Config) { c.Processes, c.Groups = 1, 1 })
	r, err := repairs.Find(context.Background(), &gbp.Algorithm, c, repairs.Options{Properties: []string{"deadlock"}})
	if err != nil {
		panic(err)
	}
	fmt.Println("these are all:", r.Complete)
	for _, m := range r.Minimal {
		for _, need := range m.Needs {
			f := need.Returns()[0]
			fmt.Printf("without %s, %s is violated after %d steps\n", need.Repair, f.Property.Name, f.Steps)
		}
	}
	// Output:
	// these are all: true
	// without own-lock, deadlock is violated after 2 steps
}
