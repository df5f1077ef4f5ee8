package space

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space/geometry"
	"github.com/tainchess/tain/variant/space/text"
)

// TestClassAndWays checks the class and the ways of moves.
func TestClassAndWays(t *testing.T) {
	for _, c := range []struct{ position, move, class, way string }{
		{"", "b2Wb4N", "quiet", "b2W b4N"},
		{"", "a1Wb3W", "quiet", "a1W b3W"},
		{set(home, "Rz0QL1", "w - - - 0 9"), "z0QL1e0KL1", "quiet", "z0QL1 a0 b0 c0 d0 e0KL1"},
		{set(home, "Bd1KL1", "w - - - 0 9"), "d1KL1a4N", "quiet", "d1KL1 c2 b3 a4N"},
		{set(home, "Qb8B rb5N", "w - - - 0 9"), "b8Bb5N", "capture", "b8B b7 b6 b5N"},
		{set(home, "Kb2W", "w - - - 0 9"), "b2Wc3N", "quiet", "b2W c3N"},
		{set(home, "Pb5N pa5N", "w - a5N - 0 9"), "b5Na6B", "en passant", "b5N a6B"},
		{set(home, "Kd0KL1 Rz0QL1", "w Q - - 0 9"), "O-O-O", "castling", "d0KL1 a0QL1"},
		{set(home, "Pb7B", "w - - - 0 9"), "b7Bb8Bq", "promotion", "b7B b8B"},
		{set(home, "", "w - - - 0 9"), "QL1-QL2", "board", "QL1 QL2"},
		{set(home, "", "w - - - 0 9"), "QL1^180", "board", "QL1 QL1"},
	} {
		p := positions.From(t, Trid, c.position)
		m, err := Trid.Guide().ParseMove(&p, c.move)
		if err != nil {
			t.Errorf("ParseMove(%s): %v", c.move, err)
			continue
		}
		if got := Trid.Guide().Class(&p, m).String(); got != c.class {
			t.Errorf("class of %s = %s, want %s", c.move, got, c.class)
		}
		ways := Trid.Guide().Ways(&p, m)
		var names []string
		for _, touch := range ways[0] {
			names = append(names, touch.Square)
		}
		if got := strings.Join(names, " "); len(ways) != 1 || got != c.way || ways[0].Seam() {
			t.Errorf("way of %s = %s, want %s", c.move, got, c.way)
		}
	}
	p := positions.From(t, Trid, set("QL1w QL4w QL6b KL6b", "Pa8B", "b - - - 7 9"))
	m, _ := Trid.Guide().ParseMove(&p, "QL6-QL5")
	if c := Trid.Guide().Class(&p, m); c&rules.BoardMove == 0 || c&rules.Promotion == 0 {
		t.Errorf("class of a board move that promotes an enemy pawn = %v", c)
	}
}

// TestDead checks that a position is dead only if each side has a single king and no other piece (3.9).
func TestDead(t *testing.T) {
	for pieces, want := range map[string]bool{
		"Kb1W kb8B": true, "Kb1W kb8B Nc1W": false, "Kb1W kb8B Bc1W": false, "Kb1W": false, "Kb1W Kc1W kb8B": false,
	} {
		p := positions.From(t, Trid, set(home, pieces, "w - - - 0 9"))
		if Trid.Dead(&p) != want {
			t.Errorf("%s: Dead = %t", pieces, !want)
		}
	}
}

// TestInfo checks the descriptions of the rule sets.
func TestInfo(t *testing.T) {
	for v, pgn := range map[*Rules]string{Trid: "Tri-D", Meder: "Tri-D (Meder)"} {
		info := v.Info()
		if info.PGN != pgn || len(info.Squares) != 96 || !info.Castling || info.Boards != 1 {
			t.Errorf("%s: Info = %+v", info.Name, info)
		}
		if got := strings.Join(info.Levels, " "); got != "W QL1 KL1 QL2 KL2 N QL3 KL3 QL4 KL4 B QL5 KL5 QL6 KL6" {
			t.Errorf("Levels = %s", got)
		}
	}
}

