package proofs

import (
	"crypto/sha256"
	"fmt"
	"reflect"

	"github.com/gmecheck/gmecheck/algorithms/naimitrehel"
	"github.com/gmecheck/gmecheck/algorithms/paper"
	"github.com/gmecheck/gmecheck/algorithms/raymond"
)

// uniform are the algorithms of which the static check (package uniform) says nothing, with the digests of the sources that it has read: their
// handlers depend on no number of processes, on no order of sites and on no topology. A test runs the check on all algorithms, and compares.
var uniform = []struct {
	algorithm *paper.Algorithm
	source    string
	digest    string
}{
	{&raymond.Algorithm, raymond.Source, "d0933d13d958814e7be5ed45fcb7548ca8a3a4b0e8e925be0be0fec34f7701aa"},
	{&naimitrehel.Algorithm, naimitrehel.Source, "911c60a95e1e119215429d439651549dade19a9c27be157a80492092f96b4116"},
}

// Uniform reports that the static check has read these very handlers, and said nothing of them.
func Uniform(a *paper.Algorithm) bool {
	for _, u := range uniform {
		if u.algorithm.Name == a.Name {
			return reflect.ValueOf(a.New).Pointer() == reflect.ValueOf(u.algorithm.New).Pointer() && Digest(u.source) == u.digest
		}
	}
	return false
}

// Digest is that of a source.
func Digest(source string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(source))) }
