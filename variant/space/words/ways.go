package words

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/variant/space"
)

// ways writes how a board moves: the section that differs from game to game.
func (w *writer) ways() {
	w.Section("Moving a board")
	w.adjacency()
	w.direction()
	w.occupied()
	w.turns()
	w.shadow()
}

// middle is a pin with neighbours on all sides.
const middle = pin(2) // QL3

// adjacency writes which pins are next to each other.
func (w *writer) adjacency() {
	along, across := w.policy.Along, w.policy.Across
	if !w.moves() {
		text := "No pin has neighbours: boards do not go from pin to pin in this game"
		if w.policy.Turns {
			text += "; they only turn where they stand (6.4)"
		}
		w.Rule("No neighbours", text+".")
		w.show(sample{about: "The board on QL3 is empty and White's. It may not go to another pin.", position: scene{on: middle}.text(), illegal: []string{"QL3-QL4", "QL3-KL3"}})
		return
	}
	var text strings.Builder
	text.WriteString("A board goes to a neighbouring pin. ")
	if len(along) > 0 {
		fmt.Fprintf(&text, "On its own side of the board that is one whose number differs by %s. ", numbers(along))
	} else {
		text.WriteString("It never goes to another pin of its own side. ")
	}
	far := slices.DeleteFunc(slices.Clone(across), func(n int) bool { return n == 0 })
	switch {
	case len(across) == 0:
		text.WriteString("It never goes over to the other side. ")
	case len(far) == 0:
		text.WriteString("On the other side it is the pin of the same number. ")
	case len(far) == len(across):
		fmt.Fprintf(&text, "On the other side it is one whose number differs by %s. ", numbers(far))
	default:
		fmt.Fprintf(&text, "On the other side it is the pin of the same number, or one whose number differs by %s. ", numbers(far))
	}
	near := names(w.neighbours(middle, forward, sideways, backward))
	if near == nil {
		text.WriteString("QL3 has no neighbours.")
	} else {
		text.WriteString("QL3 is next to " + rulebook.Words(near, "and") + ".")
	}
	w.Rule("Neighbours", text.String())
	for _, on := range []pin{middle, 3, 1, 0, 5} {
		s := scene{on: on}
		var open, shut, far []string
		for to := range pin(pins) {
			move := on.String() + "-" + to.String()
			ok, why := w.can(s.text(), move)
			switch {
			case ok:
				open = append(open, to.String())
			case why == space.CodeNotAdjacent && len(shut) < 2:
				shut, far = append(shut, move), append(far, to.String())
			}
		}
		if open == nil {
			continue
		}
		var legal []string
		for _, to := range open {
			legal = append(legal, on.String()+"-"+to)
		}
		about := fmt.Sprintf("The empty board on %s may go to %s.", on, rulebook.Words(open, "or"))
		if far != nil {
			verb := " are no neighbours."
			if len(far) == 1 {
				verb = " is no neighbour."
			}
			about += " " + rulebook.Words(far, "and") + verb
		}
		w.show(sample{about: about, position: s.text(), chosen: on.String(), legal: legal, illegal: shut})
		return
	}
}

