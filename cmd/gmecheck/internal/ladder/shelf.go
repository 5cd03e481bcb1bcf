package ladder

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"

	"github.com/gmecheck/gmecheck/algorithms/studies/ledger"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/program"
	"github.com/gmecheck/gmecheck/explore/disk"
)

// Shelf keeps what ledgers have explored in the user's cache: a file for each configuration, in a folder for each build,
// because another build may find something else.
type Shelf struct {
	folder string
	build  string
	warn   func(format string, args ...any)
	warned bool
}

// shelfFile is what is in a file.
type shelfFile struct {
	Build string          `json:"build"`
	Line  string          `json:"line"`
	Sum   string          `json:"sum"` // of what follows
	Found json.RawMessage `json:"found"`
}

// largestFile is far more than any configuration has runs.
const largestFile = 64 << 20

// oldBuilds are removed after this time without use.
const oldBuilds = 30 * 24 * time.Hour

// NewShelf opens the shelf in the user's cache; nil if there is none.
func NewShelf(warn func(format string, args ...any)) *Shelf {
	cache, err := os.UserCacheDir()
	if err != nil {
		warn("nothing is stored: %v", err)
		return nil
	}
	of, err := program.ExecutableHash()
	if err != nil {
		warn("nothing is stored: %v", err)
		return nil
	}
	all := filepath.Join(cache, "gmecheck", "ledger")
	s := &Shelf{folder: filepath.Join(all, of), build: of, warn: warn}
	if err := os.MkdirAll(s.folder, 0o777); err != nil {
		warn("nothing is stored: %v", err)
		return nil
	}
	now := time.Now()
	os.Chtimes(s.folder, now, now)
	if others, err := os.ReadDir(all); err == nil {
		for _, o := range others {
			if info, err := o.Info(); err == nil && o.IsDir() && now.Sub(info.ModTime()) > oldBuilds {
				os.RemoveAll(filepath.Join(all, o.Name()))
			}
		}
	}
	return s
}

func (s *Shelf) file(line string) string {
	h := sha256.Sum256([]byte(line))
	return filepath.Join(s.folder, hex.EncodeToString(h[:16])+".json")
}

func sum(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}

// Get is the runs stored of a configuration.
func (s *Shelf) Get(line string) (all []ledger.StoredRun) {
	if !s.read(line, &all) {
		return nil
	}
	return all
}

// Put stores all runs of a configuration, or leaves the file as it was.
func (s *Shelf) Put(line string, all []ledger.StoredRun) { s.write(line, all) }

// averagesOf begins the lines of averages, which no configuration has.
const averagesOf = "averages of "

// Averages are those stored of a model under a load; nil: there are none.
func (s *Shelf) Averages(line string) *ledger.Averages {
	var m ledger.Averages
	if !s.read(averagesOf+line, &m) {
		return nil
	}
	return &m
}

// PutAverages stores averages, or leaves the file as it was.
func (s *Shelf) PutAverages(m *ledger.Averages) { s.write(averagesOf+m.Line, m) }

// read reads what is stored under a line, if there is something. A file that is damaged, or of something else, is as good as none.
func (s *Shelf) read(line string, into any) bool {
	data, err := disk.ReadFile(s.file(line), largestFile)
	if err != nil {
		if !os.IsNotExist(err) {
			s.complain("%v", err)
		}
		return false
	}
	var f shelfFile
	switch err := json.Unmarshal(data, &f); {
	case err != nil:
		s.complain("%s is damaged: %v", s.file(line), err)
	case f.Build != s.build || f.Line != line:
		s.complain("%s is of another configuration, or another build", s.file(line))
	case f.Sum != sum(f.Found):
		s.complain("%s is damaged: its checksum is another", s.file(line))
	default:
		if err := json.Unmarshal(f.Found, into); err != nil {
			s.complain("%s is damaged: %v", s.file(line), err)
			return false
		}
		return true
	}
	return false
}

func (s *Shelf) write(line string, found any) {
	text, err := json.Marshal(found)
	if err != nil {
		s.complain("%v", err)
		return
	}
	data, err := json.Marshal(shelfFile{Build: s.build, Line: line, Sum: sum(text), Found: text})
	if err != nil {
		s.complain("%v", err)
		return
	}
	if err := disk.WriteBytes(s.file(line), data); err != nil {
		s.complain("%v", err)
	}
}

// complain warns once.
func (s *Shelf) complain(format string, args ...any) {
	if !s.warned {
		s.warned = true
		s.warn("the store of ledgers: "+format+" (--fresh does without it)", args...)
	}
}

// FromShelf says how much of a ledger was known from an earlier time; empty if nothing was.
func FromShelf(l *ledger.Ledger) string {
	var parts []string
	some := func(of int, what string, stored func(k int) bool) {
		n := 0
		for k := range of {
			if stored(k) {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d of %s", n, english.Plural(of, what, "")))
		}
	}
	some(len(l.Runs), "exploration", func(k int) bool { return l.Runs[k].Stored })
	some(len(l.Averages), "simulation", func(k int) bool { return l.Averages[k].Stored })
	if len(parts) == 0 {
		return ""
	}
	return "stored from an earlier time: " + strings.Join(parts, ", ")
}
