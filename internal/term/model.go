package term

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// tone is how a line of the foot is meant.
type tone int

const (
	calm    tone = iota
	refused      // what was asked for cannot be
	good         // advice, news
)

// Model is the full-screen board as bubbletea wants it: messages go in through
// Update, the screen comes out of View. Use it through [Screen].
type Model struct {
	*session
	ctx     context.Context
	glyphs  *glyphs
	palette *palette
	colours Colours
	dark    bool

	w, h   int
	layout *layout // nil if the screen is too small
	flip   bool

	pos     board.Position          // the position shown
	squares map[string]board.Square // its squares by name

	cursor  string // the name of a square
	chosen  string // the square of the chosen piece, or ""
	targets []target
	preview *preview
	pressed string // where a mouse button went down

	status string
	tone   tone
	scroll int // how far the list of moves is scrolled back

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
		number int
		move   board.Move
		err    error
	}
	adviceMsg struct {
		number int
		advice
		err error
	}
	loadedMsg struct {
		name string
		game *notation.Game
		err  error
	}
	tickMsg time.Time
)

// NewModel returns the board for a game. Engine questions end with ctx.
func NewModel(ctx context.Context, o Options) (*Model, error) {
	s, err := newSession(o)
	if err != nil {
		return nil, err
	}
	m := &Model{
		session: s, ctx: ctx, glyphs: glyphsFor(o.ASCII),
		colours: o.Colours, dark: o.Theme != Light,
	}
	if m.colours == DetectColours {
		m.colours = NoColours // until the terminal tells
	}
	m.palette = paletteFor(m.colours, m.dark)
	m.flip = s.people == [2]bool{false, true}
	m.refresh()
	m.placeCursor()
	m.status = s.notice
	return m, nil
}

// Screen plays over the whole screen of a terminal until the person leaves or
// the context ends; signals are the caller's affair. The terminal is then as it
// was, and the game is printed so that it is not lost. Ctrl-C, which is a key
// there and no signal, leaves with context.Canceled.
func Screen(ctx context.Context, in, out *os.File, o Options) error {
	m, err := NewModel(ctx, o)
	if err != nil {
		return err
	}
	how := []tea.ProgramOption{tea.WithoutSignalHandler(), tea.WithInput(in), tea.WithOutput(out)}
	switch o.Colours {
	case NoColours:
		how = append(how, tea.WithColorProfile(colorprofile.ASCII))
	case SixteenColours:
		how = append(how, tea.WithColorProfile(colorprofile.ANSI))
	case AllColours:
		how = append(how, tea.WithColorProfile(colorprofile.TrueColor))
	}
	program := tea.NewProgram(m, how...)
	// Quitting restores the terminal; a program whose own context ends does not.
	defer context.AfterFunc(ctx, program.Quit)()
	_, err = program.Run()
	m.stopWork()
	if err == nil {
		err = m.farewell(out)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil && m.interrupted:
		return context.Canceled
	}
	return err
}

// farewell prints the game that was played.
func (m *Model) farewell(out io.Writer) error {
	if m.game.line.Ply() == 0 {
		return nil
	}
	text, err := m.game.pgn(m.players(), m.now())
	if err == nil {
		_, err = out.Write(text)
	}
	return err
}

// Init asks the terminal for its background and lets the engine begin if it is
// to move.
func (m *Model) Init() tea.Cmd {
	ask := tea.Cmd(nil)
	if m.options.Theme == Auto {
		ask = tea.RequestBackgroundColor
	}
	return tea.Batch(ask, m.think())
}

// Update takes a message.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
		m.arrange()
	case tea.ColorProfileMsg:
		m.setProfile(msg.Profile)
	case tea.BackgroundColorMsg:
		if m.options.Theme == Auto {
			m.setDark(msg.IsDark())
		}
	case tea.KeyPressMsg:
		return m, m.key(msg)
	case tea.PasteMsg:
		if m.field != nil {
			m.field.insert(msg.Content)
		}
	case tea.MouseMsg:
		return m, m.mouse(msg)
	case answerMsg:
		return m, m.answer(msg)
	case adviceMsg:
		m.advised(msg)
	case loadedMsg:
		return m, m.loaded(msg)
	case tickMsg:
		return m, m.tick()
	}
	return m, nil
}

func (m *Model) setProfile(p colorprofile.Profile) {
	if m.options.Colours != DetectColours {
		return
	}
	switch {
	case p >= colorprofile.ANSI256:
		m.colours = AllColours
	case p == colorprofile.ANSI:
		m.colours = SixteenColours
	default:
		m.colours = NoColours
	}
	m.palette = paletteFor(m.colours, m.dark)
	m.arrange()
}

// draws reports whether pieces may be drawn larger than a sign: only paint then
// tells White from Black.
func (m *Model) draws() bool { return m.palette.colours && !m.glyphs.letters }

func (m *Model) setDark(dark bool) {
	m.dark = dark
	m.palette = paletteFor(m.colours, dark)
}

func (m *Model) arrange() {
	m.layout = arrange(m.rules().Info(), m.w, m.h, m.flip, m.draws())
}

