package render_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant"
)

// scene returns a scene of a position in a named rule set.
func scene(t testing.TB, name, text string) *render.Scene {
	t.Helper()
	r := positions.Rules(t, variant.Builtin(), name)
	return render.NewScene(r, positions.From(t, r, text))
}

func drawing(t testing.TB, s *render.Scene) *paint.Drawing {
	t.Helper()
	d, err := render.Draw(s)
	if err != nil {
		t.Fatalf("render.Draw: %v", err)
	}
	return d
}

// marks returns the squares of the groups with a role, in order.
func marks(shapes []paint.Shape, role paint.GroupRole) (names []string) {
	for _, s := range shapes {
		if g, ok := s.(paint.Group); ok {
			if g.Role == role {
				names = append(names, g.Square)
			}
			names = append(names, marks(g.Shapes, role)...)
		}
	}
	slices.Sort(names)
	return names
}

// TestHintsAreTheLegalMoves compares the hints for random pieces and for every board, in random positions, with
// the legal moves.
func TestHintsAreTheLegalMoves(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		t.Run(r.Info().Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 6))
			drawn := 0
			for p := range positions.Games(t, r, 6, 3, 30, positions.Any) {
				for range 3 {
					drawn += compareHints(t, r, *p, pick(p.ByColour(p.Side), random))
				}
				compareBoards(t, r, *p, rules.LegalMoves(r, p))
			}
			if drawn < 100 {
				t.Errorf("only %d hints were drawn", drawn)
			}
		})
	}
}

func pick(set board.Bitboard, random *rand.Rand) board.Square {
	for range random.IntN(set.Count()) {
		set.Pop()
	}
	return set.First()
}

func compareHints(t *testing.T, r rules.Rules, p board.Position, from board.Square) int {
	t.Helper()
	g := r.Guide()
	s := render.NewScene(r, p)
	s.Chosen = g.SquareName(&p, from)
	d := drawing(t, s)
	var quiet, captures []string
	for _, m := range rules.LegalMovesFrom(r, &p, from) {
		name := g.SquareName(&p, m.To())
		if g.Class(&p, m)&rules.Capture != 0 {
			captures = append(captures, name)
		} else {
			quiet = append(quiet, name)
		}
	}
	for role, want := range map[paint.GroupRole][]string{paint.MoveHint: quiet, paint.CaptureHint: captures} {
		slices.Sort(want)
		want = slices.Compact(want) // all promotions on a square share one hint
		if got := marks(d.Shapes, role); !slices.Equal(got, want) {
			t.Fatalf("%s, %s: %s hints = %v, want %v", g.FormatPosition(&p), s.Chosen, role, got, want)
		}
	}
	if got := marks(d.Shapes, paint.ChosenMark); !slices.Equal(got, []string{s.Chosen}) {
		t.Fatalf("%s: chosen squares = %v, want %s", g.FormatPosition(&p), got, s.Chosen)
	}
	return len(quiet) + len(captures)
}

// compareBoards compares the hints for every board with the board's legal moves.
func compareBoards(t *testing.T, r rules.Rules, p board.Position, legal []board.Move) {
	t.Helper()
	pinned, ok := r.(rules.MovingBoards)
	if !ok {
		return
	}
	for _, stand := range pinned.Boards(&p) {
		s := render.NewScene(r, p)
		s.Chosen = stand.Mount
		var want []string
		for _, m := range legal {
			if m.Type() >= board.BoardShift && strings.HasPrefix(r.Guide().FormatUCI(&p, m), stand.Mount) {
				w := r.Guide().Ways(&p, m)[0]
				want = append(want, w[len(w)-1].Square)
			}
		}
		slices.Sort(want)
		if got := marks(drawing(t, s).Shapes, paint.PinHint); !slices.Equal(got, slices.Compact(want)) {
			t.Fatalf("%s: hints for the board on %s = %v, want %v", r.Guide().FormatPosition(&p), stand.Mount, got, want)
		}
	}
}

