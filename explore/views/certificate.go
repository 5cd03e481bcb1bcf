package views

import (
	"fmt"
	"strings"

	"github.com/gmecheck/gmecheck/model"
)

// Certificate is a closure of pairs in words, for the package verify, which shares nothing with this one but the handlers.
type Certificate struct {
	Schema string   `json:"schema"`
	Model  string   `json:"model"` // its flags
	Things []Thing  `json:"things"`
	Beside [][]byte `json:"beside"` // bit k of row e: thing e can stand beside thing k, which is not behind it in the list
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
	case r.closure == nil || r.Limit != "":
		return nil, fmt.Errorf("there is no closure of pairs")
	case r.Capped:
		return nil, fmt.Errorf("something was left out because of a cap")
	}
	c, t := &Certificate{Schema: CertificateSchema, Model: flags}, r.closure
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
		row := make([]byte, k/8+1)
		for l := range k + 1 {
			if t.beside[k].has(int32(l)) {
				row[l/8] |= 1 << (l % 8)
			}
		}
		c.Things, c.Beside = append(c.Things, x), append(c.Beside, row)
	}
	return c, nil
}
