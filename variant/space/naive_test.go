package space

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/oracle/naivetrid"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space/geometry"
)

// favour picks a random legal move, preferring board moves.
func favour(dice *rand.Rand, _ *board.Position, legal []board.Move) board.Move {
	boards := slices.DeleteFunc(slices.Clone(legal), func(m board.Move) bool { return m.Type() < board.BoardShift })
	if len(boards) > 0 && dice.IntN(2) == 0 {
		return boards[dice.IntN(len(boards))]
	}
	return legal[dice.IntN(len(legal))]
}

// stroll visits positions of random games that favour board moves. The games begin at the start, at positions
// in the perft file, and at constructed positions.
func stroll(tb testing.TB, v *Rules, most int, visit func(p *board.Position)) {
	var starts []board.Position
	for _, e := range agreed(tb, v) {
		starts = append(starts, positions.From(tb, v, e.Text()))
	}
	dice := rand.New(rand.NewPCG(3, 5))
	for game := 0; most > 0; game++ {
		var p board.Position
		if game < len(starts) {
			p = starts[game]
		} else {
			var ok bool
			if p, ok = construct(v, dice); !ok {
				continue
			}
		}
		length := 12
		if game%40 == 0 {
			p, length = starts[0], 200
		}
		for p := range positions.Walk(v, p, dice, min(length, most), favour) {
			visit(p)
			most--
		}
	}
}

// TestNaive compares legal moves, and the position after each, with the naive
// implementation.
func TestNaive(t *testing.T) {
	positions := 10_400
	if testing.Short() {
		positions = 1_000
	}
	both(t, func(t *testing.T, v *Rules) {
		t.Parallel()
		guide := v.Guide()
		seen := map[string]int{}
		stroll(t, v, positions, func(p *board.Position) {
			text := guide.FormatPosition(p)
			other, err := naivetrid.Parse(v.Info().Name, text)
			if err != nil {
				t.Fatalf("%s: err = %v; want no error", text, err)
			}
			want := other.Replies()
			legal := rules.LegalMoves(v, p)
			for _, m := range legal {
				uci := guide.FormatUCI(p, m)
				reply, ok := want[uci]
				if !ok {
					t.Fatalf("%s: %s is not legal, or is generated twice", text, uci)
				}
				delete(want, uci)
				var next board.Position
				v.Make(p, m, &next)
				if got, want := guide.FormatPosition(&next), reply.Text(); got != want {
					t.Fatalf("%s: after %s\n%s, want\n%s", text, uci, got, want)
				}
				note(seen, p, &next, guide.Class(p, m))
			}
			for slot := range geometry.BoardCount {
				for goals := v.goals.empty[geometry.PinOf(p, slot)]; goals != 0; {
					shift := board.NewMoveOfType(board.BoardShift, geometry.PinOf(p, slot), goals.Pop(), board.NoRole)
					if why := guide.WhyIllegal(p, shift); why != nil && why.Code == CodeShadow {
						seen["shadow"]++
					}
				}
			}
			for uci := range want {
				t.Fatalf("%s: %s is missing", text, uci)
			}
			if rules.InCheck(v, p) != other.InCheck() {
				t.Fatalf("%s: check %t", text, other.InCheck())
			}
			if n := v.Count(p); n != len(legal) {
				t.Fatalf("%s: %d moves are counted, %d listed", text, n, len(legal))
			}
		})
		// Make sure that rare moves were compared.
		for _, what := range strings.Split("board,promotion,capture,en passant,castling,board promotion,king carried,twins,"+
			"turned back,own corner pawn,other's corner pawn,shadow", ",") {
			if what == "turned back" && !v.policy.Turns || what == "shadow" && !v.policy.Shadow {
				continue
			}
			if seen[what] < positions/1000 {
				t.Errorf("%s was seen only %d times", what, seen[what])
			}
		}
		t.Log(fmt.Sprint(seen))
	})
}

// note counts the features of a move.
func note(seen map[string]int, p, next *board.Position, class rules.Class) {
	seen[class.String()]++
	if class&rules.BoardMove == 0 {
		return
	}
	if class&rules.Promotion != 0 {
		seen["board promotion"]++
	}
	if p.Pieces(p.Side, board.King) != next.Pieces(p.Side, board.King) {
		seen["king carried"]++
	}
	for pawns := p.ByRole(board.Pawn) &^ next.ByRole(board.Pawn) & (geometry.FirstCell.Bit() - 1); pawns != 0; {
		if p.Piece(pawns.Pop()).Colour() == p.Side { // promoted on its own square (4.7)
			seen["own corner pawn"]++
		} else {
			seen["other's corner pawn"]++
		}
	}
	if geometry.Of(next).Second != 0 {
		seen["twins"]++
	}
	count := func(p *board.Position) (n int) {
		for slot := range geometry.BoardCount {
			if geometry.Turned(p, slot) {
				n++
			}
		}
		return n
	}
	if count(next) < count(p) {
		seen["turned back"]++
	}
}