// TestRandomScenes previews and plays random moves in every rule set. It checks that the SVG is well formed
// and that the drawing can be rasterised.
func TestRandomScenes(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		t.Run(r.Info().Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(2, 6))
			for p, m := range positions.Walk(r, positions.From(t, r, ""), random, 40, positions.Any) {
				if m == board.NoMove {
					break
				}
				s := render.NewScene(r, *p)
				s.Theme = paint.Themes()[random.IntN(3)]
				s.Flip, s.Coordinates = random.IntN(2) == 0, random.IntN(2) == 0
				if len(r.Info().Levels) > 0 && random.IntN(2) == 0 {
					s.View = render.Oblique
				}
				s.Move = m
				before := drawing(t, s)
				wellFormed(t, before)
				s.Move = board.NoMove
				s.Play(m)
				after := drawing(t, s)
				wellFormed(t, after)
				if want := len(s.Fresh); len(marks(before.Shapes, paint.MirrorRole)) < want {
					t.Errorf("%s spawns %v, but the preview shows no reflection", r.Guide().FormatUCI(p, m), s.Fresh)
				}
				if _, err := after.Image(120); err != nil {
					t.Errorf("after.Image: %v", err)
				}
			}
		})
	}
}

// elements lists the SVG elements that drawings may contain.
var elements = []string{"svg", "title", "desc", "defs", "symbol", "radialGradient", "stop", "rect", "circle", "line", "path", "text", "use", "g"}

// wellFormed checks the SVG of a drawing and returns its title and description.
func wellFormed(t testing.TB, d *paint.Drawing) (title, desc string) {
	t.Helper()
	text, err := d.SVG(500)
	if err != nil {
		t.Fatalf("d.SVG: %v", err)
	}
	in := xml.NewDecoder(bytes.NewReader(text))
	open := ""
	ids := map[string]bool{}
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			return title, desc
		}
		if err != nil {
			t.Fatalf("the SVG cannot be parsed: %v\n%s", err, text)
		}
		switch token := token.(type) {
		case xml.StartElement:
			open = token.Name.Local
			if !slices.Contains(elements, open) {
				t.Fatalf("the SVG has an unexpected element %s", open)
			}
			for _, a := range token.Attr {
				switch {
				case a.Name.Local == "id":
					ids[a.Value] = true
				case a.Name.Local == "href" && !ids[strings.TrimPrefix(a.Value, "#")]:
					t.Fatalf("the SVG uses %s before it is defined", a.Value)
				case strings.HasPrefix(a.Name.Local, "on"), strings.Contains(a.Value, "NaN"), strings.Contains(a.Value, "Inf"):
					t.Fatalf("the SVG has an unexpected attribute %s=%q", a.Name.Local, a.Value)
				}
			}
		case xml.CharData:
			if open == "title" {
				title += string(token)
			} else if open == "desc" {
				desc += string(token)
			}
		case xml.EndElement:
			open = ""
		default:
			t.Fatalf("the SVG has an unexpected %T", token)
		}
	}
}

func TestHintPositions(t *testing.T) {
	for _, c := range []struct {
		name, chosen, hint string
		flip               bool
		file, rank         float64 // from the left and the top, in squares
	}{
		{"chess", "e2", "e4", false, 4.5, 4.5},
		{"chess", "e2", "e4", true, 3.5, 3.5},
		{"triboard", "a2", "a4", false, 8.5, 4.5},
		{"triboard", "a2", "a4", true, 15.5, 3.5},
	} {
		s := scene(t, c.name, "")
		s.Chosen, s.Flip = c.chosen, c.flip
		d := drawing(t, s)
		at := centreOf(d.Shapes, paint.MoveHint, c.hint)
		squares := 8.0
		if c.name == "triboard" {
			squares = 24
		}
		left := (d.Width - squares*100) / 2
		top := left
		if c.name == "triboard" {
			top = 64
		}
		if at.X != left+c.file*100 || at.Y != top+c.rank*100 {
			t.Errorf("%s, flipped %v: the hint on %s is at %v", c.name, c.flip, c.hint, at)
		}
	}
}

// centreOf returns the centre of the first circle in a mark.
func centreOf(shapes []paint.Shape, role paint.GroupRole, square string) (at paint.Point) {
	for _, s := range shapes {
		g, ok := s.(paint.Group)
		if !ok {
			continue
		}
		if g.Role == role && g.Square == square {
			return g.Shapes[0].(paint.Circle).At
		}
		if at := centreOf(g.Shapes, role, square); at != (paint.Point{}) {
			return at
		}
	}
	return at
}

