package assumptions_test

import (
	"context"
	"fmt"

	"github.com/gmecheck/gmecheck/algorithms/studies/assumptions"
	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/model"
)

func ExampleFind() {
	a := &suzukikasami.Algorithm
	c := a.With(model.Published, func(c *model.Config) { c.Processes = 2 })
	r, err := assumptions.Find(context.Background(), a, c, assumptions.Options{Properties: []string{"mutex"}})
	if err != nil {
		panic(err)
	}
	for _, w := range r.Properties[0].Weakest {
		for _, out := range w.Outside {
			fmt.Printf("mutex holds with %s; with %s it is %s after %d steps\n", w.Set, out.Dropped.Without(), out.Verdict, out.Steps)
		}
	}
	// Output:
	// mutex holds with fifo; with reordering it is violated after 9 steps
	// mutex holds with no duplication; with duplication it is violated after 9 steps
}
