package definition_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/internal/test/oracle/naive"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/definition"
	"github.com/tainchess/tain/variant/flat"
)

// TestNaive plays random definitions with the library and with the naive rules. In every position, both must
// agree on the moves, their SAN, the text of the position after each move, check and the outcome.
func TestNaive(t *testing.T) {
	definitions, positions := 300, 100
	if !long.Enabled() {
		definitions, positions = 30, 20
	}
	const parts = 10 // run in parallel
	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			for seed := part; seed < definitions; seed += parts {
				dice := rand.New(rand.NewPCG(uint64(seed), 13))
				c := makeUp(t, dice)
				for c.seen < positions && !t.Failed() {
					start := c.v.Info().Start
					if dice.IntN(2) == 0 {
						start = c.construct(dice)
					}
					c.game(dice, start, min(24, positions-c.seen))
				}
				if t.Failed() {
					t.Fatalf("seed %d: %s", seed, c.text)
				}
			}
		})
	}
}

// TestRegressions checks positions that have shown differences between the two implementations.
func TestRegressions(t *testing.T) {
	for _, c := range []struct{ about, definition, fen string }{
		{"a pawn's image is the square it leaves", `{"name":"a","reflection":{"map":"ranks","makes":{"p":"n"}}}`, "4k3/8/8/8/2P5/8/3K4/8 w - - 0 1"},
	} {
		d, _, err := definition.Parse(c.definition)
		if err != nil {
			t.Fatalf("definition.Parse(%q): %v", c.definition, err)
		}
		newComparison(t, c.definition, d).game(rand.New(rand.NewPCG(1, 1)), c.fen, 3)
		if t.Failed() {
			t.Fatalf("%s: the two implementations differ", c.about)
		}
	}
}

// comparison plays a definition with both implementations.
type comparison struct {
	t     *testing.T
	text  string
	v     *flat.Rules
	naive *naive.Definition
	seen  int // positions compared
}

// makeUp returns a random definition that both implementations accept. Parse may reject a definition only
// because the side not to move is in check in the starting position, or because the game is over there.
func makeUp(t *testing.T, dice *rand.Rand) *comparison {
	for range 1000 {
		text := invent(dice)
		d, _, err := definition.Parse(text)
		if err == nil {
			return newComparison(t, text, d)
		}
		var faults definition.Faults
		if errors.As(err, &faults) && faults[0].Message.Code == "definition.start.over" {
			continue
		}
		n, naiveErr := naive.Define(text)
		if naiveErr != nil || !waitingInCheck(t, n, n.Start()) {
			t.Fatalf("Parse(%s): %v; naive: %v", text, err, naiveErr)
		}
	}
	t.Fatal("no random definition was accepted")
	return nil
}

func newComparison(t *testing.T, text string, d *definition.Definition) *comparison {
	n, err := naive.Define(text)
	if err != nil {
		t.Fatalf("Parse(%s) succeeded; naive: %v", text, err)
	}
	return &comparison{t: t, text: text, v: d.Compile().(*flat.Rules), naive: n}
}

// waitingInCheck reports whether the side not to move is in check under the naive rules.
func waitingInCheck(t *testing.T, n *naive.Definition, fen string) bool {
	fields := strings.Fields(fen)
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	fields[3] = "-"
	p, err := n.Parse(strings.Join(fields, " "))
	if err != nil {
		t.Fatalf("n.Parse: %v", err)
	}
	return p.InCheck()
}

// game compares the positions in one random game.
func (c *comparison) game(dice *rand.Rand, start string, positions int) {
	slow, err := c.naive.Parse(start)
	if err != nil {
		c.t.Fatalf("naive Parse(%s): %v", start, err)
	}
	p, err := c.v.Guide().ParsePosition(start, rules.ParseOptions{AllowNoKing: true})
	if waiting := waitingInCheck(c.t, c.naive, start); waiting != (err != nil) {
		c.t.Errorf("ParsePosition(%s): %v; side not to move in check: %v", start, err, waiting)
	}
	if err != nil || c.t.Failed() {
		return
	}
	for range positions {
		replies := c.position(slow, &p)
		if len(replies) == 0 || c.t.Failed() {
			return
		}
		reply := replies[dice.IntN(len(replies))]
		// Prefer captures, promotions, and moves of pieces that go on.
		for tries := 0; tries < 3 && !strings.ContainsAny(reply.SAN, "@=x"); tries++ {
			reply = replies[dice.IntN(len(replies))]
		}
		m, err := c.v.Guide().ParseMove(&p, reply.SAN)
		if err != nil {
			c.t.Fatalf("ParseMove(%q): %v", reply.SAN, err)
		}
		var next board.Position
		c.v.Apply(&p, m, &next)
		p, slow = next, reply.After
	}
}

