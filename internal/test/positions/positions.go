// Package positions sets up positions for tests: it finds a rule set, parses a position, plays moves
// and walks through random games. Only tests import it. It imports no rule set, so that tests of rule
// sets can use it. Tests of a rule set pass that rule set; other tests pass one from variant.Builtin().
package positions

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
)

// T is the part of the testing interface used here. *testing.T, *testing.B, *testing.F and
// *rapid.T implement it.
type T interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Rules returns the rule set with the given name.
func Rules(t T, all *registry.Registry, name string) rules.Rules {
	t.Helper()
	r, ok := all.Find(name)
	if !ok {
		t.Fatalf("unknown rule set %q", name)
	}
	return r
}

// Flat returns the rule sets on one 8x8 board.
func Flat(all *registry.Registry) []rules.Rules {
	return slices.DeleteFunc(all.All(), func(r rules.Rules) bool { return len(r.Info().Levels) > 0 || r.Info().Wide() })
}

// From parses a position. An empty text is the starting position. A side may have no
// king, and the side that has just moved may be in check.
func From(t T, r rules.Rules, text string) board.Position {
	t.Helper()
	if text == "" {
		text = r.Info().Start
	}
	p, err := r.Guide().ParsePosition(text, rules.ParseOptions{AllowNoKing: true, AllowCheck: true})
	if err != nil {
		t.Fatalf("%s: %q: %v", r.Info().Name, text, err)
	}
	return p
}

// Move returns the legal move with the given UCI notation. It searches the legal moves, so that
// tests of notation do not depend on the parser.
func Move(t T, r rules.Rules, p *board.Position, text string) board.Move {
	t.Helper()
	for _, m := range rules.LegalMoves(r, p) {
		if r.Guide().FormatUCI(p, m) == text {
			return m
		}
	}
	t.Fatalf("%s: %s is not legal in %s", r.Info().Name, text, r.Guide().FormatPosition(p))
	return board.NoMove
}

// After returns the position after a legal move.
func After(t T, r rules.Rules, p *board.Position, m board.Move) (next board.Position) {
	t.Helper()
	if !r.Apply(p, m, &next) {
		t.Fatalf("%s: %s is legal but cannot be applied in %s", r.Info().Name, r.Guide().FormatUCI(p, m), r.Guide().FormatPosition(p))
	}
	return next
}

// Play plays legal moves in UCI notation and returns the position after the last.
func Play(t T, r rules.Rules, p board.Position, moves ...string) board.Position {
	t.Helper()
	for _, text := range moves {
		p = After(t, r, &p, Move(t, r, &p, text))
	}
	return p
}

// Line returns a game from a position, or from the starting position if text is empty, after
// playing moves in any notation.
func Line(t T, r rules.Rules, text string, moves ...string) *rules.Line {
	t.Helper()
	line := rules.NewLine(r, From(t, r, text))
	for _, m := range moves {
		if _, err := line.PlayText(m); err != nil {
			t.Fatalf("%s: %s: %v", r.Info().Name, m, err)
		}
	}
	return line
}

// Legal lists the legal moves in UCI notation, sorted.
func Legal(r rules.Rules, p *board.Position) []string {
	var texts []string
	for _, m := range rules.LegalMoves(r, p) {
		texts = append(texts, r.Guide().FormatUCI(p, m))
	}
	slices.Sort(texts)
	return texts
}

// State returns the state of the side to move: "check", "mate", "stalemate" or "free".
func State(r rules.Rules, p *board.Position) string {
	_, attacked := r.Kings(p, p.Side)
	stuck := len(rules.LegalMoves(r, p)) == 0
	switch {
	case stuck && !attacked.Empty():
		return "mate"
	case stuck:
		return "stalemate"
	case !attacked.Empty():
		return "check"
	}
	return "free"
}

// Flip returns a position on one 8x8 board with colours swapped and ranks reversed.
func Flip(p *board.Position) board.Position {
	f := board.Empty()
	if p.Wide() != nil {
		f = board.EmptyWide()
	}
	for s, pc := range p.All() {
		f.Set(s^56, board.NewPiece(pc.Colour().Other(), pc.Role()))
	}
	c := p.Castling()
	f.SetCastling(c<<2&15 | c>>2)
	if ep := p.EnPassant(); ep != board.NoSquare {
		f.SetEnPassant(ep ^ 56)
	}
	if p.Side == board.White {
		f.Pass()
	}
	f.HalfmoveClock, f.FullmoveNumber = p.HalfmoveClock, p.FullmoveNumber
	return f
}
