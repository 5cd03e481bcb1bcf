package run

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/gmecheck/gmecheck/algorithms/names"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/direct"
)

// declared are the internal events and the timers of a model that says what it has, as one of one's own does; known is false of others.
func declared(sites direct.Sites) (events, timers []string, known bool) {
	for _, class := range sites.Declared() {
		kind, name, inside := strings.Cut(class, "(")
		switch {
		case !inside:
			events = append(events, class)
		case kind == model.TimeoutEvent.String():
			timers = append(timers, strings.TrimSuffix(name, ")"))
		}
		known = true
	}
	return events, timers, known || !sites.HasInternals()
}

// refuseNames refuses names in the options of what the model does not have, and pauses that are none.
func refuseNames(sites direct.Sites, o *Options) error {
	events, timers, known := declared(sites)
	if known {
		for where, name := range map[string]string{"Request": o.Marks.Request, "Exit": o.Marks.Exit} {
			if name != "" && !slices.Contains(events, name) {
				return unknown("Options.Marks."+where, name, events)
			}
		}
		if err := refuseKeys("Options.Events", o.Events, events); err != nil {
			return err
		}
	}
	if sites.Declared() != nil { // patient events are timers, too
		if err := refuseKeys("Options.Timers", o.Timers, slices.Concat(timers, events)); err != nil {
			return err
		}
	}
	for where, all := range map[string]map[string]time.Duration{"Options.Timers": o.Timers, "Options.Events": o.Events, "Options": {"Tick": o.Tick}} {
		for name, d := range all {
			if d < 0 {
				return fmt.Errorf("%s: %s is %v; allowed is 0 and more", where, name, d)
			}
		}
	}
	return nil
}

// refuseKeys refuses the first key that is not allowed.
func refuseKeys(where string, given map[string]time.Duration, allowed []string) error {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(allowed, name) {
			return unknown(where, name, allowed)
		}
	}
	return nil
}

// unknown is that a name is none of those that are allowed.
func unknown(where, name string, allowed []string) error {
	if len(allowed) == 0 {
		return fmt.Errorf("%s has %q, and the model has nothing of the kind", where, name)
	}
	class, _, _ := strings.Cut(name, "(")
	return fmt.Errorf("%s has %q; allowed is %s%s", where, name, names.Or(allowed), names.DidYouMean(class, allowed))
}

// refuseEvent refuses an event that the model does not have, whatever its parameters.
func (n *Node) refuseEvent(where, event string) error {
	events, _, known := declared(n.sites)
	if class, _, _ := strings.Cut(event, "("); known && !slices.Contains(events, class) {
		return unknown(where, event, events)
	}
	return nil
}
