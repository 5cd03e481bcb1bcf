// Package mutate makes mutants of an algorithm: copies of its package with one small mistake each, in the handlers of its
// protocol or in what they call.
//
// All mutants of a package are compiled at once: the rewritten source asks at run time which of them is switched on
// ([Package.Overlay]). A mutant that does not compile is left out.
package mutate

const (
	modulePath  = "github.com/gmecheck/gmecheck"
	modelPath   = modulePath + "/model"
	runtimePath = modulePath + "/algorithms/mutation/mutant"

	// runtime is the name under which the rewritten source imports runtimePath.
	runtime = "mutant__"
)
