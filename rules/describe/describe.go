// Package describe says what a move of any rule set does: as a list of changes,
// in a sentence, and as everything that is worth knowing about it.
package describe

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// MoveInfo is everything worth knowing about a legal move.
type MoveInfo struct {
	Move    string      `json:"move"`           // UCI notation
	SAN     string      `json:"san"`            // as people write it
	From    string      `json:"from,omitempty"` // the piece's square; none where a board moves
	To      string      `json:"to,omitempty"`   // the square the move names
	Kind    string      `json:"kind"`           // the sort of move, see [Class]
	Capture bool        `json:"capture"`
	Ways    []rules.Way `json:"ways,omitempty"` // the preferred one first; from pin to pin where a board moves
	Changes []Change    `json:"changes"`
	Text    string      `json:"text"` // what it does, as a sentence
	// Message is the sentence as a value.
	Message message.Message `json:"-"`
}

// Move describes a legal move, or a null move.
func Move(r rules.Rules, p *board.Position, m board.Move) MoveInfo {
	if m == board.NullMove {
		return describePass(r, p)
	}
	g := r.Guide()
	class := g.Class(p, m)
	var next board.Position
	r.Apply(p, m, &next)
	d := MoveInfo{
		Move: g.FormatUCI(p, m), SAN: g.FormatSAN(p, m),
		Kind: class.String(), Capture: class&rules.Capture != 0,
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
	d.Message = tell(r, p, m, &next, d.Changes)
	d.Text = d.Message.String()
	return d
}

// Sentence says what a legal move does: "White pawn to e4; a black knight appears
// on d5".
func Sentence(r rules.Rules, p *board.Position, m board.Move) message.Message {
	var next board.Position
	r.Apply(p, m, &next)
	return tell(r, p, m, &next, Changes(r, p, &next, m))
}

// tell says part by part what a legal move does.
func tell(r rules.Rules, p *board.Position, m board.Move, next *board.Position, changes []Change) message.Message {
	g := r.Guide()
	t := teller{side: p.Side, from: g.SquareName(p, m.From())}
	if g.Class(p, m)&rules.Castling != 0 {
		wing := "king"
		if m.Type() == board.CastleLong || m.Type() == board.Step && m.To() < m.From() {
			wing = "queen"
		}
		t.say("tell.castles", "{side} castles {wing, select, king {kingside} other {queenside}}", message.Args{"side": p.Side, "wing": wing})
	}
	for _, c := range changes {
		if c.Effect == Moved {
			t.moved(c, overSeam(g, p, m))
		} else {
			t.tell(c)
		}
	}
	if rules.InCheck(r, next) {
		if len(rules.LegalMoves(r, next)) == 0 {
			t.say("tell.checkmate", "; checkmate", nil)
		} else {
			t.say("tell.check", "; check", nil)
		}
	}
	return message.New("tell.move", "{parts, joined}", message.Args{"parts": t.parts})
}

// teller says what a move does.
type teller struct {
	parts message.List
	side  board.Colour
	from  string // where the mover came from
	at    string // where it stands so far
	taken Change
}

func (t *teller) say(code message.Code, english string, args message.Args) {
	t.parts = append(t.parts, message.New(code, english, args))
}

// moved tells how the mover reaches the square that the move names.
func (t *teller) moved(c Change, seam bool) {
	t.at = c.To
	role, to := c.Piece.Role(), message.Square(c.To)
	taken, on := t.taken.Piece.Role(), message.Square(t.taken.From)
	switch {
	case t.taken.From == "":
		t.say("tell.moves",
			"{side} {role} to {square}{seam, select, true { over the seam} other {}}", message.Args{"side": t.side, "role": role, "square": to, "seam": seam})
	case on == to:
		t.say("tell.takes",
			"{side} {role} takes the {taken} on {square}{seam, select, true { over the seam} other {}}", message.Args{"side": t.side, "role": role, "taken": taken, "square": to, "seam": seam})
	default:
		t.say("tell.en-passant",
			"{side} {role} takes the {taken} on {on} en passant and lands on {square}", message.Args{"side": t.side, "role": role, "taken": taken, "on": on, "square": to})
	}
}

// tell tells any other thing the move does.
func (t *teller) tell(c Change) {
	to := message.Square(c.To)
	switch c.Effect {
	case Captured:
		t.taken = c
	case BoardMoved:
		t.say("tell.board", "{side} moves the board on {from} to {to}", message.Args{"side": t.side, "from": c.Mount, "to": c.Onto})
	case Turned:
		if len(t.parts) > 0 {
			t.say("tell.turns.too", " and rotates it by 180°", nil)
		} else {
			t.say("tell.turns", "{side} rotates the board on {pin} by 180°", message.Args{"side": t.side, "pin": c.Mount})
		}
	case Carried:
		t.at = c.To
		t.say("tell.carried", "; the {piece} is carried from {from} to {to}", message.Args{"piece": c.Piece, "from": message.Square(c.From), "to": to})
	case Promoted:
		if c.To == t.at {
			t.say("tell.becomes", ", promotes to a {role}", message.Args{"role": c.Into.Role()})
		} else {
			t.say("tell.becomes.other",
				"; the {piece} on {square} promotes to a {role}", message.Args{"piece": c.Piece, "square": to, "role": c.Into.Role()})
		}
	case WentOn:
		if c.To == t.from {
			t.say("tell.comes-back", ", comes back to {square}", message.Args{"square": to})
		} else {
			t.say("tell.goes-on", ", goes on to {square}", message.Args{"square": to})
		}
	case Appeared:
		t.say("tell.appears", "; a {piece} appears on {square}", message.Args{"piece": c.Piece, "square": to})
	}
}

// overSeam reports whether a move leads over the seam and has no other way.
func overSeam(g rules.Guide, p *board.Position, m board.Move) bool {
	ways := g.Ways(p, m)
	return len(ways) > 0 && ways[0].Seam()
}

// describePass describes a null move.
func describePass(r rules.Rules, p *board.Position) MoveInfo {
	said := message.New("tell.passes", "{side} passes", message.Args{"side": p.Side})
	return MoveInfo{Move: rules.FormatUCI(r, p, board.NullMove), SAN: rules.FormatSAN(r, p, board.NullMove), Kind: "null", Changes: []Change{}, Text: said.String(), Message: said}
}

// enPassant returns the legal en passant captures of a position. There may be
// more than one: two pawns may stand beside the pushed one, and over a seam the
// capture lands elsewhere.
func enPassant(r rules.Rules, p *board.Position) (moves []board.Move) {
	if p.EnPassant() == board.NoSquare {
		return nil // which holds while there is none
	}
	g := r.Guide()
	for _, m := range rules.LegalMoves(r, p) {
		if g.Class(p, m)&rules.EnPassant != 0 {
			moves = append(moves, m)
		}
	}
	return moves
}

// EnPassant says which en passant captures are possible, such as "en
// passant is possible: a5xh7", for those who open a position. Nobody sees that
// right on a board.
func EnPassant(r rules.Rules, p *board.Position) (notice message.Message, possible bool) {
	g := r.Guide()
	var names message.List
	for _, m := range enPassant(r, p) {
		names = append(names, g.SquareName(p, m.From())+"x"+g.SquareName(p, m.To()))
	}
	return message.New("notice.en-passant", "en passant is possible: {moves, chain}", message.Args{"moves": names}), len(names) > 0
}
