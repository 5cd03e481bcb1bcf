package main

import (
	"strings"
	"testing"
	"time"
)

// sampled is a tool that ran for so many seconds in so many megabytes.
func sampled(name string, reference bool, workers int, peak int64, seconds ...float64) row {
	r := row{tool: tool{name: name, reference: reference, workers: workers}}
	for _, s := range seconds {
		r.runs = append(r.runs, sample{wall: time.Duration(s * float64(time.Second)), peak: peak, others: 0.25})
	}
	return r
}

func TestTable(t *testing.T) {
	r := result{config: config{[]int{2, 1, 1}}, count: count{1_000_000, 5_000_000}, rows: []row{
		sampled("gmecheck", false, 1, 40e6, 3, 1, 0.5),
		sampled("gmecheck", false, 2, 0, 0.5),
		sampled("SPIN, deep", true, 1, 100e6, 4, 2, 1),
		sampled("SPIN, parallel", true, 2, 300e6, 1),
		{tool: tool{name: "TLC", workers: 1}},
	}}
	var b strings.Builder
	write(&b, machine{"2 cores", []string{"go1", "SPIN 6"}}, time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC), 3, []result{r})
	const want = `Measured on 2026-02-03: 2 cores; go1, SPIN 6. Median of 3 runs of the whole process, start to end; meanwhile others kept 0.2 cores busy.

` + "`gmecheck check suzuki-kasami -n 3 -r 2,1,1`" + `

| tool | workers | distinct states | transitions | seconds | states/s | bytes/state | × SPIN |
| --- | --- | --- | --- | --- | --- | --- | --- |
| gmecheck | 1 | 1,000,000 | 5,000,000 | 1.00 | 1,000,000 | 40 | 2.00 |
| gmecheck | 2 | 1,000,000 | 5,000,000 | 0.50 | 2,000,000 |  | 2.00 |
| SPIN, deep | 1 | 1,000,000 | 5,000,000 | 2.00 | 500,000 | 100 | 1.00 |
| SPIN, parallel | 2 | 1,000,000 | 5,000,000 | 1.00 | 1,000,000 | 300 | 1.00 |
| TLC | 1 | not installed | | | | | |
`
	if got := b.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// Without SPIN there is nothing to compare with, and no ratio.
func TestTableWithoutSPIN(t *testing.T) {
	r := result{config: small, count: count{10, 20}, rows: []row{sampled("gmecheck", false, 1, 1000, 1), {tool: tool{name: "SPIN", reference: true, workers: 1}}}}
	var b strings.Builder
	r.write(&b, r.rows[0])
	if got, want := b.String(), "| gmecheck | 1 | 10 | 20 | 1.00 | 10 | 100 |  |\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
