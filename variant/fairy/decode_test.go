package fairy_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/fairy"
	"github.com/tainchess/tain/variant/grid"
)

// names lists the definitions in testdata/boards of the module.
var names = []string{
	"berolina", "cannon", "chess960-cylinder", "circe", "grasshopper", "hill", "knightmate-cylinder", "links", "losalamos",
	"mirror-circe", "moebius", "sphere", "three-checks", "alice", "capablanca", "klein", "torus",
}

// decode reads the fields of a definition that the tests use, without checking them.
func decode(tb testing.TB, text string) fairy.Spec {
	tb.Helper()
	var d struct {
		Name, Start, Royal, Promotes, Stalemate string
		Castling                                any
		DoublePush                              *bool `json:"double_push"`
		Links                                   []string
		Board                                   struct {
			Files, Ranks, Planes int
			Holes                string
		}
		Seam struct {
			Crossing, Kinds string
			EnPassant       string `json:"en_passant"`
		}
		Ends   struct{ Crossing, Kinds string }
		Pieces map[string]any
		Pawn   struct {
			Double, Zone int
			Must         *bool
			Promotes     string
		}
		Capture    struct{ Rebirth string }
		Passing    struct{ To string }
		Reflection *struct {
			Map, Colour string
			Makes       map[string]string
			GoesOn      string `json:"goes_on"`
			Captures    bool
			Promotions  *bool
		}
		Goal struct {
			Checks int
			Reach  map[string]string
		}
	}
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		tb.Fatalf("json.Unmarshal: %v", err)
	}
	edges := map[string]grid.Edge{"": grid.None, "none": grid.None, "wrap": grid.Wrap, "twist": grid.Twist, "hop": grid.Hop, "pole": grid.Pole}
	s := fairy.Spec{
		Board:     grid.Spec{Files: d.Board.Files, Ranks: d.Board.Ranks, Planes: d.Board.Planes, Seam: edges[d.Seam.Crossing], Ends: edges[d.Ends.Crossing]},
		SeamKinds: d.Seam.Kinds, EndsKinds: d.Ends.Kinds, SeamHome: d.Seam.EnPassant == "home",
		Royal: d.Royal, Castling: fairy.Orthodox, Promotes: d.Promotes + d.Pawn.Promotes, Double: 2, Zone: max(1, d.Pawn.Zone),
		May: d.Pawn.Must != nil && !*d.Pawn.Must, Checks: d.Goal.Checks, Passing: d.Passing.To != "",
		Rebirth: map[string]fairy.Rebirth{"": fairy.NoRebirth, "none": fairy.NoRebirth, "home": fairy.Home, "mirror": fairy.Mirror}[d.Capture.Rebirth],
	}
	s.Details = rules.Info{Name: d.Name, Title: d.Name, Start: d.Start,
		Stalemate: map[string]rules.Stalemating{"": rules.StalemateDraws, "draw": rules.StalemateDraws, "loss": rules.StalemateLoses, "win": rules.StalemateWins}[d.Stalemate]}
	if s.Board.Files == 0 {
		s.Board.Files = 8
	}
	if s.Board.Ranks == 0 {
		s.Board.Ranks = 8
	}
	if s.Details.Start == "" {
		s.Details.Start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	}
	if s.Promotes == "" {
		s.Promotes = "qrbn"
	}
	if d.Pawn.Double == 1 || d.DoublePush != nil && !*d.DoublePush {
		s.Double = 1
	}
	switch d.Castling {
	case false:
		s.Castling = fairy.NoCastling
	case "960":
		s.Castling = fairy.Chess960
	}
	g, err := grid.New(s.Board)
	if err != nil {
		tb.Fatalf("grid.New: %v", err)
	}
	square := func(name string) grid.Square {
		at, ok := g.Parse(name)
		if !ok {
			tb.Fatalf("no square %q", name)
		}
		return at
	}
	headings := map[string]grid.Heading{"n": {Y: 1}, "ne": {X: 1, Y: 1}, "e": {X: 1}, "se": {X: 1, Y: -1}, "s": {Y: -1}, "sw": {X: -1, Y: -1}, "w": {X: -1}, "nw": {X: -1, Y: 1}}
	for _, name := range strings.Fields(d.Board.Holes) {
		s.Board.Holes = append(s.Board.Holes, square(name))
	}
	for _, text := range d.Links {
		f := strings.Fields(text)
		s.Board.Links = append(s.Board.Links, grid.Link{From: square(f[0]), Out: headings[f[1]], To: square(f[3]), In: headings[f[4]]})
	}
	for letter, move := range d.Pieces {
		p := fairy.Piece{Letter: letter[0]}
		switch move := move.(type) {
		case string:
			p.Betza = move
		case map[string]any:
			p.Betza, _ = move["move"].(string)
			p.Name, _ = move["name"].(string)
		}
		s.Pieces = append(s.Pieces, p)
	}
	if f := d.Reflection; f != nil {
		s.Reflection = &fairy.Reflection{Makes: map[byte]byte{}, Own: f.Colour == "own", GoesOn: f.GoesOn, Captures: f.Captures,
			Promotions: f.Promotions == nil || *f.Promotions,
			Map:        map[string]fairy.Image{"": fairy.Rotate, "rotate": fairy.Rotate, "files": fairy.Files, "ranks": fairy.Ranks}[f.Map]}
		for from, to := range f.Makes {
			s.Reflection.Makes[from[0]] = to[0]
		}
	}
	for letter, squares := range d.Goal.Reach {
		one := fairy.Reach{Kind: letter[0]}
		for _, name := range strings.Fields(squares) {
			one.Squares = append(one.Squares, square(name))
		}
		s.Reach = append(s.Reach, one)
	}
	return s
}

// load returns the rule set of a definition in testdata/boards of the module.
func load(tb testing.TB, name string) *fairy.Rules {
	tb.Helper()
	text, err := os.ReadFile("../../testdata/boards/" + name + ".json")
	if err != nil {
		tb.Fatalf("os.ReadFile: %v", err)
	}
	return compile(tb, string(text))
}

// compile returns the rule set of a definition.
func compile(tb testing.TB, text string) *fairy.Rules {
	tb.Helper()
	r, err := fairy.New(decode(tb, text))
	if err != nil {
		tb.Fatalf("fairy.New: %v", err)
	}
	return r
}
