package screen

import (
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/board"
)

// field is a line in which a person types.
type field struct {
	label string
	text  []rune
	at    int // where the next sign goes
	done  func(text string) tea.Cmd
}

// mostField is how much a field holds.
const mostField = 1000

func newField(label, text string, done func(string) tea.Cmd) *field {
	return &field{label: label, text: []rune(text), at: len([]rune(text)), done: done}
}

// insert puts text where the cursor is. What cannot be shown is left out.
func (f *field) insert(text string) {
	for _, r := range text {
		if !unicode.IsPrint(r) || len(f.text) >= mostField {
			continue
		}
		f.text = append(f.text[:f.at], append([]rune{r}, f.text[f.at:]...)...)
		f.at++
	}
}

// key edits the line. It returns true when the person is done with it, and
// then whether it counts.
func (f *field) key(k tea.KeyPressMsg) (done, counts bool) {
	switch k.String() {
	case "enter":
		return true, true
	case "esc":
		return true, false
	case "backspace":
		if f.at > 0 {
			f.text = append(f.text[:f.at-1], f.text[f.at:]...)
			f.at--
		}
	case "delete":
		if f.at < len(f.text) {
			f.text = append(f.text[:f.at], f.text[f.at+1:]...)
		}
	case "left":
		f.at = max(0, f.at-1)
	case "right":
		f.at = min(len(f.text), f.at+1)
	case "home", "ctrl+a":
		f.at = 0
	case "end", "ctrl+e":
		f.at = len(f.text)
	case "ctrl+u":
		f.text, f.at = nil, 0
	default:
		if k.Mod&(tea.ModCtrl|tea.ModAlt) == 0 {
			f.insert(k.Text)
		}
	}
	return false, false
}

// chooser is a list of moves of which a person takes one.
type chooser struct {
	title string
	items []item
	at    int
}

// item is one thing to choose.
type item struct {
	key   string // a key that takes it at once, or ""
	label string
	more  string
	move  board.Move
	pin   string // of the board that it would move, or ""
	why   string // it cannot be taken, or ""
}

// newChooser lists moves. Promotions that differ only in the piece are called
// by it.
func (m *Model) newChooser(title string, moves []board.Move) *chooser {
	c := &chooser{title: title}
	seen := map[board.Role]bool{}
	promotions := true
	for _, move := range moves {
		promotions = promotions && move.Promotion() != board.NoRole && !seen[move.Promotion()]
		seen[move.Promotion()] = true
	}
	if promotions {
		c.title = m.Text("command.play.promote-to", nil)
	}
	for _, move := range moves {
		d := m.Describe(&m.pos, move)
		it := item{label: d.SAN, more: d.Text, move: move}
		if promotions {
			it.key = strings.ToLower(string(rune(move.Promotion().Letter())))
			it.label, it.more = move.Promotion().String(), it.key
		}
		c.items = append(c.items, it)
	}
	return c
}

// question is something a person answers with yes or no.
type question struct {
	text string
	yes  func() tea.Cmd
}
