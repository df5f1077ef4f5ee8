package api

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// State is a position and everything that can be played in it.
type State struct {
	Variant  string       `json:"variant"`
	Position string       `json:"position"`
	Key      string       `json:"key"` // see [Key]
	Turn     board.Colour `json:"turn"`
	// Study tells that a side has no king, here or where the line began.
	Study   bool                `json:"study"`
	Pieces  map[string]string   `json:"pieces"`  // FEN letters by square
	Squares []string            `json:"squares"` // those that exist now
	Stands  []rules.Board       `json:"stands,omitempty"`
	Checked []string            `json:"checked"` // attacked kings of the side to move
	Moves   []rules.Description `json:"moves"`
	Outcome rules.Outcome       `json:"outcome"`
}

// Step is a move of a line and the position after it.
type Step struct {
	rules.Description
	Position string       `json:"position"`
	Key      string       `json:"key"`
	Turn     board.Colour `json:"turn"` // whose turn it is then
}

// LineRequest asks for a line of moves. Without a start it begins at the rule
// set's own.
type LineRequest struct {
	Variant string   `json:"variant"`
	Start   string   `json:"start,omitempty"`
	Moves   []string `json:"moves,omitempty"`
	Study   bool     `json:"study,omitempty"` // take a start where a side has no king
}

// LineAnswer is a line of moves and where it leads.
type LineAnswer struct {
	Start string `json:"start"`
	Steps []Step `json:"steps"`
	State State  `json:"state"`
}

// PositionRequest asks for a position.
type PositionRequest struct {
	Variant  string `json:"variant"`
	Position string `json:"position,omitempty"`
	Study    bool   `json:"study,omitempty"`
}

// Key writes a position's key as sixteen hexadecimal digits: numbers of
// JavaScript are too small for it.
func Key(p *board.Position) string { return fmt.Sprintf("%016x", p.Hash) }

// Play plays a line of moves. The failure of a move that cannot be played
// tells where in the line it stands.
func (d *Service) Play(q LineRequest) (*rules.Line, error) {
	r, start, err := d.Position(q.Variant, q.Start, q.Study)
	if err != nil {
		return nil, err
	}
	if len(q.Moves) > d.longest {
		return nil, NewFailure(CodeTooLong, "request.too-long.line", message.Args{"count": len(q.Moves), "most": d.longest})
	}
	line := rules.NewLine(r, start)
	for ply, text := range q.Moves {
		if err := step(line, text); err != nil {
			why := *FailureOf(err)
			why.Message = fmt.Sprintf("move %d, %s: %s", ply+1, notation.Clip(text), why.Message)
			why.Ply = &ply
			return nil, &why
		}
	}
	return line, nil
}

// step adds a move or a null move to a line.
func step(line *rules.Line, text string) error {
	if notation.IsNull(text) {
		return line.Pass()
	}
	_, err := line.PlayText(text)
	return err
}

// Line plays a line of moves and tells of every step and of where it leads.
func (d *Service) Line(q LineRequest) (LineAnswer, error) {
	line, err := d.Play(q)
	if err != nil {
		return LineAnswer{}, err
	}
	r, before := line.Rules(), line.Start()
	answer := LineAnswer{Start: r.Guide().FormatPosition(&before), Steps: []Step{}}
	for ply, m := range line.Moves() {
		after, _ := line.At(ply + 1)
		answer.Steps = append(answer.Steps, NewStep(r, &before, &after, m))
		before = after
	}
	answer.State = NewState(line)
	return answer, nil
}

// State tells of one position, as if it had come up for the first time.
func (d *Service) State(q PositionRequest) (State, error) {
	r, p, err := d.Position(q.Variant, q.Position, q.Study)
	if err != nil {
		return State{}, err
	}
	return NewState(rules.NewLine(r, p)), nil
}

// NewStep tells of a legal move, or a null move, that leads from one position to another.
func NewStep(r rules.Rules, before, after *board.Position, m board.Move) Step {
	return Step{
		Description: rules.Describe(r, before, m),
		Position:    r.Guide().FormatPosition(after), Key: Key(after), Turn: after.Side,
	}
}

// NewState tells of the position a line has reached.
func NewState(line *rules.Line) State {
	r, start, p := line.Rules(), line.Start(), line.Position()
	g := r.Guide()
	s := State{
		Variant: r.Info().Name, Position: g.FormatPosition(&p), Key: Key(&p), Turn: p.Side,
		Study:  kingless(r, &start) || kingless(r, &p),
		Pieces: map[string]string{}, Squares: make([]string, 0, 64), Checked: []string{},
		Moves: describeAll(r, &p), Outcome: line.Outcome(),
	}
	for at := board.Square(0); at < board.NoSquare; at++ {
		name := g.SquareName(&p, at)
		s.Squares = append(s.Squares, name)
		if pc := p.Piece(at); pc != board.NoPiece {
			s.Pieces[name] = string(rune(pc.Letter()))
		}
	}
	for _, attacked := r.Kings(&p, p.Side); attacked != 0; {
		s.Checked = append(s.Checked, g.SquareName(&p, attacked.Pop()))
	}
	if pinned, ok := r.(rules.MovingBoards); ok {
		s.Stands = pinned.Boards(&p)
	}
	return s
}

// describeAll describes the legal moves of a position, sorted by their text.
func describeAll(r rules.Rules, p *board.Position) []rules.Description {
	all := []rules.Description{}
	for _, m := range rules.LegalMoves(r, p) {
		all = append(all, rules.Describe(r, p, m))
	}
	slices.SortFunc(all, func(a, b rules.Description) int { return cmp.Compare(a.Move, b.Move) })
	return all
}

// kingless reports whether a side has no king.
func kingless(r rules.Rules, p *board.Position) bool {
	white, _ := r.Kings(p, board.White)
	black, _ := r.Kings(p, board.Black)
	return white == 0 || black == 0
}
