package screen

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/term/canvas"
	"github.com/tainchess/tain/internal/term/grid"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules/describe"
)

// tone is the kind of message in a footer line.
type tone int

const (
	neutral tone = iota
	failed       // an error
	success      // a hint or a result
)

// numbering controls when quadrants are numbered.
type numbering int

const (
	whileChosen numbering = iota // while a board move is highlighted
	always
	never
)

// Model is the bubbletea model of the full-screen board. Update handles messages and View returns the
// screen. Programs use it through [Screen].
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

	pos     board.Position          // position shown on the board
	squares map[string]board.Square // squares of pos, by name
	played  []session.PlayedMove
	changes []describe.Change // changes made by the last move

	cursor  string // square of the cursor
	chosen  string // square of the selected piece, or empty
	targets []target
	preview *preview
	pressed string // square where a mouse button was pressed

	status string
	tone   tone
	scroll int // rows by which the move list is scrolled back

	plan      *session.MovePlan // plan shown instead of the game, or nil
	planStep  int               // number of plan steps shown
	numbering numbering

	field   *field
	chooser *chooser
	ask     *question
	helping bool

	work     *work // running search, or nil
	searches int   // number of the last search
	ticking  bool

	interrupted bool // whether the user pressed Ctrl-C
}

// Messages that the model sends itself.
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

// work is a running engine search.
type work struct {
	number int
	cancel context.CancelFunc
	hint   bool
	since  time.Time
}

// largePieces reports whether pieces can be larger than one character. Large pieces need
// colours.
func (m *Model) largePieces() bool { return m.palette.Colours && !m.glyphs.Letters }

func (m *Model) setDark(dark bool) {
	m.dark = dark
	m.palette = canvas.PaletteFor(m.colours, dark)
}

func (m *Model) arrange() {
	m.layout = arrange(m.Rules().Info(), m.w, m.h, m.flip, m.largePieces())
}

// report shows a message from the catalogue in the footer.
func (m *Model) report(how tone, code message.Code, args message.Args) {
	m.setStatus(how, "%s", m.Text(code, args))
}

// setStatus shows a sentence in the footer.
func (m *Model) setStatus(how tone, format string, args ...any) {
	m.status, m.tone = session.OneLine(fmt.Sprintf(format, args...)), how
}

func (m *Model) showError(err error) { m.setStatus(failed, "%s", session.Capitalise(m.Explain(err))) }

// refresh reads the position from the game and clears the selection, lists and questions.
func (m *Model) refresh() {
	m.plan = nil
	m.pos = m.Game.Position()
	m.squares = grid.SquaresOf(m.Rules(), &m.pos)
	m.played, m.changes = m.Moves(), m.LastChanges()
	m.deselect()
	m.chooser, m.ask = nil, nil
	m.scroll = 0
	if _, ok := m.squares[m.cursor]; !ok {
		m.placeCursor()
	}
}

// placeCursor moves the cursor to a king of the side to move, or to another of its pieces if it has no
// king.
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

// deselect clears the selection.
func (m *Model) deselect() {
	m.chosen, m.targets, m.preview, m.pressed = "", nil, nil, ""
}

// cursorVisible reports whether the cursor is drawn. It is hidden while a field, list or plan
// receives the keys.
func (m *Model) cursorVisible() bool { return m.field == nil && m.chooser == nil && m.plan == nil }

// selectPiece selects the piece on a square.
func (m *Model) selectPiece(name string) {
	m.deselect()
	s, ok := m.squares[name]
	if !ok {
		return
	}
	m.chosen, m.cursor = name, name
	m.targets = targetsFrom(m.Rules(), &m.pos, s)
	m.updatePreview()
}

// updatePreview previews the move to the square under the cursor.
func (m *Model) updatePreview() {
	m.preview = nil
	if t := m.target(m.cursor); t != nil {
		m.preview = m.previewOf(t.moves[0])
	}
}

// target returns the selected piece's target with the given name, or nil if there is none.
func (m *Model) target(name string) *target {
	if i := slices.IndexFunc(m.targets, func(t target) bool { return t.name == name }); i >= 0 {
		return &m.targets[i]
	}
	return nil
}

// moveCursor moves the cursor to a square.
func (m *Model) moveCursor(name string) {
	if name == m.cursor {
		return
	}
	m.cursor = name
	if m.tone == failed {
		m.setStatus(neutral, "")
	}
	m.updatePreview()
}

// Text styles.
func (m *Model) plainText() canvas.Look  { return canvas.Look{Fg: m.palette.Ink} }
func (m *Model) quietText() canvas.Look  { return canvas.Look{Fg: m.palette.Slate} }
func (m *Model) strongText() canvas.Look { return canvas.Look{Fg: m.palette.Ink, Bold: true} }
func (m *Model) accentText() canvas.Look { return canvas.Look{Fg: m.palette.Accent, Bold: true} }

func (m *Model) previewOf(move board.Move) *preview {
	d := m.Describe(&m.pos, move)
	v := &preview{move: move, sentence: m.Format(d.Message), landing: d.To, changes: d.Changes}
	if len(d.Ways) > 0 && d.Ways[0].Seam() {
		v.way = d.Ways[0]
	}
	return v
}

// personToMove reports whether a person is to move. If not, it shows the reason.
func (m *Model) personToMove() bool {
	switch {
	case m.Game.Over():
		m.setStatus(failed, "%s", m.OverText())
	case m.EngineToMove():
		m.report(failed, "command.play.engine.to-move", nil)
	default:
		return true
	}
	return false
}
