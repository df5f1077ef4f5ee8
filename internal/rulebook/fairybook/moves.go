package fairybook

import (
	"slices"
	"strings"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/variant/betza"
)

// This file describes the moves of a piece in sentences.

// way is one way in which a piece moves: atoms that differ only in their directions.
type way struct {
	betza.Atom
	both       bool     // steps in all eight directions
	directions []string // directions in Betza notation; none means all
}

// like reports whether two atoms differ only in their directions.
func like(a, b *betza.Atom) bool {
	x, y := *a, *b
	x.Headings, x.Offset, y.Headings, y.Offset = nil, 0, nil, 0
	return x.Long == y.Long && x.Short == y.Short && x.Mode == y.Mode && x.Range == y.Range && x.Initial == y.Initial &&
		x.Lame == y.Lame && x.Hurdle == y.Hurdle && x.EnPassant == y.EnPassant
}

// letters maps the long and the short part of a leap to its letter in Betza notation.
var letters = map[[2]int]string{{1, 0}: "W", {1, 1}: "F", {2, 0}: "D", {2, 1}: "N", {2, 2}: "A", {3, 0}: "H", {3, 1}: "C", {3, 2}: "Z", {3, 3}: "G"}

// ways combines atoms that differ only in their directions, and straight steps with diagonal ones.
func ways(atoms []betza.Atom) (all []way) {
	for _, a := range atoms {
		if i := slices.IndexFunc(all, func(w way) bool { return like(&w.Atom, &a) }); i >= 0 {
			for _, h := range a.Headings {
				if !slices.Contains(all[i].Headings, h) {
					all[i].Headings = append(slices.Clone(all[i].Headings), h)
				}
			}
			continue
		}
		all = append(all, way{Atom: a})
	}
	for i := range all {
		all[i].directions = directions(&all[i].Atom)
	}
	for i := 0; i < len(all); i++ {
		for j := len(all) - 1; j > i && all[i].Long == 1; j-- {
			x, y := &all[i], &all[j]
			other := y.Atom
			other.Short = x.Short
			if x.directions == nil && y.directions == nil && x.Short != y.Short && like(&x.Atom, &other) {
				x.both = true
				all = slices.Delete(all, j, j+1)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b way) int { return min(a.Long, 2) - min(b.Long, 2) })
	return all
}

// directions returns a short list of Betza directions that together cover the atom's headings. The list is
// empty if the atom has all headings.
func directions(a *betza.Atom) (all []string) {
	letter := letters[[2]int{a.Long, a.Short}]
	left := slices.Clone(a.Headings)
	take := func(direction string) bool {
		atoms, err := betza.Parse(direction + letter)
		if err != nil || slices.ContainsFunc(atoms[0].Headings, func(h betza.Heading) bool { return !slices.Contains(a.Headings, h) }) {
			return false
		}
		n := len(left)
		left = slices.DeleteFunc(left, func(h betza.Heading) bool { return slices.Contains(atoms[0].Headings, h) })
		return len(left) < n
	}
	for _, direction := range strings.Fields("v s f b l r ff bb fs bs fl fr bl br") {
		if len(left) == 0 {
			break
		}
		if take(direction) {
			all = append(all, direction)
		}
	}
	if whole, _ := betza.Parse(letter); len(whole[0].Headings) == len(a.Headings) {
		return nil
	}
	return all
}

// distance describes how far and in which directions a way goes.
func (w *way) distance() message.Message {
	var where message.List
	for _, direction := range append(slices.Clone(w.directions), map[bool][]string{true: {"all"}}[w.directions == nil]...) {
		switch {
		case w.both:
			where = append(where, say("part.book.way.eight", nil))
		case w.Short == 0:
			where = append(where, say("part.book.way.straight", message.Args{"direction": direction}))
		case w.Short == w.Long:
			where = append(where, say("part.book.way.diagonal", message.Args{"direction": direction}))
		default:
			where = append(where, say("part.book.way.oblique", message.Args{"direction": direction, "long": w.Long, "short": w.Short}))
		}
	}
	switch {
	case w.Long == 1:
		return say("part.book.steps", message.Args{"count": w.Range, "ways": where})
	case w.Short == 0 || w.Short == w.Long:
		return say("part.book.jumps", message.Args{"count": w.Range, "squares": w.Long, "ways": where})
	}
	return say("part.book.leaps", message.Args{"count": w.Range, "ways": where})
}

// clause describes a way, with its conditions.
func (w *way) clause() message.Message {
	hurdle := map[betza.Hurdle]string{betza.NoHurdle: "none", betza.Cannon: "cannon", betza.Hopper: "hopper"}[w.Hurdle]
	lame := "none"
	switch {
	case w.Lame && w.Short > 0 && w.Short < w.Long:
		lame = "knight"
	case w.Lame && w.Long == 2:
		lame = "one"
	case w.Lame:
		lame = "two"
	}
	return say("part.book.way", message.Args{"distance": w.distance(), "hurdle": hurdle, "lame": lame})
}

// either joins clauses with "or".
func either(list []message.Message) (joined message.Message) {
	for _, m := range slices.Backward(list) {
		if joined.IsZero() {
			joined = m
		} else {
			joined = say("part.book.or", message.Args{"first": m, "rest": joined})
		}
	}
	return joined
}

// movement describes the moves of a kind, one sentence for each combination of a mode and a condition.
func (k *kind) movement() (all text) {
	for _, initial := range []bool{false, true} {
		for _, mode := range []betza.Mode{betza.Both, betza.Move, betza.Capture} {
			for _, passant := range []bool{false, true} {
				var list []message.Message
				for _, w := range ways(k.atoms) {
					if w.Initial == initial && w.Mode == mode && w.EnPassant == passant {
						list = append(list, w.clause())
					}
				}
				name := map[betza.Mode]string{betza.Both: "both", betza.Move: "move", betza.Capture: "take"}[mode]
				switch {
				case list == nil:
				case passant:
					all = append(all, say("book.any.moves.passant", message.Args{"ways": either(list), "mode": name}))
				case initial:
					all = append(all, say("book.any.moves.initial", message.Args{"ways": either(list), "mode": name}))
				default:
					all = append(all, say("book.any.moves", message.Args{"ways": either(list), "mode": name}))
				}
			}
		}
	}
	return all
}

// compound returns the chess pieces of the game whose moves combine to those of k, such as the bishop and the
// knight for an archbishop. It returns nil if there are none.
func (w *writer) compound(k *kind) (parts []*kind) {
	left := ways(k.atoms)
	n := len(left)
	for _, role := range []byte("qrbnk") {
		part := w.of(role)
		if part == nil || !part.Usual || part.Letter == k.Letter {
			continue
		}
		all := slices.Clone(left)
		for _, one := range ways(part.atoms) {
			i := slices.IndexFunc(all, func(o way) bool {
				return like(&o.Atom, &one.Atom) && o.directions == nil && (o.both == one.both || o.both && !one.both)
			})
			if i < 0 {
				all = nil
				break
			}
			if all[i].both != one.both {
				all = nil
				break
			}
			all = slices.Delete(all, i, i+1)
		}
		if all != nil && len(all) < len(left) {
			parts, left = append(parts, part), all
		}
	}
	if len(left) > 0 || n < 2 || len(parts) < 2 {
		return nil
	}
	return parts
}
