package words

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat/topology"
)

// seam writes what happens at the edge between the files a and h.
func (w *writer) seam() {
	hop := w.crossing == topology.Hop
	open := these(func(k board.Role) bool { return w.crosses[k] })
	shut := these(func(k board.Role) bool { return !w.crosses[k] })
	w.Section("Over the seam")
	w.Rule("Who crosses", "The left edge of the board (beside the a-file) and the right edge (beside the h-file) meet. The line where they "+
		"meet is called the **seam**.", either(len(shut) == 0, "All pieces may cross it.",
		capital(many(open))+" may cross it. For "+many(shut)+" the edge is an edge, as in chess.")+
		" Nobody crosses the top or the bottom of the board.")
	shown := 0
	for _, k := range shut {
		if shown < 2 && w.show(w.closed(k)...) {
			shown++
		}
	}
	w.riders(hop)
	w.steppers()
	if w.crosses[board.Pawn] {
		w.seamPawns()
	}
	w.Rule("Attack and check over the seam", "A piece that may cross also attacks over the seam, and gives check there."+
		when(len(shut) > 0, " One that may not does neither."))
	w.show(w.checks(hop)...)
	if !w.v.NoCastling {
		w.Rule("Castling and the seam", "Castling itself never crosses. But the squares of the king may be attacked over the seam, and the "+
			"position after castling is judged like any other.")
		w.show(
			example{about: "The rook that leaves h1 would open the rank: the rook on a1 would attack g1 over the seam.", pieces: "Ke1 Rh1 ra1 Nb1 ke8",
				kings: true, rights: "K", illegal: []string{"e1g1"}},
			example{about: "The bishop on a4 attacks f1 over the seam.", pieces: "Ke1 Rh1 ba4 kd8", kings: true, rights: "K", illegal: []string{"e1g1"}},
			example{about: "The bishop on b3 attacks g1 over the seam.", pieces: "Ke1 Rh1 bb3 kd8", kings: true, rights: "K", illegal: []string{"e1g1"},
				holds: w.refused("e1g1", rules.CodeCastlingLanding)},
			example{about: "The queen on b3 attacks a square of the king over the seam.", pieces: "Ke1 Rh1 qb3 kd8", kings: true, rights: "K", illegal: []string{"e1g1"}},
			example{about: "The knight on a2 attacks g1 over the seam.", pieces: "Ke1 Rh1 na2 kd8", kings: true, rights: "K", illegal: []string{"e1g1"}},
			example{about: "Nothing attacks the squares of the king, and White may castle.", pieces: "Ke1 Rh1 ke8", kings: true, rights: "K", legal: []string{"e1g1"}},
			example{about: "Nothing attacks the squares of the king, and White may castle.", pieces: "Ke1 Rh1 kb7", kings: true, rights: "K", legal: []string{"e1g1"}},
		)
	}
}

// closed are examples of a role that may not cross.
func (w *writer) closed(k board.Role) []example {
	about := capital(k.String()) + "s may not cross the seam."
	to := either(w.crossing == topology.Hop, "h4", "h5")
	switch k {
	case board.Pawn:
		return []example{{about: about + " The pawn on a4 does not attack h5.", pieces: "Pa4 nh5", chosen: "a4", illegal: []string{"a4h5"}}}
	case board.Knight:
		return []example{{about: about, pieces: "Na3", chosen: "a3", illegal: []string{"a3h5"}}}
	case board.Bishop:
		return []example{{about: about, pieces: "Bb3", chosen: "b3", illegal: []string{"b3" + to}}}
	case board.Queen:
		return []example{{about: about, pieces: "Qb3", chosen: "b3", illegal: []string{"b3" + to}}}
	case board.Rook:
		return []example{{about: about + " Its own pawn stops this one.", pieces: "Ra4 Pc4", chosen: "a4", illegal: []string{"a4h4"}}}
	}
	return []example{
		{about: about, pieces: "Ka4 ke8", kings: true, illegal: []string{"a4h4"}},
		{about: about, pieces: "Ka4 kd7", kings: true, illegal: []string{"a4h4"}},
	}
}

