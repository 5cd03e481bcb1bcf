package disk

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
)

// mostManifest is far more than what Save writes of any search.
const mostManifest = 256 << 20

// Save writes x as JSON, after a line with a title and a checksum. The title names the kind of file and its version.
func (d Dir) Save(name, title string, x any) error {
	body, err := json.MarshalIndent(x, "", " ")
	if err != nil {
		return err
	}
	f, err := d.Create(name)
	if err != nil {
		return err
	}
	f.anew = true
	if _, err := fmt.Fprintf(f, "%s %x\n%s\n", title, sha256.Sum256(body), body); err != nil {
		f.Abort()
		return err
	}
	_, err = f.Commit()
	return err
}

// Load reads what Save has written into x.
func (d Dir) Load(name, title string, x any) error {
	if d.Bucket != nil { // where it may have been written anew
		if err := d.Bucket.Get(d.Name(name)); err != nil {
			return err
		}
	}
	data, err := ReadFile(d.Name(name), mostManifest)
	if err != nil {
		return err
	}
	first, body, _ := bytes.Cut(data, []byte("\n"))
	sum, ok := bytes.CutPrefix(first, []byte(title+" "))
	if !ok {
		return fmt.Errorf("%s is not what this program writes: it begins with %.40q, not with %q", d.Name(name), first, title)
	}
	body, ok = bytes.CutSuffix(body, []byte("\n"))
	if !ok || fmt.Sprintf("%x", sha256.Sum256(body)) != string(sum) {
		return &Damaged{d.Name(name), "its checksum differs"}
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(x); err != nil {
		return &Damaged{d.Name(name), err.Error()}
	}
	return nil
}

// Trait is one thing in which searches differ so much that one does not go on with what the other has saved.
type Trait struct{ Name, Value string }

// Compare explains why a search of this is not one of that.
func Compare(this, that []Trait) error {
	for _, t := range this {
		k := slices.IndexFunc(that, func(u Trait) bool { return u.Name == t.Name })
		if k < 0 {
			return fmt.Errorf("it does not tell its %s", t.Name)
		}
		if that[k].Value != t.Value {
			return fmt.Errorf("its %s is %s, not %s", t.Name, that[k].Value, t.Value)
		}
	}
	return nil
}
