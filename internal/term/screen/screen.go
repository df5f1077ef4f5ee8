// Package screen implements play on a full-screen board with a cursor and the mouse. Its bubbletea model
// (model.go) receives messages in screen.go. input.go handles keys and the mouse, with the bindings in
// bindings.go and the actions in act.go and boards.go. work.go runs the engine in the background, and marks.go
// computes the marks on squares. view.go and paintboard.go paint the canvas, as arranged by layout.go.
package screen

import (
	"context"
	"io"
	"os"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/tainchess/tain/internal/term/canvas"
	"github.com/tainchess/tain/internal/term/session"
)

// NewModel returns a model for a new session. Searches stop when ctx is done.
func NewModel(ctx context.Context, o session.Options) (*Model, error) {
	s, err := session.New(o)
	if err != nil {
		return nil, err
	}
	m := &Model{
		Session: s, ctx: ctx, glyphs: canvas.GlyphsFor(o.ASCII),
		colours: o.Colours, dark: o.Theme != canvas.Light,
	}
	if m.colours == canvas.DetectColours {
		m.colours = canvas.NoColours // no colours until the terminal reports its profile
	}
	m.palette = canvas.PaletteFor(m.colours, m.dark)
	m.flip = s.People() == [2]bool{false, true}
	m.refresh()
	m.placeCursor()
	m.status = s.Notice
	return m, nil
}

// Screen runs a game on the whole terminal until the user quits or ctx is done. It then restores the
// terminal and prints the game, so that the game is not lost. Ctrl-C is handled as a key and makes
// Screen return context.Canceled. The caller handles other signals.
func Screen(ctx context.Context, in, out *os.File, o session.Options) error {
	m, err := NewModel(ctx, o)
	if err != nil {
		return err
	}
	how := []tea.ProgramOption{tea.WithoutSignalHandler(), tea.WithInput(in), tea.WithOutput(out)}
	switch o.Colours {
	case canvas.NoColours:
		how = append(how, tea.WithColorProfile(colorprofile.ASCII))
	case canvas.SixteenColours:
		how = append(how, tea.WithColorProfile(colorprofile.ANSI))
	case canvas.AllColours:
		how = append(how, tea.WithColorProfile(colorprofile.TrueColor))
	}
	program := tea.NewProgram(m, how...)
	// Quit restores the terminal; cancelling a program's context does not.
	defer context.AfterFunc(ctx, program.Quit)()
	_, err = program.Run()
	m.stopWork()
	if err == nil {
		err = m.printGame(out)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil && m.interrupted:
		return context.Canceled
	}
	return err
}

// printGame prints the game as PGN if a move was played.
func (m *Model) printGame(out io.Writer) error {
	if m.Game.Ply() == 0 {
		return nil
	}
	text, err := m.PGN()
	if err == nil {
		_, err = out.Write(text)
	}
	return err
}

// Init requests the terminal's background colour if the theme is Auto, and starts the engine if it is
// to move.
func (m *Model) Init() tea.Cmd {
	ask := tea.Cmd(nil)
	if m.Options.Theme == canvas.Auto {
		ask = tea.RequestBackgroundColor
	}
	return tea.Batch(ask, m.startEngine())
}

// Update handles a message.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
		m.arrange()
	case tea.ColorProfileMsg:
		m.setProfile(msg.Profile)
	case tea.BackgroundColorMsg:
		if m.Options.Theme == canvas.Auto {
			m.setDark(msg.IsDark())
		}
	case tea.KeyPressMsg:
		return m, m.key(msg)
	case tea.PasteMsg:
		if m.field == nil && m.layout != nil && m.ask == nil && m.chooser == nil && m.plan == nil && !m.helping {
			m.typeMove("")
		}
		if m.field != nil {
			m.field.insert(msg.Content)
		}
	case tea.MouseMsg:
		return m, m.mouse(msg)
	case answerMsg:
		return m, m.answer(msg)
	case adviceMsg:
		m.showAdvice(msg)
	case loadedMsg:
		return m, m.resumeLoaded(msg)
	case tickMsg:
		return m, m.tick()
	}
	return m, nil
}

func (m *Model) setProfile(p colorprofile.Profile) {
	if m.Options.Colours != canvas.DetectColours {
		return
	}
	switch {
	case p >= colorprofile.ANSI256:
		m.colours = canvas.AllColours
	case p == colorprofile.ANSI:
		m.colours = canvas.SixteenColours
	default:
		m.colours = canvas.NoColours
	}
	m.palette = canvas.PaletteFor(m.colours, m.dark)
	m.arrange()
}

// View paints the screen.
func (m *Model) View() tea.View {
	c, cursor := m.paint()
	v := tea.NewView(c.String())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeAllMotion
	v.WindowTitle = "tain: " + m.Title(m.Rules())
	v.Cursor = cursor
	return v
}
