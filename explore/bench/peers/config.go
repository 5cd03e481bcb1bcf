package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/model"
)

// config is the size of the model that every tool explores.
type config struct {
	requests []int // budget of each process, 0 to 4; there are 2 to 5 processes
}

// parseConfig reads budgets as in "2,2,1".
func parseConfig(text string) (config, error) {
	var c config
	for _, word := range strings.Split(text, ",") {
		budget, err := strconv.Atoi(word)
		if err != nil || budget < 0 || budget > 4 {
			return c, fmt.Errorf("%q: a budget is a number from 0 to 4", word)
		}
		c.requests = append(c.requests, budget)
	}
	switch {
	case len(c.requests) < 2 || len(c.requests) > 5:
		return c, fmt.Errorf("%d processes: there are 2 to 5", len(c.requests))
	case slices.Max(c.requests) == 0:
		return c, errors.New("nobody ever requests")
	}
	return c, nil
}

// arguments are those of gmecheck.
func (c config) arguments() []string {
	return []string{"suzuki-kasami", "-n", fmt.Sprint(len(c.requests)), "-r", model.RequestsText(c.requests)}
}

func (c config) String() string { return strings.Join(c.arguments(), " ") }
