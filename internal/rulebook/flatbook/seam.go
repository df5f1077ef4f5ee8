package flatbook

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat/topology"
)

// seam describes how pieces cross the seam between files a and h.
func (w *writer) seam() {
	hop := w.crossing == topology.Hop
	open := w.those(func(k board.Role) bool { return w.crosses[k] })
	shut := w.those(func(k board.Role) bool { return !w.crosses[k] })
	w.Section(say("book.seam.section", nil))
	w.Rule(say("book.seam.who.title", nil), text{say("book.seam.who", nil)},
		text{choose(len(shut) == 0, say("book.seam.who.all", nil), say("book.seam.who.some", message.Args{"open": list(open), "shut": list(shut)})),
			say("book.seam.who.never", nil)})
	for _, k := range append(slices.Clone(roles[1:]), board.Pawn) { // one example is enough, preferably not a pawn's
		if slices.Contains(shut, k) && w.show(w.closed(k)...) {
			break
		}
	}
	w.riders(hop)
	w.steppers()
	if w.crosses[board.Pawn] {
		w.seamPawns()
	}
	if slices.Equal(open, []board.Role{board.King}) { // a king never gives check
		w.Rule(say("book.seam.attack.king.title", nil), text{say("book.seam.attack.king", nil)})
	} else {
		w.Rule(say("book.seam.attack.title", nil), text{say("book.seam.attack", message.Args{"kings": w.crosses[board.King]}), when(len(shut) > 0, say("book.seam.attack.shut", nil))})
	}
	w.show(w.checks(hop)...)
	if w.castles {
		// Over the seam, pawns and kings attack only the edge files, which the king does not cross when
		// castling.
		far := slices.ContainsFunc(open, func(k board.Role) bool { return k != board.Pawn && k != board.King })
		w.Rule(say("book.seam.castling.title", nil), text{say("book.seam.castling", nil), when(far, say("book.seam.castling.attacked", nil))})
		no := func(about message.Message, pieces string, holds func(*board.Position) bool) example {
			return example{about: about, pieces: "Ke1 Rh1 " + pieces, kings: true, rights: "K", illegal: []string{"e1g1"}, holds: holds}
		}
		free := say("book.seam.castling.free", nil)
		w.show(
			no(say("book.seam.castling.rook", nil), "ra1 Nb1 ke8", nil),
			no(say("book.seam.castling.crossed", nil), "ba4 kd8", nil),
			no(say("book.seam.castling.bishop", nil), "bb3 kd8", w.refused("e1g1", rules.CodeCastlingLanding)),
			no(say("book.seam.castling.queen", nil), "qb3 kd8", nil),
			no(say("book.seam.castling.knight", nil), "na2 kd8", nil),
			example{about: free, pieces: "Ke1 Rh1 ke8", kings: true, rights: "K", legal: []string{"e1g1"}},
			example{about: free, pieces: "Ke1 Rh1 kb7", kings: true, rights: "K", legal: []string{"e1g1"}},
		)
	}
}

// closed returns examples for a role that may not cross the seam.
func (w *writer) closed(k board.Role) []example {
	about := say("book.seam.shut", message.Args{"role": k})
	to := either(w.crossing == topology.Hop, "h4", "h5")
	switch k {
	case board.Pawn:
		return []example{{about: say("book.seam.shut.pawn", nil), pieces: "Pa4 nh5", chosen: "a4", illegal: []string{"a4h5"}}}
	case board.Knight:
		return []example{{about: about, pieces: "Na3", chosen: "a3", illegal: []string{"a3h5"}}}
	case board.Bishop:
		return []example{{about: about, pieces: "Bb3", chosen: "b3", illegal: []string{"b3" + to}}}
	case board.Queen:
		return []example{{about: about, pieces: "Qb3", chosen: "b3", illegal: []string{"b3" + to}}}
	case board.Rook:
		return []example{{about: say("book.seam.shut.rook", nil), pieces: "Ra4 Pc4", chosen: "a4", illegal: []string{"a4h4"}}}
	}
	return []example{
		{about: about, pieces: "Ka4 ke8", kings: true, illegal: []string{"a4h4"}},
		{about: about, pieces: "Ka4 kd7", kings: true, illegal: []string{"a4h4"}},
	}
}

