package fairy

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/betza"
	"github.com/tainchess/tain/variant/fairy/tables"
	"github.com/tainchess/tain/variant/grid"
)

// candidate is a move to check.
type candidate struct {
	r        *Rules
	p        *board.Position
	m        board.Move
	from, to board.Square
	mover    board.Piece
	kind     any // the mover's kind in messages
}

// WhyIllegal returns the reason why a move is illegal, or nil if the move is legal. It checks in the order in
// which a person would: whose piece it is, whether the piece can move there, whether another piece is in the
// way, and finally whether the move leaves a royal piece attacked.
func (g guide) WhyIllegal(p *board.Position, m board.Move) *rules.IllegalMove {
	r := g.r
	c := &candidate{r: r, p: p, m: m, from: m.From(), to: m.To(), mover: p.Piece(m.From())}
	switch _, why, won := r.Won(p); {
	case m.Type() != board.Step || m>>board.MoveBits != 0 || !r.All.Has(c.from) || !r.All.Has(c.to) || r.kinds[indexOf(m.Promotion())].letter == 0 && m.Promotion() != board.NoRole:
		return rules.Illegal("illegal.malformed.flat", "on this board a move takes a piece from one square to another; this one does not", nil)
	case won && why == rules.ChecksGiven:
		return rules.Illegal("illegal.over.checks", "the game is over: a side has given check often enough", nil)
	case won:
		return rules.Illegal("illegal.over.reach", "the game is over: a piece has reached a goal square", nil)
	case c.mover == board.NoPiece:
		return rules.Illegal("illegal.empty-square", "there is no piece on {square}", message.Args{"square": message.Square(r.Name(c.from))})
	}
	c.kind = r.info.Word(c.mover.Role())
	if c.mover.Colour() != p.Side {
		return rules.Illegal("illegal.not-your-turn.kind", "the {kind} on {from} belongs to the other side: {side} is to move", message.Args{"from": c.name(c.from), "kind": c.kind, "side": c.p.Side})
	}
	if c.from == c.to {
		return rules.Illegal("illegal.nowhere.kind", "the {kind} is already on {to}", message.Args{"kind": c.kind, "to": c.name(c.to)})
	}
	if no, done := c.castling(); done {
		return no
	}
	if no := c.path(); no != nil {
		return no
	}
	if no := c.promotion(); no != nil {
		return no
	}
	if no := c.arrival(c.to); no != nil {
		return no
	}
	return c.safety()
}

// name returns the name of a square for messages.
func (c *candidate) name(s board.Square) message.Square { return message.Square(c.r.Name(s)) }

// path checks whether the piece can reach its destination.
func (c *candidate) path() *rules.IllegalMove {
	r, p := c.r, c.p
	quiet, take := r.moves(p.Side, index(c.mover), c.from, occupied(p))
	passant := r.passant(p, c.from, c.mover)
	taken := p.Piece(c.to)
	switch {
	case taken == board.NoPiece && (quiet.Has(c.to) || passant.Has(c.to)):
		return nil
	case taken != board.NoPiece && taken.Colour() != p.Side && take.Has(c.to):
		return nil
	case taken != board.NoPiece && taken.Colour() == p.Side && (quiet.Has(c.to) || take.Has(c.to)):
		return rules.Illegal("illegal.own-piece.kind", "{to} is occupied by your own {other}", message.Args{"other": r.info.Word(taken.Role()), "to": c.name(c.to)})
	}
	mode := betza.Move
	if taken != board.NoPiece {
		mode = betza.Capture
	}
	if no := c.obstacle(mode); no != nil {
		return no
	}
	switch {
	case taken == board.NoPiece && take.Has(c.to):
		return rules.Illegal("illegal.nothing-to-capture.kind", "there is nothing for the {kind} to capture on {to}", message.Args{"kind": c.kind, "to": c.name(c.to)})
	case taken != board.NoPiece && quiet.Has(c.to):
		return rules.Illegal("illegal.blocked.quiet", "the {kind} on {from} can only go to {to} if it is empty", message.Args{"from": c.name(c.from), "kind": c.kind, "to": c.name(c.to)})
	case len(c.lines(r.Grid, mode, grid.Crossing{Seam: true, Ends: true, Links: true}, false)) > 0:
		return rules.Illegal("illegal.seam-closed.kind", "the {kind} may not cross the edge between {from} and {to}", message.Args{"from": c.name(c.from), "kind": c.kind, "to": c.name(c.to)})
	case len(c.lines(r.Grid, mode, c.crossing(mode), true)) > 0:
		return rules.Illegal("illegal.unreachable.initial", "the {kind} may go from {from} to {to} only if {from} is one of its squares at the start of the game",
			message.Args{"from": c.name(c.from), "kind": c.kind, "to": c.name(c.to)})
	}
	if hole, ok := c.hole(mode); ok {
		return rules.Illegal("illegal.unreachable.hole", "the {kind} cannot go from {from} to {to}: there is a hole on {hole}",
			message.Args{"from": c.name(c.from), "kind": c.kind, "to": c.name(c.to), "hole": message.Square(r.Grid.Name(hole))})
	}
	return rules.Illegal("illegal.unreachable.kind", "the {kind} on {from} cannot reach {to}", message.Args{"from": c.name(c.from), "kind": c.kind, "to": c.name(c.to)})
}

