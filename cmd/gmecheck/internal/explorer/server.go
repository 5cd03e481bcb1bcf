package explorer

import (
	"crypto/rand"
	"crypto/subtle"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/gmecheck/gmecheck/counterexamples/diagram"
)

//go:embed page
var files embed.FS

// mostBytes is the largest request that is read.
const mostBytes = 4 << 20

// server guards a lab.
type server struct {
	lab   *lab
	host  string // 127.0.0.1 with the port
	token string
	mux   *http.ServeMux
}

func newServer(l *lab, host string) *server {
	s := &server{lab: l, host: host, token: rand.Text(), mux: http.NewServeMux()}
	s.mux.HandleFunc("GET /{$}", s.page)
	s.mux.HandleFunc("GET /app.css", s.file("text/css; charset=utf-8", "page/app.css", func(p diagram.Parts) string {
		return string(p.StateStyle) + string(p.Style)
	}))
	s.mux.HandleFunc("GET /app.js", s.file("text/javascript; charset=utf-8", "page/app.js", func(p diagram.Parts) string { return string(p.StateScript) }))
	s.mux.HandleFunc("POST /run", answering(l.run))
	s.mux.HandleFunc("POST /compare", answering(l.compare))
	s.mux.HandleFunc("POST /open", answering(l.open))
	s.mux.HandleFunc("POST /search", answering(l.search))
	s.mux.HandleFunc("POST /searched", answering(l.searched))
	s.mux.HandleFunc("POST /map", answering(l.chart))
	return s
}

// address is that of the page.
func (s *server) address() string { return "http://" + s.host + "/" + s.token + "/" }

// ServeHTTP refuses what does not come from the page itself.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	token, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	_, port, _ := strings.Cut(s.host, ":")
	site := r.Header.Get("Sec-Fetch-Site")
	origin := r.Header.Get("Origin")
	switch {
	case !slices.Contains([]string{s.host, "localhost:" + port}, r.Host):
		http.Error(w, "this server answers to "+s.host+" only", http.StatusForbidden)
	case subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1:
		http.Error(w, "the address that the command has printed is needed, with its token", http.StatusForbidden)
	case origin != "" && origin != "http://"+r.Host, r.Method != http.MethodGet && site != "" && site != "same-origin":
		http.Error(w, "another page cannot use this server", http.StatusForbidden)
	default:
		r.URL.Path, r.URL.RawPath = "/"+rest, ""
		s.mux.ServeHTTP(w, r)
	}
}

func (s *server) page(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = template.Must(template.ParseFS(files, "page/index.html")).Execute(w, s.lab.about())
}

// file answers with a file of the page, after the parts that all pages with diagrams share.
func (s *server) file(kind, name string, shared func(diagram.Parts) string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		parts, err := (&diagram.Diagram{Loop: -1}).Parts()
		data, other := files.ReadFile(name)
		if err = errors.Join(err, other); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", kind)
		_, _ = fmt.Fprint(w, shared(parts), string(data))
	}
}

// answering answers questions Q in JSON. An error of the question is the answer's field error.
func answering[Q, A any](answer func(r *http.Request, q Q) (A, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		var q Q
		d := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostBytes))
		d.DisallowUnknownFields()
		err := d.Decode(&q)
		var a A
		var large *http.MaxBytesError
		if err == nil {
			a, err = answer(r, q)
		} else if errors.As(err, &large) {
			err = fmt.Errorf("that is too large: the explorer reads at most %s", humanize.IBytes(uint64(large.Limit)))
		}
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			_ = json.NewEncoder(w).Encode(map[string]string{"error": err.Error()})
			return
		}
		_ = json.NewEncoder(w).Encode(a)
	}
}