// riders describes how bishops, rooks and queens cross, if they can.
func (w *writer) riders(hop bool) {
	all := w.those(func(k board.Role) bool { return w.crosses[k] && k >= board.Bishop && k <= board.Queen })
	if len(all) == 0 {
		return
	}
	diagonal := w.crosses[board.Bishop] || w.crosses[board.Queen]
	straight := w.crosses[board.Rook] || w.crosses[board.Queen]
	if hop {
		w.Rule(say("book.seam.hop.title", message.Args{"roles": list(all)}), text{say("book.seam.hop", nil)},
			text{say("book.seam.hop.once", nil), when(diagonal, say("book.seam.hop.corner", nil)), say("book.seam.hop.enemy", nil)})
	} else {
		w.Rule(say("book.seam.wrap.title", message.Args{"roles": list(all)}),
			text{say("book.seam.wrap", nil), when(straight, say("book.seam.wrap.rank", nil)), when(diagonal, say("book.seam.wrap.diagonal", nil)),
				say("book.seam.wrap.own", nil)})
	}
	b3 := func(k board.Role) example {
		if hop {
			return example{about: say("book.seam.hop.shown", message.Args{"role": k}),
				pieces: capitalLetter(k) + "b3", chosen: "b3", legal: []string{"b3h4", "b3d8", "b3g1"}}
		}
		return example{about: say("book.seam.wrap.shown", message.Args{"role": k}),
			pieces: capitalLetter(k) + "b3", chosen: "b3", legal: []string{"b3h5", "b3g6", "b3h1"}}
	}
	shorter := func(e example) example { e.legal = nil; return e }
	if k := either(w.crosses[board.Bishop], board.Bishop, board.Queen); diagonal {
		w.show(b3(k), shorter(b3(k)))
		if hop {
			letter := capitalLetter(k)
			w.show(example{about: say("book.seam.hop.corner.up", nil), pieces: letter + "b7", chosen: "b7", legal: []string{"b7h8"}},
				example{about: say("book.seam.hop.corner.down", nil), pieces: letter + "b2", chosen: "b2", legal: []string{"b2h1"}})
			w.show(example{about: say("book.seam.hop.enemy.shown", message.Args{"role": k}),
				pieces: letter + "b3 pa4", chosen: "b3", legal: []string{"b3a4"}, illegal: []string{"b3h4"}})
		}
	}
	if k := either(w.crosses[board.Rook], board.Rook, board.Queen); straight {
		rank := example{about: say("book.seam.rank.shown", message.Args{"role": k}),
			pieces: capitalLetter(k) + "a4 Pc4", chosen: "a4", legal: []string{"a4h4", "a4d4"}}
		w.show(rank, shorter(rank))
	}
}

// steppers describes how knights and kings cross.
func (w *writer) steppers() {
	all := w.those(func(k board.Role) bool { return w.crosses[k] && (k == board.Knight || k == board.King) })
	if len(all) == 0 {
		return
	}
	w.Rule(say("book.seam.steppers.title", message.Args{"roles": list(all)}), text{say("book.seam.steppers", nil),
		when(w.crosses[board.Knight], say("book.seam.steppers.knight", nil)), when(w.crosses[board.King], say("book.seam.steppers.king", nil))})
	if w.crosses[board.Knight] {
		knight := example{about: say("book.seam.knight.shown", nil), pieces: "Na3", chosen: "a3", legal: []string{"a3h5", "a3g4", "a3g2", "a3h1"}}
		some := knight
		some.legal = nil
		w.show(knight, some)
	}
	if w.crosses[board.King] {
		var pool []example
		for _, legal := range [][]string{{"a4h5", "a4h4", "a4h3"}, {"a4h4"}, {"a4h5"}, {"a4h3"}} {
			for _, pieces := range []string{"Ka4 ke8", "Ka4 kd7", "Ka4 kc8", "Ka4 kf1", "Ka4", "Ka4 Pa5 ke8", "Ka4 Ph4 ke8"} {
				pool = append(pool, example{about: say("book.seam.king.shown", nil), pieces: pieces, kings: true, chosen: "a4", legal: legal})
			}
		}
		w.show(pool...)
	}
}

