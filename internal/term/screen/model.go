package screen

import (
	"context"
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/term/canvas"
	"github.com/tainchess/tain/internal/term/grid"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules/describe"
)

// tone is how a line of the foot is meant.
type tone int

const (
	calm    tone = iota
	refused      // what was asked for cannot be
	good         // advice, news
)

// numbering is when the quadrants of boards are numbered.
type numbering int

const (
	whileChosen numbering = iota // while a board's move is in view
	always
	never
)

// Model is the full-screen board as bubbletea wants it: messages go in through
// Update, the screen comes out of View. Use it through [Screen].
type Model struct {
	*session.Session
	ctx     context.Context
	glyphs  *canvas.Glyphs
	palette *canvas.Palette
	colours canvas.Colours
	dark    bool

	w, h   int
	layout *layout // nil if the screen is too small
	flip   bool

	pos     board.Position          // the position shown
	squares map[string]board.Square // its squares by name
	played  []session.PlayedMove
	changes []describe.Change // what the last move did

	cursor  string // the name of a square
	chosen  string // the square of the chosen piece, or ""
	targets []target
	preview *preview
	pressed string // where a mouse button went down

	status string
	tone   tone
	scroll int // how far the list of moves is scrolled back

	plan      *session.MovePlan // shown in place of the game, or nil
	planStep  int               // how many of its steps have been played
	numbering numbering         // of the quadrants

	field   *field
	chooser *chooser
	ask     *question
	helping bool

	work    *work // what the engine is asked, or nil
	asked   int   // numbers the questions
	ticking bool

	interrupted bool // left by Ctrl-C
}

// The messages the model sends itself.
type (
	answerMsg struct {
		number  int
		task    game.Task
		command game.Command
		err     error
	}
	adviceMsg struct {
		number int
		session.Advice
		err error
	}
	loadedMsg struct {
		name string
		game *pgn.Game
		err  error
	}
	tickMsg time.Time
)

// work is a question to the engine that has not been answered yet.
type work struct {
	number int
	cancel context.CancelFunc
	hint   bool
	since  time.Time
}

// draws reports whether pieces may be drawn larger than a sign: only paint then
// tells White from Black.
func (m *Model) draws() bool { return m.palette.Colours && !m.glyphs.Letters }

func (m *Model) setDark(dark bool) {
	m.dark = dark
	m.palette = canvas.PaletteFor(m.colours, dark)
}

func (m *Model) arrange() {
	m.layout = arrange(m.Rules().Info(), m.w, m.h, m.flip, m.draws())
}

// say puts a sentence into the foot.
func (m *Model) say(how tone, format string, args ...any) {
	m.status, m.tone = session.Tidy(fmt.Sprintf(format, args...)), how
}

func (m *Model) refuse(err error) { m.say(refused, "%s", session.Sentence(m.Explain(err))) }

// refresh takes the position from the game and forgets what was meant for the
// one before.
func (m *Model) refresh() {
	m.plan = nil
	m.pos = m.Game.Position()
	m.squares = grid.SquaresOf(m.Rules(), &m.pos)
	m.played, m.changes = m.Moves(), m.LastChanges()
	m.drop()
	m.chooser, m.ask = nil, nil
	m.scroll = 0
	if _, ok := m.squares[m.cursor]; !ok {
		m.placeCursor()
	}
}

// placeCursor puts the cursor where a person likely begins: on a king of the
// side to move.
func (m *Model) placeCursor() {
	at := m.pos.ByColour(m.pos.Side)
	if kings := m.pos.Pieces(m.pos.Side, board.King); kings != 0 {
		at = kings
	}
	s := board.Square(0)
	if at != 0 {
		s = at.First()
	}
	m.cursor = m.Rules().Guide().SquareName(&m.pos, s)
}

// drop lets go of the chosen piece.
func (m *Model) drop() {
	m.chosen, m.targets, m.preview, m.pressed = "", nil, nil, ""
}

// showsCursor reports whether the cursor is drawn: not while something else
// takes the keys.
func (m *Model) showsCursor() bool { return m.field == nil && m.chooser == nil && m.plan == nil }

// choose takes up the piece on a square.
func (m *Model) choose(name string) {
	m.drop()
	s, ok := m.squares[name]
	if !ok {
		return
	}
	m.chosen, m.cursor = name, name
	m.targets = targetsFrom(m.Rules(), &m.pos, s)
	m.look()
}

// look works out what the move to the square under the cursor would do.
func (m *Model) look() {
	m.preview = nil
	if t := m.target(m.cursor); t != nil {
		m.preview = m.previewOf(t.moves[0])
	}
}

// target returns what the chosen piece may do on a square, nil if nothing.
func (m *Model) target(name string) *target {
	for i := range m.targets {
		if m.targets[i].name == name {
			return &m.targets[i]
		}
	}
	return nil
}

// point moves the cursor to a square.
func (m *Model) point(name string) {
	if name == m.cursor {
		return
	}
	m.cursor = name
	if m.tone == refused {
		m.say(calm, "")
	}
	m.look()
}

// The looks of text.
func (m *Model) plainText() canvas.Look  { return canvas.Look{Fg: m.palette.Ink} }
func (m *Model) quietText() canvas.Look  { return canvas.Look{Fg: m.palette.Slate} }
func (m *Model) strongText() canvas.Look { return canvas.Look{Fg: m.palette.Ink, Bold: true} }
func (m *Model) accentText() canvas.Look { return canvas.Look{Fg: m.palette.Accent, Bold: true} }
