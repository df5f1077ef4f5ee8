package zillions_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/oracle/zillions"
)

// small returns a rules file for a 4x4 board, a1 to d4, on which only the piece type X moves. more
// contains further sections.
func small(moves, setup string, more ...string) string {
	return fmt.Sprintf(`(version "2.0")
(game
   (title "small")
   (players White Black Nobody)
   (turn-order White Black)
   (board
      (grid
         (start-rectangle 0 0 9 9)
         (dimensions ("a/b/c/d" (9 0)) ("4/3/2/1" (0 9)))
         (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0))
      )
      (links round (a1 b1) (b1 c1) (c1 d1) (d1 a1))
      (links wrong (d1 c1) (c1 b1) (b1 a1) (a1 d1))
      (symmetry Black (n s) (s n))
      (zone (name home) (players White) (positions a1 b1 c1 d1))
      (zone (name home) (players Black) (positions a4 b4 c4 d4))
   )
   (board-setup %s)
   (piece (name X) (attribute calm true) (moves %s))
   (piece (name Y) (attribute calm true))
   (piece (name Z))
   %s
)`, setup, moves, strings.Join(more, "\n"))
}

func load(t *testing.T, src string) *zillions.Game {
	t.Helper()
	g, err := zillions.Load(src)
	if err != nil {
		t.Fatalf("zillions.Load: %v", err)
	}
	return g
}

// after lists the legal moves, each with the resulting pieces by square. A * marks pieces with the
// attribute calm.
func after(t *testing.T, s zillions.State) []string {
	t.Helper()
	all, err := s.Moves()
	if err != nil {
		t.Fatalf("Moves: %v", err)
	}
	var out []string
	for _, m := range all {
		next := s.Play(m)
		var parts []string
		for sq, p := range next.Board() {
			calm := ""
			if len(next.Attributes(sq)) > 0 {
				calm = "*"
			}
			parts = append(parts, p.Owner[:1]+p.Type+sq+calm)
		}
		slices.Sort(parts)
		line := m.From + m.To + ": " + strings.Join(parts, " ")
		if m.OrderOpen {
			line += " open"
		}
		out = append(out, line)
	}
	slices.Sort(out)
	return out
}

