package views

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/gmecheck/gmecheck/algorithms/options"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/exit"
	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/layout"
	"github.com/gmecheck/gmecheck/explore"
	"github.com/gmecheck/gmecheck/explore/disk"
	"github.com/gmecheck/gmecheck/explore/views"
	"github.com/gmecheck/gmecheck/explore/views/verify"
	"github.com/gmecheck/gmecheck/model"
	"github.com/gmecheck/gmecheck/model/system"
)

// certify writes the closure into a file.
func (x *proof) certify(file string) error {
	c, err := x.result.Certificate(options.Line(x.algorithm, x.config))
	if err != nil {
		return &options.UsageError{Flag: "certificate", Given: file, Problem: "nothing is written: " + err.Error()}
	}
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return disk.WriteBytes(file, append(data, '\n'))
}

// mostCertificate is the size of the largest certificate that is read.
const mostCertificate = 1 << 30

// verified checks a certificate, of the properties that show in pairs of sites.
func (f *command) verified(cmd *cobra.Command, x *proof, sys *system.System, limit time.Duration) error {
	refuse := func(problem string) error {
		return &options.UsageError{Flag: "verify", Given: f.verify, Problem: problem}
	}
	if f.JSON || f.markdown {
		return refuse("it is answered as text")
	}
	data, err := disk.ReadFile(f.verify, mostCertificate)
	if err != nil {
		return refuse(err.Error())
	}
	var c views.Certificate
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil || c.Schema != views.CertificateSchema {
		return refuse("it is no certificate")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return refuse("something stands behind the certificate")
	}
	if line := options.Line(x.algorithm, x.config); c.Model != line {
		return refuse(fmt.Sprintf("it is of %s, and the model is %s", c.Model, line))
	}
	checked := 0
	ctx, cancel := explore.Limited(cmd.Context(), limit)
	defer cancel()
	for k := range x.options.Questions {
		q := &x.options.Questions[k]
		if q.Inside == 1 {
			q.Pair = func(v, w *model.View) bool { return v.InCS && w.InCS }
		}
		if q.Pair == nil {
			continue
		}
		r, err := verify.Check(ctx, &c, sys.Direct(nil), x.config, q.Pair)
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			err = errors.New(explore.Interruption(ctx, limit))
		}
		if err != nil {
			fmt.Fprintf(cmd.OutOrStdout(), "%s is not confirmed: %v\n", q.Name, err)
			return exit.Code(exit.Inconclusive)
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s is confirmed for n = %d: %s things, %s pairs, %s steps, none of which leads out of them\n",
			q.Name, x.config.Processes, layout.Grouped(r.Things), layout.Grouped(r.Pairs), layout.Grouped(r.Steps))
		checked++
	}
	if checked == 0 {
		return refuse("no property shows in two sites, and only of such the certificate speaks")
	}
	return nil
}
