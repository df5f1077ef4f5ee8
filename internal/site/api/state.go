package api

import (
	"cmp"
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// Key returns a position's Zobrist hash as 16 hexadecimal digits, because JavaScript numbers cannot represent
// it exactly.
func Key(p *board.Position) string { return game.KeyText(p.Hash) }

// Play plays a line of moves. The failure for an illegal move reports its place in the line.
func (d *Service) Play(q wire.LineRequest) (*rules.Line, error) {
	line, _, err := d.play(q)
	return line, err
}

// play plays a line of moves, and returns it with its starting position.
func (d *Service) play(q wire.LineRequest) (*rules.Line, *Opened, error) {
	o, err := d.Open(q.Variant, q.Position, q.Study)
	if err != nil {
		return nil, nil, err
	}
	if len(q.Moves) > d.longest {
		return nil, nil, wire.NewFailure(wire.CodeTooLong, "request.too-long.line", message.Args{"count": len(q.Moves), "most": d.longest})
	}
	line := rules.NewLine(o.Rules, o.Position)
	if err := Push(line, q.Moves); err != nil {
		return nil, nil, err
	}
	return line, &o, nil
}

// Push adds moves to a line. If a move is illegal, the failure reports its place in the line, and the moves
// before it stay added.
func Push(line *rules.Line, moves []string) error {
	for _, text := range moves {
		ply := line.Ply()
		if err := step(line, text); err != nil {
			return moveFailure(ply, text, err)
		}
	}
	return nil
}

// step adds a move or a null move to a line.
func step(line *rules.Line, text string) error {
	if pgn.IsNull(text) {
		return line.Pass()
	}
	_, err := line.PlayText(text)
	return err
}

// Line plays a line of moves and describes every step and the final position.
func (d *Service) Line(q wire.LineRequest) (wire.LineAnswer, error) {
	line, o, err := d.play(q)
	if err != nil {
		return wire.LineAnswer{}, err
	}
	answer := NewLineAnswer(line, d.Catalogue())
	answer.Notes = o.Notes()
	return answer, nil
}

// NewLineAnswer describes every step of a line and the final position.
func NewLineAnswer(line *rules.Line, c *locale.Catalogue) wire.LineAnswer {
	start := line.Start()
	return wire.LineAnswer{
		Start: line.Rules().Guide().FormatPosition(&start), Steps: Steps(line, 0, c), State: NewState(line, c),
	}
}

// Steps describes the steps of a line from a given ply.
func Steps(line *rules.Line, ply int, c *locale.Catalogue) []wire.Step {
	steps := []wire.Step{}
	before, _ := line.At(ply)
	for i, m := range line.Moves()[ply:] {
		after, _ := line.At(ply + i + 1)
		steps = append(steps, newStep(line.Rules(), &before, &after, m, c))
		before = after
	}
	return steps
}

// State describes a position, as if it had occurred for the first time.
func (d *Service) State(q wire.PositionRequest) (wire.State, error) {
	o, err := d.Open(q.Variant, q.Position, q.Study)
	if err != nil {
		return wire.State{}, err
	}
	s := NewState(rules.NewLine(o.Rules, o.Position), d.Catalogue())
	s.Notes = o.Notes()
	return s, nil
}

// newStep describes a legal move or a null move between two positions.
func newStep(r rules.Rules, before, after *board.Position, m board.Move, c *locale.Catalogue) wire.Step {
	return wire.Step{
		MoveInfo: describeMove(r, before, m, c),
		Position: r.Guide().FormatPosition(after), Key: Key(after), Turn: after.Side,
	}
}

// NewState describes the position that a line has reached.
func NewState(line *rules.Line, c *locale.Catalogue) wire.State {
	s, p := newBoard(line, c), line.Position()
	s.Moves = describeAll(line.Rules(), &p, c)
	return s
}

// Shown describes the position that a line has reached, without its legal moves, and the last move, for
// spectators.
func Shown(line *rules.Line, c *locale.Catalogue) (*wire.State, *wire.Step) {
	s := newBoard(line, c)
	steps := Steps(line, max(0, line.Ply()-1), c)
	if len(steps) == 0 {
		return &s, nil
	}
	return &s, &steps[0]
}

// newBoard describes the position that a line has reached, without its legal moves.
func newBoard(line *rules.Line, c *locale.Catalogue) wire.State {
	r, start, p := line.Rules(), line.Start(), line.Position()
	g := r.Guide()
	s := wire.State{
		Variant: r.Info().Ref(), Position: g.FormatPosition(&p), Key: Key(&p), Turn: p.Side,
		Study:  Kingless(r, &start) || Kingless(r, &p),
		Pieces: map[string]string{}, Squares: make([]string, 0, 64), Checked: []string{},
		Moves: []wire.MoveInfo{}, Outcome: wire.NewOutcome(c, line.Outcome()), Stands: wire.NewBoards(r, &p),
	}
	for at := range p.Size() {
		name := g.SquareName(&p, at)
		if name == "-" {
			continue // not a square of this board
		}
		s.Squares = append(s.Squares, name)
		if pc := p.Piece(at); pc != board.NoPiece {
			s.Pieces[name] = string(rune(r.Info().Letter(pc)))
		}
	}
	for _, attacked := r.Kings(&p, p.Side); !attacked.Empty(); {
		s.Checked = append(s.Checked, g.SquareName(&p, attacked.Pop()))
	}
	return s
}

// describeAll describes the legal moves of a position, sorted by their notation.
func describeAll(r rules.Rules, p *board.Position, c *locale.Catalogue) []wire.MoveInfo {
	all := []wire.MoveInfo{}
	for _, m := range rules.LegalMoves(r, p) {
		all = append(all, describeMove(r, p, m, c))
	}
	slices.SortFunc(all, func(a, b wire.MoveInfo) int { return cmp.Compare(a.Move, b.Move) })
	return all
}

// describeMove describes a legal move or a null move in the language of a catalogue.
func describeMove(r rules.Rules, p *board.Position, m board.Move, c *locale.Catalogue) wire.MoveInfo {
	return wire.NewMoveInfo(c, r.Info(), describe.Move(r, p, m))
}

// Kingless reports whether a side has no king.
func Kingless(r rules.Rules, p *board.Position) bool {
	white, _ := r.Kings(p, board.White)
	black, _ := r.Kings(p, board.Black)
	return white.Empty() || black.Empty()
}

// FirstOf returns the positions that a page shows before the rules of a rule set have loaded: the given position (by
// default the starting position), and the positions after each first move.
func (d *Service) FirstOf(variant, position string) (wire.First, error) {
	o, err := d.Open(variant, position, false)
	if err != nil {
		return wire.First{}, err
	}
	return newFirst(&o)
}

// FirstOfLink is like FirstOf, but for the position of a link.
func (d *Service) FirstOfLink(link string) (wire.First, error) {
	read, err := d.ReadLink(wire.ReadLinkRequest{Link: link})
	if err != nil {
		return wire.First{}, err
	}
	o, err := d.Open(read.Variant, read.Position, read.Study)
	if err != nil {
		return wire.First{}, err
	}
	f, err := newFirst(&o)
	f.Link = &read
	return f, err
}

func newFirst(o *Opened) (wire.First, error) {
	f := wire.First{State: NewState(rules.NewLine(o.Rules, o.Position), o.in), After: []wire.State{}}
	f.State.Notes = o.Notes()
	for _, m := range f.State.Moves {
		next := rules.NewLine(o.Rules, o.Position)
		if _, err := next.PlayText(m.Move); err != nil {
			return wire.First{}, err // cannot happen: the move is legal
		}
		f.After = append(f.After, newBoard(next, o.in))
	}
	return f, nil
}
