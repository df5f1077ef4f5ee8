package web_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant"
)

// firstGame is a scripted game in which a newcomer uses the special rule of a rule set.
type firstGame struct {
	// Rule is the special rule: an effect of a move, or "seam" for a move over the seam.
	Rule  string          `json:"rule"`
	Start string          `json:"start"` // defaults to the rule set's starting position
	Steps []firstGameStep `json:"steps"`
	Done  string          `json:"done"`
}

type firstGameStep struct {
	Task  string   `json:"task"`
	Moves []string `json:"moves"` // accepted moves, in UCI notation; the first legal one is the hint
	Reply string   `json:"reply"` // the opponent's move; only the last step has none
	Wrong string   `json:"wrong"` // response to other legal moves
}

// minUses is the minimum number of times that the player uses the special rule in a first game.
const minUses = 2

// TestFirstGames plays every line of each first game. The accepted moves and the replies must be legal, and the
// player must use the special rule at least twice.
func TestFirstGames(t *testing.T) {
	tested := 0
	for _, r := range variant.Builtin().All() {
		text, ok := bundle.Read(r, bundle.FirstGame)
		if !ok {
			continue
		}
		tested++
		t.Run(r.Info().Name, func(t *testing.T) {
			var game firstGame
			d := json.NewDecoder(strings.NewReader(text))
			d.DisallowUnknownFields()
			if err := d.Decode(&game); err != nil {
				t.Fatalf("decoding the first game: %v", err)
			}
			checkFirstGame(t, r, &game)
		})
	}
	if tested < 4 {
		t.Errorf("%d rule sets have a first game", tested)
	}
}

func checkFirstGame(t *testing.T, r rules.Rules, game *firstGame) {
	start := r.Info().Start
	if game.Start != "" {
		start = game.Start
	}
	p, err := r.Guide().ParsePosition(start, rules.ParseOptions{})
	if err != nil {
		t.Fatalf("%s: %v", game.Start, err)
	}
	// The page finds the position in its data by this text.
	if text := r.Guide().FormatPosition(&p); game.Start != "" && text != game.Start {
		t.Errorf("start %s is written %s", game.Start, text)
	}
	if game.Done == "" {
		t.Error("a text for the end is required")
	}
	for i, s := range game.Steps {
		if s.Task == "" || s.Wrong == "" || (s.Reply == "") != (i == len(game.Steps)-1) {
			t.Errorf("step %d needs a task, a response to other moves, and a reply unless it is the last: %+v", i+1, s)
		}
	}
	line, played := rules.NewLine(r, p), map[string]bool{}
	checkFirstGameSteps(t, line, game, 0, 0, played)
	for _, s := range game.Steps {
		for _, move := range s.Moves {
			if !played[move] {
				t.Errorf("%s is never legal when it would be accepted", move)
			}
		}
	}
}

// checkFirstGameSteps plays the steps from at. It adds the legal accepted moves to played.
func checkFirstGameSteps(t *testing.T, line *rules.Line, game *firstGame, at, uses int, played map[string]bool) {
	r := line.Rules()
	if at == len(game.Steps) {
		if uses < minUses {
			t.Errorf("%v use the special rule %d times", line.Moves(), uses)
		}
		return
	}
	p, s := line.Position(), game.Steps[at]
	found := false
	for _, m := range rules.LegalMoves(r, &p) {
		d := describe.Move(r, &p, m)
		if !slices.Contains(s.Moves, d.Move) {
			continue
		}
		found, played[d.Move] = true, true
		if _, err := line.Play(m); err != nil {
			t.Fatalf("%s: %v", d.Move, err)
		}
		used := uses
		if usesRule(d, game.Rule) {
			used++
		}
		if s.Reply == "" {
			checkFirstGameSteps(t, line, game, at+1, used, played)
		} else if reply, err := line.PlayText(s.Reply); err != nil {
			t.Errorf("reply %s to %s: %v", s.Reply, d.Move, err)
		} else {
			before, _ := line.At(line.Ply() - 1)
			if text := rules.FormatUCI(r, &before, reply.Move); text != s.Reply {
				t.Errorf("reply %s is %s in UCI notation", s.Reply, text)
			}
			checkFirstGameSteps(t, line, game, at+1, used, played)
			line.Undo()
		}
		line.Undo()
	}
	if !found {
		t.Errorf("none of %v is legal after %v", s.Moves, line.Moves())
	}
}

// usesRule reports whether a move has an effect or, for "seam", crosses the seam.
func usesRule(d describe.MoveInfo, rule string) bool {
	if rule == "seam" {
		return len(d.Ways) > 0 && d.Ways[0].Seam()
	}
	return slices.ContainsFunc(d.Changes, func(c describe.Change) bool { return string(c.Effect) == rule })
}
