package load

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// confidence is the chance with which an interval has the true mean in it, if the runs are independent and their means are
// normally distributed.
const confidence = 0.95

// interval is the mean of independent values, and half the width of its interval of confidence by Student's distribution.
func interval(values []float64) (mean, half float64) {
	n := float64(len(values))
	if n < 2 {
		return stat.Mean(values, nil), math.NaN()
	}
	mean, deviation := stat.MeanStdDev(values, nil)
	return mean, distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile((1+confidence)/2) * deviation / math.Sqrt(n)
}
