package render_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

// TestBlockers checks that the pieces that block the selected piece are marked: always for a pawn, on request
// for other pieces.
func TestBlockers(t *testing.T) {
	const rook = "4k3/8/8/8/2P4R/8/8/4K3 w - - 0 1"
	for _, c := range []struct {
		name, text, chosen string
		blockers           bool
		want, described    string
	}{
		{"triboard", "4k3/8/8/8/n7/8/P7/4K3 w - - 0 1", "a2", false, "a4", "Blocked by: the black knight on a4 of the centre."},
		{"chess", "4k3/8/8/8/n7/8/P7/4K3 w - - 0 1", "a2", false, "a4", "Blocked by: the black knight on a4."},
		{"triboard", rook, "h4", false, "", ""},
		{"triboard", rook, "h4", true, "c4 c4", "Blocked by: the white pawn on c4 of the right board, the white pawn on c4 of the centre."},
		{"cylinder", rook, "h4", true, "c4 c4", "Blocked by: the white pawn on c4, the white pawn on c4."},
		{"triboard", "", "b1", true, "d2 h2", "the white pawn on h2 of the left board"},
		{"triboard", "", "e2", true, "", ""},
	} {
		s := scene(t, c.name, c.text)
		s.Chosen, s.Blockers = c.chosen, c.blockers
		d := drawing(t, s)
		wellFormed(t, d)
		if got := strings.Join(marks(d.Shapes, paint.BlockMark), " "); got != c.want {
			t.Errorf("%s, %s: marked %q, want %q", c.name, c.chosen, got, c.want)
		}
		if !strings.Contains(d.Text, c.described) || c.described == "" && strings.Contains(d.Text, "Blocked by") {
			t.Errorf("%s, %s: text %q lacks %q", c.name, c.chosen, d.Text, c.described)
		}
	}
	// The only pawn on the rook's rank is marked twice, on the centre board and on the right board. Each mark
	// is next to the pawn.
	s := scene(t, "triboard", rook)
	s.Chosen, s.Blockers = "h4", true
	var at []float64
	for _, shape := range drawing(t, s).Shapes {
		if g, ok := shape.(paint.Group); ok && g.Role == paint.BlockMark {
			box := g.Shapes[len(g.Shapes)-1].(paint.Path).Outline
			at = append(at, box[1].P[0].X)
		}
	}
	if slices.Sort(at); len(at) != 2 || at[1]-at[0] < 600 {
		t.Errorf("marks at %v, want them on two boards", at)
	}
	s = scene(t, "trid", "")
	s.Chosen, s.Blockers = "a1W", true
	if _, err := render.Draw(s); err == nil || !strings.Contains(err.Error(), "pictures of trid cannot show blockers") {
		t.Errorf("trid: %v", err)
	}
	s = scene(t, "chess", "")
	s.Blockers = true
	if _, err := render.Draw(s); err == nil || !strings.Contains(err.Error(), "choose the piece") {
		t.Errorf("no selected piece: %v", err)
	}
}

// TestPairs counts the lines between squares and their reflections, and checks the description.
func TestPairs(t *testing.T) {
	for _, name := range []string{"mirrorsquare", "nachfolger"} {
		for _, theme := range paint.Themes() {
			d, err := render.DrawPairs(positions.Rules(t, variant.Builtin(), name), theme, nil)
			if err != nil {
				t.Fatalf("render.DrawPairs: %v", err)
			}
			wellFormed(t, d)
			if got := len(marks(d.Shapes, paint.MirrorRole)); got != 32 {
				t.Errorf("%s: %d pairs, want 32", name, got)
			}
			for _, pair := range []string{"a1 and h8", "e4 and d5", "d4 and e5", "b3 and g6", "e2 and d7", "e1 and d8"} {
				if !strings.Contains(d.Text, pair) {
					t.Errorf("%s: %q does not name %s", name, d.Text, pair)
				}
			}
		}
	}
	// The description lists the pairs of any reflection map.
	sideways := flat.New(flat.Rules{
		Details: rules.Info{Name: "sideways"}, Topology: topology.Plane, Reflection: &flat.Reflection{Map: topology.Files},
	})
	if d, err := render.DrawPairs(sideways, paint.Light, nil); err != nil || len(marks(d.Shapes, paint.MirrorRole)) != 32 || !strings.Contains(d.Text, "a1 and h1, b1 and g1") {
		t.Errorf("pairs along the ranks: %v, %+v", err, d)
	}
	for _, name := range []string{"chess", "triboard", "trid"} {
		if _, err := render.DrawPairs(positions.Rules(t, variant.Builtin(), name), paint.Light, nil); err == nil {
			t.Errorf("%s: DrawPairs returned no error", name)
		}
	}
}
