package space

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/perft"
	"github.com/tainchess/tain/variant/space/text"
)

// drawn returns a position from a random game. The draws are arranged so that failures shrink to short games.
func drawn(t *rapid.T, v *Rules) board.Position {
	seed := rapid.Uint64().Draw(t, "seed")
	dice := rand.New(rand.NewPCG(seed, 1))
	p, ok := construct(v, dice)
	if !ok {
		p, _ = v.Guide().ParsePosition(Start, rules.ParseOptions{})
	}
	for at := range positions.Walk(v, p, dice, 1+rapid.IntRange(0, 20).Draw(t, "moves"), favour) {
		p = *at
	}
	return p
}

// TestTexts checks that positions and moves survive a round trip, and that no two moves have the same
// notation.
func TestTexts(t *testing.T) {
	both(t, func(t *testing.T, v *Rules) {
		guide := v.Guide()
		rapid.Check(t, func(t *rapid.T) {
			p := drawn(t, v)
			text := guide.FormatPosition(&p)
			if back, err := guide.ParsePosition(text, rules.ParseOptions{}); err != nil || back != p {
				t.Fatalf("%s was read back as %s, %v", text, guide.FormatPosition(&back), err)
			}
			if again := guide.Zobrist(&p); again != p.Hash {
				t.Fatalf("%s: hash = %x, computed from scratch %x", text, p.Hash, again)
			}
			byUCI, written := map[string]bool{}, map[string]bool{}
			for _, m := range rules.LegalMoves(v, &p) {
				uci, san := guide.FormatUCI(&p, m), guide.FormatSAN(&p, m)
				if byUCI[uci] || written[san] {
					t.Fatalf("%s: %s or %s means two moves", text, uci, san)
				}
				byUCI[uci], written[san] = true, true
				for _, form := range []string{uci, san} {
					if back, err := guide.ParseMove(&p, form); err != nil || back != m {
						t.Fatalf("%s: %s was read as %s, %v", text, form, guide.FormatUCI(&p, back), err)
					}
					if back, warning, err := guide.(lenient).ParseMoveLenient(&p, form); err != nil || back != m || !warning.IsZero() {
						t.Fatalf("%s: %s was read leniently as %s, %q, %v", text, form, guide.FormatUCI(&p, back), warning, err)
					}
				}
			}
		})
	})
}

// TestLegalGenerator compares the legal move generator with the pseudo-legal moves that Apply accepts, the
// result of Make with that of Apply, and Captures with all pseudo-legal moves.
func TestLegalGenerator(t *testing.T) {
	both(t, func(t *testing.T, v *Rules) {
		rapid.Check(t, func(t *rapid.T) {
			p := drawn(t, v)
			text := v.Guide().FormatPosition(&p)
			var all, legal, captures board.MoveList
			v.PseudoLegal(&p, &all)
			v.Legal(&p, &legal)
			v.Captures(&p, &captures)
			var want, takes []board.Move
			for _, m := range all.All() {
				if slices.Contains(want, m) {
					t.Fatalf("%s: %s was generated twice", text, v.Guide().FormatUCI(&p, m))
				}
				var applied, made board.Position
				if v.Apply(&p, m, &applied) {
					want = append(want, m)
					if v.Make(&p, m, &made); made != applied {
						t.Fatalf("%s: Make and Apply give different positions for %s", text, v.Guide().FormatUCI(&p, m))
					}
				}
				if c := v.Guide().Class(&p, m); c&rules.Capture != 0 || m.Promotion() != board.NoRole {
					takes = append(takes, m)
				}
			}
			got := slices.Sorted(slices.Values(legal.All()))
			if slices.Sort(want); !slices.Equal(got, want) || v.Count(&p) != len(want) {
				t.Fatalf("%s: Legal: %v, Count = %d; want %v", text, got, v.Count(&p), want)
			}
			some := slices.Sorted(slices.Values(captures.All()))
			if slices.Sort(takes); !slices.Equal(some, takes) {
				t.Fatalf("%s: Captures: %v, want %v", text, some, takes)
			}
		})
	})
}

