package text

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// FormatUCI writes a move in UCI notation: origin, destination and the role
// promoted to, as in e2e4 and e7e8q. Castling is the king's step, a move that
// goes on elsewhere is written by its first landing square.
func (f Flat) FormatUCI(_ *board.Position, m board.Move) string {
	text := make([]byte, 0, 5)
	for _, s := range [...]board.Square{m.From(), m.To()} {
		text = append(text, 'a'+byte(s.File()), '1'+byte(s.Rank()))
	}
	if k := m.Promotion(); k >= board.Pawn && k <= board.King {
		text = append(text, k.Letter()|0x20)
	}
	return string(text)
}

// whyIllegal returns why a move cannot be played. A guide that has no answer does
// not make the move playable.
func (f Flat) whyIllegal(p *board.Position, m board.Move) *rules.IllegalMove {
	if no := f.Rules.Guide().WhyIllegal(p, m); no != nil {
		return no
	}
	return rules.Illegal("illegal.illegal.move", "{move} is not a legal move", message.Args{"move": f.FormatUCI(p, m)})
}