// position compares one position and all its moves. It returns the naive rules' moves, or nil if there is a
// difference.
func (c *comparison) position(slow *naive.Pos, p *board.Position) []naive.Reply {
	c.seen++
	guide := c.v.Guide()
	text := guide.FormatPosition(p)
	if want := slow.FEN(); text != want {
		c.t.Errorf("the position is\n%s, want\n%s", text, want)
		return nil
	}
	if check := rules.InCheck(c.v, p); check != slow.InCheck() {
		c.t.Errorf("%s: in check = %v, want the opposite", text, check)
	}
	c.outcome(text, slow, p)
	want := slow.Written()
	slices.SortFunc(want, func(a, b naive.Reply) int { return strings.Compare(a.UCI, b.UCI) })
	var moves, legal, next = c.generated(p), board.MoveList{}, board.Position{}
	if !slices.EqualFunc(moves, want, func(m board.Move, r naive.Reply) bool { return guide.FormatUCI(p, m) == r.UCI }) {
		c.t.Errorf("%s: legal moves\n%s, want\n%s", text, uci(guide, p, moves), replies(want))
		return nil
	}
	// Compare the legal move generator and the move counter.
	c.v.Legal(p, &legal)
	if n := c.v.Count(p); n != len(want) || len(legal.All()) != n {
		c.t.Errorf("%s: Legal has %d moves, Count %d, naive %d:\n%s\n%s", text, len(legal.All()), n, len(want), uci(guide, p, legal.All()), replies(want))
		return nil
	}
	for i, m := range moves {
		if !slices.Contains(legal.All(), m) {
			c.t.Errorf("%s: %s is not in Legal", text, want[i].UCI)
		}
		c.v.Make(p, m, &next)
		if after, fen := guide.FormatPosition(&next), want[i].After.FEN(); after != fen {
			c.t.Errorf("%s after %s:\n%s, naive\n%s", text, want[i].UCI, after, fen)
		}
		if san := guide.FormatSAN(p, m); san != want[i].SAN {
			c.t.Errorf("%s: SAN of %s is %s, naive %s", text, want[i].UCI, san, want[i].SAN)
		} else if read, err := guide.ParseMove(p, san); err != nil || read != m {
			c.t.Errorf("%s: ParseMove(%s) = %v, %v", text, san, read, err)
		}
	}
	return want
}

// generated returns the pseudo-legal moves that Apply accepts, sorted by UCI notation.
func (c *comparison) generated(p *board.Position) (moves []board.Move) {
	var list board.MoveList
	var next board.Position
	c.v.PseudoLegal(p, &list)
	for _, m := range list.All() {
		if c.v.Apply(p, m, &next) {
			moves = append(moves, m)
		}
	}
	guide := c.v.Guide()
	slices.SortFunc(moves, func(a, b board.Move) int {
		return strings.Compare(guide.FormatUCI(p, a), guide.FormatUCI(p, b))
	})
	return moves
}

// outcome compares the outcomes. The naive rules treat only two bare kings as dead. If the library considers
// another position dead, it may contain only kings, knights and bishops, and moves must have no reflection.
func (c *comparison) outcome(text string, slow *naive.Pos, p *board.Position) {
	o := rules.OutcomeOf(c.v, p)
	got, want := "", slow.Outcome()
	if o.Over() {
		got = fmt.Sprintf("%s %s", o.Result, o.Reason)
	}
	field, _, _ := strings.Cut(text, " ")
	if !strings.HasSuffix(want, "mate") && o.Reason == rules.Dead && !strings.Contains(c.text, "reflection") && strings.Trim(field, "kKnNbB12345678/") == "" {
		return
	}
	if got != want {
		c.t.Errorf("%s: outcome %q, naive %q", text, got, want)
	}
}

func uci(guide rules.Guide, p *board.Position, moves []board.Move) string {
	var all []string
	for _, m := range moves {
		all = append(all, guide.FormatUCI(p, m))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func replies(all []naive.Reply) string {
	var texts []string
	for _, r := range all {
		texts = append(texts, r.UCI)
	}
	return strings.Join(texts, " ")
}

// FuzzPlay plays every definition that parses with the library and with the naive rules.
func FuzzPlay(f *testing.F) {
	for name := range builtins {
		f.Add(source(f, name), uint64(1))
	}
	for i, text := range sorts {
		f.Add(text, uint64(i))
	}
	dice := rand.New(rand.NewPCG(1, 13))
	for seed := range uint64(20) {
		f.Add(invent(dice), seed)
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		d, _, err := definition.Parse(text)
		if err != nil {
			return
		}
		// The naive rules accept only the canonical JSON form.
		c := newComparison(t, d.JSON(), d)
		dice := rand.New(rand.NewPCG(seed, 17))
		c.game(dice, c.v.Info().Start, 8)
		c.game(dice, c.construct(dice), 8)
	})
}