// crossing returns the borders that the piece may cross when it moves in a mode.
func (c *candidate) crossing(mode betza.Mode) grid.Crossing {
	k := &c.r.kinds[index(c.mover)]
	switch {
	case mode == betza.Capture:
		return c.r.takeCrossing(k)
	case c.mover.Role() == board.Pawn:
		return grid.Crossing{}
	}
	return c.r.crossing(k.letter)
}

// lines returns the lines of the piece in a mode that lead to the destination on an empty board. They end at
// the destination. If anywhere is true, lines includes moves that need a home square even if the piece is on
// another one.
func (c *candidate) lines(g *grid.Board, mode betza.Mode, crossing grid.Crossing, anywhere bool) (all []tables.Line) {
	r := c.r
	k := &r.kinds[index(c.mover)]
	if c.mover.Role() == board.Pawn {
		crossing = grid.Crossing{Seam: crossing.Seam && mode == betza.Capture}
	}
	for i := range k.atoms {
		a := &k.atoms[i]
		if a.Mode != betza.Both && a.Mode != mode || a.Initial && !anywhere && r.start.Piece(c.from) != c.mover {
			continue
		}
		for _, l := range g.Lines(a, r.OnGrid(c.from), c.mover.Colour() == board.Black, crossing) {
			at := slices.IndexFunc(l, func(at grid.Leap) bool { return r.Number(at.To) == c.to })
			if at < 0 || a.Hurdle != betza.NoHurdle && at == 0 {
				continue
			}
			one := tables.Line{Hurdle: a.Hurdle}
			for _, leap := range l[:at+1] {
				one.Leaps = append(one.Leaps, r.leap(leap))
			}
			all = append(all, one)
		}
	}
	return all
}

// obstacle returns the reason why the lines to the destination are blocked, or lack a piece to jump over, or nil
// if no line leads there.
func (c *candidate) obstacle(mode betza.Mode) *rules.IllegalMove {
	var blockers, hurdles board.Set
	every := occupied(c.p)
	blocked, none, hopper := false, false, false
	for _, l := range c.lines(c.r.Grid, mode, c.crossing(mode), false) {
		before := passed(&l).And(every)
		switch {
		case l.Hurdle == betza.NoHurdle:
			blocked = true
			blockers = blockers.Or(firstHeld(&l, every))
		case before.Empty():
			none = true
		case l.Hurdle == betza.Hopper:
			hopper = true
			hurdles = hurdles.Or(firstHeld(&l, every))
		default:
			hurdles = hurdles.Or(before)
		}
	}
	switch {
	case blocked:
		return rules.Illegal("illegal.blocked.kind", "the way of the {kind} from {from} to {to} is blocked by {pieces, and}",
			message.Args{"from": c.name(c.from), "kind": c.kind, "to": c.name(c.to), "pieces": c.pieces(blockers)})
	case none:
		return rules.Illegal("illegal.blocked.hurdle", "the {kind} on {from} has no piece to jump over on its way to {to}",
			message.Args{"from": c.name(c.from), "kind": c.kind, "to": c.name(c.to)})
	case hopper:
		return rules.Illegal("illegal.blocked.hopper", "the {kind} on {from} can only land directly behind {pieces, and}, not on {to}",
			message.Args{"from": c.name(c.from), "kind": c.kind, "to": c.name(c.to), "pieces": c.pieces(hurdles)})
	case !hurdles.Empty():
		return rules.Illegal("illegal.blocked.hurdles", "the {kind} on {from} can jump over only one piece on its way to {to}, not {pieces, and}",
			message.Args{"from": c.name(c.from), "kind": c.kind, "to": c.name(c.to), "pieces": c.pieces(hurdles)})
	}
	return nil
}

