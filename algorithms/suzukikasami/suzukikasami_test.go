package suzukikasami

import (
	"testing"

	"gmecheck/explore/naive"
	"gmecheck/model"
)

func TestNaive(t *testing.T) {
	c := model.Config{Algorithm: "suzuki-kasami", Variant: "published", Processes: 3, Requests: []int{1, 1, 1}, Network: model.Bag, Timeouts: model.Off}
	t.Log(naive.Explore(&protocol{c}, c, nil))
	c.Requests = []int{2, 2, 1}
	t.Log(naive.Explore(&protocol{c}, c, nil))
}
