// Package spacebook generates rulebooks for definitions of tri-dimensional chess. A book includes the
// rules that all such games share, and describes with examples how boards move in this game. An example
// is used only if its claims hold under the rules of the game.
package spacebook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space"
)

// shared is the rule set whose rulebook contains the shared rules.
const shared = "trid"

// Write returns the rulebook of a rule set in the catalogue's language. The book only refers to the shared
// rules; [rulebook.Parse] inserts them, in the language of the books that its caller provides.
func Write(v *space.Rules, in *locale.Catalogue) string {
	w := &writer{v: v, policy: v.Policy()}
	w.In = in
	for _, k := range [...]board.Role{board.Knight, board.Bishop, board.Rook, board.Queen, board.Pawn, board.King} {
		if !w.policy.Stays[k] {
			w.riders = append(w.riders, k)
		} else {
			w.stays = append(w.stays, k)
		}
	}
	w.intro()
	w.Include(shared, 1)
	w.start()
	w.Include(shared, 3)
	w.boards()
	w.Include(shared, 5)
	if w.active() {
		w.ways()
	}
	w.refusals()
	return w.String()
}

var (
	say    = locale.New
	when   = rulebook.If
	choose = rulebook.Either
)

type text = rulebook.Text

// writer generates a rulebook.
type writer struct {
	rulebook.Writer
	v             *space.Rules
	policy        space.Policy
	riders, stays []board.Role // pieces that may ride, and pieces that may not; best examples first
}

// moves reports whether boards can move from pin to pin.
func (w *writer) moves() bool { return len(w.policy.Along)+len(w.policy.Across) > 0 }

// active reports whether boards can move or rotate.
func (w *writer) active() bool { return w.moves() || w.policy.Turns }

func (w *writer) intro() {
	i := w.v.Info()
	w.Raw("# " + i.Title + "\n\n")
	empty := w.riders == nil
	move := say("book.space.intro.still", nil)
	switch {
	case w.moves() && w.policy.Turns:
		move = say("book.space.intro.both", message.Args{"empty": empty})
	case w.moves():
		move = say("book.space.intro.moves", message.Args{"empty": empty})
	case w.policy.Turns:
		move = say("book.space.intro.turns", message.Args{"empty": empty})
	}
	w.Say(text{say("book.space.intro", nil), move}, text{choose(w.active(), say("book.space.intro.game", nil), say("book.space.intro.game.still", nil))})
	w.Items(i.Differences...)
	w.Say(text{say("book.space.intro.examples", nil)})
}

// start describes the starting position.
func (w *writer) start() {
	i := w.v.Info()
	if i.Start == space.Start {
		w.Include(shared, 2)
		return
	}
	first := board.White
	if strings.Contains(i.Start, " b ") {
		first = board.Black
	}
	w.Section(say("book.space.start.section", nil))
	w.Rule(say("book.space.start.title", nil), text{say("book.space.start", message.Args{"side": first})})
	p, err := w.v.Guide().ParsePosition(i.Start, rules.ParseOptions{AllowNoKing: true})
	if err != nil {
		return
	}
	study := ""
	if p.Pieces(board.White, board.King) == 0 || p.Pieces(board.Black, board.King) == 0 {
		study = "study\n"
	}
	w.Raw("```diagram\nabout " + w.Text(say("book.space.start.shown", message.Args{"side": first})) + "\nview oblique\n" + study + "```\n\n")
}

func (w *writer) refusals() {
	w.Section(say("book.space.refused.section", nil))
	var all message.List
	add := func(applies bool, reasons ...message.Message) {
		for _, reason := range reasons {
			if applies {
				all = append(all, reason)
			}
		}
	}
	add(true, say("part.book.reason.square", nil), say("part.book.reason.cell", nil), say("part.book.reason.blocked", nil), say("part.book.reason.own", nil),
		say("part.book.reason.king", nil), say("part.book.reason.turn", nil), say("part.book.reason.castling", nil))
	add(w.moves(), say("part.book.reason.pins", nil), say("part.book.reason.capture", nil), say("part.book.reason.held", nil))
	add(w.moves() && w.riders != nil, say("part.book.reason.backward", nil))
	add(w.active(), say("part.book.reason.crowded", nil), say("part.book.reason.board", nil))
	add(w.active() && w.rides(board.Pawn), say("part.book.reason.double", nil))
	add(w.active() && w.stays != nil, say("part.book.reason.passenger", nil))
	add(w.policy.Turns, say("part.book.reason.rotation", nil))
	add(!w.policy.Turns, say("part.book.reason.turns", nil))
	add(w.active() && w.policy.Shadow, say("part.book.reason.shadow", nil))
	w.Rule(say("book.space.refused.title", nil), text{say("book.space.refused", message.Args{"all": all})})
}

// list returns roles as a message argument, in order of value.
func list(all []board.Role) (roles message.List) {
	for k := board.Pawn; k <= board.King; k++ {
		if slices.Contains(all, k) {
			roles = append(roles, k)
		}
	}
	return roles
}

// numbers returns numbers as a message argument.
func numbers(all []int) (list message.List) {
	for _, n := range all {
		list = append(list, say("part.book.number", message.Args{"n": n}))
	}
	return list
}

// sample is a candidate for a diagram.
type sample struct {
	about                  text
	position, chosen, move string
	legal, illegal         []string
}

// show writes a sample if its claims hold, and reports whether they do.
func (w *writer) show(s sample) bool {
	p, err := w.v.Guide().ParsePosition(s.position, rules.ParseOptions{})
	if err != nil {
		return false
	}
	for _, m := range s.legal {
		if _, err := rules.Play(w.v, &p, m); err != nil {
			return false
		}
	}
	for _, m := range s.illegal {
		if _, err := rules.Play(w.v, &p, m); err == nil {
			return false
		}
	}
	var b strings.Builder
	line := func(word, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%s %s\n", word, text)
		}
	}
	line("about", w.Text(s.about...))
	line("position", s.position)
	line("select", s.chosen)
	line("move", s.move)
	line("legal", strings.Join(s.legal, " "))
	line("illegal", strings.Join(s.illegal, " "))
	w.Raw("```diagram\n" + b.String() + "```\n\n")
	return true
}

// can reports whether a move is legal in a position. If it is illegal, can also returns the reason.
func (w *writer) can(position, move string) (bool, rules.Code) {
	p, err := w.v.Guide().ParsePosition(position, rules.ParseOptions{})
	if err != nil {
		return false, ""
	}
	_, err = rules.Play(w.v, &p, move)
	no, _ := err.(*rules.IllegalMove)
	if no == nil {
		return err == nil, ""
	}
	return false, no.Code
}