// passed returns the landing squares of all leaps of a line except the last.
func passed(l *tables.Line) (all board.Set) {
	for _, at := range l.Leaps[:len(l.Leaps)-1] {
		all.Add(at.To)
	}
	return all
}

// firstHeld returns the occupied squares at which a line stops: the landing square of a leap other than the last, or
// the squares that a lame leap passes over.
func firstHeld(l *tables.Line, occupied board.Set) (held board.Set) {
	for i, at := range l.Leaps {
		if jumped := at.Empty.And(occupied); !jumped.Empty() {
			return jumped
		}
		if i < len(l.Leaps)-1 && occupied.Has(at.To) {
			held.Add(at.To)
			return held
		}
	}
	return held
}

// pieces lists the pieces on squares.
func (c *candidate) pieces(squares board.Set) (all message.List) {
	for !squares.Empty() {
		s := squares.Pop()
		all = append(all, message.New("part.attacker.kind", "the {kind} on {square}", message.Args{"kind": c.r.info.Word(c.p.Piece(s).Role()), "square": c.name(s)}))
	}
	return all
}

// hole returns the first hole on a line that would lead to the destination if the board had no holes.
func (c *candidate) hole(mode betza.Mode) (hole grid.Square, ok bool) {
	spec := c.r.spec.Board
	if len(spec.Holes) == 0 {
		return 0, false
	}
	spec.Holes = nil
	whole, err := grid.New(spec)
	if err != nil {
		return 0, false
	}
	for _, l := range c.lines(whole, mode, c.crossing(mode), false) {
		for _, at := range l.Leaps {
			if !c.r.All.Has(at.To) {
				return c.r.OnGrid(at.To), true
			}
		}
	}
	return 0, false
}

// passant returns the landing squares of en passant captures of a piece.
func (r *Rules) passant(p *board.Position, from board.Square, pc board.Piece) board.Set {
	if pc.Role() != board.Pawn {
		return board.Set{}
	}
	return r.enPassantOf(p, from)
}

// promotion checks the promotion.
func (c *candidate) promotion() *rules.IllegalMove {
	r, k := c.r, c.m.Promotion()
	if c.mover.Role() != board.Pawn {
		if k != board.NoRole {
			return rules.Illegal("illegal.no-promotion.kind", "only a pawn promotes, not the {kind} on {from}", message.Args{"from": c.name(c.from), "kind": c.kind})
		}
		return nil
	}
	choice := r.promotions(c.p.Side, c.to)
	if slices.Contains(choice, k) {
		return nil
	}
	var roles message.List
	for _, k := range choice {
		if k != board.NoRole {
			roles = append(roles, r.info.Word(k))
		}
	}
	switch {
	case len(roles) == 0 && k != board.NoRole:
		return rules.Illegal("illegal.no-promotion.zone", "a pawn does not promote on {to}", message.Args{"to": c.name(c.to)})
	case len(roles) == 0:
		return rules.Illegal("illegal.no-promotion.none", "the pawn cannot go to {to}: it would have to promote, but there is nothing to promote to", message.Args{"to": c.name(c.to)})
	case k == board.NoRole:
		return rules.Illegal("illegal.promotion-missing.kinds", "the pawn promotes on {to}: choose {kinds, or}", message.Args{"kinds": roles, "to": c.name(c.to)})
	}
	return rules.Illegal("illegal.promotion-kind.kinds", "in this game a pawn promotes to {kinds, or}", message.Args{"kinds": roles})
}

