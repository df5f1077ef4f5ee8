// Package describe explains the effects of a move in any rule set. [Changes] lists them, [Sentence] puts them
// into words, and [Move] adds the move's notation and ways.
package describe

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// MoveInfo describes a legal move or a null move.
type MoveInfo struct {
	Move    string // UCI notation
	SAN     string
	From    string // origin of the piece; empty for a board move
	To      string // the square that the move names
	Kind    string // see [rules.Class.String]; "null" for a null move
	Capture bool
	Ways    []rules.Way // the preferred way first; from mount to mount for a board move
	Changes []Change
	Message message.Message // the effects as a sentence
}

// Move describes a legal move or a null move.
func Move(r rules.Rules, p *board.Position, m board.Move) MoveInfo {
	if m == board.NullMove {
		return MoveInfo{
			Move: rules.FormatUCI(r, p, m), SAN: rules.FormatSAN(r, p, m), Kind: "null", Changes: []Change{},
			Message: message.New("effect.passes", "{side} passes", message.Args{"side": p.Side}),
		}
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
	if onto(p, m) { // the move names the rook's square
		d.From, d.To = g.SquareName(p, m.From()), g.SquareName(p, m.To())
	}
	d.Message = sentence(r, p, m, &next, d.Changes, d.Ways)
	return d
}

// Sentence describes the effects of a legal move, as in "White pawn to e4; a black knight appears on d5".
func Sentence(r rules.Rules, p *board.Position, m board.Move) message.Message {
	var next board.Position
	r.Apply(p, m, &next)
	return sentence(r, p, m, &next, Changes(r, p, &next, m), r.Guide().Ways(p, m))
}

func sentence(r rules.Rules, p *board.Position, m board.Move, next *board.Position, changes []Change, ways []rules.Way) message.Message {
	g := r.Guide()
	s := clauses{info: r.Info(), side: p.Side, from: g.SquareName(p, m.From())}
	if g.Class(p, m)&rules.Castling != 0 {
		wing := "king"
		if m.Type() == board.CastleLong || m.Type() == board.Step && m.To() < m.From() {
			wing = "queen"
		}
		s.add("effect.castles", "{side} castles {wing, select, king {kingside} other {queenside}}", message.Args{"side": p.Side, "wing": wing})
	}
	for _, c := range changes {
		if c.Effect == Moved {
			s.moved(c, len(ways) > 0 && ways[0].Seam())
		} else {
			s.change(c)
		}
	}
	goals, _ := r.(rules.Goals)
	won, winner := false, p.Side
	if goals != nil {
		winner, _, won = goals.Won(next)
	}
	switch check := rules.InCheck(r, next); {
	case check && !won && len(rules.LegalMoves(r, next)) == 0:
		s.add("effect.checkmate", "; checkmate", nil)
	case check:
		s.add("effect.check", "; check", nil)
	}
	if won {
		s.add("effect.wins", "; {winner} wins", message.Args{"winner": winner})
	}
	return message.New("effect.all", "{parts, joined}", message.Args{"parts": s.parts})
}

// clauses builds the sentence that describes a move.
type clauses struct {
	info  *rules.Info
	parts message.List
	side  board.Colour
	from  string // origin of the moving piece
	at    string // current square of the moving piece
	taken Change
}

func (s *clauses) add(code message.Code, english string, args message.Args) {
	s.parts = append(s.parts, message.New(code, english, args))
}

// moved adds the clause about how the moving piece reaches the square that the move names.
func (s *clauses) moved(c Change, seam bool) {
	s.at = c.To
	role, to := s.info.Word(c.Piece.Role()), message.Square(c.To)
	taken, on := s.info.Word(s.taken.Piece.Role()), message.Square(s.taken.From)
	switch {
	case s.taken.From == "":
		s.add("effect.moves",
			"{side} {role} to {square}{seam, select, true { over the seam} other {}}", message.Args{"side": s.side, "role": role, "square": to, "seam": seam})
	case on == to:
		s.add("effect.takes",
			"{side} {role} takes the {taken} on {square}{seam, select, true { over the seam} other {}}", message.Args{"side": s.side, "role": role, "taken": taken, "square": to, "seam": seam})
	default:
		s.add("effect.en-passant",
			"{side} {role} takes the {taken} on {on} en passant and lands on {square}", message.Args{"side": s.side, "role": role, "taken": taken, "on": on, "square": to})
	}
}

// change adds the clause for any other effect.
func (s *clauses) change(c Change) {
	to := message.Square(c.To)
	switch c.Effect {
	case Captured:
		s.taken = c
	case BoardMoved:
		s.add("effect.board", "{side} moves the board on {from} to {to}", message.Args{"side": s.side, "from": c.Mount, "to": c.Onto})
	case Turned:
		if len(s.parts) > 0 {
			s.add("effect.turns.too", " and rotates it by 180°", nil)
		} else {
			s.add("effect.turns", "{side} rotates the board on {pin} by 180°", message.Args{"side": s.side, "pin": c.Mount})
		}
	case Carried:
		s.at = c.To
		s.add("effect.carried", "; the {piece} is carried from {from} to {to}", message.Args{"piece": s.info.PieceWord(c.Piece), "from": message.Square(c.From), "to": to})
	case Promoted:
		if c.To == s.at {
			s.add("effect.becomes", ", promotes to {role, a}", message.Args{"role": s.info.Word(c.Into.Role())})
		} else {
			s.add("effect.becomes.other",
				"; the {piece} on {square} promotes to {role, a}", message.Args{"piece": s.info.PieceWord(c.Piece), "square": to, "role": s.info.Word(c.Into.Role())})
		}
	case WentOn:
		switch {
		case s.info.Shape.Planes > 1:
			s.add("effect.passes-to", ", passes to {square}", message.Args{"square": to})
		case c.To == s.from:
			s.add("effect.comes-back", ", comes back to {square}", message.Args{"square": to})
		default:
			s.add("effect.goes-on", ", goes on to {square}", message.Args{"square": to})
		}
	case Appeared:
		s.add("effect.appears", "; a {piece} appears on {square}", message.Args{"piece": s.info.PieceWord(c.Piece), "square": to})
	}
}

// EnPassant returns a notice about the en passant captures in a position, such as "en passant is possible:
// a5xh7". It returns false if there are none. There may be several, because more than one pawn may be able to
// capture the pushed pawn.
func EnPassant(r rules.Rules, p *board.Position) (notice message.Message, possible bool) {
	if p.EnPassant() == board.NoSquare {
		return notice, false
	}
	g := r.Guide()
	var names message.List
	for _, m := range rules.LegalMoves(r, p) {
		if g.Class(p, m)&rules.EnPassant != 0 {
			names = append(names, g.SquareName(p, m.From())+"x"+g.SquareName(p, m.To()))
		}
	}
	return message.New("notice.en-passant", "en passant is possible: {moves, chain}", message.Args{"moves": names}), len(names) > 0
}
