package zillions_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/oracle/zillions"
)

// TestHostile loads very large files and generates the moves of the starting position. Endless rules must be
// rejected with ErrEndless.
func TestHostile(t *testing.T) {
	many := func(n int, of string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(of, "%", fmt.Sprint(i)))
		}
		return b.String()
	}
	game := func(board, setup, moves, more string) string {
		return `(game (title "hostile") (players A B) (turn-order A B)
			(board (grid (start-rectangle 0 0 1 1) (dimensions ("` + many(63, "x%/") + `x63" (1 0)) ("` + many(63, "y%/") + `y63" (0 1)))
				(directions ` + many(120, "(d% 0 1) (e% 0 -1)") + `)) ` + board + `)
			(board-setup ` + setup + `) (piece (name X) (moves ` + moves + `)) ` + more + `)`
	}
	every := "(A (X"
	for x := range 64 {
		every += many(64, fmt.Sprintf(" x%dy%%", x))
	}
	every += "))"
	const one = "(A (X x0y9)) (B (X x5y5))"
	for _, c := range []struct {
		name, src string
		endless   bool
	}{
		{"directions that lead back", game("", one, many(20_000, "((opposite d119) add)"), ""), false},
		{"links cut again and again", game("(unlink "+many(20_000, "(x1y1 x2y2)")+")", one, "(d0 add)", ""), false},
		{"positions killed many times", game(many(20_000, "(kill-positions x1y1)"), one, "(d0 add)", ""), false},
		{"long goals", game("", every, "(d0 add)", "(win-condition (A B) (relative-config "+many(4900, "X ")+" e0))"), false},
		{"zones asked for often", game("(zone (name z) (positions x0y0))", one, many(20_000, "((verify (in-zone? z)) add)"), ""), false},
		{"moves", game("", every, many(20_000, "(d0 add)"), ""), true},
		{"empty moves", game("", every, many(20_000, "()"), ""), true},
		{"kings", game("", every, many(2000, "(d0 add)"), "(loss-condition (A B) (checkmated X))"), true},
		{"attacks", game("", one, many(9000, "((verify (or attacked? (not attacked?))) d0 add)"), ""), true},
		{"promotions", game("", every, "(d0 (add "+many(50_000, "X ")+"))", ""), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := load(t, c.src).Start()
			if _, err := s.Moves(); errors.Is(err, zillions.ErrEndless) != c.endless || !c.endless && err != nil {
				t.Errorf("got error %v, want an error: %v", err, c.endless)
			}
		})
	}
}
