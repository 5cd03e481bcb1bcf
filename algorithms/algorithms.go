// Package algorithms lists the algorithms that gmecheck knows.
package algorithms

import (
	"github.com/gmecheck/gmecheck/algorithms/banerjeechrysanthis"
	"github.com/gmecheck/gmecheck/algorithms/drsgme"
	"github.com/gmecheck/gmecheck/algorithms/dynamicpriorityring"
	"github.com/gmecheck/gmecheck/algorithms/fapp"
	"github.com/gmecheck/gmecheck/algorithms/gbp"
	"github.com/gmecheck/gmecheck/algorithms/kmutex"
	"github.com/gmecheck/gmecheck/algorithms/naimitrehel"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/raymond"
	"github.com/gmecheck/gmecheck/algorithms/ringcoordinator"
	"github.com/gmecheck/gmecheck/algorithms/srtgme"
	"github.com/gmecheck/gmecheck/algorithms/suzukikasami"
	"github.com/gmecheck/gmecheck/algorithms/tokenring"
)

// All lists the algorithms in the order in which they are shown.
func All() paper.List {
	return paper.List{
		&suzukikasami.Algorithm,
		&srtgme.Algorithm,
		&drsgme.Algorithm,
		&drsgme.Extended,
		&kmutex.Algorithm,
		&gbp.Algorithm,
		&ringcoordinator.Algorithm,
		&banerjeechrysanthis.Algorithm,
		&fapp.Algorithm,
		&tokenring.Algorithm,
		&dynamicpriorityring.Algorithm,
		&raymond.Algorithm,
		&naimitrehel.Algorithm,
	}
}