// TestCaptures checks Captures in positions with rare captures and promotions.
func TestCaptures(t *testing.T) {
	for text, want := range map[string]string{
		set(home, "Pb5N pa5N Kb1W", "w - a5N - 0 9"):                "b5Na6B b5Na6N",
		set("QL1w QL6w QL2b KL6b", "Pa8B Kb1W nc3N", "w - - - 7 9"): "QL6-QL4=b QL6-QL4=n QL6-QL4=q QL6-QL4=r QL6-QL5=b QL6-QL5=n QL6-QL5=q QL6-QL5=r a8Ba9QL6b a8Ba9QL6n a8Ba9QL6q a8Ba9QL6r",
		set(home, "Nb3W rc5B rc5N qd5N Kb1W", "w - - - 0 9"):        "b3Wc5B b3Wc5N",
	} {
		p := positions.From(t, Meder, text)
		var list board.MoveList
		Meder.Captures(&p, &list)
		var got []string
		for _, m := range list.All() {
			got = append(got, Meder.Guide().FormatUCI(&p, m))
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
}

// TestManyKings checks the legal moves in positions in which a side has several kings or none.
func TestManyKings(t *testing.T) {
	both(t, func(t *testing.T, v *Rules) {
		for _, pieces := range []string{"Kd1W Kb1W rb8B kd8B", "Kb4N Kb3W Rd1W kd5B kz9QL6", "Rb3W rb5N Nd1W", "Kd1W Rc1W"} {
			for _, side := range []string{"w", "b"} {
				p := positions.From(t, v, set(home, pieces, side+" - - - 0 9"))
				var list board.MoveList
				v.PseudoLegal(&p, &list)
				n := 0
				for _, m := range list.All() {
					var next board.Position
					if v.Apply(&p, m, &next) {
						n++
						if _, attacked := v.Kings(&next, p.Side); !attacked.Empty() {
							t.Errorf("%s leaves a king attacked", v.Guide().FormatUCI(&p, m))
						}
					}
				}
				if got := v.Count(&p); got != n || n == 0 {
					t.Errorf("%s: %d legal moves, but Count = %d", v.Guide().FormatPosition(&p), n, got)
				}
			}
		}
	})
}

// TestAllocations checks that playing and counting, including board moves, do
// not allocate.
func TestAllocations(t *testing.T) {
	both(t, func(t *testing.T, v *Rules) {
		list, next := new(board.MoveList), new(board.Position)
		stroll(t, v, 300, func(p *board.Position) {
			work := func() {
				list.Reset()
				v.PseudoLegal(p, list)
				for _, m := range list.All() {
					v.Apply(p, m, next)
				}
				list.Reset()
				v.Legal(p, list)
				for _, m := range list.All() {
					v.Make(p, m, next)
					v.Count(next)
				}
				v.Kings(p, p.Side)
			}
			work() // build the placements first
			if n := testing.AllocsPerRun(2, work); n != 0 {
				t.Fatalf("%s: %v allocations", v.Guide().FormatPosition(p), n)
			}
		})
	})
}

// TestClockDoesNotWrap checks that a halfmove clock at its maximum does not wrap around, which would lose the
// claim to a draw.
func TestClockDoesNotWrap(t *testing.T) {
	p := positions.From(t, Trid, strings.Replace(Start, " 0 1", " 65535 9", 1))
	for _, m := range rules.LegalMoves(Trid, &p) {
		var next board.Position
		if Trid.Apply(&p, m, &next); p.Piece(m.From()).Role() != board.Pawn && next.HalfmoveClock != 65535 {
			t.Errorf("after %s the clock is %d", Trid.Guide().FormatUCI(&p, m), next.HalfmoveClock)
		}
	}
}

// TestZeroPosition formats, shows and parses moves in empty positions, most of them with invalid pins. No
// method may panic or corrupt the cached placements.
func TestZeroPosition(t *testing.T) {
	for _, words := range [][2]uint64{{0, 0}, {1<<64 - 1, 1<<64 - 1}, {0x1010, 0}, {0x3210, 0}} {
		p := board.Empty()
		p.Extra = words
		p.Extra[1] = 0
		both(t, func(t *testing.T, v *Rules) {
			if v.Guide().FormatPosition(&p) == "" || text.Show(&p, true, nil) == "" {
				t.Error("FormatPosition or Show returned an empty text")
			}
			v.Guide().ParseMove(&p, "QL1-QL2")
			v.Guide().ParseMove(&p, "b4N")
		})
	}
	p := positions.From(t, Trid, "")
	if n := perft.Count(Trid, &p, 3); n != 9128 {
		t.Errorf("perft from the starting position = %d", n)
	}
}
