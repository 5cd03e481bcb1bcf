package gmecheck

import (
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/invariants"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// Algorithm is a model as the command line takes it.
func Algorithm(c Checkable) (*paper.Algorithm, error) { return c.algorithm() }

// Claims are the properties of a model that has this configuration.
func (p *Model[V]) Claims(c model.Config) invariants.Panel { return p.claims(c) }

// Composed is an algorithm with a shared memory as searches take it.
func Composed[S comparable](p *Shared[S]) (*system.System, invariants.Panel, error) {
	sys, _, err := p.m.checked(nil)
	if err != nil {
		return nil, nil, err
	}
	return sys, p.m.Claims(sys.Config), nil
}