// TestSeamWays checks the ways over the seam, which are drawn only for moves without another way. It also
// checks the arrows back to the centre board, which are drawn once per line.
func TestSeamWays(t *testing.T) {
	for _, c := range []struct{ text, chosen, ways, returns string }{
		{"rnbqkbnr/pp2pppp/2p5/3p4/3P3P/8/PPP1PPP1/RNBQKBNR w KQkq - 0 3", "b1", "h2", "h2"},
		{"rnbqkbnr/pp2pppp/2p5/3p4/3P3P/8/PPP1PPP1/RNBQKBNR w KQkq - 0 3", "c1", "a7", "a7"},
		{"r3k2r/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPPP/R3K3 w Qkq - 0 9", "a1", "f1 g1 h1", "f1"},
		{"4k3/1pp2pp1/8/8/7Q/8/1P3PP1/4K3 w - - 0 1", "h4", "a3 a5 b6 c7", "a3 c7"},
		{"4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2", "a5", "h7", "h7"},
		{"", "e2", "", ""},
	} {
		s := scene(t, "triboard", c.text)
		s.Chosen = c.chosen
		d := drawing(t, s)
		if got := strings.Join(marks(d.Shapes, paint.WayRole), " "); got != c.ways {
			t.Errorf("%s: ways lead to %q, want %q", c.chosen, got, c.ways)
		}
		if got := strings.Join(marks(d.Shapes, paint.ReturnRole), " "); got != c.returns {
			t.Errorf("%s: return arrows lead to %q, want %q", c.chosen, got, c.returns)
		}
	}
}

