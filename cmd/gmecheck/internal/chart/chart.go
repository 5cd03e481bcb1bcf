// Package chart draws numbers as curves with bands, as SVG or PNG.
package chart

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Chart is a picture: curves over one axis.
type Chart struct {
	Title, X, Y string
	LogX        bool // the x axis is logarithmic
	LogY        bool
	Curves      []Curve
	Lines       []Curve // dashed: what somebody says of a curve
}

// Curve is numbers with the halves of their intervals, which are the band around it; a NaN is left out.
type Curve struct {
	Name string
	At   []Point
	Of   string // a line: the name of the curve whose colour it has
}

// Point is one number.
type Point struct{ X, Y, Half float64 }

// Formats are the endings of the names of files that can be drawn.
var Formats = []string{".svg", ".png"}

// palette is colours that can be told apart by who sees fewer than others, too (Okabe and Ito).
var palette = []color.RGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255}, {86, 180, 233, 255}, {230, 159, 0, 255}, {110, 110, 110, 255}, {0, 0, 0, 255},
}

// The size of a picture.
const (
	width  = 16 * vg.Centimeter
	height = 10 * vg.Centimeter
	beside = 6.5 * vg.Centimeter // for a legend of many entries
)

// fewEntries is as many as the legend has in the picture. A longer one stands beside it.
const fewEntries = 5

// Draw draws a chart in the format of a file's name.
func (c Chart) Draw(file string) ([]byte, error) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = c.Title, c.X, c.Y
	p.Title.TextStyle.Font.Size, p.Title.Padding = vg.Points(11), vg.Points(6)
	p.BackgroundColor = color.White
	legend := plot.NewLegend()
	legend.Top, legend.Left, legend.XOffs, legend.TextStyle.Font.Size, legend.Padding = true, true, vg.Points(8), vg.Points(9), vg.Points(2)
	if c.LogX {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, ticks{}
	}
	if c.LogY {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, ticks{}
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{230}, color.Gray{230}
	p.Add(grid)
	for k, curve := range c.Curves {
		if err := add(p, &legend, curve, k, false); err != nil {
			return nil, err
		}
	}
	for _, line := range c.Lines {
		k := max(0, slices.IndexFunc(c.Curves, func(curve Curve) bool { return curve.Name == line.Of }))
		if err := add(p, &legend, line, k, true); err != nil {
			return nil, err
		}
	}
	room, entries := 0.02, len(c.Curves)+len(c.Lines)
	if entries <= fewEntries { // the legend stands above the curves
		room = 0.065 * float64(1+entries)
		p.Legend = legend
	}
	if !c.LogY {
		p.Y.Min = min(0, p.Y.Min)
		if p.Y.Max <= p.Y.Min {
			p.Y.Max = p.Y.Min + 1
		}
		p.Y.Max += (p.Y.Max - p.Y.Min) * room
	} else {
		p.Y.Max *= math.Pow(p.Y.Max/p.Y.Min, room)
	}
	return render(file, entries > fewEntries, func(whole draw.Canvas) {
		if entries > fewEntries {
			legend.Draw(draw.Crop(whole, width, 0, 0, -vg.Points(30)))
			whole = draw.Crop(whole, 0, -beside, 0, 0)
		}
		p.Draw(whole)
	})
}

// render draws within the margin of a picture.
func render(file string, wide bool, paint func(draw.Canvas)) ([]byte, error) {
	size, inner := vg.Length(width), func(c vg.CanvasSizer) draw.Canvas {
		return draw.Crop(draw.New(c), vg.Points(4), -vg.Points(12), vg.Points(4), -vg.Points(5))
	}
	if wide {
		size += beside
	}
	var out bytes.Buffer
	switch strings.ToLower(filepath.Ext(file)) {
	case ".svg":
		canvas := vgsvg.New(size, height)
		paint(inner(canvas))
		_, err := canvas.WriteTo(&out)
		return out.Bytes(), err
	case ".png":
		canvas := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(size, height), vgimg.UseDPI(144))}
		paint(inner(canvas))
		_, err := canvas.WriteTo(&out)
		return out.Bytes(), err
	}
	return nil, fmt.Errorf("%s: allowed is a file that ends in %s", file, strings.Join(Formats, " or "))
}

// add adds a curve and its band, and its name to the legend.
func add(p *plot.Plot, legend *plot.Legend, c Curve, k int, dashed bool) error {
	at := slices.DeleteFunc(slices.Clone(c.At), func(x Point) bool { return math.IsNaN(x.Y) })
	if len(at) == 0 {
		return nil
	}
	points, band := make(plotter.XYs, len(at)), make(plotter.XYs, 0, 2*len(at))
	for n, x := range at {
		points[n] = plotter.XY{X: x.X, Y: x.Y}
		band = append(band, plotter.XY{X: x.X, Y: x.Y + half(x)})
	}
	for _, x := range slices.Backward(at) {
		band = append(band, plotter.XY{X: x.X, Y: x.Y - half(x)})
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return err
	}
	line.Width, line.Color = vg.Points(1.4), palette[k%len(palette)]
	if dashed {
		line.Width, line.Dashes = vg.Points(1), []vg.Length{vg.Points(5), vg.Points(3)}
		p.Add(line)
		legend.Add(c.Name, line)
		return nil
	}
	if k >= len(palette) {
		line.Dashes = []vg.Length{vg.Points(1.5), vg.Points(1.5)}
	}
	area, err := plotter.NewPolygon(band)
	if err != nil {
		return err
	}
	faint := palette[k%len(palette)]
	area.Color, area.LineStyle.Width = color.NRGBA{faint.R, faint.G, faint.B, 60}, 0
	dots, err := plotter.NewScatter(points)
	if err != nil {
		return err
	}
	dots.Shape, dots.Color, dots.Radius = draw.CircleGlyph{}, palette[k%len(palette)], vg.Points(1.8)
	p.Add(area, line, dots)
	legend.Add(c.Name, line, dots)
	return nil
}

func half(x Point) float64 {
	if math.IsNaN(x.Half) {
		return 0
	}
	return x.Half
}

// ticks are those of a logarithmic axis: powers of ten with their labels, and 2 and 5 between them where there are few.
type ticks struct{}

func (ticks) Ticks(low, high float64) (all []plot.Tick) {
	labelled := []float64{1}
	if math.Log10(high/low) <= 3 {
		labelled = []float64{1, 2, 5}
	}
	for power := math.Floor(math.Log10(low)); power <= math.Ceil(math.Log10(high)); power++ {
		for digit := 1.0; digit < 10; digit++ {
			x := digit * math.Pow(10, power)
			if x < low*0.999 || x > high*1.001 {
				continue
			}
			label := ""
			if slices.Contains(labelled, digit) {
				label = strconv.FormatFloat(x, 'g', 4, 64)
			}
			all = append(all, plot.Tick{Value: x, Label: label})
		}
	}
	return all
}