// riders writes how bishops, rooks and queens cross, those that do.
func (w *writer) riders(hop bool) {
	all := these(func(k board.Role) bool { return w.crosses[k] && k >= board.Bishop && k <= board.Queen })
	if len(all) == 0 {
		return
	}
	diagonal := w.crosses[board.Bishop] || w.crosses[board.Queen]
	straight := w.crosses[board.Rook] || w.crosses[board.Queen]
	which := capital(many(all))
	if hop {
		w.Rule(which+" hop", "The line of such a piece goes on over the seam if it runs to the side: along a rank or a diagonal. It comes over empty squares to the edge, or "+
			"the piece stands there already. From the a-file, going left, it goes on at the h-file; from the h-file, going right, at the "+
			"a-file. It goes on at the square of the **same rank**. The piece may land there, or follow the line further in the "+
			"same direction, until something stands in the way or the board ends.",
			"A line crosses once and no more, and it stops before the square where it began. Lines up and down a file never cross."+
				when(diagonal, " A corner counts as an edge: going up-left from b7, the corner a8 leads on to h8.")+
				" If an enemy stands on the edge square, it can be taken there, and the line ends.")
	} else {
		w.Rule(which+" go round", "For such a piece the files a and h are neighbours. Its line goes on over the seam: to the left of the "+
			"a-file comes the h-file, to the right of the h-file the a-file."+when(straight, " Along a rank it stays on its rank.")+
			when(diagonal, " On a diagonal it goes a rank up or down with every file, over the seam too: from a4 up-left to h5.")+
			" A piece that comes round to its own square stops before it.")
	}
	b3 := func(letter, name string) example {
		if hop {
			return example{about: "The " + name + " on b3. Up-left it comes to a4 and goes on at h4, g5, f6, e7 and d8. Down-left it comes to a2 and goes on at h2 and g1.",
				pieces: letter + "b3", chosen: "b3", legal: []string{"b3h4", "b3d8", "b3g1"}}
		}
		return example{about: "The " + name + " on b3. Up-left it comes to a4 and goes on to h5, g6 and further. Down-left it comes to a2 and goes on to h1.",
			pieces: letter + "b3", chosen: "b3", legal: []string{"b3h5", "b3g6", "b3h1"}}
	}
	shorter := func(e example) example { e.legal = nil; return e }
	edge := func(letter, name string) example {
		return example{about: "An enemy stands on the edge square a4. The " + name + " may take it, and nothing lies behind it.",
			pieces: letter + "b3 pa4", chosen: "b3", legal: []string{"b3a4"}, illegal: []string{either(hop, "b3h4", "b3h5")}}
	}
	letter, name := "B", "bishop"
	if !w.crosses[board.Bishop] {
		letter, name = "Q", "queen"
	}
	if diagonal {
		w.show(b3(letter, name), shorter(b3(letter, name)))
		if hop {
			w.show(example{about: "A corner: up-left from b7, a8 leads on to h8.", pieces: letter + "b7", chosen: "b7", legal: []string{"b7h8"}},
				example{about: "A corner: down-left from b2, a1 leads on to h1.", pieces: letter + "b2", chosen: "b2", legal: []string{"b2h1"}})
			w.show(edge(letter, name))
		}
	}
	letter, name = "R", "rook"
	if !w.crosses[board.Rook] {
		letter, name = "Q", "queen"
	}
	if straight {
		rank := example{about: "The " + name + "'s own pawn stands on c4. To the left it goes over the seam to h4 and on, up to d4.",
			pieces: letter + "a4 Pc4", chosen: "a4", legal: []string{"a4h4", "a4d4"}}
		w.show(rank, shorter(rank))
	}
}

// steppers writes how knights and kings cross.
func (w *writer) steppers() {
	all := these(func(k board.Role) bool { return w.crosses[k] && (k == board.Knight || k == board.King) })
	if len(all) == 0 {
		return
	}
	w.Rule(capital(many(all)), "They step over the seam as if the files a and h were neighbours. "+
		when(w.crosses[board.Knight], "A knight on a3 reaches h5, g4, g2 and h1. ")+when(w.crosses[board.King], "A king on a4 reaches h5, h4 and h3; kings on a4 and h4 are neighbours."))
	if w.crosses[board.Knight] {
		knight := example{about: "The knight on a3 leaps over the seam.", pieces: "Na3", chosen: "a3", legal: []string{"a3h5", "a3g4", "a3g2", "a3h1"}}
		some := knight
		some.legal = nil
		w.show(knight, some)
	}
	if w.crosses[board.King] {
		var pool []example
		for _, legal := range [][]string{{"a4h5", "a4h4", "a4h3"}, {"a4h4"}, {"a4h5"}, {"a4h3"}} {
			for _, pieces := range []string{"Ka4 ke8", "Ka4 kd7", "Ka4 kc8", "Ka4 kf1", "Ka4", "Ka4 Pa5 ke8", "Ka4 Ph4 ke8"} {
				pool = append(pool, example{about: "The king on a4 steps over the seam.", pieces: pieces, kings: true, chosen: "a4", legal: legal})
			}
		}
		w.show(pool...)
	}
}

