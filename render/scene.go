// Package render draws positions as text and as pictures.
//
// A [Scene] selects what to show (scene.go). A layout places the squares of one board, of three boards in a
// row (layout.go), of a board with joined edges and the copies around it (joined.go), or of the levels of a
// board in space (space.go). The painter obtains legal moves and their effects from the rule set and adds
// shapes to the layout (painter.go, boards.go, marks.go). [Draw] combines these steps (draw.go). The result is
// a [paint.Drawing], which can be written as SVG or pixels. A [Film] is a series of drawings, written as an
// animated GIF or PNG (film.go).
//
// The package does not depend on particular rule sets. Boards come from [rules.Info], hints from the legal
// moves, arrows from ways, and effects from [describe.Changes].
package render

import (
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// View is the layout of a board in space. Flat boards have only one layout.
type View string

// Views of a board in space.
const (
	Plan    View = "flat"    // the levels side by side
	Oblique View = "oblique" // the levels one above the other, seen obliquely from above
)

// Scene selects what a picture shows. Only Rules and Position are required.
type Scene struct {
	Rules    rules.Rules
	Position board.Position
	// Chosen is the square of the selected piece or the pin of the selected board. The picture shows the
	// destinations of the piece or board.
	Chosen string
	// Move is a legal move to preview. The picture shows its way and its effects.
	Move board.Move
	// Last lists the squares of the last move.
	Last []string
	// Blockers marks the pieces that block the selected piece, unless a move is previewed. It requires a rule
	// set that implements rules.Obstructed. With such a rule set, the blockers of a selected pawn are marked
	// even if Blockers is false.
	Blockers bool
	// Fresh lists the squares of the pieces spawned by the last move.
	Fresh       []string
	Flip        bool // seen from Black's side
	View        View
	Coordinates bool
	// Quadrants numbers the quadrants of movable boards from q1 to q4.
	Quadrants bool
	Theme     *paint.Theme // nil means Light
	Title     string       // replaces the rule set's title
	// Language translates the description and the labels.
	Language Language
}

// NewScene returns a scene that shows a position without marks, in the flat view and the light theme.
func NewScene(r rules.Rules, p board.Position) *Scene {
	return &Scene{Rules: r, Position: p, View: Plan, Theme: paint.Light}
}

// Play plays a legal move, and marks it as the last move.
func (s *Scene) Play(m board.Move) {
	before := s.Position
	s.Rules.Apply(&before, m, &s.Position)
	s.Last, s.Fresh = s.boardOf(&before, m), nil
	for _, c := range describe.Changes(s.Rules, &before, &s.Position, m) {
		switch c.Effect {
		case describe.Captured, describe.BoardMoved, describe.Turned, describe.Carried:
		case describe.Appeared:
			s.Fresh = append(s.Fresh, c.To)
		default:
			s.Last = append(s.Last, c.From, c.To)
		}
	}
}

// PlayStep plays a step of a plan. The same side is to move afterwards.
func (s *Scene) PlayStep(m board.Move) {
	s.Play(m)
	s.Position = notation.Stand(s.Position)
}

// SetLast marks a move in UCI notation as the last move. A dash or an arrow may join its squares. SetLast
// rejects other notations, because they depend on the position before the move.
func (s *Scene) SetLast(text string) error {
	text = strings.TrimSpace(text)
	g := s.Rules.Guide()
	m, err := g.ParseMove(&s.Position, text)
	if err != nil && m == board.NoMove || !strings.EqualFold(unjoined(g.FormatUCI(&s.Position, m)), unjoined(text)) {
		return message.NewError("draw.last-move",
			"the last move must give its start and end squares, such as {example}, not {text, quote}", message.Args{"example": s.example(), "text": text})
	}
	s.Last, s.Fresh = s.boardOf(&s.Position, m), nil
	if s.Last == nil {
		s.Last = []string{g.SquareName(&s.Position, m.From()), g.SquareName(&s.Position, m.To())}
	}
	return nil
}

// unjoined returns the text of a move without the characters between its squares.
func unjoined(text string) string {
	return strings.Map(func(sign rune) rune {
		if sign == ' ' || sign == '-' || sign == '>' || notation.PlainSign(sign) != 0 {
			return -1
		}
		return sign
	}, text)
}

// boardOf returns the squares of a moved board at its destination, or nil if the move is not a board move.
func (s *Scene) boardOf(p *board.Position, m board.Move) (names []string) {
	if m.Type() < board.BoardShift {
		return nil
	}
	for _, way := range s.Rules.Guide().Ways(p, m) {
		for _, q := range s.Rules.Info().Squares {
			if q.Level == way[len(way)-1].Square {
				names = append(names, q.Name)
			}
		}
	}
	return names
}

// example returns a legal move from the starting position in UCI notation.
func (s *Scene) example() string {
	p, err := s.Rules.Guide().ParsePosition(s.Rules.Info().Start, rules.ParseOptions{})
	if err != nil {
		return "e2e4"
	}
	moves := rules.LegalMoves(s.Rules, &p)
	return s.Rules.Guide().FormatUCI(&p, moves[len(moves)/2])
}

// check returns an error if the scene is invalid.
func (s *Scene) check() error {
	if s.Rules == nil {
		return message.NewError("draw.no-rules", "a picture needs a rule set", nil)
	}
	if s.View != "" && s.View != Plan && s.View != Oblique {
		return message.NewError("draw.view", "unknown view {text, quote}: use flat or oblique", message.Args{"text": string(s.View)})
	}
	if s.View == Oblique && len(s.Rules.Info().Levels) == 0 {
		return message.NewError("draw.flat",
			"{name} is played on flat boards: only three-dimensional boards have the view {view}", message.Args{"name": s.Rules.Info().Name, "view": string(Oblique)})
	}
	if s.Move != board.NoMove && !rules.Legal(s.Rules, &s.Position, s.Move) {
		if no := s.Rules.Guide().WhyIllegal(&s.Position, s.Move); no != nil {
			return no
		}
		return message.NewError("draw.illegal", "this move is not legal", nil)
	}
	if s.Blockers {
		if _, ok := s.Rules.(rules.Obstructed); !ok {
			return message.NewError("draw.no-blockers",
				"pictures of {name} cannot show blockers", message.Args{"name": s.Rules.Info().Name})
		}
		if s.Chosen == "" {
			return message.NewError("draw.blockers-of", "choose the piece whose blockers to show", nil)
		}
	}
	return nil
}

// chosen returns the square of the selected piece or the pin of the selected board. It returns an error if
// the selection is invalid.
func (s *Scene) chosen() (square board.Square, pin string, err error) {
	square = board.NoSquare
	if s.Chosen == "" {
		return square, "", nil
	}
	if r, ok := s.Rules.(rules.MovingBoards); ok {
		for _, stand := range r.Boards(&s.Position) {
			if strings.EqualFold(stand.Mount, s.Chosen) {
				return square, stand.Mount, nil
			}
		}
		for _, n := range r.Mounts() {
			if strings.EqualFold(n.Name, s.Chosen) {
				return square, "", message.NewError("draw.no-board", "there is no board on {pin}", message.Args{"pin": n.Name})
			}
		}
	}
	g := s.Rules.Guide()
	if square, err = g.ParseSquare(&s.Position, s.Chosen); err != nil {
		return board.NoSquare, "", err
	}
	switch pc := s.Position.Piece(square); {
	case pc == board.NoPiece:
		return square, "", message.NewError("draw.no-piece",
			"there is no piece on {square} to select", message.Args{"square": message.Square(g.SquareName(&s.Position, square))})
	case pc.Colour() != s.Position.Side:
		return square, "", message.NewError("draw.not-its-turn", "the {piece} on {square} cannot be selected: it is {side}'s turn",
			message.Args{"piece": s.Rules.Info().PieceWord(pc), "square": message.Square(g.SquareName(&s.Position, square)), "side": s.Position.Side})
	}
	return square, "", nil
}

// Language translates a message in a picture. Nil means English.
type Language func(message.Message) string

func (l Language) say(code message.Code, english string, args message.Args) string {
	m := message.New(code, english, args)
	if l == nil {
		return m.String()
	}
	return l(m)
}

// title returns the translated title of a rule set. It does not translate the titles of user-defined rule
// sets.
func (l Language) title(r rules.Rules) string {
	i := r.Info()
	if i.Definition != "" {
		return i.Title
	}
	return l.say(message.Code("variant."+i.Name+".title"), "{title}", message.Args{"title": i.Title})
}
