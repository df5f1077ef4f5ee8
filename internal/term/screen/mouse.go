package screen

import tea "charm.land/bubbletea/v2"

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