var update = flag.Bool("update", false, "rewrite the golden files")

// TestShow compares text drawings with the golden file.
func TestShow(t *testing.T) {
	var b strings.Builder
	for _, position := range []string{Start, set("QL2w^ QL5w KL6b KL5b", "Kb1W kb8B Na4QL2 qz5QL5 Pd8B", "b - - - 0 9")} {
		p := positions.From(t, Trid, position)
		for _, ascii := range []bool{false, true} {
			fmt.Fprintf(&b, "%s\n\n%s\n", position, text.Show(&p, ascii, nil))
			fmt.Fprintf(&b, "with quadrants\n\n%s\n", text.ShowQuadrants(&p, ascii, nil))
		}
	}
	const file = "testdata/show.txt"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || b.String() != string(want) {
		t.Errorf("drawing differs from %s (%v):\n%s", file, err, b.String())
	}
}

// TestRuleData compares the pins, boards, quadrants and castling moves in the data with the rules.
func TestRuleData(t *testing.T) {
	if _, ok := RuleData(struct{ rules.Rules }{}); ok {
		t.Error("another rule set has tri-dimensional rule data")
	}
	both(t, func(t *testing.T, v *Rules) {
		data, _ := RuleData(v)
		for from := range geometry.Pin(geometry.PinCount) {
			for to := range geometry.Pin(geometry.PinCount) {
				i := slices.IndexFunc(data.Adjacency, func(a AdjacencyData) bool { return a.From == geometry.PinName(from) && a.To == geometry.PinName(to) })
				if v.policy.adjacent(from, to) != (i >= 0) {
					t.Errorf("the data and the rules disagree about %s to %s", geometry.PinName(from), geometry.PinName(to))
				}
			}
		}
		want := map[string]string{"trid": "QL2 KL1 -1 true backward forward", "meder": "QL4 QL5 1 false backward forward"}[v.Info().Name]
		found := false
		for _, a := range data.Adjacency {
			found = found || fmt.Sprint(a.From, " ", a.To, " ", a.LevelChange, " ", a.Across, " ", a.White, " ", a.Black) == want
		}
		if !found {
			t.Errorf("%s is missing in %+v", want, data.Adjacency)
		}
		if got := fmt.Sprint(data.Quadrants.HalfTurn); got != "map[q1:q3 q2:q4 q3:q1 q4:q2]" {
			t.Errorf("quadrants after a half turn = %s", got)
		}
		p := positions.From(t, v, set("QL3w KL1w QL6b KL6b", "Nz2QL3 Kc2W ka9QL6", "w - - - 0 9"))
		for owner, all := range map[board.Colour]map[string]string{board.White: data.Pins[2].Quadrants.White, board.Black: data.Pins[5].Quadrants.Black} {
			for q, square := range all { // move notation uses the same quadrant names
				pin := [...]string{"QL3", "QL6"}[owner]
				if _, err := v.Guide().ParseMove(&p, "N"+square+"@"+q+"-b3N"); codeOf(err) == CodeQuadrant || codeOf(err) == rules.CodeNoSquare {
					t.Errorf("%s is not quadrant %s of %s: %v", square, q, pin, err)
				}
			}
		}
		if got := fmt.Sprint(data.Attack); got != "[{QL1 white 0} {QL6 black 0} {KL1 white 0} {KL6 black 0}]" {
			t.Errorf("board mounts = %s", got)
		}
		for _, m := range data.Castling.Moves {
			p := positions.From(t, v, set(home, castlingPieces(m.Side), m.Side[:1]+" "+m.Letter+" - - 0 9"))
			next := positions.After(t, v, &p, positions.Move(t, v, &p, m.Text))
			for square, role := range map[string]board.Role{m.King[1]: board.King, m.Rook[1]: board.Rook} {
				if s, err := v.Guide().ParseSquare(&next, square); err != nil || next.Piece(s).Role() != role {
					t.Errorf("%s by %s does not move the %v to %s", m.Text, m.Side, role, square)
				}
			}
		}
	})
}

