package describe_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant"
)

// flatNames lists rule sets on flat boards. They accept the same positions.
const flatNames = "chess cylinder triboard mirrorsquare nachfolger"

// brief formats changes concisely, as in "captured p d5-, moves P e4-d5".
func brief(changes []describe.Change) string {
	var all []string
	for _, c := range changes {
		text := fmt.Sprintf("%s %c %s-%s", c.Effect, c.Piece.Letter(), c.From, c.To)
		if c.Into != board.NoPiece {
			text += fmt.Sprintf("=%c", c.Into.Letter())
		}
		if c.Effect == describe.BoardMoved {
			text = fmt.Sprintf("board %s-%s %v-%v", c.Mount, c.Onto, c.Gone, c.Came)
		}
		if c.Effect == describe.Turned {
			text = "turns " + c.Mount
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

func TestChanges(t *testing.T) {
	for _, test := range []struct{ about, names, fen, move, want string }{
		{"step", "chess cylinder triboard", "start", "e2e4", "moves P e2-e4"},
		{"capture", flatNames, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "captured p d5-, moves P e4-d5"},
		{"en passant", flatNames, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "captured p d5-, moves P e5-d6"},
		{"en passant over the seam", "cylinder", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", "a5h6", "captured p h5-, moves P a5-h6"},
		{"seam en passant (3.3)", "triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", "a5h7", "captured p h5-, moves P a5-h7"},
		{"castling", "chess cylinder triboard mirrorsquare", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "castles K e1-g1, castles R h1-f1"},
		{"long castling", "chess cylinder triboard mirrorsquare", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", "castles k e8-c8, castles r a8-d8"},
		{"promotion", "chess cylinder triboard mirrorsquare", "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "e7e8n", "moves P e7-e8, promotes P e8-e8=N"},
		{"capturing promotion", flatNames, "3r4/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "e7d8q", "captured r d8-, moves P e7-d8, promotes P d8-d8=Q"},

		{"the same role appears (2.1)", "mirrorsquare", "start", "e2e4", "moves P e2-e4, appears p -d5"},
		{"nothing appears on an occupied square", "mirrorsquare", "4k3/8/8/4p3/8/8/6K1/B7 w - - 0 1", "a1d4", "moves B a1-d4"},
		{"reflection onto the origin (2.6)", "mirrorsquare", "4k3/8/8/3B4/8/8/8/1K6 w - - 0 1", "d5e4", "moves B d5-e4, appears b -d5"},
		{"a king spawns a king (2.4)", "mirrorsquare", "8/8/8/8/8/8/7k/4K3 w - - 0 1", "e1e2", "moves K e1-e2, appears k -d7"},

		{"successor appears (2.1)", "nachfolger", "start", "e2e4", "moves P e2-e4, appears n -d5"},
		{"queen goes on (2.2)", "nachfolger", "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1", "d1h5", "moves Q d1-h5, goes on Q h5-a4"},
		{"queen stays if the reflection is occupied", "nachfolger", "k7/8/8/8/p7/8/8/K2Q4 w - - 0 1", "d1h5", "moves Q d1-h5"},
		{"queen captures (2.6)", "nachfolger", "k7/8/8/7p/8/8/8/K2Q4 w - - 0 1", "d1h5", "captured p h5-, moves Q d1-h5"},
		{"pass (2.5)", "nachfolger", "7k/8/8/8/4Q3/8/8/K7 w - - 0 1", "e4d5", "moves Q e4-d5, goes on Q d5-e4"},
		{"king goes on", "nachfolger", "7k/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2", "moves K e1-e2, goes on K e2-d7"},
		{"a second queen is not confused with the mover", "nachfolger", "7k/8/8/8/8/8/8/K2Q2Q1 w - - 0 1", "d1d4", "moves Q d1-d4, goes on Q d4-e5"},
		{"promotion spawns the successor (2.3)", "nachfolger", "8/4P3/8/8/8/2k4K/8/8 w - - 0 1", "e7e8r", "moves P e7-e8, promotes P e8-e8=R, appears q -d1"},
		{"promotion to a queen (2.3)", "nachfolger", "8/4P3/8/8/8/2k5/8/6K1 w - - 0 1", "e7e8q", "moves P e7-e8, promotes P e8-e8=Q"},
	} {
		for _, name := range strings.Fields(test.names) {
			r := positions.Rules(t, variant.Builtin(), name)
			p := new(positions.From(t, r, test.fen))
			m := positions.Move(t, r, p, test.move)
			var next board.Position
			r.Apply(p, m, &next)
			if got := brief(describe.Changes(r, p, &next, m)); got != test.want {
				t.Errorf("%s, %s: %s, want %s", name, test.about, got, test.want)
			}
		}
	}
}

// placement returns the pieces of a position by square name.
func placement(r rules.Rules, p *board.Position) map[string]board.Piece {
	pieces := map[string]board.Piece{}
	for s := range board.Square(64) {
		if pc := p.Piece(s); pc != board.NoPiece {
			pieces[r.Guide().SquareName(p, s)] = pc
		}
	}
	return pieces
}

// replay applies changes to a placement as [describe.Change] describes.
func replay(pieces map[string]board.Piece, changes []describe.Change) {
	for _, c := range changes {
		if c.Piece != board.NoPiece && pieces[c.From] == c.Piece {
			delete(pieces, c.From)
		}
		if c.Into != board.NoPiece {
			pieces[c.To] = c.Into
		} else if c.To != "" {
			pieces[c.To] = c.Piece
		}
	}
}

// TestChangesReplay checks that applying a move's changes to the placement before the move gives the
// placement after it.
func TestChangesReplay(t *testing.T) {
	for _, r := range positions.Flat(variant.Builtin()) {
		name := r.Info().Name
		seen := map[describe.Effect]int{}
		for p, m := range positions.Games(t, r, 4, 20, 160, positions.Captures) {
			if m == board.NoMove {
				continue
			}
			for _, m := range append(rules.LegalMovesFrom(r, p, m.From()), m) {
				var next board.Position
				r.Apply(p, m, &next)
				changes := describe.Changes(r, p, &next, m)
				pieces := placement(r, p)
				replay(pieces, changes)
				if !maps.Equal(pieces, placement(r, &next)) {
					t.Fatalf("%s: %s in %s: %s does not lead to %s", name, r.Guide().FormatUCI(p, m),
						r.Guide().FormatPosition(p), brief(changes), r.Guide().FormatPosition(&next))
				}
				for _, c := range changes {
					seen[c.Effect]++
				}
			}
		}
		for effect, wanted := range map[describe.Effect]bool{
			describe.Moved: true, describe.Captured: true, describe.Promoted: true,
			describe.Castled:  r.Info().Castling,
			describe.Appeared: name == "mirrorsquare" || name == "nachfolger",
			describe.WentOn:   name == "nachfolger",
			describe.Carried:  false, describe.BoardMoved: false, describe.Turned: false,
		} {
			if (seen[effect] > 0) != wanted {
				t.Errorf("%s: %q occurred %d times", name, effect, seen[effect])
			}
		}
	}
}

// ferry is chess with the squares of the lower left corner on a board that can move and turn. The names of
// these squares depend on the position.
type ferry struct{ rules.Rules }

type ferryGuide struct{ rules.Guide }

func (f ferry) Guide() rules.Guide { return ferryGuide{f.Rules.Guide()} }

func (g ferryGuide) SquareName(p *board.Position, s board.Square) string {
	if s.File() < 2 && s.Rank() < 2 {
		return fmt.Sprintf("%v/%d", s, p.Extra[0])
	}
	return s.String()
}

func (f ferry) Mounts() []rules.Mount { return []rules.Mount{{Name: "0"}, {Name: "1"}, {Name: "2"}} }

func (f ferry) BoardGoals(*board.Position, string) []rules.BoardGoal { return nil }

// Boards returns the ferry and a buoy that never moves.
func (f ferry) Boards(p *board.Position) []rules.MountedBoard {
	return []rules.MountedBoard{{Mount: fmt.Sprint(p.Extra[0]), Turned: p.Extra[1] == 1}, {Mount: "2", Owner: board.Black, Turned: true}}
}

// TestChangesOfBoards checks the changes when a board has moved or turned.
func TestChangesOfBoards(t *testing.T) {
	r := ferry{positions.Rules(t, variant.Builtin(), "chess")}
	const board1 = "board 0-1 [a1/0 b1/0 a2/0 b2/0]-[a1/1 b1/1 a2/1 b2/1]"
	shift := func(p *board.Position) { p.Extra[0] = 1 }
	turn := func(p *board.Position) { p.Extra[1] = 1 }
	for _, test := range []struct {
		about, fen string
		form       board.MoveType
		change     func(p *board.Position)
		want       string
	}{
		{"empty board", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", board.BoardShift, shift, board1},
		{"passenger", "4k3/8/8/8/8/8/8/1R2K3 w - - 0 1", board.BoardShift, shift, board1 + ", carried R b1/0-b1/1"},
		{"passenger turned", "4k3/8/8/8/8/8/8/1R2K3 w - - 0 1", board.BoardTurn180, func(p *board.Position) {
			shift(p)
			turn(p)
			p.Shift(1, 8, p.Piece(1))
		}, board1 + ", turns 1, carried R b1/0-a2/1"},
		{"turned in place", "4k3/8/8/8/8/8/8/1R2K3 w - - 0 1", board.BoardTurn180, func(p *board.Position) {
			turn(p)
			p.Shift(1, 8, p.Piece(1))
		}, "turns 0, carried R b1/0-a2/0"},
		{"empty board turned in place", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", board.BoardTurn180, turn, "turns 0"},
		{"a carried pawn and one left behind promote", "4k3/8/7P/8/8/8/1P6/4K3 w - - 0 1", board.BoardShift, func(p *board.Position) {
			shift(p)
			for _, s := range []board.Square{9, 47} {
				p.Take(s, p.Piece(s))
				p.Put(s, board.NewPiece(board.White, board.Queen))
			}
		}, board1 + ", carried P b2/0-b2/1, promotes P b2/1-b2/1=Q, promotes P h6-h6=Q"},
		{"named castling exchanges king and rook", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", board.CastleShort, func(p *board.Position) {
			king, rook := p.Piece(4), p.Piece(5)
			p.Take(4, king)
			p.Take(5, rook)
			p.Put(4, rook)
			p.Put(5, king)
		}, "castles K e1-f1, castles R f1-e1"},
	} {
		before := new(positions.From(t, r, test.fen))
		after := *before
		test.change(&after)
		after.Pass()
		changes := describe.Changes(r, before, &after, board.NewMoveOfType(test.form, 0, 1, board.NoRole))
		if got := brief(changes); got != test.want {
			t.Errorf("%s: %s, want %s", test.about, got, test.want)
		}
		pieces := placement(r, before)
		replay(pieces, changes)
		if !maps.Equal(pieces, placement(r, &after)) {
			t.Errorf("%s: replaying the changes gives another position", test.about)
		}
	}
}
