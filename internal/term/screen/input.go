package screen

import (
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// key handles a key press. An open help, field, list, question or plan receives the key; otherwise the
// board does.
func (m *Model) key(k tea.KeyPressMsg) tea.Cmd {
	name := k.String()
	switch {
	case name == "ctrl+c":
		m.interrupted = true
		return m.quit()
	case name == "ctrl+z":
		return tea.Suspend
	case m.layout == nil:
		if name == "q" || name == "ctrl+q" {
			return m.quit()
		}
		return nil
	case m.helping:
		m.helping = false
		return nil
	case m.field != nil:
		f := m.field
		closed, confirmed := f.key(k)
		if closed {
			m.field = nil
		}
		if confirmed {
			return f.done(string(f.text))
		}
		return nil
	case m.ask != nil:
		yes := m.ask.yes
		m.ask = nil
		m.setStatus(neutral, "")
		if name == "enter" || m.isYes(k.Text) {
			return yes()
		}
		return nil
	case m.chooser != nil:
		return m.chooserKey(name)
	case m.plan != nil:
		return m.planKey(k)
	case typed(k):
		return m.typeMove(k.Text)
	}
	return m.boardKey(name)
}

// isYes reports whether a typed letter answers a question with yes: y, or the letter with which the keys below the
// question begin, such as "j ja  n nein".
func (m *Model) isYes(letter string) bool {
	keys := m.Text("command.screen.yes-no", nil)
	_, size := utf8.DecodeRuneInString(keys)
	return strings.EqualFold(letter, "y") || strings.EqualFold(letter, keys[:size])
}

// typed reports whether a key press is a letter or a digit, with which a move begins.
func typed(k tea.KeyPressMsg) bool {
	for _, r := range k.Text {
		return k.Mod&(tea.ModCtrl|tea.ModAlt) == 0 && (unicode.IsLetter(r) || unicode.IsDigit(r))
	}
	return false
}

func (m *Model) chooserKey(name string) tea.Cmd {
	c := m.chooser
	switch name {
	case "up", "left", "shift+tab":
		c.at = (c.at + len(c.items) - 1) % len(c.items)
	case "down", "right", "tab":
		c.at = (c.at + 1) % len(c.items)
	case "pgup":
		c.at = max(0, c.at-8)
	case "pgdown":
		c.at = min(len(c.items)-1, c.at+8)
	case "home":
		c.at = 0
	case "end":
		c.at = len(c.items) - 1
	case "esc":
		m.chooser = nil
		m.updatePreview()
		return nil
	case "enter", "space":
		return m.playItem(c.at)
	default:
		if c.items[c.at].pin != "" && (name == "k" || name == "ctrl+k") {
			return m.switchQuadrants()
		}
		for i, it := range c.items {
			if it.key != "" && it.key == strings.ToLower(name) {
				return m.playItem(i)
			}
		}
		return nil
	}
	m.setStatus(neutral, "")
	m.previewItem()
	return nil
}

// playItem plays a move from the list, or shows why it is illegal.
func (m *Model) playItem(i int) tea.Cmd {
	if why := m.chooser.items[i].why; why != "" {
		m.chooser.at = i
		m.previewItem()
		m.setStatus(failed, "%s", why)
		return nil
	}
	move := m.chooser.items[i].move
	m.chooser = nil
	return m.playMove(move)
}

func (m *Model) boardKey(name string) tea.Cmd {
	switch name {
	case "up":
		m.Step(0, -1)
	case "down":
		m.Step(0, 1)
	case "left":
		m.Step(-1, 0)
	case "right":
		m.Step(1, 0)
	case "enter", "space":
		return m.activate(m.cursor)
	case "tab", "shift+tab":
		m.nextTarget(name == "tab")
	case "esc":
		m.deselect()
		m.setStatus(neutral, "")
	case "pgup":
		m.scroll += 5
	case "pgdown":
		m.scroll = max(0, m.scroll-5)
	default:
		for _, d := range bindings {
			if d.key == name || d.also == name {
				return d.do(m)
			}
		}
	}
	return nil
}

// Step moves the cursor in a direction.
func (m *Model) Step(dx, dy int) {
	m.moveCursor(m.layout.plan.Step(m.cursor, dx, dy, func(name string) bool {
		_, ok := m.squares[name]
		return ok
	}))
}

// nextTarget cycles through the targets of the selected piece.
func (m *Model) nextTarget(forward bool) {
	n := len(m.targets)
	if n == 0 {
		return
	}
	at := -1
	for i, t := range m.targets {
		if t.name == m.cursor {
			at = i
		}
	}
	switch {
	case forward:
		at++
	case at < 0:
		at = n - 1
	default:
		at += n - 1
	}
	m.moveCursor(m.targets[at%n].name)
}

// mouse handles mouse events. Pointing previews a move, clicking selects a piece or plays a move, and
// pieces can be dragged.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	if m.layout == nil {
		return nil
	}
	at := msg.Mouse()
	_, click := msg.(tea.MouseClickMsg)
	if m.helping {
		if click {
			m.helping = false
		}
		return nil
	}
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		if msg.Button == tea.MouseWheelUp {
			m.scroll += 3
		} else {
			m.scroll = max(0, m.scroll-3)
		}
		return nil
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseRight && m.plan != nil {
			m.closePlan()
			return nil
		}
		if msg.Button == tea.MouseRight {
			m.deselect()
			m.chooser = nil
			return nil
		}
		if msg.Button != tea.MouseLeft {
			return nil
		}
	}
	if m.field != nil || m.ask != nil {
		return nil
	}
	if m.chooser != nil {
		if i := m.itemAt(at.X, at.Y); i >= 0 {
			if click {
				return m.playItem(i)
			}
			m.chooser.at = i
			m.previewItem()
		}
		return nil
	}
	if m.plan != nil {
		if click {
			m.showStep(m.planStep + 1)
		}
		return nil
	}
	if click {
		for _, f := range m.footItems() {
			if f.at.has(at.X, at.Y) {
				return f.binding.do(m)
			}
		}
	}
	place := m.layout.hit(at.X, at.Y)
	if place == nil {
		return nil
	}
	if _, ok := m.squares[place.Name]; !ok {
		return nil
	}
	switch msg.(type) {
	case tea.MouseMotionMsg:
		m.moveCursor(place.Name)
	case tea.MouseClickMsg:
		cmd := m.activate(place.Name)
		m.pressed = ""
		if m.chosen == place.Name {
			m.pressed = place.Name
		}
		return cmd
	case tea.MouseReleaseMsg:
		from := m.pressed
		m.pressed = ""
		if from != "" && from == m.chosen && place.Name != from {
			return m.activate(place.Name)
		}
	}
	return nil
}
