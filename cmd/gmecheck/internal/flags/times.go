package flags

import (
	"math"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/explore/measures"
)

// Times are the flags of the times in which runs pass.
type Times struct{ latency, cs, think, rate string }

// The names of the flags.
const (
	latencyFlag = "latency"
	csFlag      = "cs"
	thinkFlag   = "think"
	rateFlag    = "rate"
)

// NewTimes registers the flags.
func NewTimes(cmd *cobra.Command) *Times {
	t, set := &Times{}, cmd.Flags()
	set.StringVar(&t.latency, latencyFlag, "exp:1", "`times` of messages: "+measures.Forms())
	set.StringVar(&t.cs, csFlag, "exp:1", "`times` in the critical section")
	set.StringVar(&t.think, thinkFlag, "exp:10", "`times` from an exit to the next request of the process: a closed load")
	set.StringVar(&t.rate, rateFlag, "", "requests of each process per time, in a Poisson stream: an open load, instead of --think; a `number`")
	for _, name := range []string{latencyFlag, csFlag, thinkFlag} {
		Complete(cmd, name, "const:", "uniform:", "exp:", "lognormal:", "trace:")
	}
	Complete(cmd, rateFlag)
	return t
}

// Times are those that the flags describe.
func (t *Times) Times(cmd *cobra.Command) (times measures.Times, err error) {
	for _, flag := range []struct {
		name, text string
		to         *measures.Distribution
	}{{latencyFlag, t.latency, &times.Latency}, {csFlag, t.cs, &times.CS}, {thinkFlag, t.think, &times.Think}} {
		if *flag.to, err = measures.Parse(flag.text); err != nil {
			return times, &options.UsageError{Flag: flag.name, Given: flag.text, Problem: err.Error(), Allowed: measures.Forms()}
		}
	}
	if !cmd.Flags().Changed(rateFlag) {
		return times, nil
	}
	if cmd.Flags().Changed(thinkFlag) {
		return times, &options.UsageError{Flag: rateFlag, Given: t.rate, Problem: "the load is either open or closed", Allowed: "--rate or --think"}
	}
	times.Think = measures.Distribution{}
	if times.Rate, err = strconv.ParseFloat(t.rate, 64); err != nil || times.Rate <= 0 || math.IsInf(times.Rate, 0) || math.IsNaN(times.Rate) {
		return times, &options.UsageError{Flag: rateFlag, Given: t.rate, Allowed: "a number above 0"}
	}
	return times, nil
}
