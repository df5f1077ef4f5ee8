package space

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space/geometry"
)

// formatGoals formats the goals of a board. An open pin has its direction in capitals, the board's own pin TURN,
// and a closed pin the code of the reason. A dot stands for each pin that is not adjacent.
func formatGoals(v *Rules, p *board.Position, mount string) string {
	var words []string
	far := 0
	for _, g := range v.BoardGoals(p, mount) {
		switch {
		case g.Why == nil:
			words = append(words, g.Mount+" "+strings.ToUpper(cmp.Or(string(g.Direction), "turn")))
		case g.Neighbour:
			words = append(words, g.Mount+" "+string(g.Why.Code))
		case g.Why.Code == CodeNotAdjacent:
			far++
		default:
			words = append(words, g.Mount+" is far, but "+string(g.Why.Code))
		}
	}
	return strings.Join(words, ", ") + strings.Repeat(" .", far)
}

// TestBoardGoals checks the reasons why pins are closed (6, 7).
func TestBoardGoals(t *testing.T) {
	for _, c := range []struct {
		name, rules, position, pin, want string
	}{
		{"crowded at the start", "trid", Start, "QL1", "QL1 crowded, QL2 crowded, KL1 crowded, KL2 crowded . . . . . . . ."},
		{"no turn in place in meder", "meder", Start, "QL1", "QL2 crowded, QL3 crowded, KL1 crowded . . . . . . . ."},
		{"forward and side with a passenger", "trid", set("QL3w KL1w QL6b KL6b", "Nz2QL3 Kc1W kc8B", "w - - - 0 9"), "QL3",
			"QL2 backward, QL3 TURN, QL4 FORWARD, KL2 backward, KL3 SIDE, KL4 FORWARD . . . . . ."},
		{"backward when empty", "trid", set("QL3w KL1w QL6b KL6b", "Kc1W kc8B", "w - - - 0 9"), "ql3",
			"QL2 BACKWARD, QL3 TURN, QL4 FORWARD, KL2 BACKWARD, KL3 SIDE, KL4 FORWARD . . . . . ."},
		{"an occupied pin", "trid", set("QL3w KL3w QL6b KL6b", "Kc1W kc8B", "w - - - 0 9"), "QL3",
			"QL2 BACKWARD, QL3 TURN, QL4 FORWARD, KL2 BACKWARD, KL3 pin-held, KL4 FORWARD . . . . . ."},
		{"a bishop casts a shadow, a knight does not", "trid", set("QL3w KL1w QL6b KL6b", "Ba6B Nd6B Kc1W kc8B", "w - - - 0 9"), "QL3",
			"QL2 BACKWARD, QL3 TURN, QL4 shadow, KL2 BACKWARD, KL3 SIDE, KL4 FORWARD . . . . . ."},
		{"no shadow in meder", "meder", set("QL3w KL1w QL6b KL6b", "Ba6B Kc1W kc8B", "w - - - 0 9"), "QL3",
			"QL1 BACKWARD, QL2 FORWARD, QL4 FORWARD, QL5 FORWARD, KL3 SIDE . . . . . ."},
		{"an empty board of the other side", "trid", set("QL3w KL1w QL6b KL6b", "Kc1W kc8B", "w - - - 0 9"), "QL6",
			"QL5 not-your-board, QL6 not-your-board, KL5 not-your-board, KL6 not-your-board . . . . . . . ."},
		{"forward for Black", "meder", set("QL1w KL1w QL5b KL6b", "nz4QL5 Kc1W kc8B", "b - - - 0 9"), "QL5",
			"QL3 FORWARD, QL4 backward, QL6 backward, KL5 SIDE . . . . . . ."},
		{"a king that would be left attacked", "trid", set("QL3w KL1w QL6b KL6b", "Na3QL3 Ka1W kc8B ra6N", "w - - - 0 9"), "QL3",
			"QL2 backward, QL3 king-attacked, QL4 shadow, KL2 backward, KL3 king-attacked, KL4 king-attacked . . . . . ."},
		{"a pawn with a choice of promotions", "trid", set("QL5w KL1w QL4b KL4b", "Pz5QL5 Kc1W kc7B", "w - - - 0 9"), "QL5",
			"QL4 backward, QL5 TURN, QL6 FORWARD, KL4 backward, KL5 SIDE, KL6 FORWARD . . . . . ."},
		{"no board", "trid", Start, "QL2", ""},
		{"no pin", "trid", Start, "QL12", ""},
		{"nothing", "trid", Start, "", ""},
	} {
		v := Trid
		if c.rules == "meder" {
			v = Meder
		}
		p := positions.From(t, v, c.position)
		if got := formatGoals(v, &p, c.pin); got != c.want {
			t.Errorf("%s: goals of %s:\n%s, want\n%s", c.name, c.pin, got, c.want)
		}
	}
}

// TestBoardGoalsAgree compares the goals of every board with the legal moves in constructed positions. A pin
// must be open if and only if a legal move leads there, and adjacent if and only if Mounts lists it.
func TestBoardGoalsAgree(t *testing.T) {
	count := 20_000
	if testing.Short() {
		count = 2_000
	}
	both(t, func(t *testing.T, v *Rules) {
		seen := map[rules.Code]int{}
		for i := range count {
			made, ok := construct(v, positions.Dice(12, i))
			if !ok {
				continue
			}
			p := &made
			legal := map[string]bool{}
			for _, m := range rules.LegalMoves(v, p) {
				if m.Type() >= board.BoardShift {
					legal[geometry.PinName(m.From())+" "+geometry.PinName(m.To())] = true
				}
			}
			for _, stand := range v.Boards(p) {
				for _, g := range v.BoardGoals(p, stand.Mount) {
					if may := legal[stand.Mount+" "+g.Mount]; may != (g.Why == nil) {
						t.Fatalf("%s: %s to %s: legal = %v, but Why = %v", v.Guide().FormatPosition(p), stand.Mount, g.Mount, may, g.Why)
					}
					next := slices.ContainsFunc(v.Mounts(), func(m rules.Mount) bool {
						return m.Name == stand.Mount && slices.Contains(m.Next, g.Mount)
					})
					if g.Neighbour != (next || g.Mount == stand.Mount) {
						t.Fatalf("%s to %s: Neighbour = %v", stand.Mount, g.Mount, g.Neighbour)
					}
					if (g.Direction != "") != (g.Why == nil && g.Mount != stand.Mount) {
						t.Fatalf("%s to %s: Direction = %q, Why = %v", stand.Mount, g.Mount, g.Direction, g.Why)
					}
					if g.Why != nil {
						seen[g.Why.Code]++
					}
				}
			}
		}
		want := []rules.Code{CodeCrowded, CodeNotYourBoard, CodeNotAdjacent, CodeBackward, CodePinHeld, rules.CodeKingAttacked}
		if v.policy.Shadow {
			want = append(want, CodeShadow)
		}
		for _, code := range want {
			if seen[code] == 0 {
				t.Errorf("no pin was closed because of %s; seen: %v", code, seen)
			}
		}
	})
}
