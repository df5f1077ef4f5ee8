package rules

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/board"
)

// Description is everything worth knowing about a legal move.
type Description struct {
	Move    string   `json:"move"`           // UCI notation
	SAN     string   `json:"san"`            // as people write it
	From    string   `json:"from,omitempty"` // the piece's square; none where a board moves
	To      string   `json:"to,omitempty"`   // the square the move names
	Kind    string   `json:"kind"`           // the sort of move, see [Class]
	Capture bool     `json:"capture"`
	Ways    []Way    `json:"ways,omitempty"` // the preferred one first; from pin to pin where a board moves
	Changes []Change `json:"changes"`
	Text    string   `json:"text"` // the sentence of [Tell]
}

// Describe describes a legal move, or a null move.
func Describe(r Rules, p *board.Position, m board.Move) Description {
	if m == board.NullMove {
		return describePass(p)
	}
	g := r.Guide()
	class := g.Class(p, m)
	var next board.Position
	r.Apply(p, m, &next)
	d := Description{
		Move: g.FormatUCI(p, m), SAN: g.FormatSAN(p, m),
		Kind: class.String(), Capture: class&Capture != 0,
		Ways: g.Ways(p, m), Changes: Changes(r, p, &next, m),
	}
	for _, c := range d.Changes {
		if c.Effect == Moved || c.Effect == Castled && c.Piece.Role() == board.King {
			d.From, d.To = c.From, c.To
		}
	}
	d.Text = tell(r, p, m, &next, d.Changes)
	return d
}

// Tell says in a sentence what a legal move does: "White pawn to e4; a black
// knight appears on d5".
func Tell(r Rules, p *board.Position, m board.Move) string {
	var next board.Position
	r.Apply(p, m, &next)
	return tell(r, p, m, &next, Changes(r, p, &next, m))
}

func tell(r Rules, p *board.Position, m board.Move, next *board.Position, changes []Change) string {
	g := r.Guide()
	var text strings.Builder
	say := func(format string, a ...any) { fmt.Fprintf(&text, format, a...) }
	side, class := SideName(p.Side), g.Class(p, m)
	switch {
	case class&Castling != 0 && (m.Form() == board.CastleLong || m.Form() == board.Step && m.To() < m.From()):
		say("%s castles queen's side", side)
	case class&Castling != 0:
		say("%s castles king's side", side)
	}
	var taken Change
	var at string // where the mover stands so far
	for _, c := range changes {
		switch c.Effect {
		case Captured:
			taken = c
		case Moved:
			at = c.To
			say("%s %v", side, c.Piece.Role())
			switch {
			case taken.From == "":
				say(" to %s%s", c.To, seam(g, p, m))
			case taken.From == c.To:
				say(" takes the %v on %s%s", taken.Piece.Role(), c.To, seam(g, p, m))
			default:
				say(" takes the %v on %s en passant and lands on %s", taken.Piece.Role(), taken.From, c.To)
			}
		case BoardMoved:
			say("%s moves the board on %s to %s", side, c.Pin, c.Onto)
		case Turned:
			if text.Len() > 0 {
				say(" and turns it half round")
			} else {
				say("%s turns the board on %s half round", side, c.Pin)
			}
		case Carried:
			at = c.To
			say("; the %v is carried from %s to %s", c.Piece, c.From, c.To)
		case Promoted:
			if c.To == at {
				say(", becomes a %v", c.Into.Role())
			} else {
				say("; the %v on %s becomes a %v", c.Piece, c.To, c.Into.Role())
			}
		case WentOn:
			if from := g.SquareName(p, m.From()); c.To == from {
				say(", comes back to %s", c.To)
			} else {
				say(", goes on to %s", c.To)
			}
		case Appeared:
			say("; a %v appears on %s", c.Piece, c.To)
		}
	}
	if InCheck(r, next) {
		if len(LegalMoves(r, next)) == 0 {
			say("; checkmate")
		} else {
			say("; check")
		}
	}
	return text.String()
}

// seam tells that a move leads over the seam if it has no other way.
func seam(g Guide, p *board.Position, m board.Move) string {
	if ways := g.Ways(p, m); len(ways) > 0 && ways[0].Seam() {
		return " over the seam"
	}
	return ""
}
