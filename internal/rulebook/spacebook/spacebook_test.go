package spacebook_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/rulebook/loader"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
	"github.com/tainchess/tain/variant/space"
)

// book returns a definition's book after verifying all of its claims, and the rule set.
func book(t *testing.T, text string) (rulebook.Book, *space.Rules) {
	t.Helper()
	r, err := variant.Builtin().Choose(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	b, err := loader.Load(r, variant.Builtin().Find, loader.Language{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if err := rulebook.Illustrate(&b, r, nil); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return b, r.(*space.Rules)
}

// plainText returns the text of a book, one line per paragraph.
func plainText(b rulebook.Book) string {
	b.Diagrams(func(_ string, d *rulebook.Diagram) { d.Link = "" })
	return rulebook.Terminal(b, rulebook.Style{Width: 1 << 20})
}

// random returns a definition with a random policy.
func random(dice *rand.Rand, n int) string {
	coin := func() bool { return dice.IntN(2) == 0 }
	some := func(from, last int) []int {
		all := []int{}
		for d := from; d <= last; d++ {
			if dice.IntN(3) == 0 {
				all = append(all, d)
			}
		}
		return all
	}
	riders := ""
	for _, c := range "pnbrqk" {
		if dice.IntN(3) > 0 && n%7 > 0 {
			riders += string(c)
		}
	}
	if n%5 == 1 {
		riders = "pnbrqk"
	}
	policy := map[string]any{
		"along": some(1, 5), "across": some(0, 5), "direction": []string{"level", "rank"}[dice.IntN(2)],
		"cross_column": []string{"direction", "side"}[dice.IntN(2)], "turns": coin(), "shadow": coin(),
		"passengers": riders, "empty": []string{"owner", "anyone"}[dice.IntN(2)],
	}
	if n%6 == 0 {
		policy["along"], policy["across"] = []int{}, []int{}
	}
	text, _ := json.Marshal(map[string]any{"name": fmt.Sprintf("random-%d", n), "base": []string{"trid", "meder"}[n%2], "policy": policy})
	return string(text)
}

// TestPolicies generates books for random policies. Every claim must hold, every rule must have
// text, and each statement must be in the book if and only if it is true.
func TestPolicies(t *testing.T) {
	dice := rand.New(rand.NewPCG(13, 6))
	for n := range 120 {
		text := random(dice, n)
		b, v := book(t, text)
		o := v.Policy()
		for i, s := range b.Sections {
			if s.Number != fmt.Sprint(i+1) || len(s.Rules) == 0 {
				t.Errorf("%s: section %s %s has %d rules", text, s.Number, s.Title, len(s.Rules))
			}
			for j, r := range s.Rules {
				if r.Number != fmt.Sprintf("%d.%d", i+1, j+1) || len(r.Body) == 0 || r.Body[0].Text == "" {
					t.Errorf("%s: rule %s %s is empty", text, r.Number, r.Title)
				}
			}
		}
		all := plainText(b)
		d, _, err := definition.Parse(text)
		if err != nil {
			t.Fatalf("definition.Parse: %v", err)
		}
		moves := len(o.Along)+len(o.Across) > 0
		active := moves || o.Turns
		riders := 0
		for _, stays := range o.Stays[1:7] {
			if !stays {
				riders++
			}
		}
		for phrase, want := range map[string]bool{
			"Either side may move an empty board":                 active && o.Anyone,
			"An empty board is controlled by its owner":           active && !o.Anyone,
			"A half turn on the spot counts as riding":            o.Turns && !(o.Stays[1] && o.Stays[4] && o.Stays[6]),
			"Boards do not turn.":                                 moves && !o.Turns,
			"may make a half turn, ":                              o.Turns,
			"cast shadows, and so do kings":                       o.Shadow && active,
			"Pieces on other levels do not block a board":         !o.Shadow && active,
			"Any piece can ride, including the king":              active && riders == 6,
			"No piece can ride":                                   active && riders == 0,
			"A board with a piece on it moves forward or to the ": moves && riders > 0,
			"always counts as a move to the side":                 moves && o.Sideways && len(o.Across) > 0,
			"In order of their ranks the pins are 1, then 3":      moves && o.Order == space.ByRank,
			"a higher number for White":                           moves && o.Order == space.ByLevel,
			"A board never moves to the other side":               moves && len(o.Across) == 0,
			"A board never moves to another pin of its own side":  moves && len(o.Along) == 0,
			"the pin of the same number":                          moves && slices.Contains(o.Across, 0),
			"do not move from pin to pin in this game":            o.Turns && !moves,
			"stay on their pins throughout the game":              !active,
			"the pins are not neighbours":                         moves,
			"Pawns do not ride":                                   active && riders > 0 && o.Stays[1],
			"The game starts from the position shown here":        false,
			"which only": false, // the book makes no statements about other games
			"%!":         false,
		} {
			if strings.Contains(all, phrase) != want {
				t.Errorf("%s: book contains %q: %v", text, phrase, !want)
			}
		}
		if !strings.Contains(all, d.Differences()[0].String()) {
			t.Errorf("%s: book does not begin with the differences", text)
		}
		if moves {
			ways(t, b, v)
		}
	}
}

// ways compares the table of directions with the rules.
func ways(t *testing.T, b rulebook.Book, v *space.Rules) {
	t.Helper()
	part, ok := b.Part("6.2")
	if !ok {
		t.Fatalf("%s has no rule 6.2", v.Info().Name)
	}
	data, _ := space.RuleData(v)
	column := map[rules.Direction]int{rules.Forward: 1, rules.Sideways: 2, rules.Backward: 3}
	for _, block := range part.Sections[0].Rules[0].Body {
		for _, row := range block.Rows[min(1, len(block.Rows)):] {
			want := [4][]string{}
			for _, a := range data.Adjacency {
				if a.From == row[0] {
					want[column[a.White]] = append(want[column[a.White]], a.To)
				}
			}
			for i := 1; i < 4; i++ {
				got := strings.Fields(strings.ReplaceAll(row[i], "-", ""))
				slices.Sort(got)
				slices.Sort(want[i])
				if !slices.Equal(got, want[i]) {
					t.Errorf("%s: from %s the book has %v, the rules %v", v.Info().Definition, row[0], got, want[i])
				}
			}
		}
	}
}

// TestExamples checks that each rule changed by a policy has an example.
func TestExamples(t *testing.T) {
	for text, numbers := range map[string][]string{
		`{"name":"a","base":"trid"}`:  {"4.2", "4.4", "4.6", "4.7", "6.1", "6.3", "6.4", "6.5"},
		`{"name":"b","base":"meder"}`: {"4.2", "4.4", "4.6", "4.7", "6.1", "6.3", "6.4", "6.5"},
		`{"name":"c","base":"trid","policy":{"along":[5],"across":[],"passengers":"qk"}}`:                  {"4.2", "4.4", "4.7", "6.1"},
		`{"name":"d","base":"trid","policy":{"along":[],"across":[],"passengers":"","empty":"anyone"}}`:    {"4.2", "4.3", "6.1", "6.2", "6.3"},
		`{"name":"e","base":"meder","policy":{"across":[0,1,2,3,4,5],"cross_column":"side","turns":true}}`: {"4.2", "4.4", "4.6", "4.7", "6.1", "6.3", "6.4", "6.5"},
	} {
		b, _ := book(t, text)
		shown := map[string]bool{}
		b.Diagrams(func(number string, _ *rulebook.Diagram) { shown[number] = true })
		for _, number := range numbers {
			if !shown[number] {
				t.Errorf("%s: rule %s has no example", text, number)
			}
		}
	}
}

// TestStart generates the book of a game with its own starting position. Shared diagrams keep the standard
// starting position.
func TestStart(t *testing.T) {
	const start = "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL3w:2/N1|QL6b:2/2|KL1w:2/2|KL6b:2/2 b - - - 0 9"
	b, v := book(t, `{"name":"late","base":"trid","start":"`+start+`"}`)
	all := plainText(b)
	if !strings.Contains(all, "The game starts from the position shown here. Black moves first.") {
		t.Error("the book does not mention its start")
	}
	if got := fmt.Sprint(v.Info().Differences); got != "[Tri-dimensional chess, like trid. The game has its own starting position.]" {
		t.Errorf("differences = %q", got)
	}
}

// TestDirections compares the tables of directions in the built-in books with the rules.
func TestDirections(t *testing.T) {
	known := variant.Builtin()
	for _, name := range []string{"trid", "meder"} {
		r, _ := known.Find(name)
		b, err := loader.Load(r, known.Find, loader.Language{})
		if err != nil {
			t.Fatalf("loader.Load: %v", err)
		}
		ways(t, b, r.(*space.Rules))
	}
}
