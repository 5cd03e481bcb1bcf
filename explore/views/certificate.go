package views

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gmecheck/gmecheck/model"
)

// Certificate is a closure in words, for the package verify, which shares nothing with this one but the handlers. It has either Beside, of
// views of two, or Weights, of views of one.
type Certificate struct {
	Schema  string   `json:"schema"`
	Model   string   `json:"model"` // its flags
	Things  []Thing  `json:"things"`
	Beside  [][]byte `json:"beside,omitempty"`  // bit k of row e: thing e can stand beside thing k, which is not behind it in the list
	Weights []int    `json:"weights,omitempty"` // of each thing: what takes part in a step never becomes heavier
}

// CertificateSchema is that of the files.
const CertificateSchema = "gmecheck/views-certificate 1"

// Thing is a site with its variables, or a message on its way to one.
type Thing struct {
	Site    int    `json:"site"` // from 1
	Text    string `json:"text"`
	Message bool   `json:"message,omitempty"`
	Down    bool   `json:"down,omitempty"`
}

// TextOf is variables as certificates write them.
func TextOf(vars any) string {
	var all []string
	for _, f := range model.Fields(vars) {
		all = append(all, f.Name+": "+f.Value)
	}
	return strings.Join(all, ", ")
}

// Certificate writes down the closure that a result rests on. An error says why there is none.
func (r *Result) Certificate(flags string) (*Certificate, error) {
	switch {
	case r.things == nil || r.Limit != "":
		return nil, fmt.Errorf("there is no closure")
	case r.pairs == nil && r.things.broken != nil:
		return nil, fmt.Errorf("%s, and nothing follows from views of 1 then", r.things.why)
	case r.Capped:
		return nil, fmt.Errorf("something was left out because of a cap")
	case slices.ContainsFunc(r.things.laws, func(w *weights) bool { return w.barred }):
		return nil, fmt.Errorf("the proof rests on credits, which the second checker does not know")
	case r.things.alone.Forgets():
		return nil, fmt.Errorf("numbers are not known in the proof, and the second checker runs handlers with numbers only")
	}
	c, t := &Certificate{Schema: CertificateSchema, Model: flags}, r.things
	known := map[Thing]bool{}
	for k, e := range t.all {
		x := Thing{Site: e.site + 1, Message: e.flies(), Down: e.local.Down}
		if x.Message {
			x.Text = model.Text(t.alone.Message(e.message))
		} else {
			x.Text = TextOf(t.alone.Vars(e.site, e.local.Vars))
		}
		if known[x] {
			return nil, fmt.Errorf("two different things are written alike: %s", x.Text)
		}
		known[x] = true
		c.Things = append(c.Things, x)
		if r.pairs == nil {
			c.Weights = append(c.Weights, t.weight(int32(k)))
			continue
		}
		row := make([]byte, k/8+1)
		for l := range k + 1 {
			if r.pairs.beside[k].has(int32(l)) {
				row[l/8] |= 1 << (l % 8)
			}
		}
		c.Beside = append(c.Beside, row)
	}
	return c, nil
}