// direction writes what forward means.
func (w *writer) direction() {
	if !w.moves() {
		w.Rule("Forward, to the side, backward", "Since boards do not go from pin to pin, none goes forward or backward.")
		return
	}
	text := []string{"Direction is that of the side that controls the board (4.2)."}
	apart := !w.policy.Sideways && len(w.policy.Across) > 0 // a way across has a direction
	if w.policy.Order == space.ByRank {
		text = append(text, "It goes by the ranks that a pin covers: a higher first rank is forward for White and backward for Black. The order is "+
			"1 (rank 0), 3 (rank 2), 2 and 5 (rank 4), 4 (rank 6), 6 (rank 8). The same first rank is to the side.")
	} else {
		back := "A number nearer the own home is backward"
		if apart && !slices.Equal(w.policy.Across, []int{0}) {
			back += ", across too"
		}
		text = append(text, "A number nearer the enemy's home is forward: up to 6 for White, down to 1 for Black.")
		if apart && slices.Contains(w.policy.Across, 0) {
			text = append(text, "The same number on the other side is to the side.")
		}
		text = append(text, back+".")
	}
	if w.policy.Sideways && len(w.policy.Across) > 0 {
		text = append(text, "A move to the other side is always to the side, whatever the numbers and ranks: it is never backward.")
	}
	w.Rule("Forward, to the side, backward", strings.Join(text, " "), "For White, from the pins of the queen's side; from those of the king's side QL and KL change places, and for "+
		"Black forward and backward do:")
	rows := [][]string{{"from", "forward", "to the side", "backward"}}
	for n := range pin(6) {
		row := []string{n.String()}
		for _, way := range []int{forward, sideways, backward} {
			text := strings.Join(names(w.neighbours(n, way)), " ")
			if text == "" {
				text = "-"
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	w.Table(rows...)
}

// occupied writes that a board with a piece does not go backward.
func (w *writer) occupied() {
	title := "Not backward with a piece"
	switch {
	case !w.moves():
		w.Rule(title, "No board goes from pin to pin, with a piece or without.")
		return
	case w.riders == nil:
		w.Rule("Only empty boards", "Only empty boards move (4.4). They go any way: forward, to the side and backward.")
		return
	}
	w.Rule(title, "A board with a piece on it goes forward or to the side. An empty one also goes backward.")
	k := w.riders[0]
	for _, on := range []pin{middle, 1, 3, 4, 5, 0} {
		s := scene{on: on, aboard: letter(k)}
		var said, legal, illegal, shut []string
		open := func(way int, are, is string) {
			var all []string
			for _, to := range w.neighbours(on, way) {
				move := on.String() + "-" + to.String()
				ok, why := w.can(s.text(), move)
				switch {
				case ok:
					all, legal = append(all, to.String()), append(legal, move)
				case why == space.CodeBackward:
					shut, illegal = append(shut, to.String()), append(illegal, move)
				}
			}
			if len(all) == 1 {
				said = append(said, is+" is "+all[0])
			} else if all != nil {
				said = append(said, are+" are "+rulebook.Words(all, "and"))
			}
		}
		open(forward, "forward", "forward")
		open(sideways, "to the side", "to the side")
		open(backward, "", "")
		if len(illegal) == 0 {
			continue
		}
		about := fmt.Sprintf("The %s is aboard on %s. ", k, on)
		chosen := ""
		if said != nil {
			text := rulebook.Words(said, "and")
			about += strings.ToUpper(text[:1]) + text[1:] + ". "
			chosen = on.String()
		}
		about += "Back to " + rulebook.Words(shut, "or") + " it cannot go."
		if w.show(sample{about: about, position: s.text(), chosen: chosen, legal: legal, illegal: illegal}) {
			return
		}
	}
}

// turns writes of half turns.
func (w *writer) turns() {
	if !w.policy.Turns {
		w.Rule("No half turns", "Boards do not turn.")
		w.show(sample{about: "The board on QL3 may not turn, though it is empty.", position: scene{on: middle}.text(), illegal: []string{"QL3^180"}})
		return
	}
	on, aboard, with := "A board may also make a half turn, on the spot (`QL3^180`)", ", with at most one piece aboard", " or on the way to another pin (`QL3-QL4^180`)"
	carried := " A passenger goes to the opposite cell."
	if !w.moves() {
		with = ""
	}
	if w.riders == nil {
		aboard, carried = ", if it is empty", ""
	}
	w.Rule("Half turns", on+with+aboard+". Its rotation is 0 or 180; `^0` turns it back."+carried+
		" Positions that differ only in a board's rotation are the same position.")
	s := scene{on: middle}
	about := "The empty board may turn where it stands, once to 180 and not to any other angle."
	if w.riders != nil {
		s.aboard = letter(w.riders[0])
		about = "The board may turn where it stands: the " + w.riders[0].String() + " goes from z2 to a3, the opposite cell."
	}
	w.show(sample{about: about, position: s.text(), move: "QL3^180", legal: []string{"QL3^180"}, illegal: []string{"QL3^0", "QL3^90"}})
}

// shadow writes whether pieces keep boards from ending above or below them.
func (w *writer) shadow() {
	if !w.moves() && !w.policy.Turns {
		return // no board ends anywhere
	}
	what := "a move"
	switch {
	case !w.moves():
		what = "a half turn"
	case w.policy.Turns:
		what = "a move or a half turn"
	}
	if w.policy.Shadow {
		w.Rule("The shadow", "No board, an empty one either, may end "+what+" with one of its four columns also holding, on any other level, a piece that is not "+
			"a knight. Pieces of both colours cast their shadow, kings too; knights cast none.")
	} else {
		w.Rule("No shadow", "Pieces on other levels do not hinder a board: it may end "+what+" above and below any of them.")
	}
	for _, on := range []pin{middle, 3, 1, 0, 5} {
		moves := map[pin]string{}
		order := w.neighbours(on, forward, sideways, backward)
		for _, to := range order {
			moves[to] = on.String() + "-" + to.String()
		}
		if w.policy.Turns {
			order = append(order, on)
			moves[on] = on.String() + "^180"
		}
		for _, to := range order {
			s := scene{on: on, piece: 'B', corner: to}
			level, file, rank := to.corner()
			square := fmt.Sprintf("%c%d", "abcd"[file], rank+1)
			ok, why := w.can(s.text(), moves[to])
			about := fmt.Sprintf("The bishop on %s%c stands in column %s, which a board on %s covers.", square, "WNB"[level], square, to)
			if ok && !w.policy.Shadow {
				w.show(sample{about: about + " That does not matter here.", position: s.text(), move: moves[to], legal: []string{moves[to]}})
				return
			}
			if why == space.CodeShadow {
				s2 := s
				s2.piece = 'N'
				w.show(sample{about: about + " So the board on " + on.String() + " may not " + map[bool]string{true: "turn", false: "go there"}[to == on] + ".",
					position: s.text(), illegal: []string{moves[to]}})
				w.show(sample{about: "With a knight there it may.", position: s2.text(), legal: []string{moves[to]}})
				return
			}
		}
	}
}
