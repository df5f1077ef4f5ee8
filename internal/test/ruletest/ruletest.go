// Package ruletest checks rule sets against cases written as text. Only tests
// import it.
package ruletest

import (
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
)

// Case is a position, moves played from it, and assertions about the result.
type Case struct {
	Rule  string // rule number and description of the case
	Text  string // position; empty for the starting position; a side may have no king
	Moves string // legal UCI moves to play, separated by spaces

	SAN     string // the moves in SAN, separated by commas
	Then    string // the position after the moves
	Legal   string // UCI moves that are then legal, possibly among others
	Illegal string // UCI moves that are then illegal
	Reach   string // all squares to which a piece may then move, such as "a4: b4 c4"
	State   string // "check", "mate", "stalemate" or "free"
}

// Run checks every case as a subtest named after its rule.
func Run(t *testing.T, r rules.Rules, cases []Case) {
	for _, c := range cases {
		t.Run(c.Rule, func(t *testing.T) { c.check(t, r) })
	}
}

func (c Case) check(t *testing.T, r rules.Rules) {
	if c.SAN == "" && c.Then == "" && c.Legal == "" && c.Illegal == "" && c.Reach == "" && c.State == "" {
		t.Fatal("the case has no assertion")
	}
	p := positions.From(t, r, c.Text)
	var written []string
	for _, text := range strings.Fields(c.Moves) {
		m := positions.Move(t, r, &p, text)
		written = append(written, r.Guide().FormatSAN(&p, m))
		p = positions.After(t, r, &p, m)
	}
	if got := strings.Join(written, ", "); c.SAN != "" && got != c.SAN {
		t.Errorf("SAN %s, want %s", got, c.SAN)
	}
	text := r.Guide().FormatPosition(&p)
	if c.Then != "" && text != c.Then {
		t.Errorf("the position is\n%s, want\n%s", text, c.Then)
	}
	legal := positions.Legal(r, &p)
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
			t.Errorf("%s reaches %v in %s, want %s", from, got, text, want)
		}
	}
	if got := positions.State(r, &p); c.State != "" && got != c.State {
		t.Errorf("%s is %s, want %s", text, got, c.State)
	}
}

// reach lists the destinations of one piece, without duplicates for promotions.
func reach(moves []string, from string) (to []string) {
	for _, m := range moves {
		if rest, ok := strings.CutPrefix(m, from); ok {
			to = append(to, rest[:2])
		}
	}
	return slices.Compact(to)
}