// seamPawns writes what pawns do at the seam.
func (w *writer) seamPawns() {
	w.Rule("Pawns capture over the seam", "A pawn on the a-file takes on the b-file and, over the seam, on the h-file, one rank ahead; a pawn on the h-file "+
		"takes on the g-file and the a-file. A pawn that takes nothing stays on its file: pushes never cross.")
	w.show(example{about: "The pawn on a4 may take on b5 and, over the seam, on h5.", pieces: "Pa4 nb5 nh5", chosen: "a4", legal: []string{"a4b5", "a4h5"}},
		example{about: "The pawn on a4 may take on b5 and, over the seam, on h5.", pieces: "Pa4 pb5 ph5", chosen: "a4", legal: []string{"a4b5", "a4h5"}},
		example{about: "The pawn on a4 may take on h5, over the seam.", pieces: "Pa4 ph5", chosen: "a4", legal: []string{"a4h5"}},
		example{about: "The pawn on a4 may take on h5, over the seam.", pieces: "Pa4 ph5 Ph4 Pa5", chosen: "a4", legal: []string{"a4h5"}})
	if w.v.NoDoublePush {
		return
	}
	table := [][]string{{"after", "takes", "lands on"}}
	crossed := [][3]string{{"h7-h5", "a white pawn on a5", "h6"}, {"a7-a5", "a white pawn on h5", "a6"}, {"h2-h4", "a black pawn on a4", "h3"}, {"a2-a4", "a black pawn on h4", "a3"}}
	for _, row := range crossed {
		if w.v.SeamHome {
			row[2] = row[0][:2]
		}
		table = append(table, row[:])
	}
	if w.v.SeamHome {
		w.Rule("En passant over the seam", "After a double step on the a-file or the h-file, an enemy pawn that stands beside it over the seam may "+
			"take it at once. It lands on the square that the other pawn came **from**, not on the one it crossed:")
		w.Table(table...)
		w.Say("From the neighbouring file on the board the capture is the usual one: after h7-h5, a pawn on g5 lands on h6. Both may be open at once.")
		w.show(example{about: "Black has just played h7-h5. The pawn on a5 may take it and lands on h7. The pawn on g5 may take it and lands on h6.",
			pieces: "Pa5 Pg5 ph5", enPassant: "h6", last: "h7h5", legal: []string{"a5h7", "g5h6"}, illegal: []string{"a5h6"}})
		return
	}
	w.Rule("En passant over the seam", "En passant works over the seam as it does inside the board. The capturing pawn lands on the square that the other crossed:")
	w.Table(table...)
	w.show(example{about: "Black has just played h7-h5. The pawn on a5 attacks h6 over the seam. It may take and lands there.",
		pieces: "Pa5 ph5", enPassant: "h6", chosen: "a5", last: "h7h5", legal: []string{"a5h6"}, illegal: []string{"a5h7"}})
}

// checks are examples of a check over the seam.
func (w *writer) checks(hop bool) (all []example) {
	square := either(hop, "h4", "h5")
	add := func(k board.Role, about, pieces string) {
		if w.crosses[k] {
			for _, black := range []string{" ke8", " kd7", " kb7", " kf1"} {
				for _, state := range []string{"check", "checkmate"} { // which is a check too
					all = append(all, example{about: about, pieces: pieces + black, kings: true, state: state})
				}
			}
		}
	}
	add(board.Bishop, "The bishop on b3 gives check over the seam.", "K"+square+" bb3")
	add(board.Rook, "The rook on f4 gives check over the seam, by g4 and h4.", "Ka4 Pc4 rf4")
	add(board.Queen, "The queen on b3 gives check over the seam.", "K"+square+" qb3")
	add(board.Knight, "The knight on a3 gives check over the seam.", "Kh5 na3")
	add(board.Pawn, "The pawn on a5 gives check over the seam.", "Kh4 pa5")
	if w.crosses[board.King] {
		all = append(all, example{about: "The king on b4 may not go to a4: the king on h4 attacks it over the seam.", pieces: "Kb4 kh4", kings: true, illegal: []string{"b4a4"}})
	}
	return all
}
