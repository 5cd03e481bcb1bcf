package gate

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/gmecheck/gmecheck/explore/disk"
)

// WriteTraces writes a trace file into a directory for every violation that is not expected, or not as it is. The rows
// remember their files. A file that cannot be written takes nothing away from the others.
func (r *Report) WriteTraces(dir string) (failed error) {
	taken := map[string]bool{}
	for _, x := range r.Results {
		for k := range x.Rows {
			row := &x.Rows[k]
			if !row.Traced() {
				continue
			}
			base := strings.TrimPrefix(slug(x.Check.Name)+"-"+slug(row.Subject), "-") // of a name in other letters nothing is left, and nothing may look like a flag
			name := base
			for again := 2; taken[name]; again++ {
				name = fmt.Sprintf("%s-%d", base, again)
			}
			taken[name] = true
			row.File = filepath.Join(dir, name+".trace")
			if err := disk.WriteBytes(row.File, x.Trace(row).Format()); err != nil {
				failed = errors.Join(failed, err)
				row.File = ""
			}
		}
	}
	return failed
}

// others are the characters that no file's name here has.
var others = regexp.MustCompile(`[^A-Za-z0-9]+`)

// slug is a text as a part of a file's name.
func slug(text string) string {
	text = strings.Trim(others.ReplaceAllString(text, "-"), "-")
	if len(text) > 80 {
		text = text[:80]
	}
	return strings.TrimRight(text, "-")
}
