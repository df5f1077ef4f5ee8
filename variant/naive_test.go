package variant_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/internal/test/oracle/naive"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// comparedPositions returns the number of positions to compare with the naive rules per flat rule set.
func comparedPositions() int {
	if !long.Enabled() {
		return 1_500
	}
	return 20_000
}

// TestNaive plays games with the library and with the naive rules, from the starting position and from
// constructed positions. In every position, both must agree on the moves, check and the text of the position
// after every move.
func TestNaive(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		if len(r.Info().Levels) > 0 {
			continue // package space compares these rule sets
		}
		if size(t, r) > 64 {
			continue // package fairy compares it, and internal/test/oracle/anyboard checks its counts
		}
		t.Run(r.Info().Name, func(t *testing.T) {
			t.Parallel()
			c := comparison{t: t, r: r, seen: map[string]bool{}}
			for seed := uint64(1); len(c.seen) < comparedPositions(); seed++ {
				c.game(seed)
				if t.Failed() {
					return
				}
			}
		})
	}
}

type comparison struct {
	t    *testing.T
	r    rules.Rules
	seen map[string]bool // positions by their text without clocks
	list board.MoveList
	next board.Position
}

// game compares the positions in one game. A third of the games begin from the starting position and are
// longer than the others.
func (c *comparison) game(seed uint64) {
	dice := rand.New(rand.NewPCG(seed, 7))
	info := c.r.Info()
	text, plies := info.Start, 100
	if seed%3 != 0 {
		text, plies = construct(dice, info), 12
	}
	slow, err := naive.Parse(info.Name, text)
	if err != nil {
		c.t.Fatalf("seed %d: naive.Parse(%s): %v", seed, text, err)
	}
	p, err := c.r.Guide().ParsePosition(text, rules.ParseOptions{AllowNoKing: true})
	if waiting := c.waitingInCheck(text); err != nil {
		if !waiting {
			c.t.Errorf("seed %d: ParsePosition(%s): %v", seed, text, err)
		}
		return
	} else if waiting {
		c.t.Errorf("seed %d: ParsePosition(%s) succeeded although the side not to move is in check", seed, text)
		return
	}
	for range plies {
		replies, wanted := c.position(seed, slow, &p)
		if len(replies) == 0 || c.t.Failed() {
			return
		}
		move := replies[dice.IntN(len(replies))]
		slow, p = wanted[move.text], move.after
	}
}

// waitingInCheck reports whether the side not to move is in check under the naive rules.
func (c *comparison) waitingInCheck(text string) bool {
	fields := strings.Fields(text)
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	fields[3] = "-"
	check, err := naive.InCheck(c.r.Info().Name, strings.Join(fields, " "))
	if err != nil {
		c.t.Fatalf("naive.InCheck(%q): %v", strings.Join(fields, " "), err)
	}
	return check
}

type reply struct {
	text  string
	after board.Position
}

// position compares one position and all its moves. It returns the legal moves sorted by text, and the naive
// positions after them.
func (c *comparison) position(seed uint64, slow *naive.Pos, p *board.Position) ([]reply, map[string]*naive.Pos) {
	guide := c.r.Guide()
	text := guide.FormatPosition(p)
	if want := slow.FEN(); text != want {
		c.t.Errorf("seed %d: the position is\n%s, want\n%s", seed, text, want)
		return nil, nil
	}
	if _, attacked := c.r.Kings(p, p.Side); (!attacked.Empty()) != slow.InCheck() {
		c.t.Errorf("seed %d: %s: in check = %v, want the opposite", seed, text, !attacked.Empty())
	}
	var replies []reply
	c.list.Reset()
	c.r.PseudoLegal(p, &c.list)
	for _, m := range c.list.All() {
		if c.r.Apply(p, m, &c.next) {
			replies = append(replies, reply{guide.FormatUCI(p, m), c.next})
		}
	}
	slices.SortFunc(replies, func(a, b reply) int { return strings.Compare(a.text, b.text) })
	wanted := slow.Replies()
	bare := strings.Join(strings.Fields(text)[:4], " ")
	if c.seen[bare] {
		return replies, wanted
	}
	c.seen[bare] = true
	if moves := slices.Sorted(maps.Keys(wanted)); !slices.EqualFunc(replies, moves, func(r reply, m string) bool { return r.text == m }) {
		c.t.Errorf("seed %d: %s: legal moves\n%v, want\n%v", seed, text, texts(replies), moves)
		return nil, nil
	}
	for _, got := range replies {
		if after, want := guide.FormatPosition(&got.after), wanted[got.text].FEN(); after != want {
			c.t.Errorf("seed %d: %s after %s:\n%s, want\n%s", seed, text, got.text, after, want)
		}
	}
	return replies, wanted
}

func texts(replies []reply) (all []string) {
	for _, r := range replies {
		all = append(all, r.text)
	}
	return all
}
