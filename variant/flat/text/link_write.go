package text

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// FormatLink writes a position of a flat rule set as a page's query, question
// mark included. Castling is named only where it is not what the board
// suggests, the last move only where an en passant capture follows from it.
// The clocks are left out: a link has none. A rule set that a person has written
// is brought along. A rule set on another board has no link text, and the result
// is empty.
func FormatLink(r rules.Rules, p *board.Position) string {
	info := r.Info()
	if !info.Chessboard() {
		return ""
	}
	var b strings.Builder
	b.WriteByte('?')
	if info.Definition != "" {
		fmt.Fprintf(&b, "rules=%s&", PackRules(info.Definition))
	}
	b.WriteString("board=")
	study := false
	for _, side := range [...]board.Colour{board.White, board.Black} {
		b.WriteString([...]string{"w:", ";b:"}[side])
		comma := ""
		for role := board.King; role >= board.Pawn; role-- {
			for pieces := p.Pieces(side, role); pieces != 0; comma = "," {
				b.WriteString(comma)
				b.WriteByte(role.Letter())
				b.WriteString(pieces.Pop().String())
			}
		}
		study = study || p.Pieces(side, board.King) == 0
	}
	fmt.Fprintf(&b, "&turn=%v", p.Side)
	if crossed := p.EnPassant(); crossed != board.NoSquare {
		home, pushed := aroundCrossed(crossed, p.Side)
		fmt.Fprintf(&b, "&lastMove=%v%v", home, pushed)
	}
	if info.Castling && (p.Castling() != rightsAtHome(p) || !p.UsualHomes()) {
		fmt.Fprintf(&b, "&castling=%s", formatRights(p))
	}
	if study {
		b.WriteString("&study=1")
	}
	fmt.Fprintf(&b, "&variant=%s", info.Name)
	return b.String()
}
