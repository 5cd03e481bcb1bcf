package load

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/explore/load"
	"github.com/gmecheck/gmecheck/explore/measures"
	"github.com/gmecheck/gmecheck/model"
)

// links reads the latencies of links; of two that speak of the same link the later counts.
func links(places []model.Place, given []string) (map[load.Link]measures.Distribution, error) {
	all := map[load.Link]measures.Distribution{}
	for _, text := range given {
		wrong := &options.UsageError{Flag: "link", Given: text, Allowed: fmt.Sprintf("A-B=TIMES or A>B=TIMES, with A and B from 1 to %d, or * for all", len(places))}
		name, times, is := strings.Cut(text, "=")
		at := strings.IndexAny(name, "->")
		if !is || at < 0 {
			return nil, wrong
		}
		from, known := sites(places, name[:at])
		to, knownToo := sites(places, name[at+1:])
		if !known || !knownToo {
			return nil, wrong
		}
		d, err := distribution("link", times)
		if err != nil {
			return nil, err
		}
		for _, i := range from {
			for _, j := range to {
				all[load.Link{From: i, To: j}] = d
				if name[at] == '-' {
					all[load.Link{From: j, To: i}] = d
				}
			}
		}
	}
	return all, nil
}

// sites are those that one end of a link stands for: a number, a name, or all.
func sites(places []model.Place, text string) (all []model.Site, known bool) {
	for k, place := range places {
		if text == "*" || text == strconv.Itoa(k+1) || strings.EqualFold(text, place.Name) {
			all = append(all, model.Site(k+1))
		}
	}
	return all, len(all) > 0
}
