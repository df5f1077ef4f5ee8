package render

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// View is how a board in space is laid out. Flat boards have one view only.
type View string

// The views.
const (
	Plan    View = "flat"    // every level beside the others
	Oblique View = "oblique" // as it stands, seen from above
)

// Scene is what a picture is to show. Only Rules and Position are needed.
type Scene struct {
	Rules    rules.Rules
	Position board.Position
	// Chosen names a square whose piece shows where it may go, or a pin whose
	// board does.
	Chosen string
	// Move is a legal move shown before it is played: the way it takes and
	// what it does.
	Move board.Move
	// Last names the squares of the move that led here.
	Last []string
	// Blockers marks what stands in the way of the chosen piece. Of a pawn that
	// cannot go ahead it is always marked.
	Blockers bool
	// Fresh names the squares of pieces that the last move made.
	Fresh       []string
	Flip        bool // seen from Black's side
	View        View
	Coordinates bool
	// Quadrants numbers the quadrants of boards that move, q1 to q4.
	Quadrants bool
	Theme     *paint.Theme // nil means Light
	Title     string       // instead of the rule set's own
	// Language formats the description of the picture and the words on it.
	Language Language
}

// NewScene returns the plain picture of a position.
func NewScene(r rules.Rules, p board.Position) *Scene {
	return &Scene{Rules: r, Position: p, View: Plan, Theme: paint.Light}
}

// Play plays a legal move and shows it as the last one.
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

// PlayStep plays a step of a plan: the side that moves stays to move, since the
// other stands still.
func (s *Scene) PlayStep(m board.Move) {
	s.Play(m)
	s.Position = notation.Stand(s.Position)
}

// SetLast shows a move given in UCI notation as the one that led to the
// position; its squares may be joined by a dash or an arrow. Other texts will
// not do: what they mean depends on the position before.
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

// unjoined returns a move's text without what joins its squares.
func unjoined(text string) string {
	return strings.Map(func(sign rune) rune {
		if sign == ' ' || sign == '-' || sign == '>' || notation.PlainSign(sign) != 0 {
			return -1
		}
		return sign
	}, text)
}

// boardOf names the squares of the board that a move moves, where it ends; a
// piece's move has none.
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

// example returns a move of the rule set's start in UCI notation.
func (s *Scene) example() string {
	p, err := s.Rules.Guide().ParsePosition(s.Rules.Info().Start, rules.ParseOptions{})
	if err != nil {
		return "e2e4"
	}
	moves := rules.LegalMoves(s.Rules, &p)
	return s.Rules.Guide().FormatUCI(&p, moves[len(moves)/2])
}

// check says what is wrong with a scene.
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
				"{name} cannot show blockers: only rule sets with one flat board can", message.Args{"name": s.Rules.Info().Name})
		}
		if s.Chosen == "" {
			return message.NewError("draw.blockers-of", "choose the piece whose blockers to show", nil)
		}
	}
	return nil
}

// chosen finds what is chosen: a piece's square, or the moves of a board from
// its pin.
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
			message.Args{"piece": pc, "square": message.Square(g.SquareName(&s.Position, square)), "side": s.Position.Side})
	}
	return square, "", nil
}

// Draw makes the picture of a scene.
func Draw(s *Scene) (*paint.Drawing, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	if s.Theme == nil {
		lit := *s
		lit.Theme = paint.Light
		s = &lit
	}
	p := &painter{Scene: s, layout: newLayout(s)}
	var err error
	if p.from, p.pin, err = s.chosen(); err != nil {
		return nil, err
	}
	p.prepare()
	p.legend()
	d := &paint.Drawing{
		Width: p.width, Height: p.height, Theme: s.Theme,
		Title: s.Title, Text: p.describe(), Zero: p.zero,
	}
	if d.Title == "" {
		d.Title = p.Language.title(s.Rules)
	}
	for i := range p.plates {
		d.Shapes = append(d.Shapes, p.plate(&p.plates[i]))
	}
	d.Shapes = append(d.Shapes, p.labels...)
	d.Shapes = append(d.Shapes, p.quadrants()...)
	d.Shapes = append(d.Shapes, p.marks()...)
	return d, nil
}

// describe tells in sentences what the picture shows.
func (p *painter) describe() string {
	sentences := []string{p.Language.say("draw.to-move",
		"{side} to move{check, select, true {, in check} other {}}.", message.Args{"side": p.Position.Side, "check": rules.InCheck(p.Rules, &p.Position)})}
	tell := func(code message.Code, english string, args message.Args) {
		sentences = append(sentences, p.Language.say(code, english, args))
	}
	goals := p.goals()
	if p.from != board.NoSquare {
		piece, square := p.Position.Piece(p.from), message.Square(p.name(p.from))
		if len(goals) == 0 {
			tell("draw.stuck", "The {piece} on {square} has no legal move.", message.Args{"piece": piece, "square": square})
		} else {
			tell("draw.goes", "The {piece} on {square} can go to {goals, comma}.", message.Args{"piece": piece, "square": square, "goals": goals})
		}
		if held := p.hindrances(); len(held) > 0 {
			tell("draw.in-the-way", "Blocked by: {pieces, comma}.", message.Args{"pieces": held})
		}
	} else if p.pin != "" {
		if len(goals) == 0 {
			tell("draw.board.stuck", "The board on {pin} has no legal move.", message.Args{"pin": p.pin})
		} else {
			tell("draw.board.goes", "The board on {pin} can go to {goals, comma}.", message.Args{"pin": p.pin, "goals": goals})
		}
		for _, r := range p.closed {
			tell("draw.board.not", "Not to {pins, comma}: {why}.", message.Args{"pins": message.Strings(r.pins), "why": r.why})
		}
	}
	if p.Move != board.NoMove {
		tell("draw.move", "{move, capital}.", message.Args{"move": describe.Sentence(p.Rules, &p.Position, p.Move)})
	}
	return strings.Join(sentences, " ")
}

// goals lists where what is chosen may go, a capture after a quiet move to the
// same square.
func (p *painter) goals() (all message.List) {
	hints := slices.Clone(p.hints)
	slices.SortFunc(hints, func(a, b hint) int {
		return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(b.role, a.role))
	})
	for _, h := range slices.Compact(hints) {
		if h.role == paint.CaptureHint {
			all = append(all, message.New("draw.capture", "{square} (capture)", message.Args{"square": message.Square(h.name)}))
		} else {
			all = append(all, h.name)
		}
	}
	return all
}

// hindrances lists what is marked as standing in the way.
func (p *painter) hindrances() (all message.List) {
	for _, w := range p.blocked {
		last := w[len(w)-1]
		where := "alone"
		if p.copies > 1 {
			where = last.Copy.String()
		}
		all = append(all, message.New("draw.blocker",
			"the {piece} on {square}{board, select, centre { of the centre} left { of the left board} right { of the right board} other {}}", message.Args{
				"piece": p.piece(p.find[place{rules.Centre, last.Square}]), "square": message.Square(last.Square), "board": where,
			}))
	}
	return all
}
