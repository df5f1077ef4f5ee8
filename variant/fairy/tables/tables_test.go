package tables

import (
	"math/rand/v2"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/betza"
)

// reaches reports whether a line reaches its n-th landing square and can end there. All squares that must be empty are empty, and of
// the landing squares before it none is occupied or, if the line has a hurdle, exactly one, which for a hopper is
// the last.
func reaches(l *Line, n int, occupied board.Bitboard) bool {
	if n < l.Passed {
		return false
	}
	var hurdles []int
	for i, at := range l.Leaps[:n+1] {
		if occupied&at.Empty.Bitboard() != 0 {
			return false
		}
		if i < n && occupied.Has(at.To) {
			hurdles = append(hurdles, i)
		}
	}
	switch l.Hurdle {
	case betza.NoHurdle:
		return len(hurdles) == 0
	case betza.Cannon:
		return len(hurdles) == 1
	default:
		return len(hurdles) == 1 && hurdles[0] == n-1
	}
}

// randomLines returns lines from a square over different squares. Lines without a hurdle may need empty squares.
func randomLines(rng *rand.Rand, from board.Square) (lines []Line) {
	for atom := range rng.IntN(16) {
		l := Line{Atom: atom, Hurdle: []betza.Hurdle{betza.NoHurdle, betza.NoHurdle, betza.Cannon, betza.Hopper}[rng.IntN(4)]}
		length := 1 + rng.IntN(20)
		for _, to := range rng.Perm(64) {
			if board.Square(to) == from || len(l.Leaps) == length {
				continue
			}
			at := Leap{To: board.Square(to)}
			if l.Hurdle == betza.NoHurdle && rng.IntN(8) == 0 {
				at.Empty.Add(board.Square(rng.IntN(64)))
				at.Empty.Remove(from)
			}
			l.Leaps = append(l.Leaps, at)
		}
		if rng.IntN(4) == 0 {
			l.Passed = rng.IntN(length)
		}
		lines = append(lines, l)
	}
	return lines
}

// TestTables compares the moves, captures and attackers of random kinds with the leaps of their lines, checked one
// by one. The last kinds have too many ways to list, so that their lines are walked.
func TestTables(t *testing.T) {
	const kinds = 16
	rng := rand.New(rand.NewPCG(1, 2))
	var tables Tables
	var men [kinds]Man
	var quiets, takes [kinds][64][]Line
	for k := range kinds {
		for s := range board.Square(64) {
			quiets[k][s], takes[k][s] = randomLines(rng, s), randomLines(rng, s)
			tables.AddQuiets(&men[k], s, quiets[k][s])
			tables.AddTakes(&men[k].Takes, s, takes[k][s])
		}
	}
	tables.Trim()
	sets := func(lines []Line, occupied board.Bitboard) (all board.Bitboard) {
		for i := range lines {
			for n, at := range lines[i].Leaps {
				if reaches(&lines[i], n, occupied) {
					all |= at.To.Bit()
				}
			}
		}
		return all
	}
	listed, walked := 0, 0
	for range 40 {
		occupied := board.Bitboard(rng.Uint64() & rng.Uint64())
		if rng.IntN(2) == 0 {
			occupied &= board.Bitboard(rng.Uint64())
		}
		for k := range kinds {
			var attacked [64]board.Bitboard // by landing square, the origins
			for s := range board.Square(64) {
				wantQuiet, wantTake := sets(quiets[k][s], occupied), sets(takes[k][s], occupied)
				if quiet, take := tables.Moves(&men[k], s, occupied); quiet != wantQuiet || take != wantTake {
					t.Fatalf("kind %d on %v, occupied %x: moves %x, captures %x; want %x, %x", k, s, occupied, quiet, take, wantQuiet, wantTake)
				}
				for to := range board.Square(64) {
					if wantTake.Has(to) {
						attacked[to] |= s.Bit()
					}
					if _, ok := tables.Ways(&men[k].Takes, s, to); ok {
						listed++
					} else {
						walked++
					}
				}
			}
			for to, want := range attacked {
				if got := tables.Attackers(&men[k].Takes, board.Square(to), ^board.Bitboard(0), occupied); got != want {
					t.Fatalf("kind %d, occupied %x: attackers of %v are %x; want %x", k, occupied, board.Square(to), got, want)
				}
			}
		}
	}
	if listed == 0 || walked == 0 {
		t.Errorf("%d ways listed and %d walked; want both", listed, walked)
	}
}
