package chart_test

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/gmecheck/gmecheck/cmd/gmecheck/internal/chart"
)

// TestDraw: both formats can be read, and every name stands in the picture; the same chart is the same file.
func TestDraw(t *testing.T) {
	c := chart.Chart{
		Title: "two <curves> & a line", X: "rate", Y: "messages", LogX: true,
		Curves: []chart.Curve{
			{Name: "raymond", At: []chart.Point{{0.1, 2, 0.1}, {1, 3, 0.1}, {10, 3.7, math.NaN()}}},
			{Name: "none", At: []chart.Point{{1, math.NaN(), 0}}},
		},
		Lines: []chart.Curve{{Name: "at most n", At: []chart.Point{{0.1, 4, 0}, {10, 4, 0}}, Of: "raymond"}},
	}
	svg, err := c.Draw("x.svg")
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v\n%s", err, svg)
		}
	}
	for _, text := range []string{"two &lt;curves&gt; &amp; a line", ">raymond<", ">at most n<", ">rate<", ">messages<"} {
		if !strings.Contains(string(svg), text) {
			t.Errorf("no %q in\n%s", text, svg)
		}
	}
	c.LogY = true
	if _, err := c.Draw("log.svg"); err != nil {
		t.Error(err)
	}
	c.LogY = false
	if again, _ := c.Draw("y.SVG"); !bytes.Equal(svg, again) {
		t.Error("the same chart is drawn in two ways")
	}
	data, err := c.Draw("x.png")
	if err != nil {
		t.Fatal(err)
	}
	image, err := png.Decode(bytes.NewReader(data))
	if err != nil || image.Bounds().Dx() < 800 {
		t.Errorf("%v, %v", err, image.Bounds())
	}
	if _, err := c.Draw("x.gif"); err == nil || !strings.Contains(err.Error(), ".svg or .png") {
		t.Errorf("x.gif: %v", err)
	}
}
