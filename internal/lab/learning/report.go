package learning

import (
	"fmt"
	"html"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/tainchess/tain/engine/train"
)

// report writes the results of all rounds as a table and as a chart.
func (l *Loop) report() error {
	var text strings.Builder
	fmt.Fprintf(&text, "tain learn %s %s\n\n", l.Rules.Info().Name, l.State.Settings)
	count := func(r *Round) (string, int) { return "positions", r.Positions }
	if l.Weights {
		count = func(r *Round) (string, int) { return "games", r.Games }
	}
	heading, _ := count(&Round{})
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "round\t"+heading+"\ttraining\tvalidation\tmatch\tElo")
	for i, r := range l.State.Rounds {
		last := train.Epoch{}
		if len(r.Curve) > 0 {
			last = r.Curve[len(r.Curve)-1]
		}
		verdict := ""
		if r.Kept {
			verdict = " accepted"
		}
		_, n := count(&r)
		fmt.Fprintf(table, "%d\t%d\t%.5f\t%.5f\t%s\t%s%s\n", i+1, n, last.Training, last.Validation,
			r.Score, r.Elo, verdict)
	}
	table.Flush() // cannot fail: it writes to memory
	if err := l.Host.Write(l.path("report.txt"), text.String()); err != nil {
		return err
	}
	return l.Host.Write(l.path("report.svg"), curves(filepath.Base(l.Output), l.State.Rounds))
}

// curves draws the losses by epoch, over all rounds, as SVG.
func curves(title string, rounds []Round) string {
	const width, height, edge = 720.0, 320.0, 40.0
	low, high, most := 1.0, 0.0, 0
	for _, r := range rounds {
		for _, e := range r.Curve {
			low, high = min(low, e.Training, e.Validation), max(high, e.Training, e.Validation)
		}
		most += len(r.Curve)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" `+
		`font-family="sans-serif" font-size="12">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="#fff"/><text x="%.0f" y="20">%s</text>`+"\n", edge,
		html.EscapeString(title+": loss by epoch, training (grey) and validation (black)"))
	if most > 1 && high > low {
		at := func(i int, loss float64) string {
			return fmt.Sprintf("%.1f,%.1f ", edge+float64(i)*(width-2*edge)/float64(most-1),
				edge+(high-loss)*(height-2*edge)/(high-low))
		}
		first := 0
		for _, r := range rounds {
			var training, validation strings.Builder
			for i, e := range r.Curve {
				training.WriteString(at(first+i, e.Training))
				validation.WriteString(at(first+i, e.Validation))
			}
			first += len(r.Curve)
			fmt.Fprintf(&b, `<polyline fill="none" stroke="#999" points="%s"/>`+
				`<polyline fill="none" stroke="#000" stroke-width="1.5" points="%s"/>`+"\n",
				training.String(), validation.String())
		}
		for _, loss := range []float64{low, high} {
			fmt.Fprintf(&b, `<text x="2" y="%.1f" font-size="10">%.4f</text>`+"\n",
				edge+(high-loss)*(height-2*edge)/(high-low)+4, loss)
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}
