package rules

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
)

// MoveInfo is everything worth knowing about a legal move.
type MoveInfo struct {
	Move    string   `json:"move"`           // UCI notation
	SAN     string   `json:"san"`            // as people write it
	From    string   `json:"from,omitempty"` // the piece's square; none where a board moves
	To      string   `json:"to,omitempty"`   // the square the move names
	Kind    string   `json:"kind"`           // the sort of move, see [Class]
	Capture bool     `json:"capture"`
	Ways    []Way    `json:"ways,omitempty"` // the preferred one first; from pin to pin where a board moves
	Changes []Change `json:"changes"`
	Text    string   `json:"text"` // the sentence of [Tell]
	Said    Message  `json:"-"`    // what it is made of
}

// Retell makes the text anew of what is said.
func (d *MoveInfo) Retell(*locale.Catalogue) {
	if !d.Said.IsZero() {
		d.Text = d.Said.String()
	}
}

// Describe describes a legal move, or a null move.
func Describe(r Rules, p *board.Position, m board.Move) MoveInfo {
	if m == board.NullMove {
		return describePass(p)
	}
	g := r.Guide()
	class := g.Class(p, m)
	var next board.Position
	r.Apply(p, m, &next)
	d := MoveInfo{
		Move: g.FormatUCI(p, m), SAN: g.FormatSAN(p, m),
		Kind: class.String(), Capture: class&Capture != 0,
		Ways: g.Ways(p, m), Changes: Changes(r, p, &next, m),
	}
	for _, c := range d.Changes {
		if c.Effect == Moved || c.Effect == Castled && c.Piece.Role() == board.King {
			d.From, d.To = c.From, c.To
		}
	}
	if onto(p, m) { // the square that the move names is the rook's
		d.From, d.To = g.SquareName(p, m.From()), g.SquareName(p, m.To())
	}
	d.Said = tell(r, p, m, &next, d.Changes)
	d.Text = d.Said.String()
	return d
}

// Tell says in a sentence what a legal move does: "White pawn to e4; a black
// knight appears on d5".
func Tell(r Rules, p *board.Position, m board.Move) string {
	return TellMessage(r, p, m).String()
}

// TellMessage returns what the sentence of [Tell] is made of.
func TellMessage(r Rules, p *board.Position, m board.Move) Message {
	var next board.Position
	r.Apply(p, m, &next)
	return tell(r, p, m, &next, Changes(r, p, &next, m))
}

// tell says part by part what a legal move does.
func tell(r Rules, p *board.Position, m board.Move, next *board.Position, changes []Change) Message {
	g := r.Guide()
	t := teller{side: p.Side, from: g.SquareName(p, m.From())}
	if g.Class(p, m)&Castling != 0 {
		wing := "king"
		if m.Type() == board.CastleLong || m.Type() == board.Step && m.To() < m.From() {
			wing = "queen"
		}
		t.say("tell.castles", locale.Args{"side": p.Side, "wing": wing})
	}
	for _, c := range changes {
		if c.Effect == Moved {
			t.moved(c, overSeam(g, p, m))
		} else {
			t.tell(c)
		}
	}
	if InCheck(r, next) {
		if len(LegalMoves(r, next)) == 0 {
			t.say("tell.checkmate", nil)
		} else {
			t.say("tell.check", nil)
		}
	}
	return locale.New("tell.move", locale.Args{"parts": t.parts})
}

// teller says what a move does.
type teller struct {
	parts locale.List
	side  board.Colour
	from  string // where the mover came from
	at    string // where it stands so far
	taken Change
}

func (t *teller) say(code locale.Code, args locale.Args) {
	t.parts = append(t.parts, locale.New(code, args))
}

// moved tells how the mover reaches the square that the move names.
func (t *teller) moved(c Change, seam bool) {
	t.at = c.To
	role, to := c.Piece.Role(), locale.Square(c.To)
	taken, on := t.taken.Piece.Role(), locale.Square(t.taken.From)
	switch {
	case t.taken.From == "":
		t.say("tell.moves", locale.Args{"side": t.side, "role": role, "square": to, "seam": seam})
	case on == to:
		t.say("tell.takes", locale.Args{"side": t.side, "role": role, "taken": taken, "square": to, "seam": seam})
	default:
		t.say("tell.en-passant", locale.Args{"side": t.side, "role": role, "taken": taken, "on": on, "square": to})
	}
}

// tell tells any other thing the move does.
func (t *teller) tell(c Change) {
	to := locale.Square(c.To)
	switch c.Effect {
	case Captured:
		t.taken = c
	case BoardMoved:
		t.say("tell.board", locale.Args{"side": t.side, "from": c.Mount, "to": c.Onto})
	case Turned:
		if len(t.parts) > 0 {
			t.say("tell.turns.too", nil)
		} else {
			t.say("tell.turns", locale.Args{"side": t.side, "pin": c.Mount})
		}
	case Carried:
		t.at = c.To
		t.say("tell.carried", locale.Args{"piece": c.Piece, "from": locale.Square(c.From), "to": to})
	case Promoted:
		if c.To == t.at {
			t.say("tell.becomes", locale.Args{"role": c.Into.Role()})
		} else {
			t.say("tell.becomes.other", locale.Args{"piece": c.Piece, "square": to, "role": c.Into.Role()})
		}
	case WentOn:
		if c.To == t.from {
			t.say("tell.comes-back", locale.Args{"square": to})
		} else {
			t.say("tell.goes-on", locale.Args{"square": to})
		}
	case Appeared:
		t.say("tell.appears", locale.Args{"piece": c.Piece, "square": to})
	}
}

// overSeam reports whether a move leads over the seam and has no other way.
func overSeam(g Guide, p *board.Position, m board.Move) bool {
	ways := g.Ways(p, m)
	return len(ways) > 0 && ways[0].Seam()
}
