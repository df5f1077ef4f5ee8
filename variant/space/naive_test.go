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

// favour picks a random legal move. Half of the time, it picks a board move if there is one.
func favour(dice *rand.Rand, _ *board.Position, legal []board.Move) board.Move {
	boards := slices.DeleteFunc(slices.Clone(legal), func(m board.Move) bool { return m.Type() < board.BoardShift })
	if len(boards) > 0 && dice.IntN(2) == 0 {
		return boards[dice.IntN(len(boards))]
	}
	return legal[dice.IntN(len(legal))]
}

// stroll visits positions from random games that favour board moves. The games begin from positions in the
// perft file, which include the starting position, and from constructed positions.
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

// TestNaive compares the legal moves and the position after each of them with the naive rules.
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
					t.Fatalf("%s: %s is not legal or was generated twice", text, uci)
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
				t.Fatalf("%s: want in check = %t", text, other.InCheck())
			}
			if n := v.Count(p); n != len(legal) {
				t.Fatalf("%s: Count = %d, but %d moves are listed", text, n, len(legal))
			}
		})
		// Check that rare moves have occurred.
		for _, what := range strings.Split("board,promotion,capture,en passant,castling,board promotion,king carried,twins,"+
			"turned back,own corner pawn,other's corner pawn,shadow", ",") {
			if what == "turned back" && !v.policy.Turns || what == "shadow" && !v.policy.Shadow {
				continue
			}
			if seen[what] < positions/1000 {
				t.Errorf("%s occurred only %d times", what, seen[what])
			}
		}
		t.Log(fmt.Sprint(seen))
	})
}

// note counts the features of a move, such as a promotion or a carried king.
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
