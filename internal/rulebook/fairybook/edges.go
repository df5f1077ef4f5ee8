package fairybook

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/betza"
	"github.com/tainchess/tain/variant/grid"
)

// edged reports whether any piece of the game crosses an edge or uses a link.
func (w *writer) edged() bool {
	return slices.ContainsFunc(w.kinds, func(k *kind) bool { return k.seam || k.ends }) || w.linking() != nil
}

// linking returns the kinds that use links.
func (w *writer) linking() []*kind {
	if len(w.spec.Board.Links) == 0 {
		return nil
	}
	return w.those(func(k *kind) bool {
		return k.Role != board.Pawn && slices.ContainsFunc(k.atoms, func(a betza.Atom) bool { return a.Long == 1 })
	})
}

// edges describes how pieces cross the edges of the board and use links.
func (w *writer) edges() {
	seam := w.those(func(k *kind) bool { return k.seam })
	ends := w.those(func(k *kind) bool { return k.ends })
	what := "both"
	switch {
	case w.linking() == nil:
		what = "edge"
	case seam == nil && ends == nil:
		what = "link"
	}
	w.Section(choose(what == "link", say("book.any.link.section", nil), say("book.any.edge.section", nil)))
	if seam != nil {
		w.seam(seam)
	}
	if ends != nil {
		w.topAndBottom(ends)
	}
	if links := w.linking(); links != nil {
		w.links(links)
	}
	crossing := w.those(func(k *kind) bool { return k.seam || k.ends })
	leaps := slices.ContainsFunc(crossing, func(k *kind) bool {
		return slices.ContainsFunc(k.atoms, func(a betza.Atom) bool { return a.Long > 1 })
	})
	rides := slices.ContainsFunc(append(crossing, w.linking()...), func(k *kind) bool {
		return slices.ContainsFunc(k.atoms, func(a betza.Atom) bool { return a.Rides() })
	})
	w.Rule(say("book.any.edge.lines.title", nil),
		text{say("book.any.edge.attack", message.Args{"what": what}), when(rides, say("book.any.edge.own", nil)), when(leaps, say("book.any.edge.leaps", nil)),
			when(seam != nil && ends != nil && w.spec.Board.Seam != grid.Hop, say("book.any.edge.corner", nil))},
		text{when(what != "link" && w.pawn() != nil, choose(w.pawn() != nil && w.pawn().seam, say("book.any.edge.pawn.takes", nil), say("book.any.edge.pawn", nil))),
			when(what != "link" && w.castles != nil, say("book.any.edge.castling", nil))})
	if w.pawn() != nil && w.pawn().seam && w.passant() && w.spec.SeamHome {
		w.Rule(say("book.seam.home.title", nil), text{say("book.any.edge.home", nil)})
	}
}

// seam describes the left and right edges.
func (w *writer) seam(open []*kind) {
	g := w.grid
	from, to := w.step(g.Files-1, 2, betza.Heading{X: 1}, grid.Crossing{Seam: true})
	how := text{say("book.any.edge.wrap", message.Args{"from": from, "to": to})}
	switch w.spec.Board.Seam {
	case grid.Twist:
		how = text{say("book.any.edge.twist", message.Args{"from": from, "to": to})}
	case grid.Hop:
		how = text{say("book.any.edge.hop", nil), say("book.seam.hop.once", nil), say("book.seam.hop.corner", nil), say("book.seam.hop.enemy", nil)}
	}
	w.Rule(say("book.any.edge.sides", nil), how, w.who(open, func(k *kind) bool { return k.seam }))
	w.path(open, grid.Crossing{Seam: true}, grid.Crossing{}, nil)
}

// step finds an example of a step across an edge. It returns the names of its origin, which is on or near the
// given file and rank, and of its destination.
func (w *writer) step(file, rank int, h betza.Heading, c grid.Crossing) (from, to message.Square) {
	g := w.grid
	for i := range max(g.Files, g.Ranks) {
		x, y := file, (min(rank, g.Ranks-1)+i)%g.Ranks
		if h.X == 0 {
			x, y = (min(file, g.Files-1)+i)%g.Files, rank
		}
		s := g.At(x, y, 0)
		if next, _, ok := g.Step(s, h, c); g.Exists(s) && ok {
			return message.Square(g.Name(s)), message.Square(g.Name(next))
		}
	}
	return "", ""
}

// topAndBottom describes the top and bottom edges.
func (w *writer) topAndBottom(open []*kind) {
	g := w.grid
	from, to := w.step(1, g.Ranks-1, betza.Heading{Y: 1}, grid.Crossing{Ends: true})
	how := say("book.any.edge.ends.wrap", message.Args{"from": from, "to": to})
	switch w.spec.Board.Ends {
	case grid.Twist:
		how = say("book.any.edge.ends.twist", message.Args{"from": from, "to": to})
	case grid.Pole:
		how = say("book.any.edge.ends.pole", message.Args{"from": from, "to": to})
	}
	w.Rule(say("book.any.edge.ends", nil), text{how}, w.who(open, func(k *kind) bool { return k.ends }))
	w.path(open, grid.Crossing{Ends: true}, grid.Crossing{}, nil)
}

