package screen

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// key does what a key is for: it belongs to whatever is open on the screen,
// else to the board.
func (m *Model) key(k tea.KeyPressMsg) tea.Cmd {
	name := k.String()
	switch {
	case name == "ctrl+c":
		m.interrupted = true
		return m.leave()
	case name == "ctrl+z":
		return tea.Suspend
	case m.layout == nil:
		if name == "q" {
			return m.leave()
		}
		return nil
	case m.helping:
		m.helping = false
		return nil
	case m.field != nil:
		f := m.field
		done, counts := f.key(k)
		if done {
			m.field = nil
		}
		if counts {
			return f.done(string(f.text))
		}
		return nil
	case m.ask != nil:
		yes := m.ask.yes
		m.ask = nil
		m.say(calm, "")
		if name == "y" || name == "Y" || name == "enter" {
			return yes()
		}
		return nil
	case m.chooser != nil:
		return m.chooserKey(name)
	case m.plan != nil:
		return m.planKey(name)
	}
	return m.boardKey(name)
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
		m.look()
		return nil
	case "enter", "space":
		return m.take(c.at)
	default:
		if c.items[c.at].pin != "" && name == "k" {
			return m.switchQuadrants()
		}
		for i, it := range c.items {
			if it.key != "" && it.key == strings.ToLower(name) {
				return m.take(i)
			}
		}
		return nil
	}
	m.say(calm, "")
	m.lookChooser()
	return nil
}

// take plays a move of the list.
func (m *Model) take(i int) tea.Cmd {
	if why := m.chooser.items[i].why; why != "" {
		m.chooser.at = i
		m.lookChooser()
		m.say(refused, "%s", why)
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
		return m.act(m.cursor)
	case "tab", "shift+tab":
		m.nextTarget(name == "tab")
	case "esc":
		m.drop()
		m.say(calm, "")
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

// Step moves the cursor.
func (m *Model) Step(dx, dy int) {
	m.point(m.layout.plan.Step(m.cursor, dx, dy, func(name string) bool {
		_, ok := m.squares[name]
		return ok
	}))
}

// nextTarget goes round the squares the chosen piece may go to.
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
	m.point(m.targets[at%n].name)
}

// mouse does what the mouse is for: pointing shows, a click chooses or plays,
// and a piece may be dragged to where it is to go.
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
			m.leavePlan()
			return nil
		}
		if msg.Button == tea.MouseRight {
			m.drop()
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
				return m.take(i)
			}
			m.chooser.at = i
			m.lookChooser()
		}
		return nil
	}
	if m.plan != nil {
		if click {
			m.toStep(m.planStep + 1)
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
		m.point(place.Name)
	case tea.MouseClickMsg:
		cmd := m.act(place.Name)
		m.pressed = ""
		if m.chosen == place.Name {
			m.pressed = place.Name
		}
		return cmd
	case tea.MouseReleaseMsg:
		from := m.pressed
		m.pressed = ""
		if from != "" && from == m.chosen && place.Name != from {
			return m.act(place.Name)
		}
	}
	return nil
}
