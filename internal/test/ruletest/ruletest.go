// Package ruletest checks rule sets against cases written as text. Only tests
// import it.
package ruletest

import (
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Case is a position, moves played from it, and what must then be true.
type Case struct {
	Rule  string // the rule's number and what is shown of it
	Text  string // the position; empty for the start; a side may have no king
	Moves string // UCI moves played from it, legal ones, with spaces between

	SAN     string // the moves as people write them, with commas between
	Then    string // the position after the moves
	Legal   string // UCI moves that are then legal, among others
	Illegal string // UCI moves that are then not legal
	Reach   string // "a4: b4 c4", file and rank of all squares the piece on a4 may then go to
	State   string // "check", "mate", "stalemate" or "free" of all these
}

// Run checks every case as a subtest named for its rule.
func Run(t *testing.T, r rules.Rules, cases []Case) {
	for _, c := range cases {
		t.Run(c.Rule, func(t *testing.T) { c.check(t, r) })
	}
}

func (c Case) check(t *testing.T, r rules.Rules) {
	if c.SAN == "" && c.Then == "" && c.Legal == "" && c.Illegal == "" && c.Reach == "" && c.State == "" {
		t.Fatal("the case asks for nothing")
	}
	p := Position(t, r, c.Text)
	var written []string
	for _, text := range strings.Fields(c.Moves) {
		m := move(t, r, &p, text)
		written = append(written, r.Guide().FormatSAN(&p, m))
		p = apply(t, r, &p, m)
	}
	if got := strings.Join(written, ", "); c.SAN != "" && got != c.SAN {
		t.Errorf("the moves are written %s, want %s", got, c.SAN)
	}
	text := r.Guide().FormatPosition(&p)
	if c.Then != "" && text != c.Then {
		t.Errorf("the position is\n%s, want\n%s", text, c.Then)
	}
	legal := Legal(r, &p)
	for _, m := range strings.Fields(c.Legal) {
		if !slices.Contains(legal, m) {
			t.Errorf("%s is not legal in %s", m, text)
		}
	}
	for _, m := range strings.Fields(c.Illegal) {
		if slices.Contains(legal, m) {
			t.Errorf("%s is legal in %s", m, text)
		}
	}
	if from, want, ok := strings.Cut(c.Reach, ":"); ok {
		if got := reach(legal, from); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s goes to %v in %s, want %s", from, got, text, want)
		}
	}
	if got := State(r, &p); c.State != "" && got != c.State {
		t.Errorf("%s is %s, want %s", text, got, c.State)
	}
}

// reach lists where the moves of one piece end, promotions once.
func reach(moves []string, from string) (to []string) {
	for _, m := range moves {
		if rest, ok := strings.CutPrefix(m, from); ok {
			to = append(to, rest[:2])
		}
	}
	return slices.Compact(to)
}

// Position reads a position; empty text is the start. A side may have no king.
func Position(tb testing.TB, r rules.Rules, text string) board.Position {
	tb.Helper()
	if text == "" {
		text = r.Info().Start
	}
	p, err := r.Guide().ParsePosition(text, rules.ParseOptions{AllowNoKing: true, AllowCheck: true})
	if err != nil {
		tb.Fatalf("%s: %q: %v", r.Info().Name, text, err)
	}
	return p
}

// Play plays UCI moves, which must be legal.
func Play(tb testing.TB, r rules.Rules, p board.Position, moves ...string) board.Position {
	tb.Helper()
	for _, text := range moves {
		p = apply(tb, r, &p, move(tb, r, &p, text))
	}
	return p
}

// move finds a legal move by its UCI notation.
func move(tb testing.TB, r rules.Rules, p *board.Position, text string) board.Move {
	tb.Helper()
	for _, m := range rules.LegalMoves(r, p) {
		if r.Guide().FormatUCI(p, m) == text {
			return m
		}
	}
	tb.Fatalf("%s is not legal in %s", text, r.Guide().FormatPosition(p))
	return board.NoMove
}

func apply(tb testing.TB, r rules.Rules, p *board.Position, m board.Move) (next board.Position) {
	tb.Helper()
	if !r.Apply(p, m, &next) {
		tb.Fatalf("%s is legal but cannot be applied in %s", r.Guide().FormatUCI(p, m), r.Guide().FormatPosition(p))
	}
	return next
}

// Legal lists the legal moves in UCI notation, sorted.
func Legal(r rules.Rules, p *board.Position) []string {
	var texts []string
	for _, m := range rules.LegalMoves(r, p) {
		texts = append(texts, r.Guide().FormatUCI(p, m))
	}
	slices.Sort(texts)
	return texts
}

// State tells "check", "mate", "stalemate" or "free" of all these.
func State(r rules.Rules, p *board.Position) string {
	_, attacked := r.Kings(p, p.Side)
	stuck := len(rules.LegalMoves(r, p)) == 0
	switch {
	case stuck && attacked != 0:
		return "mate"
	case stuck:
		return "stalemate"
	case attacked != 0:
		return "check"
	}
	return "free"
}