// who returns sentences that list the kinds that cross an edge and those that do not.
func (w *writer) who(open []*kind, crosses func(*kind) bool) text {
	shut := w.those(func(k *kind) bool { return !crosses(k) })
	return text{choose(shut == nil, say("book.any.edge.all", nil), say("book.any.edge.some", message.Args{"open": words(open)})),
		when(shut != nil, say("book.any.edge.shut", message.Args{"shut": words(shut)}))}
}

// links describes the links.
func (w *writer) links(open []*kind) {
	var rows [][]string
	direction := func(h betza.Heading) string { return w.Text(say("book.any.direction", message.Args{"to": compass(h)})) }
	row := func(from grid.Square, out betza.Heading, to grid.Square, in betza.Heading) {
		rows = append(rows, []string{w.grid.Name(from) + ", " + direction(out), w.grid.Name(to), direction(in)})
	}
	turns := false
	for _, l := range w.spec.Board.Links {
		row(l.From, l.Out, l.To, l.In)
		row(l.To, l.In.Turned(), l.From, l.Out.Turned())
		turns = turns || l.In != l.Out
	}
	w.Rule(say("book.any.link.title", nil), text{say("book.any.link", nil), when(turns, say("book.any.link.turn", nil)),
		say("book.any.link.who", message.Args{"roles": words(open)}), when(w.pawn() != nil, say("book.any.link.pawn", nil))})
	w.Table(append([][]string{{w.Text(say("book.any.link.step", nil)), w.Text(say("book.any.link.to", nil)), w.Text(say("book.any.link.on", nil))}}, rows...)...)
	for i := range w.spec.Board.Links {
		if i < 3 {
			w.path(open, grid.Crossing{Links: true}, grid.Crossing{}, &w.spec.Board.Links[i])
		}
	}
}

// compass returns the name of a direction.
func compass(h betza.Heading) string {
	return [3][3]string{{"sw", "w", "nw"}, {"s", "here", "n"}, {"se", "e", "ne"}}[h.X+1][h.Y+1]
}

// path shows a line that crosses a border or uses a link. It prefers lines with at least two squares on either
// side of the crossing.
func (w *writer) path(open []*kind, with, without grid.Crossing, link *grid.Link) {
	var best []grid.Square
	var mover *kind
	most := -1
	rank := func(k *kind) int { return slices.Index([]byte("rqbnk"), k.small()) }
	kinds := slices.Clone(open)
	slices.SortStableFunc(kinds, func(a, b *kind) int { return (rank(a)+6)%6 - (rank(b)+6)%6 })
	for _, k := range kinds {
		for i := range k.atoms {
			a := &k.atoms[i]
			if a.Mode == betza.Capture || a.Initial || a.Hurdle != betza.NoHurdle || k.Role == board.Pawn {
				continue
			}
			for from := range w.grid.Size() {
				if !w.grid.Exists(grid.Square(from)) {
					continue
				}
				for _, h := range a.Headings {
					one := *a
					one.Headings = []betza.Heading{h}
					path, before, after := w.crossing(&one, grid.Square(from), with, without, link)
					if path == nil {
						continue
					}
					score := 4*min(before, 2) + 4*min(after, 2) + 2*min(len(path), 5) - len(path)
					if w.grid.File(path[0]) != w.grid.Files/2 && w.grid.Rank(path[0]) == min(2, w.grid.Ranks-1) {
						score++
					}
					if score > most {
						best, mover, most = path, k, score
					}
				}
			}
		}
		if best != nil {
			break
		}
	}
	if best == nil {
		return
	}
	var squares message.List
	for _, s := range best {
		squares = append(squares, w.grid.Name(s))
	}
	from, _ := w.r.Guide().ParseSquare(&w.start, w.grid.Name(best[0]))
	fen := w.fen(setup{at: map[board.Square]byte{from: mover.Letter}})
	move := w.grid.Name(best[0]) + w.grid.Name(best[len(best)-1])
	if w.has(fen, move) {
		w.show(example{about: say("book.any.edge.shown", message.Args{"role": mover.word, "path": squares, "link": link != nil}),
			fen: fen, chosen: w.grid.Name(best[0]), move: move, legal: []string{move}})
	}
}

// has reports whether a move is legal in a position.
func (w *writer) has(fen, move string) bool {
	p, _, ok := w.parse(fen)
	if !ok {
		return false
	}
	_, err := rules.Play(w.r, &p, move)
	return err == nil
}

// crossing follows an atom with one heading and returns the squares up to two leaps beyond the border, with the
// number of leaps before and after the border. It returns nil if the line does not cross the border.
func (w *writer) crossing(a *betza.Atom, from grid.Square, with, without grid.Crossing, link *grid.Link) (path []grid.Square, before, after int) {
	reached := map[grid.Square]bool{}
	for _, l := range w.grid.Lines(a, from, false, without) {
		for _, at := range l {
			reached[at.To] = true
		}
	}
	for _, l := range w.grid.Lines(a, from, false, with) {
		path, before, after = []grid.Square{from}, 0, 0
		through := link == nil
		for i, at := range l {
			if len(path) > 0 && link != nil && path[len(path)-1] == link.From && at.To == link.To {
				through = true
			}
			path = append(path, at.To)
			switch {
			case after == 0 && reached[at.To]:
				before++
			default:
				after++
			}
			if after == 2 || i == len(l)-1 {
				break
			}
		}
		if after > 0 && through {
			return path, before, after
		}
	}
	return nil, 0, 0
}
