package papertest

import (
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"slices"
	"testing"

	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/model"
)

// Sampled reports that tests do only some of what they do otherwise, with a word in SAMPLE in the environment.
func Sampled() bool { return os.Getenv("SAMPLE") != "" }

// Drawn reports that something of a test is to be done: everything is, or with SAMPLE in the environment one of so many things, chosen by
// that word and by what they are called.
func Drawn(what string, of uint32) bool {
	h := fnv.New32a()
	h.Write([]byte(os.Getenv("SAMPLE") + " " + what))
	return !Sampled() || h.Sum32()%of == 0
}

// SomeSmall lists small configurations, see [Small]; with SAMPLE a fifth of them.
func SomeSmall(a *paper.Algorithm) []model.Config {
	return slices.DeleteFunc(Small(a), func(c model.Config) bool { return !Drawn(fmt.Sprintf("%s %+v", a.Name, c), 5) })
}

// Seldom skips a test that takes long: with SAMPLE in the environment it is done for one of so many words there.
func Seldom(t *testing.T, of uint32) {
	t.Helper()
	if !Drawn(t.Name(), of) {
		t.Skipf("with SAMPLE, one of %d", of)
	}
}

// FewerChecks has fewer random cases drawn with SAMPLE in the environment, unless the command line says how many, which is read later. It is called
// before tests run.
func FewerChecks() {
	if !Sampled() {
		return
	}
	if err := flag.Set("rapid.checks", "30"); err != nil {
		panic(err) // a package without random cases has no use for this
	}
}
