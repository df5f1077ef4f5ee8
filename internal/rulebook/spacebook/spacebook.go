// Package spacebook writes the rulebook of a rule set of boards in space: what it
// shares with tri-dimensional chess is taken from there, and what its policy says
// is put in words, with examples.
//
// An example is kept only if what it claims is so in that very rule set, and most
// are made of what the rules answer: no book is wrong about its game.
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

// shared is the rule set whose rulebook has what all of them share.
const shared = "trid"

// Write returns the text of a rule set's rulebook, in the language of a
// catalogue. What it shares is in the language of whoever reads it.
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
	w.ways()
	w.refusals()
	return w.String()
}

// What the book says are messages, as everywhere: sentences that stand for
// themselves, one after the other.
var (
	say    = locale.New
	when   = rulebook.If
	choose = rulebook.Either
)

type text = rulebook.Text

// writer writes a book from its title to its end.
type writer struct {
	rulebook.Writer
	v             *space.Rules
	policy        space.Policy
	riders, stays []board.Role // who may ride, and who may not; those that show it best first
}

// moves reports whether boards go from pin to pin at all.
func (w *writer) moves() bool { return len(w.policy.Along)+len(w.policy.Across) > 0 }

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
	w.Say(text{say("book.space.intro", nil), move}, text{say("book.space.intro.game", nil)})
	w.Items(i.DifferenceMessages...)
	w.Say(text{say("book.space.intro.examples", nil)})
}

// start writes the first position.
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
	all := message.List{
		say("part.book.reason.square", nil), say("part.book.reason.cell", nil), say("part.book.reason.blocked", nil), say("part.book.reason.own", nil),
		say("part.book.reason.king", nil), say("part.book.reason.turn", nil), say("part.book.reason.castling", nil), say("part.book.reason.pins", nil),
		say("part.book.reason.backward", nil), say("part.book.reason.capture", nil), say("part.book.reason.held", nil), say("part.book.reason.crowded", nil),
		say("part.book.reason.board", nil),
	}
	if !slices.Contains(w.stays, board.Pawn) {
		all = append(all, say("part.book.reason.double", nil))
	}
	if w.stays != nil {
		all = append(all, say("part.book.reason.passenger", nil))
	}
	all = append(all, choose(w.policy.Turns, say("part.book.reason.rotation", nil), say("part.book.reason.turns", nil)))
	if w.policy.Shadow {
		all = append(all, say("part.book.reason.shadow", nil))
	}
	w.Rule(say("book.space.refused.title", nil), text{say("book.space.refused", message.Args{"all": all})})
}

// list returns roles as an argument of a message, in the order of their worth.
func list(all []board.Role) (roles message.List) {
	for k := board.Pawn; k <= board.King; k++ {
		if slices.Contains(all, k) {
			roles = append(roles, k)
		}
	}
	return roles
}

// numbers returns differences as an argument.
func numbers(all []int) (list message.List) {
	for _, n := range all {
		list = append(list, say("part.book.number", message.Args{"n": n}))
	}
	return list
}

// sample is a diagram that may be shown.
type sample struct {
	about                  text
	position, chosen, move string
	legal, illegal         []string
}

// show writes a sample if its claims are so, and tells whether they are.
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

// can reports whether a move can be played in a position, and if not for what
// reason it is refused.
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
