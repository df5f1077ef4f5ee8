package space

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/oracle/naivetrid"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space/geometry"
)

// anyPolicy returns a random policy in the forms of this package and of the naive rules.
func anyPolicy(dice *rand.Rand) (Policy, naivetrid.Policy) {
	coin := func() bool { return dice.IntN(2) == 0 }
	o := Policy{Order: ByLevel, Sideways: coin(), Turns: coin(), Shadow: coin(), Anyone: coin()}
	n := naivetrid.Policy{Ranks: coin(), Sideways: o.Sideways, Turns: o.Turns, Shadow: o.Shadow, Anyone: o.Anyone}
	if n.Ranks {
		o.Order = ByRank
	}
	for d := range 6 {
		if d > 0 && dice.IntN(3) > 0 {
			o.Along = append(o.Along, d)
		}
		if dice.IntN(3) > 0 {
			o.Across = append(o.Across, d)
		}
	}
	n.Along, n.Across = o.Along, o.Across
	for i, c := range "pnbrqk" {
		if dice.IntN(4) == 0 {
			o.Stays[i+1] = true
			n.Stays += string(c)
		}
	}
	return o, n
}

// TestPolicies compares rule sets that have random policies with the naive rules. It compares the legal
// moves, the positions after them and their number, and checks that reasons that depend on the policy occur.
func TestPolicies(t *testing.T) {
	policies, most := 60, 100
	if testing.Short() {
		policies, most = 12, 60
	}
	dice := rand.New(rand.NewPCG(8, 8))
	refused := map[rules.Code]int{}
	for range policies {
		o, other := anyPolicy(dice)
		v := New(rules.Info{Name: "made-up", Title: "Made up"}, o)
		guide := v.Guide()
		seen := 0
		for seen < most {
			p := positions.From(t, v, Start)
			if dice.IntN(4) > 0 {
				var ok bool
				if p, ok = construct(v, dice); !ok {
					continue
				}
			}
			for p := range positions.Walk(v, p, dice, 10, favour) {
				seen++
				text := guide.FormatPosition(p)
				slow, err := naivetrid.ParseBy(other, text)
				if err != nil {
					t.Fatalf("%s: err = %v; want no error", text, err)
				}
				want := slow.Replies()
				legal := rules.LegalMoves(v, p)
				for _, m := range legal {
					uci := guide.FormatUCI(p, m)
					reply, ok := want[uci]
					if !ok {
						t.Fatalf("%+v, %s: %s is not legal, or is generated twice", o, text, uci)
					}
					delete(want, uci)
					var next board.Position
					v.Make(p, m, &next)
					if got, want := guide.FormatPosition(&next), reply.Text(); got != want {
						t.Fatalf("%+v, %s: after %s\n%s, want\n%s", o, text, uci, got, want)
					}
					if back, err := guide.ParseMove(p, guide.FormatSAN(p, m)); err != nil || back != m {
						t.Fatalf("%+v, %s: %s was read as %v, %v", o, text, guide.FormatSAN(p, m), back, err)
					}
				}
				for uci := range want {
					t.Fatalf("%+v, %s: %s is missing", o, text, uci)
				}
				if n := v.Count(p); n != len(legal) {
					t.Fatalf("%+v, %s: %d moves are counted, %d listed", o, text, n, len(legal))
				}
				for slot := range geometry.BoardCount {
					for to := range geometry.Pin(geometry.PinCount) {
						m := board.NewMoveOfType(board.BoardShift, geometry.PinOf(p, slot), to, board.NoRole)
						if why := guide.WhyIllegal(p, m); why != nil {
							refused[why.Code]++
						}
					}
				}
			}
		}
	}
	for _, code := range []rules.Code{CodeNoPassenger, CodeBackward, CodeNotYourBoard, CodeShadow, CodeNotAdjacent} {
		if refused[code] == 0 {
			t.Errorf("no board move was illegal because of %s", code)
		}
	}
}

// TestNoPassenger checks the reason why a board cannot move with a piece that boards may not carry.
func TestNoPassenger(t *testing.T) {
	o := Trid.policy
	o.Stays[board.Knight] = true
	v := New(rules.Info{Name: "no-riding-knights", Title: "No riding knights"}, o)
	p := positions.From(t, v, "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL3w:2/N1|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9")
	_, err := v.Guide().ParseMove(&p, "QL3-QL4")
	if codeOf(err) != CodeNoPassenger || !strings.HasPrefix(err.Error(), "a knight cannot ride in this game: the board on QL3 cannot move") {
		t.Errorf(`v.Guide().ParseMove("QL3-QL4"): %v`, err)
	}
}