// say puts a sentence into the foot.
func (m *Model) say(how tone, format string, args ...any) {
	m.status, m.tone = tidy(fmt.Sprintf(format, args...)), how
}

func (m *Model) refuse(err error) { m.say(refused, "%s", sentence(err.Error())) }

// refresh takes the position from the game and forgets what was meant for the
// one before.
func (m *Model) refresh() {
	m.pos = m.game.position()
	m.squares = squaresOf(m.rules(), &m.pos)
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
	m.cursor = m.rules().Guide().SquareName(&m.pos, s)
}

// drop lets go of the chosen piece.
func (m *Model) drop() {
	m.chosen, m.targets, m.preview, m.pressed = "", nil, nil, ""
}

// showsCursor reports whether the cursor is drawn: not while something else
// takes the keys.
func (m *Model) showsCursor() bool { return m.field == nil && m.chooser == nil }

// changed is called after every change of the position.
func (m *Model) changed() tea.Cmd {
	m.refresh()
	return m.think()
}

// loaded goes on with a game that was read from a file.
func (m *Model) loaded(msg loadedMsg) tea.Cmd {
	if msg.err != nil {
		m.refuse(msg.err)
		return nil
	}
	m.stopWork()
	if err := m.adopt(msg.game); err != nil {
		m.refuse(err)
		return nil
	}
	m.say(good, "Loaded %s: %d half moves. %s", clipName(msg.name), m.game.line.Ply(), m.game.sentenceOf())
	if m.notice != "" {
		m.say(good, "%s. %s", m.status, m.notice)
	}
	m.cursor = ""
	m.arrange()
	return m.changed()
}

// choose takes up the piece on a square.
func (m *Model) choose(name string) {
	m.drop()
	s, ok := m.squares[name]
	if !ok {
		return
	}
	m.chosen, m.cursor = name, name
	m.targets = targetsFrom(m.rules(), &m.pos, s)
	m.look()
}

// look works out what the move to the square under the cursor would do.
func (m *Model) look() {
	m.preview = nil
	if t := m.target(m.cursor); t != nil {
		m.preview = previewOf(m.rules(), &m.pos, t.moves[0])
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

// act does what is meant by pointing at a square: take up a piece, play it, or
// be told why not.
func (m *Model) act(name string) tea.Cmd {
	s, ok := m.squares[name]
	if !ok {
		return nil
	}
	m.cursor = name
	m.say(calm, "")
	if o := m.game.outcome(); o.Over() {
		m.say(refused, "The game is over: %s", o.Sentence())
		return nil
	}
	if m.engineToMove() {
		m.say(refused, "The engine is to move; wait for it or take back with u")
		return nil
	}
	if t := m.target(name); t != nil {
		return m.playOne(t.moves)
	}
	pc := m.pos.Piece(s)
	own := pc != board.NoPiece && pc.Colour() == m.pos.Side
	switch {
	case name == m.chosen:
		m.drop()
	case own:
		m.choose(name)
		if len(m.targets) == 0 {
			m.say(refused, "The %v on %s has no legal move", pc, name)
		}
	case m.chosen != "":
		m.explain(s)
	case pc != board.NoPiece:
		m.say(refused, "%s is to move; the piece on %s is the opponent's", rules.SideName(m.pos.Side), name)
	default:
		m.say(refused, "%s is empty; choose one of %s's pieces", name, rules.SideName(m.pos.Side))
	}
	return nil
}

// explain says why the chosen piece cannot go to a square.
func (m *Model) explain(to board.Square) {
	move := board.NewMove(m.squares[m.chosen], to, board.NoRole)
	if _, err := rules.Play(m.rules(), &m.pos, move); err != nil {
		m.refuse(err)
	}
}

// playOne plays a move, or lets the person choose among several.
func (m *Model) playOne(moves []board.Move) tea.Cmd {
	if len(moves) == 1 {
		return m.play(moves[0])
	}
	m.chooser = newChooser("Which?", m.rules(), &m.pos, moves)
	return nil
}

func (m *Model) play(move board.Move) tea.Cmd {
	if m.game.flag(m.now()) {
		return m.changed()
	}
	if _, err := m.game.play(move, m.now()); err != nil {
		m.refuse(err)
		return nil
	}
	m.say(calm, "")
	return m.changed()
}

// typed plays a move given as text.
func (m *Model) typed(text string) tea.Cmd {
	switch {
	case strings.TrimSpace(text) == "":
		return nil
	case m.engineToMove():
		m.say(refused, "The engine is to move; wait for it or take back with u")
		return nil
	case m.game.flag(m.now()):
		return m.changed()
	}
	if _, err := m.game.playText(strings.TrimSpace(text), m.now()); err != nil {
		var syntax *notation.SyntaxError
		if errors.As(err, &syntax) {
			m.say(refused, "%q is no move: %s", clip(tidy(text)), syntax.Message)
		} else {
			m.refuse(err)
		}
		return nil
	}
	m.say(calm, "")
	return m.changed()
}