// TestInstructions checks each instruction separately.
func TestInstructions(t *testing.T) {
	for _, c := range []struct {
		name, moves, setup string
		want               []string
	}{
		{"step", "(n add)", "(White (X a1))", []string{"a1a2: WXa2*"}},
		{"over the edge", "(w add) (s add) (n n n n add)", "(White (X a1))", nil},
		{"symmetry", "(n add)", "(Black (X a4)) (White (X a3))", []string{"a3a4: WXa4*"}},
		{"a position is a jump", "(c3 add)", "(White (X a1))", []string{"a1c3: WXc3*"}},
		{"opposite", "((opposite s) add)", "(White (X a1))", []string{"a1a2: WXa2*"}},
		{"opposite of links", "((opposite round) add)", "(White (X a1))", []string{"a1d1: WXd1*"}},
		{"promotion", "(n (add Y Z))", "(White (X a1))", []string{"a1a2: WYa2*", "a1a2: WZa2"}},
		{"moving continues after add", "(n add n add)", "(White (X a1))", []string{"a1a2: WXa2*", "a1a3: WXa3*"}},
		{"a change lasts through add", "(n capture n add n add)", "(White (X a1)) (Black (Z a2))",
			[]string{"a1a3: WXa3*", "a1a4: WXa4*"}},
		{"conditions see the board before the move", "(n capture (verify empty?) n add)", "(White (X a1)) (Black (Z a2))", nil},
		{"the moving piece is still on its square", "(n s (verify friend?) n add)", "(White (X a1))", []string{"a1a2: WXa2*"}},
		{"capture elsewhere", "((capture e) n add)", "(White (X a1)) (Black (Z b1))", []string{"a1a2: WXa2*"}},
		{"capture on its own square", "(capture add)", "(White (X a1) (Z d4))", []string{"a1a1: WZd4"}},
		{"create behind", "((create Y) n add)", "(White (X a1))", []string{"a1a2: WXa2* WYa1*"}},
		{"create at a direction", "(n (create e) add)", "(White (X a1))", []string{"a1a2: WXa2* WXb2*"}},
		{"create for another", "(n (create Black Z d4) add)", "(White (X a1))", []string{"a1a2: BZd4 WXa2*"}},
		{"create for the opponent", "(n (create opponent d4) add)", "(White (X a1))", []string{"a1a2: BXd4* WXa2*"}},
		{"create in any order", "(n (create Z Black d4) add) (n (create d4 Z Black) add)", "(White (X a1))", []string{"a1a2: BZd4 WXa2*"}},
		{"create on a piece", "(n (create Z d4) add)", "(White (X a1)) (Black (Y d4))", []string{"a1a2: WXa2* WZd4"}},
		{"create and flip", "(n (create Z d4) (flip d4) add)", "(White (X a1))", []string{"a1a2: BZd4 WXa2* open"}},
		{"create twice the same", "(n (create Z d4) (create Z d4) add)", "(White (X a1))", []string{"a1a2: WXa2* WZd4"}},
		{"flip", "((flip b1) n add)", "(White (X a1)) (Black (Z b1))", []string{"a1a2: WXa2* WZb1"}},
		{"change owner", "((change-owner b1) n add)", "(White (X a1)) (Black (Z b1))", []string{"a1a2: WXa2* WZb1"}},
		{"change owner to", "(n (change-owner Black) add)", "(White (X a1))", []string{"a1a2: BXa2*"}},
		{"change type", "(n (change-type Z) add)", "(White (X a1))", []string{"a1a2: WZa2"}},
		{"change type behind has no piece", "((change-type Z) n add)", "(White (X a1))", []string{"a1a2: WXa2*"}},
		{"attribute", "(n (set-attribute calm false) add)", "(White (X a1))", []string{"a1a2: WXa2"}},
		{"attribute elsewhere", "((set-attribute calm false e) n add)", "(White (X a1) (Y b1))", []string{"a1a2: WXa2* WYb1"}},
		{"attribute as condition", "(n (set-attribute calm false) add (verify calm) n add)", "(White (X a1) (Y a2))",
			[]string{"a1a2: WXa2", "a1a3: WXa3* WYa2"}},
		{"attribute of a created piece", "(n (create Y d4) (set-attribute calm false d4) add)", "(White (X a1))", []string{"a1a2: WXa2* WYd4 open"}},
		{"capture on the arrival square", "(n capture add)", "(White (X a1) (Z d4))", []string{"a1a2: WZd4 open"}},
		{"cascade", "(n (verify friend?) cascade n add)", "(White (X a1) (Z a2))", []string{"a1a2: WXa2* WZa3"}},
		{"cascade from and to", "(n n cascade d4 from c1 to n n add)", "(White (X a1) (Z d4))", []string{"a1a3: WXa3* WZc1"}},
		{"from another piece", "(e from n add)", "(White (X a1) (Z b1))", []string{"b1b2: WXa1* WZb2"}},
		{"copy", "(n add-copy)", "(White (X a1))", []string{"a1a2: WXa1* WXa2*"}},
		{"mark and back", "(n mark e e back add)", "(White (X a1))", []string{"a1a2: WXa2*"}},
		{"back without mark", "(n n back e add)", "(White (X a1))", []string{"a1b1: WXb1*"}},
		{"go", "(n to e (go to) n (go from) add)", "(White (X a1))", []string{"a1a2: WXa2*"}},
		{"if", "(n (if empty? add else e add))", "(White (X a1 d1)) (Black (Z a2))",
			[]string{"a1b2: BZa2 WXb2* WXd1*", "d1d2: BZa2 WXa1* WXd2*"}},
		{"while", "(n (while empty? add n) (verify enemy?) add)", "(White (X a1)) (Black (Z a3))", []string{"a1a2: BZa3 WXa2*", "a1a3: WXa3*"}},
		{"flag", "(n (set-flag f true) (verify (flag? f)) add) (e (verify (flag? f)) add)", "(White (X a1))", []string{"a1a2: WXa2*"}},
		{"position flag", "((set-position-flag f true a2) n (if (position-flag? f) add) n (verify (not-position-flag? f)) add)", "(White (X a1))",
			[]string{"a1a2: WXa2*", "a1a3: WXa3*"}},
		{"zone", "((verify (in-zone? home)) n (verify (not-in-zone? home)) add)", "(White (X a1 b3)) (Black (X d4))",
			[]string{"a1a2: BXd4* WXa2* WXb3*"}},
		{"neutral", "(n (verify (and neutral? not-enemy? not-friend?)) add)", "(White (X a1)) (Nobody (Z a2))", []string{"a1a2: WXa2*"}},
		{"conditions elsewhere", "((verify (and (empty? n) (piece? Z e) (enemy? e) (not-on-board? w) (on-board? n))) n add)",
			"(White (X a1)) (Black (Z b1))", []string{"a1a2: BZb1 WXa2*"}},
		{"position", "(n (verify (position? a2)) (verify (not-position? a3)) add)", "(White (X a1 b1))", []string{"a1a2: WXa2* WXb1*"}},
		{"next to an enemy", "(n (verify adjacent-to-enemy?) add)", "(White (X a1 d1)) (Black (Z a3))", []string{"a1a2: BZa3 WXa2* WXd1*"}},
		{"last move unknown", "(n (verify (or last-from? last-to?)) add) ((go last-to) add)", "(White (X a1))", nil},
		{"the same move twice", "(n add) (n add)", "(White (X a1))", []string{"a1a2: WXa2*"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := load(t, small(c.moves, c.setup)).Start()
			if got := after(t, s); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
