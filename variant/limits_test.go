package variant_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/pace"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/perft"
	"github.com/tainchess/tain/variant"
)

// TestAllocations checks that playing and counting do not allocate if the caller reuses lists and positions.
// A deeper perft count with the same number of work items must not allocate more.
func TestAllocations(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		t.Run(r.Info().Name, func(t *testing.T) {
			if size(t, r) > 64 {
				t.Skip("moves on wide boards allocate")
			}
			for _, e := range entries(t, r)[:8] {
				p := positions.From(t, r, e.Text())
				list, next := new(board.MoveList), new(board.Position)
				none := func(what string, work func()) {
					t.Helper()
					if n := testing.AllocsPerRun(10, work); n != 0 {
						t.Errorf("%s: %s allocates %v times", e.ID, what, n)
					}
				}
				none("playing", func() {
					list.Reset()
					r.PseudoLegal(&p, list)
					for _, m := range list.All() {
						r.Apply(&p, m, next)
					}
					r.Kings(&p, p.Side)
					r.Dead(&p)
				})
				if s, ok := r.(rules.LegalGenerator); ok {
					none("finding legal moves", func() {
						list.Reset()
						s.Legal(&p, list)
						for _, m := range list.All() {
							s.Make(&p, m, next)
						}
						s.Count(&p)
					})
				}
				short := testing.AllocsPerRun(5, func() { perft.Count(r, &p, 2) })
				long := testing.AllocsPerRun(5, func() { perft.Count(r, &p, 3) })
				if long > short+2 { // goroutines cause small differences
					t.Errorf("%s: counting allocates %v times to depth 3 and %v times to depth 2", e.ID, long, short)
				}
			}
		})
	}
}

// TestMaxMoves searches for positions with many moves. The largest number of moves found must be at most three
// quarters of board.MaxMoves, and at least 150, because otherwise the search found no crowded position.
func TestMaxMoves(t *testing.T) {
	each(t, func(t *testing.T, r rules.Rules) {
		most := 0
		for seed := range uint64(6) {
			n := crowd(t, r, rand.New(rand.NewPCG(seed, 17)))
			most = max(most, n)
		}
		if most < 150 || most > board.MaxMoves*3/4 {
			t.Errorf("found a position with %d moves, want 150 to %d", most, board.MaxMoves*3/4)
		}
		t.Logf("up to %d moves", most)
	})
}

// crowd searches for a position with many moves by hill climbing and returns the number of moves.
func crowd(t *testing.T, r rules.Rules, dice *rand.Rand) int {
	p := positions.From(t, r, "")
	squares := size(t, r)
	for s := range board.Square(squares) {
		p.Set(s, board.NoPiece)
	}
	p.SetCastling(0)
	flat := len(r.Info().Levels) == 0
	var list board.MoveList
	best := 0
	for range 4000 {
		s := board.Square(dice.IntN(squares))
		old := p.Piece(s)
		pc := board.NoPiece
		if dice.IntN(4) > 0 {
			pc = board.NewPiece(board.Colour(dice.IntN(2)), board.Role(1+dice.IntN(6)))
		}
		// Place pawns only on flat boards, where the valid ranks are the same in all rule sets.
		if pc.Role() == board.Pawn && (!flat || s.Rank() == 0 || s.Rank() == 7) {
			continue
		}
		p.Set(s, pc)
		list.Reset()
		r.PseudoLegal(&p, &list)
		if list.Len() < best {
			p.Set(s, old)
		} else {
			best = list.Len()
		}
	}
	return best
}

// TestFullBoards generates and plays moves on boards that are full of white pieces of one role, or have a
// pattern of gaps.
func TestFullBoards(t *testing.T) {
	each(t, func(t *testing.T, r rules.Rules) {
		var list board.MoveList
		var next board.Position
		for k := board.Knight; k <= board.King; k++ {
			for _, holes := range []board.Bitboard{0, 1, 0xaa55aa55aa55aa55, 0xff00ff00ff00ff00, 0x5555555555555555} {
				p := positions.From(t, r, "")
				p.SetCastling(0)
				for s := range board.Square(size(t, r)) {
					p.Set(s, board.NoPiece)
					if !holes.Has(s & 63) {
						p.Set(s, board.NewPiece(board.White, k))
					}
				}
				list.Reset()
				r.PseudoLegal(&p, &list)
				for _, m := range list.All() {
					if !r.Apply(&p, m, &next) && k != board.King {
						t.Errorf("%d white %vs: a move was rejected without a king", p.Occupied().Count(), k)
					}
				}
				if holes == 0 && list.Len() != 0 {
					t.Errorf("a board full of white %vs has %d moves", k, list.Len())
				}
			}
		}
	})
}

// initLine matches the runtime's report of a package's initialisation.
var initLine = regexp.MustCompile(`(?m)^init github\.com/tainchess/tain/(\S+) @\S+ ms, (\S+) ms clock`)

// TestStart limits the start-up time. It adds up the initialisation times of this module's packages in a
// separate process. It compares the sum with the time for a number of steps of a simple random generator.
func TestStart(t *testing.T) {
	const steps = 5_000_000
	best, most := time.Hour, time.Hour
	var report string
	for range 10 {
		command := exec.Command(os.Args[0], "-test.run=^$")
		command.Env = append(os.Environ(), "GODEBUG=inittrace=1")
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("running the test binary: %v\n%s", err, out)
		}
		sum := time.Duration(0)
		for _, line := range initLine.FindAllStringSubmatch(string(out), -1) {
			ms, err := strconv.ParseFloat(line[2], 64)
			if err != nil {
				t.Fatalf("strconv.ParseFloat: %v", err)
			}
			sum += time.Duration(ms * float64(time.Millisecond))
		}
		if !strings.Contains(string(out), "tain/variant/flat/topology ") {
			t.Fatalf("the runtime did not report package topology:\n%s", out)
		}
		if sum < best {
			best, report = sum, string(out)
		}
		most = min(most, pace.Steps(steps))
	}
	if best > most {
		t.Errorf("initialising the packages takes %v, but %d steps take only %v:\n%s", best, steps, most, report)
	}
	t.Logf("initialising the packages takes %v; %d steps take %v", best, steps, most)
}
