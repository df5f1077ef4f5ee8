package screen

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/internal/term/canvas"
	"github.com/tainchess/tain/internal/term/grid"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// screenTest drives a model as a terminal does, with a clock controlled by the test.
type screenTest struct {
	t *testing.T
	*Model
	clock time.Time
}

func ruleset(t testing.TB, name string) rules.Rules {
	t.Helper()
	return positions.Rules(t, variant.Builtin(), name)
}

// open shows a position for two people on a monochrome screen of 80 by 24 characters.
func open(t *testing.T, name, text string, change ...func(*session.Options)) *screenTest {
	t.Helper()
	r := ruleset(t, name)
	s := &screenTest{t: t, clock: time.Date(2030, 5, 6, 7, 8, 9, 0, time.UTC)}
	o := session.Options{
		Rules: r, Start: positions.From(t, r, text), Find: variant.Builtin().Find,
		People: [2]bool{true, true}, Colours: canvas.NoColours, Seed: 1, Depth: 2, NoBook: true,
		Now: func() time.Time { return s.clock },
	}
	for _, f := range change {
		f(&o)
	}
	m, err := NewModel(context.Background(), o)
	if err != nil {
		t.Fatalf("NewModel: %v", err)
	}
	s.Model = m
	s.run(m.Init())
	s.resize(80, 24)
	return s
}

func against(level int) func(*session.Options) {
	return func(o *session.Options) { o.People, o.Level = [2]bool{true, false}, level }
}

func (s *screenTest) resize(w, h int) { s.send(tea.WindowSizeMsg{Width: w, Height: h}) }

// send sends a message to the model, then the messages from its commands.
func (s *screenTest) send(msg tea.Msg) {
	s.t.Helper()
	_, cmd := s.Update(msg)
	s.run(cmd)
}

// run runs a command and sends its messages to the model. It drops ticks, because tests send their own.
func (s *screenTest) run(cmd tea.Cmd) {
	s.t.Helper()
	if cmd == nil {
		return
	}
	answer := make(chan tea.Msg, 1)
	go func() { answer <- cmd() }()
	select {
	case msg := <-answer:
		switch msg := msg.(type) {
		case tea.BatchMsg:
			for _, one := range msg {
				s.run(one)
			}
		case tickMsg, nil:
		case answerMsg, adviceMsg, loadedMsg:
			s.send(msg)
		}
	case <-time.After(20 * time.Second):
		s.t.Fatal("a command did not end within 20 s")
	}
}

var namedKeys = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown,
	"left": tea.KeyLeft, "right": tea.KeyRight, "backspace": tea.KeyBackspace, "pgup": tea.KeyPgUp,
	"home": tea.KeyHome, "end": tea.KeyEnd, "delete": tea.KeyDelete, "pgdown": tea.KeyPgDown,
}

// press presses keys, given as names such as enter or as characters.
func (s *screenTest) press(keys ...string) {
	s.t.Helper()
	for _, k := range keys {
		if code, ok := namedKeys[k]; ok {
			s.send(tea.KeyPressMsg{Code: code})
			continue
		}
		if letter, ok := strings.CutPrefix(k, "ctrl+"); ok {
			s.send(tea.KeyPressMsg{Code: rune(letter[0]), Mod: tea.ModCtrl})
			continue
		}
		for _, r := range k {
			s.send(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
}

// typeMoves plays moves by typing them.
func (s *screenTest) typeMoves(moves ...string) {
	s.t.Helper()
	for _, text := range moves {
		before := s.Game.Ply()
		s.press(text, "enter")
		if s.Game.Ply() == before {
			s.t.Fatalf("%s was not played: %s", text, s.status)
		}
	}
}

// At moves the cursor to a square.
func (s *screenTest) At(name string) *screenTest {
	s.t.Helper()
	if _, ok := s.squares[name]; !ok {
		s.t.Fatalf("unknown square %s", name)
	}
	s.moveCursor(name)
	return s
}

// text returns the screen without colours.
func (s *screenTest) text() string {
	c, _ := s.paint()
	return c.Plain()
}

// cell returns the characters of a square, with its rows joined.
func (s *screenTest) cell(name string) string { return s.cellOn(rules.Centre, name) }

func (s *screenTest) cellOn(on rules.Copy, name string) string {
	s.t.Helper()
	at := s.layout.plan.Find(grid.Spot{Copy: on, Name: name})
	if at == nil {
		s.t.Fatalf("%s of the %v board is not shown", name, on)
	}
	r := s.layout.cell(at)
	c, _ := s.paint()
	var b strings.Builder
	for y := r.y; y < r.y+r.h; y++ {
		for x := r.x; x < r.x+r.w; x++ {
			b.WriteString(c.At(x, y).Text)
		}
	}
	return b.String()
}

func (s *screenTest) wants(parts ...string) {
	s.t.Helper()
	text := s.text()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			s.t.Errorf("the screen does not show %q:\n%s", part, text)
		}
	}
}

func (s *screenTest) lacks(parts ...string) {
	s.t.Helper()
	text := s.text()
	for _, part := range parts {
		if strings.Contains(text, part) {
			s.t.Errorf("the screen shows %q:\n%s", part, text)
		}
	}
}

// shows checks that a square shows the text signs and none of the characters in not.
func (s *screenTest) shows(name, signs, not string) {
	s.t.Helper()
	cell := s.cell(name)
	if !strings.Contains(cell, signs) {
		s.t.Errorf("%s shows %q, want %q in it\n%s", name, cell, signs, s.text())
	}
	if not != "" && strings.Contains(cell, not) {
		s.t.Errorf("%s shows %q, want it without %q", name, cell, not)
	}
}
