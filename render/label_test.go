package render

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/trid"
)

// pinNames lists the pins in the order in which the position text lists them.
var pinNames = strings.Fields("QL1 QL2 QL3 QL4 QL5 QL6 KL1 KL2 KL3 KL4 KL5 KL6")

// occupations calls a function with two positions for every choice of four pins. White owns the first two
// boards in one and the last two in the other. All boards are turned, which makes their names as long as
// possible.
func occupations(do func(text string)) {
	for held := range 1 << len(pinNames) {
		var pins []string
		for i, name := range pinNames {
			if held>>i&1 != 0 {
				pins = append(pins, name)
			}
		}
		if len(pins) != 4 {
			continue
		}
		for _, owners := range [...]string{"wwbb", "bbww"} {
			text := "W:4/4/4/1K2|N:4/4/4/4|B:1k2/4/4/4"
			for i, name := range pins {
				text += "|" + name + owners[i:i+1] + "^:2/2"
			}
			do(text + " w - - - 0 1")
		}
	}
}

// TestLabelsDoNotOverlap draws boards on every choice of pins, from both sides and in both views. It checks
// that no name overlaps another name, a board or the edge of the picture.
func TestLabelsDoNotOverlap(t *testing.T) {
	count, shown := 0, 0
	occupations(func(text string) {
		count++
		if testing.Short() && count%7 != 0 {
			return
		}
		p, err := trid.Rules.Guide().ParsePosition(text, rules.ParseOptions{})
		if err != nil {
			t.Fatalf("trid.Rules.Guide().ParsePosition(%q): %v", text, err)
		}
		for _, view := range []View{Plan, Oblique} {
			for _, flip := range []bool{false, true} {
				s := NewScene(trid.Rules, p)
				s.View, s.Flip = view, flip
				for _, fault := range labelFaults(newLayout(s)) {
					if shown++; shown < 20 {
						t.Errorf("%s, view %v, flipped %v: %s", text, view, flip, fault)
					}
				}
			}
		}
	})
	if count != 2*495 {
		t.Errorf("drew %d positions, want 990", count)
	}
	if shown > 0 {
		t.Errorf("%d labels overlap", shown)
	}
}

// labelFaults returns the overlaps of labels in a layout.
func labelFaults(l *layout) (faults []string) {
	var boxes []paint.Box
	var words []string
	whole := paint.Box{X: 0, Y: 0, W: l.width, H: l.height}
	for _, shape := range l.labels {
		label, ok := shape.(paint.Label)
		if !ok {
			continue
		}
		b := label.TextBox()
		// Another typeface may be one twelfth wider.
		more := b.W / 12
		b.W += more
		if label.Anchor == paint.End {
			b.X -= more
		}
		for i, other := range boxes {
			if overlap(corners(b), corners(other)) {
				faults = append(faults, fmt.Sprintf("%q over %q", label.Words, words[i]))
			}
		}
		for i := range l.plates {
			frame := points(l.plates[i].frame())
			under := points(l.plates[i].frame().Fit(1, 1, paint.Point{X: 0, Y: thick})) // includes the edge that the oblique view shows
			if overlap(corners(b), frame) || l.upright && overlap(corners(b), under) {
				faults = append(faults, fmt.Sprintf("%q overlaps the board with %s", label.Words, l.plates[i].fields[0].name))
			}
		}
		if b.X < 0 || b.Y < 0 || b.X+b.W > whole.W || b.Y+b.H > whole.H {
			faults = append(faults, fmt.Sprintf("%q overlaps the edge of the picture", label.Words))
		}
		boxes, words = append(boxes, b), append(words, label.Words)
	}
	return faults
}

func corners(b paint.Box) []paint.Point {
	return []paint.Point{{X: b.X, Y: b.Y}, {X: b.X + b.W, Y: b.Y}, {X: b.X + b.W, Y: b.Y + b.H}, {X: b.X, Y: b.Y + b.H}}
}

func points(o paint.Outline) (all []paint.Point) {
	for _, s := range o {
		if s.Verb != paint.Close {
			all = append(all, s.End())
		}
	}
	return all
}

// overlap reports whether two convex polygons share more than an edge. They do if no side of either polygon
// separates them.
func overlap(a, b []paint.Point) bool {
	for _, sides := range [][]paint.Point{a, b} {
		for i, from := range sides {
			d := sides[(i+1)%len(sides)].Sub(from)
			lowA, highA := reach(a, d)
			lowB, highB := reach(b, d)
			if highA <= lowB+1e-9 || highB <= lowA+1e-9 {
				return false
			}
		}
	}
	return true
}

// reach returns the extent of points perpendicular to a direction.
func reach(all []paint.Point, d paint.Point) (low, high float64) {
	for i, p := range all {
		x := p.X*d.Y - p.Y*d.X
		if i == 0 {
			low, high = x, x
		}
		low, high = min(low, x), max(high, x)
	}
	return low, high
}