func castlingPieces(side string) string {
	if side == "black" {
		return "kd9KL6 re9KL6 rz9QL6"
	}
	return "Kd0KL1 Re0KL1 Rz0QL1"
}

// TestTwoReasons tries board moves that are illegal for several reasons, in examples and in random positions.
// The reported reason must come first in the order of the data.
func TestTwoReasons(t *testing.T) {
	both(t, func(t *testing.T, v *Rules) {
		data, _ := RuleData(v)
		var order []rules.Code
		for _, step := range data.Turns[2].Order {
			order = append(order, step...)
		}
		place := func(c rules.Code) int {
			n := slices.Index(order, c)
			if n < 0 {
				t.Errorf("%s is not in the order %v", c, order)
			}
			return n
		}
		if data.Turns[2].Sort != "board" || len(data.TwoFaults) < 10 {
			t.Fatalf("%d examples with two faults", len(data.TwoFaults))
		}
		pairs := map[[2]rules.Code]bool{}
		for _, d := range data.TwoFaults {
			if d.Told != d.Faults[0] || place(d.Faults[0]) >= place(d.Faults[1]) {
				t.Errorf("faults of %s = %v, reported %s", d.Move, d.Faults, d.Told)
			}
			pairs[[2]rules.Code{d.Faults[0], d.Faults[1]}] = true
		}
		want := map[string][][2]rules.Code{
			"trid": {
				{CodeNotAdjacent, CodeNoBoard}, {CodeNotAdjacent, CodeCrowded}, {CodeNotAdjacent, CodeNotYourBoard}, {CodeNotAdjacent, CodeBackward},
				{CodeCrowded, CodePinHeld}, {CodeNotYourBoard, CodeBackward}, {CodeBackward, CodeRotated}, {CodeBackward, CodePinHeld}, {CodeBackward, CodeShadow},
				{CodeRotated, CodePinHeld}, {CodePinHeld, CodeShadow}, {CodeShadow, rules.CodeNoPromotion}, {rules.CodeNoPromotion, rules.CodeKingAttacked},
				{rules.CodePromotionRole, rules.CodeInCheck}, {rules.CodeInCheck, rules.CodePromotionMissing},
			},
			"meder": {
				{CodeNoRotation, CodeNotAdjacent}, {CodeNotAdjacent, CodeCrowded}, {CodeNotAdjacent, CodeNotYourBoard}, {CodeNotAdjacent, CodeBackward},
				{CodeCrowded, CodePinHeld}, {CodeNotYourBoard, CodePinHeld}, {CodeBackward, CodePinHeld}, {rules.CodeNoPromotion, rules.CodeKingAttacked},
				{rules.CodePromotionRole, rules.CodeInCheck}, {rules.CodeInCheck, rules.CodePromotionMissing},
			},
		}
		for _, pair := range want[v.Info().Name] {
			if !pairs[pair] {
				t.Errorf("no example reports %s rather than %s", pair[0], pair[1])
			}
		}
		several := 0
		stroll(t, v, 60, func(p *board.Position) {
			for from := range geometry.Pin(geometry.PinCount) {
				for to := range geometry.Pin(geometry.PinCount) {
					for _, sort := range []board.MoveType{board.BoardShift, board.BoardTurn0, board.BoardTurn180} {
						m := board.NewMoveOfType(sort, from, to, board.NoRole)
						faults, no := v.faults(p, m), v.Guide().WhyIllegal(p, m)
						switch {
						case (no == nil) != (len(faults) == 0), no != nil && no.Code != faults[0]:
							t.Fatalf("%s in %s: faults %v, reported %v", v.Guide().FormatUCI(p, m), v.Guide().FormatPosition(p), faults, no)
						case !slices.IsSortedFunc(faults, func(a, b rules.Code) int { return place(a) - place(b) }):
							t.Fatalf("%v are not in the order %v", faults, order)
						}
						if len(faults) > 1 {
							several++
						}
					}
				}
			}
		})
		if several < 1000 {
			t.Errorf("only %d moves had several faults", several)
		}
	})
}
