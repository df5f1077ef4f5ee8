package uci

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/internal/protocol"
	"github.com/tainchess/tain/internal/protocol/lines"
	"github.com/tainchess/tain/rules"
)

// newGame begins a game from a rule set's own start.
func (s *server) newGame(r rules.Rules) (err error) {
	s.game, err = protocol.NewGame(r)
	return err
}

// position carries out "startpos moves ..." and "fen FEN moves ...". The FEN
// is everything up to the word moves, since some rule sets have spaces of
// their own. If anything is wrong there is no position: the other side thinks
// of another one than the last that was taken.
func (s *server) position(text string) {
	words := strings.Fields(text)
	var before, moves []string
	for i, w := range words {
		if w == "moves" {
			before, moves = words[:i], words[i+1:]
			break
		}
		before = words[:i+1]
	}
	game, err := s.read(before, moves)
	if s.game = game; err != nil {
		s.refused = protocol.Refused{Why: err}
		s.complain("position refused: %v", err)
	}
}

// noPosition says that there is none, and why.
func (s *server) noPosition() { s.complain("%v", s.refused) }

func (s *server) read(before, moves []string) (*rules.Line, error) {
	r := s.settings.rules
	text := r.Info().Start
	switch {
	case len(before) == 1 && before[0] == "startpos":
	case len(before) > 1 && before[0] == "fen":
		text = strings.Join(before[1:], " ")
	default:
		return nil, fmt.Errorf("it wants startpos or fen and a position, and then perhaps moves")
	}
	game, err := protocol.ReadPosition(r, text, s.settings.analyseMode, func(sentence string) { s.complain("%s", sentence) })
	if err != nil {
		return nil, err
	}
	for i, m := range moves {
		if _, err := game.PlayText(m); err != nil {
			return nil, fmt.Errorf("move %d, %s: %w", i+1, lines.Clip(m), err)
		}
	}
	return game, nil
}