// TestPreviews checks the pieces, reflections and descriptions in previews.
func TestPreviews(t *testing.T) {
	for _, c := range []struct{ name, text, move, ghosts, mirrors string }{
		{"chess", "", "e4", "e4", ""},
		{"chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", "", ""},
		{"chess", "r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "f1 g1", ""},
		{"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=N", "a8", ""},
		{"chess", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=R", "b8", ""},
		{"triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2", "a5h7", "h7 h7", ""},
		{"mirrorsquare", "", "e4", "d5 e4", "d5"},
		{"nachfolger", "", "e4", "d5 e4", "d5"},
		{"nachfolger", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "Qh5", "a4 h5", "a4"},
		{"nachfolger", "4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1", "Qe5", "e5", "d4"},
		{"trid", "W:4/4/P1PP/1BBN|N:N3/4/4/4|B:nbbn/pppp/4/4|QL1w:P1/2|QL4b:2/1q|KL2w:PP/RK|KL6b:kr/pp w - - - 0 12", "QL1-QL2", "z5QL2", ""},
	} {
		s := scene(t, c.name, c.text)
		played, err := rules.Play(s.Rules, &s.Position, c.move)
		if err != nil {
			t.Errorf("%s, %s: %v", c.name, c.move, err)
			continue
		}
		s.Move = played.Move
		d := drawing(t, s)
		if got := strings.Join(marks(d.Shapes, paint.GhostRole), " "); got != c.ghosts {
			t.Errorf("%s %s: ghosts on %q, want %q", c.name, c.move, got, c.ghosts)
		}
		if got := strings.Join(marks(d.Shapes, paint.MirrorRole), " "); got != c.mirrors {
			t.Errorf("%s %s: reflections lead to %q, want %q", c.name, c.move, got, c.mirrors)
		}
		if want := describe.Sentence(s.Rules, &s.Position, s.Move).String(); !strings.Contains(d.Text, want) {
			t.Errorf("%s %s: description = %q, want it to contain %q", c.name, c.move, d.Text, want)
		}
	}
}

func TestLastMoveAndCheck(t *testing.T) {
	s := scene(t, "chess", "rnbqkbnr/ppppp2p/5p2/6pQ/4P3/2N5/PPPP1PPP/R1B1KBNR b KQkq - 1 3")
	if err := s.SetLast("D1H5"); err != nil {
		t.Fatalf(`s.SetLast("D1H5"): %v`, err)
	}
	d := drawing(t, s)
	if got := marks(d.Shapes, paint.LastMark); !slices.Equal(got, []string{"d1", "h5"}) {
		t.Errorf("tinted squares = %v", got)
	}
	if got := marks(d.Shapes, paint.CheckMark); !slices.Equal(got, []string{"e8"}) {
		t.Errorf("kings in check = %v", got)
	}
	for _, bad := range []string{"", "Nf3", "e4", "d1", "d1h5x", "\x00", strings.Repeat("e2e4", 1000)} {
		if err := s.SetLast(bad); err == nil {
			t.Errorf("%q was accepted as a last move", bad)
		}
	}

	s = scene(t, "trid", "")
	if err := s.SetLast("b7Bb5N"); err != nil {
		t.Fatalf(`s.SetLast("b7Bb5N"): %v`, err)
	}
	if got := marks(drawing(t, s).Shapes, paint.LastMark); !slices.Equal(got, []string{"b5N", "b7B"}) {
		t.Errorf("trid: tinted squares = %v", got)
	}
	if err := s.SetLast("QL2-QL1"); err != nil {
		t.Fatalf(`s.SetLast("QL2-QL1"): %v`, err)
	}
	if got := marks(drawing(t, s).Shapes, paint.LastMark); len(got) != 4 || got[0] != "a0QL1" {
		t.Errorf("trid: tinted squares = %v", got)
	}

	s = scene(t, "nachfolger", "")
	played, err := rules.Play(s.Rules, &s.Position, "e4")
	if err != nil {
		t.Fatalf(`rules.Play("e4"): %v`, err)
	}
	s.Play(played.Move)
	if !slices.Equal(s.Last, []string{"e2", "e4"}) || !slices.Equal(s.Fresh, []string{"d5"}) || s.Position != played.Next {
		t.Errorf("after e4: last squares %v, spawned %v", s.Last, s.Fresh)
	}
}

func TestInvalidScenes(t *testing.T) {
	for _, c := range []struct {
		change func(s *render.Scene)
		want   string
	}{
		{func(s *render.Scene) { s.Chosen = "e4" }, "there is no piece on e4 to select"},
		{func(s *render.Scene) { s.Chosen = "e7" }, "the black pawn on e7 cannot be selected: it is White's turn"},
		{func(s *render.Scene) { s.Chosen = "<b>" }, "a square is a file a-h"},
		{func(s *render.Scene) { s.View = "inside" }, "unknown view"},
		{func(s *render.Scene) { s.View = render.Oblique }, "flat boards"},
		{func(s *render.Scene) { s.Rules = nil }, "needs a rule set"},
		{func(s *render.Scene) { s.Move = board.NewMove(0, 63, board.NoRole) }, "rook"},
	} {
		s := scene(t, "chess", "")
		c.change(s)
		if _, err := render.Draw(s); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error = %v, want it to contain %q", err, c.want)
		}
	}
	d := drawing(t, scene(t, "chess", ""))
	for _, width := range []int{-1, 0, paint.MinWidth - 1, paint.MaxWidth + 1, 1 << 40} {
		if _, err := d.SVG(width); err == nil {
			t.Errorf("an SVG %d wide was drawn", width)
		}
		if err := d.PNG(io.Discard, width); err == nil {
			t.Errorf("a PNG %d wide was drawn", width)
		}
	}
}

func ExampleDraw() {
	r, _ := variant.Builtin().Find("mirrorsquare")
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := render.NewScene(r, start)
	played, err := rules.Play(r, &start, "e4")
	if err != nil {
		fmt.Println(err)
		return
	}
	s.Move = played.Move
	d, err := render.Draw(s)
	if err != nil {
		fmt.Println(err)
		return
	}
	svg, err := d.SVG(d.UsualWidth())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Text)
	fmt.Println(bytes.HasPrefix(svg, []byte("<svg")))
	// Output:
	// White to move. White pawn to e4; a black pawn appears on d5.
	// true
}

// TestDefaultTheme checks that the default theme is Light.
func TestDefaultTheme(t *testing.T) {
	want, plain := scene(t, "chess", ""), scene(t, "chess", "")
	want.Theme, plain.Theme = paint.Light, nil
	a, _ := drawing(t, want).SVG(400)
	if b, err := drawing(t, plain).SVG(400); err != nil || !bytes.Equal(a, b) {
		t.Errorf("the picture without a theme differs from the light one: %v", err)
	}
	if plain.Theme != nil {
		t.Error("Draw modified the scene")
	}
}
