package algorithms_test

import (
	"fmt"

	"github.com/gmecheck/gmecheck/algorithms"
)

func ExampleAll() {
	a, err := algorithms.All().Find("raymond")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Title)
	// Output: A Tree-Based Algorithm for Distributed Mutual Exclusion
}