// castling checks a move of the king that can only be castling. It returns false for other moves.
func (c *candidate) castling() (no *rules.IllegalMove, done bool) {
	r, p := c.r, c.p
	if c.mover.Role() != board.King || c.m.Promotion() != board.NoRole {
		return nil, false
	}
	for i := 2 * int(p.Side&1); i < 2*int(p.Side&1)+2; i++ {
		at := r.castleOf(p, i)
		if at.right == 0 || at.never || at.king != c.from || at.to != c.to {
			continue
		}
		quiet, take := r.moves(p.Side, int(board.King), c.from, occupied(p))
		held := occupied(p).And(at.empty)
		if (quiet.Has(c.to) || take.Has(c.to)) && r.arrives(p, c.to) && p.Piece(c.to) != board.NewPiece(p.Side, board.Rook) {
			return nil, false
		}
		wing := "king"
		if at.long {
			wing = "queen"
		}
		switch {
		case p.Castling()&at.right == 0:
			return rules.Illegal("illegal.castling-right",
				"the right to castle {wing, select, king {kingside} other {queenside}} is lost", message.Args{"wing": wing}), true
		case !held.Empty():
			return rules.Illegal("illegal.castling-blocked.square",
				"{wing, select, king {kingside} other {queenside}} castling is blocked by the piece on {square}",
				message.Args{"wing": wing, "square": c.name(held.First())}), true
		case r.InCheck(p, p.Side):
			return rules.Illegal("illegal.castling-check.kind", "you cannot castle out of check", nil), true
		}
		for _, s := range []board.Square{at.landing, at.rookLanding} {
			if !r.arrives(p, s) {
				return c.arrival(s), true
			}
		}
		if s := r.threatened(p, at); s != board.NoSquare {
			return rules.Illegal("illegal.castling-crossed.kind", "the king cannot castle: {square} is attacked", message.Args{"square": message.Square(r.Name(s))}), true
		}
		if r.castling(p, c.from, c.to) == nil {
			return nil, false
		}
		return c.safety(), true
	}
	return nil, false
}

// arrival checks that a piece that moves to a square can pass to the other plane.
func (c *candidate) arrival(to board.Square) *rules.IllegalMove {
	r := c.r
	if r.arrives(c.p, to) {
		return nil
	}
	twin := r.Twin(to)
	if !r.All.Has(twin) {
		return rules.Illegal("illegal.passing.hole", "the piece cannot pass from {to} to the other board, which has a hole there", message.Args{"to": c.name(to)})
	}
	return rules.Illegal("illegal.passing.occupied", "the piece would pass to {twin}, which is occupied", message.Args{"twin": c.name(twin)})
}

// safety plays a move that has passed the other checks, and checks whether the mover's royal pieces are
// attacked afterwards.
func (c *candidate) safety() *rules.IllegalMove {
	r, enemy := c.r, c.p.Side.Other()
	var next board.Position
	if _, exposed := r.play(c.p, c.m, &next); exposed {
		return rules.Illegal("illegal.passing.exposed", "your {kingly, select, true {king} other {royal piece}} would be attacked before the moved piece passes to the other board",
			message.Args{"kingly": r.spec.Royal == "" || r.spec.Royal == "k"})
	}
	var before, after message.List
	for k := range r.royalSet(&next, c.p.Side).All() {
		hits := r.Attackers(&next, k, enemy, occupied(&next))
		if hits.Empty() {
			continue
		}
		by := func(hits board.Set) (by message.List) {
			for s := range hits.All() {
				by = append(by, message.New("part.attacker.kind", "the {kind} on {square}", message.Args{"kind": r.info.Word(next.Piece(s).Role()), "square": c.name(s)}))
			}
			return by
		}
		king := r.info.Word(next.Piece(k).Role())
		if c.p.Piece(k) == next.Piece(k) {
			if old := hits.And(r.Attackers(c.p, k, enemy, occupied(c.p))); !old.Empty() {
				before = append(before, message.New("part.king.in-check.kind", "your {kind} on {square} is in check from {attackers, and}", message.Args{"kind": king, "square": c.name(k), "attackers": by(old)}))
			}
		}
		after = append(after, message.New("part.king.attacked.kind", "your {kind} on {square} would be attacked by {attackers, and}", message.Args{"kind": king, "square": c.name(k), "attackers": by(hits)}))
	}
	switch {
	case len(after) == 0:
		return nil
	case len(before) > 0:
		return rules.Illegal("illegal.in-check", "{kings, and}", message.Args{"kings": before})
	}
	return rules.Illegal("illegal.king-attacked", "{kings, and}", message.Args{"kings": after})
}
