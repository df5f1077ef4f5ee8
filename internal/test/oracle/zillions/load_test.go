package zillions_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/oracle/zillions"
)

// TestErrors checks the messages for files that Load rejects, some of them with their position.
func TestErrors(t *testing.T) {
	rules := func(moves string, more ...string) string { return small(moves, "(White (X a1))", more...) }
	for _, c := range []struct{ name, src, want string }{
		{"empty", "", "the file has no game"},
		{"open", "(game\n (title", "line 2:2: unclosed bracket"},
		{"closed", "(version \"2.0\"))", "line 1:16: unmatched closing bracket"},
		{"text", "(version \"2.0", "line 1:10: missing closing quotation mark"},
		{"word", "game", "outside all brackets"},
		{"comment at the end", "(version \"2.0\")\n; done", "line 1:16: a comment after the last bracket"},
		{"two games", "(game) (game)", "a second game"},
		{"variant", "(variant (title \"b\"))", "variant is not supported"},
		{"no players", "(game (title \"a\"))", "the game has no players"},
		{"itself", "(define a (a)) (game (a))", "does a use itself?"},
		{"argument", "(define a ($2)) (game (a b))", "line 1:23: a is used with 1 arguments, but its definition has $2"},
		{"twice", "(define a b) (define a c)", "a is defined twice"},
		{"instruction", rules("(n jump add)"), "jump is not an instruction, direction, position or macro"},
		{"macro", rules("(slide n)"), "slide is not an instruction"},
		{"condition", rules("(n (verify full?) add)"), "full? is not a condition"},
		{"two conditions", rules("(n (verify empty? enemy?) add)"), "verify requires one condition"},
		{"piece", rules("(n (add Q))"), `no piece is named "Q"`},
		{"zone", rules("(n (verify (in-zone? away)) add)"), `no zone is named "away"`},
		{"attribute", rules("(n (set-attribute tired true) add)"), `no attribute is named "tired"`},
		{"truth", rules("(n (set-attribute calm maybe) add)"), "want true or false"},
		{"place", rules("(n (create Z Z) add)"), "Z is neither a direction nor a position"},
		{"partial", rules("(n (add-partial jump))"), "add-partial is not supported"},
		{"go", rules("((go home) add)"), "go requires from, to, mark"},
		{"group", rules("(n ((verify empty?) add))"), "brackets within a move start with a word"},
		{"section", rules("(n add)", "(weather fine)"), "(weather fine) is not part of a game"},
		{"goal", rules("(n add)", "(win-condition (White) (happy X))"), "(happy X) is not a supported goal"},
		{"goal player", rules("(n add)", "(win-condition (Red) stalemated)"), `no player is named "Red"`},
		{"option", rules("(n add)", `(option "maximal captures" true)`), "not supported"},
		{"two on a square", small("(n add)", "(White (X a1 a1))"), "two pieces on a1"},
		{"setup", small("(n add)", "(White (X e1))"), `no position is named "e1"`},
		{"deep", strings.Repeat("(", 5000), "nested brackets"},
		{"large", strings.Repeat(" ", 5<<20), "bytes"},
		{"bomb", "(define a x x x x x x x x x x)(define b (a)(a)(a)(a)(a)(a)(a)(a))(define c (b)(b)(b)(b)(b)(b)(b)(b))" +
			"(define d (c)(c)(c)(c)(c)(c)(c)(c))(define e (d)(d)(d)(d)(d)(d)(d)(d))(define f (e)(e)(e)(e)(e)(e)(e)(e))(game (f)(f)(f)(f))",
			"the macros expand to more than"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := zillions.Load(c.src); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Load: %v, want %q", err, c.want)
			}
		})
	}
}

// TestEndless checks that endless rules are detected.
func TestEndless(t *testing.T) {
	for _, moves := range []string{
		"((while true n s))",
		"((while true))",
		"((while true (create Z d4)))",
		"((while true add))",
		"((while true cascade))",
		"((while true (while true (go from))))",
		"((while attacked? n s) (while not-attacked? n s))",
		"((while true (set-position-flag f true) (verify adjacent-to-enemy?)) add) ((while (or true adjacent-to-enemy?) mark))",
	} {
		g := load(t, small(moves, "(White (X a1)) (Black (X a3))"))
		if _, err := g.Start().Moves(); !errors.Is(err, zillions.ErrEndless) {
			t.Errorf("%s: error %v, want ErrEndless", moves, err)
		}
	}
}

// TestBoard reads boards that are not plain grids.
func TestBoard(t *testing.T) {
	g := load(t, `
(define hops ($1 (while (on-board? $1) add $1) add))
(game
   (title "three points and a line")
   (players One Two)
   (turn-order One repeat Two One)
   (board
      (image "board.bmp")
      (positions (hub 0 0 9 9) (left 10 0 19 9) (right 20 0 29 9))
      (grid (start-rectangle 0 20 9 29) (dimensions ("p/q/r/s" (10 0))) (directions (fore 1) (aft -1)))
      (links fore (hub left) (left right) (right p))
      (unlink (q r))
      (kill-positions s)
      (dummy p)
   )
   (board-setup (One (Man hub off 1)) (Two (Man r)))
   (piece (name Man) (moves (hops fore)) (drops ((verify empty?) add)))
)`)
	s := g.Start()
	if got, want := strings.Join(moves(t, s), " "), "hubleft hubp hubq hubright left q right"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var turns []string
	for range 5 {
		turns = append(turns, s.Turn())
		all, err := s.Moves()
		if err != nil || len(all) == 0 {
			break
		}
		s = s.Play(all[0])
	}
	if got := strings.Join(turns, " "); got != "One Two" {
		t.Errorf("turns = %s, want One Two", got)
	}
	if got := strings.Join(g.Squares(), " "); got != "hub left right p q r" {
		t.Errorf("squares %s", got)
	}
}

// FuzzLoad checks that no input causes a panic or an endless loop.
func FuzzLoad(f *testing.F) {
	files, err := filepath.Glob("testdata/*.zrf")
	if err != nil {
		f.Fatalf("filepath.Glob: %v", err)
	}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatalf("os.ReadFile: %v", err)
		}
		f.Add(string(src))
	}
	f.Add(small("(n cascade e from back to (create Black Z d4) (flip a1) add-copy)", "(White (X a1)) (Black (X d4))"))
	f.Add(small("((while not-attacked? mark n (if (piece? X e) capture else (change-type Y))) (add Y Z))", "(White (X a1)) (Black (X d4))",
		"(loss-condition (White Black) (or (checkmated X) (captured Y) repetition))"))
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 20_000 {
			return
		}
		g, err := zillions.Load(src)
		if err != nil {
			var where *zillions.Error
			if !errors.As(err, &where) || where.Line < 1 || where.Text == "" {
				t.Errorf("Load: %v; want an error with a position", err)
			}
			return
		}
		s := g.Start()
		for range 3 {
			all, err := s.Moves()
			if err != nil || len(all) == 0 {
				return
			}
			s = s.Play(all[len(all)/2])
		}
	})
}
