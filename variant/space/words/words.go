// Package words writes the rulebook of a rule set of boards in space: what it
// shares with tri-dimensional chess is taken from there, and what its policy says
// is put in words, with examples.
//
// An example is kept only if what it claims is so in that very rule set, and most
// are made of what the rules answer: no book is wrong about its game.
package words

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/message"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space"
)

// shared is the rule set whose rulebook has what all of them share.
const shared = "trid"

// Rulebook returns the text of a rule set's rulebook.
func Rulebook(v *space.Rules) string {
	w := &writer{v: v, policy: v.Policy()}
	for _, k := range [...]board.Role{board.Knight, board.Bishop, board.Rook, board.Queen, board.Pawn, board.King} {
		if !w.policy.Stays[k] {
			w.riders = append(w.riders, k)
		} else {
			w.stays = append(w.stays, k)
		}
	}
	w.intro()
	w.Include(shared)
	w.start()
	w.Include(shared)
	w.boards()
	w.Include(shared)
	w.ways()
	w.refusals()
	return w.String()
}

// writer writes a book from its title to its end.
type writer struct {
	rulebook.Writer
	v             *space.Rules
	policy        space.Policy
	riders, stays []board.Role // who may ride, and who may not; those that show it best first
}

// moves reports whether boards go from pin to pin at all.
func (w *writer) moves() bool { return len(w.policy.Along)+len(w.policy.Across) > 0 }

// intro writes the title and what the game is.
func (w *writer) intro() {
	i := w.v.Info()
	w.Raw("# " + i.Title + "\n\n")
	carries := "with one piece aboard"
	if w.riders == nil {
		carries = "when they are empty"
	}
	move := map[[2]bool]string{
		{true, true}:  "The attack boards can move too: from pin to pin, turning half round if you like, " + carries + ".",
		{true, false}: "The attack boards can move too: from pin to pin, " + carries + ".",
		{false, true}: "The attack boards can turn half round where they stand, " + carries + ".",
		{}:            "The attack boards stay where they are.",
	}[[2]bool{w.moves(), w.policy.Turns}]
	w.Say("Chess in space. Three main boards of sixteen squares stand one above the other like stairs, and four small attack boards stand on pins "+
		"at their corners. Pieces move as in chess when you look straight down on all of it, and choose the level they land on. "+move,
		"A turn is a move of a piece or of a board. Nobody may leave out a turn, and whoever checkmates the enemy king wins. "+
			"Who knows tri-dimensional chess needs to know only this:")
	var different []string // in English, as all of the book
	for _, m := range i.DifferencesSaid {
		different = append(different, m.In(message.English()).String())
	}
	w.Items(different...)
	w.Say("All rules follow. The examples are positions of this very game; what is said of them was found by playing them.")
}

// start writes the first position.
func (w *writer) start() {
	i := w.v.Info()
	if i.Start == space.Start {
		w.Include(shared)
		return
	}
	first := "White"
	if strings.Contains(i.Start, " b ") {
		first = "Black"
	}
	w.Section("The start")
	w.Rule("The array", "The game starts from a position of its own, which is drawn here. "+first+" moves first.")
	p, err := w.v.Guide().ParsePosition(i.Start, rules.ParseOptions{AllowNoKing: true})
	if err != nil {
		return
	}
	study := ""
	if p.Pieces(board.White, board.King) == 0 || p.Pieces(board.Black, board.King) == 0 {
		study = "study\n"
	}
	w.Raw("```diagram\nabout The start. " + first + " moves first.\nview oblique\n" + study + "```\n\n")
}

// refusals writes for what a move is refused.
func (w *writer) refusals() {
	w.Section("Why a move is refused")
	all := []string{"no such square", "cell and quadrant disagree", "way blocked", "own piece there", "own king attacked", "not your turn", "castling",
		"pins not adjacent", "backward while occupied", "boards cannot capture", "pin already held", "more than one piece aboard", "not your board"}
	if !slices.Contains(w.stays, board.Pawn) {
		all = append(all, "no double step after riding")
	}
	if w.stays != nil {
		all = append(all, "a piece aboard that may not ride")
	}
	if w.policy.Turns {
		all = append(all, "wrong rotation")
	} else {
		all = append(all, "no half turns")
	}
	if w.policy.Shadow {
		all = append(all, "in the shadow of a piece")
	}
	w.Rule("Reasons", "Every refusal has a reason that a program can test and a sentence that a person can read: "+rulebook.Words(all, "and")+".")
}

// many lists roles in the plural: "bishops, rooks and queens".
func many(all []board.Role, last string) string {
	var names []string
	for k := board.Pawn; k <= board.King; k++ {
		if slices.Contains(all, k) {
			names = append(names, k.String()+"s")
		}
	}
	return rulebook.Words(names, last)
}

// numbers lists differences: "one, two or four".
func numbers(all []int) string {
	var names []string
	for _, n := range all {
		names = append(names, [...]string{"none", "one", "two", "three", "four", "five"}[n])
	}
	return rulebook.Words(names, "or")
}

// sample is a diagram that may be shown.
type sample struct {
	about, position, chosen, move string
	legal, illegal                []string
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
	line("about", s.about)
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
