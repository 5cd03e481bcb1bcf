package options

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/gmecheck/gmecheck/algorithms/names"
)

// UsageError is the user's mistake.
type UsageError struct {
	Flag    string // without hyphens; "" if it is not about one flag
	Given   string // its value
	Problem string // what is wrong, if that is more than not being allowed
	Allowed string // the values that are
	Nearest string // the allowed name that may have been meant
}

// Error is one line: "--net fiffo: not allowed; allowed is bag or fifo; did you mean fifo?".
func (e *UsageError) Error() string {
	var parts []string
	if e.Problem != "" {
		parts = append(parts, e.Problem)
	}
	if e.Allowed != "" {
		parts = append(parts, "allowed is "+e.Allowed)
	}
	if e.Nearest != "" {
		parts = append(parts, "did you mean "+e.Nearest+"?")
	}
	text := strings.Join(parts, "; ")
	if e.Flag == "" {
		return text
	}
	return fmt.Sprintf("--%s %s: %s", e.Flag, shown(e.Given), text)
}

// Usage makes an error a UsageError, unless it is one or nil.
func Usage(err error) error {
	var usage *UsageError
	if err == nil || errors.As(err, &usage) {
		return err
	}
	return &UsageError{Problem: err.Error()}
}

// kinds describes what flags of a type take.
var kinds = map[string]string{
	"bool": "true or false", "int": "a number", "int64": "a number", "uint": "a number from 0", "uint64": "a number from 0",
	"number": "a number, such as 2000, 500K or 2M", "duration": "a duration such as 90s or 10m", "float64": "a number such as 0.5",
}

// FlagError is the UsageError of an error of parsing any flags: an unknown flag gets the nearest name, a wrong value
// what is allowed.
func FlagError(flags *pflag.FlagSet, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		cause := invalid.Unwrap()
		var syntax *strconv.NumError
		if errors.As(cause, &syntax) {
			cause = syntax.Err
		}
		f := invalid.GetFlag()
		return &UsageError{
			Flag: f.Name, Given: invalid.GetValue(), Problem: cause.Error(), Allowed: kinds[f.Value.Type()],
		}
	}
	var missing *pflag.ValueRequiredError
	if errors.As(err, &missing) {
		f := missing.GetFlag()
		return &UsageError{Problem: fmt.Sprintf("--%s: no value is given", f.Name), Allowed: kinds[f.Value.Type()]}
	}
	if !errors.As(err, &unknown) {
		return Usage(err)
	}
	name := unknown.GetSpecifiedName()
	if unknown.GetSpecifiedShortnames() != "" {
		return &UsageError{Problem: "unknown flag " + names.Shown("-"+name)}
	}
	var all []string
	flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			all = append(all, "--"+f.Name)
		}
	})
	return &UsageError{Problem: "unknown flag " + names.Shown("--"+name), Nearest: names.Nearest("--"+name, all)}
}

// shown is a value as a shell would take it.
func shown(value string) string {
	if value == "" || strings.ContainsAny(value, " \t\n\"'") {
		return fmt.Sprintf("%q", value)
	}
	return value
}

// notOneOf is the error of a name that is none of those allowed.
func notOneOf(flag, given, name, problem string, allowed []string) *UsageError {
	return &UsageError{
		Flag: flag, Given: given, Problem: problem, Allowed: names.Or(allowed), Nearest: names.Nearest(name, allowed),
	}
}