func (w *writer) seamPawns() {
	w.Rule(say("book.seam.pawns.title", nil), text{say("book.seam.pawns", nil)})
	both, one := say("book.seam.pawns.both", nil), say("book.seam.pawns.one", nil)
	w.show(example{about: both, pieces: "Pa4 nb5 nh5", chosen: "a4", legal: []string{"a4b5", "a4h5"}},
		example{about: both, pieces: "Pa4 pb5 ph5", chosen: "a4", legal: []string{"a4b5", "a4h5"}},
		example{about: one, pieces: "Pa4 ph5", chosen: "a4", legal: []string{"a4h5"}},
		example{about: one, pieces: "Pa4 ph5 Ph4 Pa5", chosen: "a4", legal: []string{"a4h5"}})
	if !w.passant() {
		return
	}
	table := [][]string{{w.Text(say("book.seam.table.after", nil)), w.Text(say("book.seam.table.takes", nil)), w.Text(say("book.seam.table.lands", nil))}}
	for _, row := range []struct {
		push         string
		side         board.Colour
		stands, over message.Square
	}{{"h7-h5", board.White, "a5", "h6"}, {"a7-a5", board.White, "h5", "a6"}, {"h2-h4", board.Black, "a4", "h3"}, {"a2-a4", board.Black, "h4", "a3"}} {
		taker := w.Text(say("book.seam.table.pawn", message.Args{"side": row.side, "square": row.stands}))
		table = append(table, []string{row.push, taker, either(w.v.SeamHome, row.push[:2], string(row.over))})
	}
	if w.v.SeamHome {
		w.Rule(say("book.seam.home.title", nil), text{say("book.seam.home", nil)})
		w.Table(table...)
		w.Say(text{say("book.seam.home.usual", nil)})
		w.show(example{about: say("book.seam.home.shown", nil),
			pieces: "Pa5 Pg5 ph5", enPassant: "h6", last: "h7h5", legal: []string{"a5h7", "g5h6"}, illegal: []string{"a5h6"}})
		return
	}
	w.Rule(say("book.seam.passant.title", nil), text{say("book.seam.passant", nil)})
	w.Table(table...)
	w.show(example{about: say("book.seam.passant.shown", nil),
		pieces: "Pa5 ph5", enPassant: "h6", chosen: "a5", last: "h7h5", legal: []string{"a5h6"}, illegal: []string{"a5h7"}})
}

// checks returns examples of check over the seam.
func (w *writer) checks(hop bool) (all []example) {
	square := either(hop, "h4", "h5")
	add := func(k board.Role, about message.Message, pieces string) {
		if w.crosses[k] {
			for _, black := range []string{" ke8", " kd7", " kb7", " kf1"} {
				for _, state := range []string{"check", "checkmate"} { // checkmate is a check too
					all = append(all, example{about: about, pieces: pieces + black, kings: true, state: state})
				}
			}
		}
	}
	add(board.Bishop, say("book.seam.check.bishop", nil), "K"+square+" bb3")
	add(board.Rook, say("book.seam.check.rook", nil), "Ka4 Pc4 rf4")
	add(board.Queen, say("book.seam.check.queen", nil), "K"+square+" qb3")
	add(board.Knight, say("book.seam.check.knight", nil), "Kh5 na3")
	add(board.Pawn, say("book.seam.check.pawn", nil), "Kh4 pa5")
	if w.crosses[board.King] {
		all = append(all, example{about: say("book.seam.check.king", nil), pieces: "Kb4 kh4", kings: true, illegal: []string{"b4a4"}})
	}
	return all
}
