package spacebook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/variant/space"
)

// ways describes how a board moves.
func (w *writer) ways() {
	w.Section(say("book.space.ways.section", nil))
	w.adjacency()
	w.Replace(shared, "6.1")
	if w.moves() {
		w.direction()
		w.occupied()
	}
	w.turns()
	w.shadow()
}

// middle is a pin with neighbours on all sides.
const middle = pin(2) // QL3

// adjacency describes which pins are neighbours.
func (w *writer) adjacency() {
	along, across := w.policy.Along, w.policy.Across
	if !w.moves() {
		w.Rule(say("book.space.next.none.title", nil), text{say("book.space.next.none", message.Args{"turns": w.policy.Turns})})
		w.show(sample{about: text{say("book.space.next.none.shown", nil)}, position: scene{on: middle}.text(), illegal: []string{"QL3-QL4", "QL3-KL3"}})
		return
	}
	told := text{say("book.space.next", nil),
		choose(len(along) > 0, say("book.space.next.along", message.Args{"numbers": numbers(along)}), say("book.space.next.along.none", nil))}
	far := slices.DeleteFunc(slices.Clone(across), func(n int) bool { return n == 0 })
	switch {
	case len(across) == 0:
		told = append(told, say("book.space.next.across.none", nil))
	case len(far) == 0:
		told = append(told, say("book.space.next.across.same", nil))
	case len(far) == len(across):
		told = append(told, say("book.space.next.across", message.Args{"numbers": numbers(far)}))
	default:
		told = append(told, say("book.space.next.across.both", message.Args{"numbers": numbers(far)}))
	}
	near := names(w.neighbours(middle, forward, sideways, backward))
	told = append(told, choose(near == nil, say("book.space.next.alone", nil), say("book.space.next.pins", message.Args{"pins": message.Strings(near)})))
	w.Rule(say("book.space.next.title", nil), told)
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
		about := text{say("book.space.next.open", message.Args{"pin": on.String(), "pins": message.Strings(open)}),
			when(far != nil, say("book.space.next.shut", message.Args{"pins": message.Strings(far)}))}
		w.show(sample{about: about, position: s.text(), chosen: on.String(), legal: legal, illegal: shut})
		return
	}
}

// direction describes what forward means.
func (w *writer) direction() {
	told := text{say("book.space.forward", nil)}
	apart := !w.policy.Sideways && len(w.policy.Across) > 0 // whether moves across are forward or backward, not sideways
	if w.policy.Order == space.ByRank {
		told = append(told, say("book.space.forward.rank", nil))
	} else {
		told = append(told, say("book.space.forward.level", nil), when(apart && slices.Contains(w.policy.Across, 0), say("book.space.forward.side", nil)),
			say("book.space.forward.back", message.Args{"across": apart && !slices.Equal(w.policy.Across, []int{0})}))
	}
	told = append(told, when(w.policy.Sideways && len(w.policy.Across) > 0, say("book.space.forward.sideways", nil)))
	w.Rule(say("book.space.forward.title", nil), told, text{say("book.space.forward.table", nil)})
	rows := [][]string{{w.Text(say("book.space.table.from", nil)), w.Text(say("book.space.table.forward", nil)), w.Text(say("book.space.table.side", nil)),
		w.Text(say("book.space.table.backward", nil))}}
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

// occupied explains that an occupied board does not move backward.
func (w *writer) occupied() {
	if w.riders == nil {
		w.Rule(say("book.space.back.empty.title", nil), text{say("book.space.back.empty", nil)})
		return
	}
	w.Rule(say("book.space.back.title", nil), text{say("book.space.back", nil)})
	k := w.riders[0]
	for _, on := range []pin{middle, 1, 3, 4, 5, 0} {
		s := scene{on: on, aboard: letter(k)}
		var legal, illegal, shut []string
		open := func(way int) (all []string) {
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
			return all
		}
		ahead, aside := message.Strings(open(forward)), message.Strings(open(sideways))
		open(backward)
		if len(illegal) == 0 {
			continue
		}
		about := text{say("book.space.back.aboard", message.Args{"role": k, "pin": on.String()})}
		chosen := ""
		if len(ahead)+len(aside) > 0 {
			chosen = on.String()
		}
		switch {
		case len(ahead) > 0 && len(aside) > 0:
			about = append(about, say("book.space.back.both", message.Args{"ahead": ahead, "aside": aside}))
		case len(ahead) > 0:
			about = append(about, say("book.space.back.ahead", message.Args{"pins": ahead}))
		case len(aside) > 0:
			about = append(about, say("book.space.back.aside", message.Args{"pins": aside}))
		}
		about = append(about, say("book.space.back.shut", message.Args{"pins": message.Strings(shut)}))
		if w.show(sample{about: about, position: s.text(), chosen: chosen, legal: legal, illegal: illegal}) {
			return
		}
	}
}

func (w *writer) turns() {
	if !w.policy.Turns {
		w.Rule(say("book.space.turns.none.title", nil), text{say("book.space.turns.none", nil)})
		w.show(sample{about: text{say("book.space.turns.none.shown", nil)}, position: scene{on: middle}.text(), illegal: []string{"QL3^180"}})
		return
	}
	empty := w.riders == nil
	w.Rule(say("book.space.turns.title", nil), text{say("book.space.turns", message.Args{"moves": w.moves(), "empty": empty}), say("book.space.turns.rotation", nil),
		when(!empty, say("book.space.turns.passenger", nil)), say("book.space.turns.same", nil)})
	s := scene{on: middle}
	about := say("book.space.turns.empty", nil)
	if !empty {
		s.aboard = letter(w.riders[0])
		about = say("book.space.turns.shown", message.Args{"role": w.riders[0]})
	}
	w.show(sample{about: text{about}, position: s.text(), move: "QL3^180", legal: []string{"QL3^180"}, illegal: []string{"QL3^0", "QL3^90"}})
}

// shadow describes whether pieces block boards above and below them.
func (w *writer) shadow() {
	what := "move"
	switch {
	case !w.moves():
		what = "turn"
	case w.policy.Turns:
		what = "both"
	}
	if w.policy.Shadow {
		w.Rule(say("book.space.shadow.title", nil), text{say("book.space.shadow", message.Args{"what": what})})
	} else {
		w.Rule(say("book.space.shadow.none.title", nil), text{say("book.space.shadow.none", message.Args{"what": what})})
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
			about := say("book.space.shadow.bishop", message.Args{"square": message.Square(fmt.Sprintf("%s%c", square, "WNB"[level])), "column": square, "pin": to.String()})
			if ok && !w.policy.Shadow {
				w.show(sample{about: text{about, say("book.space.shadow.none.shown", nil)}, position: s.text(), move: moves[to], legal: []string{moves[to]}})
				return
			}
			if why == space.CodeShadow {
				s2 := s
				s2.piece = 'N'
				w.show(sample{about: text{about, say("book.space.shadow.shown", message.Args{"pin": on.String(), "turns": to == on})},
					position: s.text(), illegal: []string{moves[to]}})
				w.show(sample{about: text{say("book.space.shadow.knight", nil)}, position: s2.text(), legal: []string{moves[to]}})
				return
			}
		}
	}
}
