package fairybook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant/betza"
	"github.com/tainchess/tain/variant/fairy"
)

// pieces describes how each kind moves.
func (w *writer) pieces() {
	w.Section(say("book.pieces.section", nil))
	some := func(holds func(*betza.Atom) bool) bool {
		return slices.ContainsFunc(w.kinds, func(k *kind) bool {
			return slices.ContainsFunc(k.atoms, func(a betza.Atom) bool { return holds(&a) })
		})
	}
	w.Rule(say("book.any.how.title", nil), text{
		when(some(func(a *betza.Atom) bool { return a.Long == 1 && a.Rides() && a.Hurdle == betza.NoHurdle }), say("book.any.how.line", message.Args{"jumps": some(func(a *betza.Atom) bool { return a.Hurdle != betza.NoHurdle })})),
		when(some(func(a *betza.Atom) bool { return a.Long > 1 }), say("book.any.how.leap", message.Args{"lame": some(func(a *betza.Atom) bool { return a.Lame })})),
		when(some(func(a *betza.Atom) bool { return a.Long > 1 && a.Rides() }), say("book.any.how.rider", nil)),
		when(w.pawn() != nil || some(func(a *betza.Atom) bool { return directions(a) != nil }), say("book.any.how.side", nil))})
	for _, k := range w.kinds {
		if k.Role != board.Pawn {
			w.piece(k)
		}
	}
	if w.pawn() != nil {
		w.pawns(w.pawn())
	}
	w.castling()
}

// title returns the heading of a kind.
func (w *writer) title(k *kind) message.Message {
	if k.word == board.Pawn {
		return say("book.any.piece.plain", message.Args{"role": k.word})
	}
	letter := w.In.Letter(k.capital())
	if name, ok := k.word.(message.Kind); ok && string(name) == k.capital() {
		return say("book.any.piece.letter", message.Args{"letter": letter})
	}
	return say("book.any.piece", message.Args{"role": k.word, "letter": letter})
}

// piece describes a kind other than the pawn.
func (w *writer) piece(k *kind) {
	body := k.movement()
	if k.Usual {
		body = text{map[board.Role]message.Message{
			board.Knight: say("book.pieces.knight", nil), board.Bishop: say("book.pieces.line.bishop", nil), board.Rook: say("book.pieces.line.rook", nil),
			board.Queen: say("book.pieces.line.queen", nil), board.King: say("book.pieces.king", nil),
		}[k.Role]}
	}
	if parts := w.compound(k); parts != nil {
		body = text{say("book.any.moves.compound", message.Args{"roles": words(parts)})}
	}
	body = append(body, w.special(k)...)
	w.Rule(w.title(k), body, text{when(!k.Usual, say("book.any.betza", message.Args{"text": k.Betza}))})
	w.shown(k)
}

// special returns sentences about castling and royalty, if they apply to the kind.
func (w *writer) special(k *kind) text {
	royal := slices.Contains(w.royals, k)
	safe := fmt.Sprintf("%d.2", w.last()-1)
	return text{when(k.Role == board.King && w.castles != nil, say("book.pieces.king.castles", nil)),
		when(royal && k.Role == board.King && w.kingly(), say("book.pieces.king.safe", message.Args{"rule": safe})),
		when(royal && !w.kingly(), say("book.any.royal", message.Args{"rule": safe}))}
}

// shown shows the moves of a kind. A kind whose captures differ from its other moves, that needs pieces to
// jump over, or that has initial moves is shown with pieces around it.
func (w *writer) shown(k *kind) {
	alone := !slices.ContainsFunc(k.atoms, func(a betza.Atom) bool { return a.Mode != betza.Both || a.Hurdle != betza.NoHurdle || a.Initial })
	about := say("book.any.piece.shown", message.Args{"role": k.word})
	squares := w.squares()
	if alone {
		for _, s := range append(w.free(k), squares...) {
			if w.show(example{about: about, fen: w.fen(setup{at: map[board.Square]byte{s: k.Letter}}), chosen: w.name(s)}) {
				return
			}
		}
		return
	}
	prey := w.those(func(o *kind) bool { return !slices.Contains(w.royals, o) && o.Role != board.Pawn })
	if prey == nil {
		prey = w.those(func(o *kind) bool { return !slices.Contains(w.royals, o) })
	}
	if prey == nil {
		return
	}
	centre, random := w.origin(k), board.SeededRandom(uint64(k.Letter))
	best, most := "", -1
	for range 150 {
		at := map[board.Square]byte{centre: k.Letter}
		for i := range 4 {
			s := squares[random()%uint64(len(squares))]
			if at[s] == 0 {
				at[s] = prey[0].small()
				if i == 3 {
					at[s] = prey[0].Letter
				}
			}
		}
		fen := w.fen(setup{at: at})
		p, _, ok := w.parse(fen)
		if !ok || w.state(&p) != "" {
			continue
		}
		captures, moves := 0, 0
		for _, m := range rules.LegalMoves(w.r, &p) {
			if m.From() != centre {
				continue
			}
			moves++
			if w.r.Class(&p, m)&rules.Capture != 0 {
				captures++
			}
		}
		if n := 8*min(captures, 2) + min(moves, 14); moves > 0 && n > most {
			best, most = fen, n
		}
	}
	if best != "" {
		w.show(example{about: say("book.any.piece.among", message.Args{"role": k.word}), fen: best, chosen: w.name(centre)})
	}
}

// free lists the squares from which a piece alone on the board can make all of its moves. If moves spawn
// pieces, a spawned piece may make some of the moves illegal.
func (w *writer) free(k *kind) (all []board.Square) {
	for _, s := range w.squares() {
		p, _, ok := w.parse(w.fen(setup{at: map[board.Square]byte{s: k.Letter}}))
		quiet, _ := w.r.Reach(board.NewPiece(board.White, k.Role), s)
		if ok && len(rules.LegalMovesFrom(w.r, &p, s)) == quiet.Count() {
			all = append(all, s)
		}
	}
	return all
}

// origin returns the square on which to show a kind: one of its home squares if it has moves only from there,
// and otherwise a square near the centre.
func (w *writer) origin(k *kind) board.Square {
	if slices.ContainsFunc(k.atoms, func(a betza.Atom) bool { return a.Initial }) {
		for _, s := range w.squares() {
			if w.start.Piece(s) == board.NewPiece(board.White, k.Role) {
				return s
			}
		}
	}
	return w.squares()[0]
}

// homeRanks returns the ranks on which all pawns of White and Black start, if each side's pawns fill one rank.
func (w *writer) homeRanks() (white, black int, ok bool) {
	ranks := [2]map[int]int{{}, {}}
	size := map[int]int{}
	for _, q := range w.info.Squares {
		size[q.Y]++
		s, _ := w.r.Guide().ParseSquare(&w.start, q.Name)
		if pc := w.start.Piece(s); pc.Role() == board.Pawn {
			ranks[pc.Colour()&1][q.Y]++
		}
	}
	for y, n := range ranks[0] {
		white, ok = y+1, len(ranks[0]) == 1 && n == size[y]
	}
	for y, n := range ranks[1] {
		black, ok = y+1, ok && len(ranks[1]) == 1 && n == size[y]
	}
	return white, black, ok && white > 0 && black > 0
}

// pawns describes the pawn: its moves, en passant and promotion.
func (w *writer) pawns(k *kind) {
	body := k.movement()
	if k.Usual {
		body = text{say("book.any.pawn.ahead", nil), say("book.any.pawn.takes", nil)}
		white, black, filled := w.homeRanks()
		if w.spec.Double == 2 {
			body = append(body, say("book.any.pawn.double", message.Args{"filled": filled, "white": white, "black": black}))
		} else {
			body = append(body, say("book.pawn.single", nil))
		}
	}
	w.Rule(w.title(k), append(body, w.special(k)...), text{when(!k.Usual, say("book.any.betza", message.Args{"text": k.Betza}))})
	w.pawnShown(k)
	if w.passant() {
		title, body := say("book.passant.title", nil), text{say("book.any.passant", nil), when(w.spec.Passing, say("book.any.passing.passant", nil))}
		if e, ok := w.passantShown(); ok {
			w.Rule(title, body)
			w.show(e)
		} else {
			w.Rule(title, body)
		}
	} else if slices.ContainsFunc(k.atoms, func(a betza.Atom) bool { return a.EnPassant }) {
		w.Rule(say("book.passant.none.title", nil), text{say("book.passant.none", nil)})
	}
	w.promotion()
}

// pawnShown shows the moves of a pawn that has something to capture.
func (w *writer) pawnShown(k *kind) {
	from := w.origin(k)
	pc := board.NewPiece(board.White, board.Pawn)
	prey := w.those(func(o *kind) bool { return !slices.Contains(w.royals, o) && o.Role != board.Pawn })
	if prey == nil {
		prey = []*kind{k}
	}
	at := map[board.Square]byte{from: k.Letter}
	quiet, take := w.r.Reach(pc, from)
	for _, s := range w.squares() {
		if take.Has(s) && (!quiet.Has(s) || take.Without(quiet) == (board.Set{})) {
			at[s] = prey[0].small()
			break
		}
	}
	fen := w.fen(setup{at: at})
	p, _, ok := w.parse(fen)
	if !ok {
		return
	}
	var legal []string
	for _, m := range rules.LegalMoves(w.r, &p) {
		if m.From() == from && len(legal) < 4 {
			legal = append(legal, w.uci(&p, m))
		}
	}
	w.show(example{about: say("book.any.pawn.shown", message.Args{"square": message.Square(w.name(from))}), fen: fen, chosen: w.name(from), legal: legal})
}

// passantShown returns an example of en passant.
func (w *writer) passantShown() (e example, ok bool) {
	squares := w.squares()
	for _, home := range squares {
		if w.start.Piece(home) != board.NewPiece(board.Black, board.Pawn) {
			continue
		}
		for _, s := range squares {
			if s == home {
				continue
			}
			p, _, ok := w.parse(w.fen(setup{at: map[board.Square]byte{home: 'p', s: 'P'}, black: true}))
			if !ok {
				continue
			}
			for _, push := range rules.LegalMoves(w.r, &p) {
				var next board.Position
				w.r.Apply(&p, push, &next)
				if next.EnPassant() == board.NoSquare {
					continue
				}
				for _, m := range rules.LegalMoves(w.r, &next) {
					if w.r.Class(&next, m)&rules.EnPassant != 0 {
						text := w.uci(&next, m)
						from, to := message.Square(w.name(push.From())), message.Square(w.name(push.To()))
						return example{about: say("book.any.passant.shown", message.Args{"from": from, "to": to, "square": message.Square(w.name(m.To()))}),
							fen: w.r.Guide().FormatPosition(&next), last: w.uci(&p, push), move: text, legal: []string{text}}, true
					}
				}
			}
		}
	}
	return e, false
}

// promotion describes what pawns become.
func (w *writer) promotion() {
	if w.promotes == nil {
		return
	}
	zone := max(1, w.spec.Zone)
	all := words(w.promotes)
	w.Rule(say("book.promotion.title", nil), text{say("book.any.promotion", message.Args{"zone": zone, "may": w.spec.May && zone > 1, "ranks": w.grid.Ranks, "roles": all, "low": w.grid.Ranks - zone + 1}),
		when(w.spec.May && zone > 1, say("book.any.promotion.may", nil))})
	for _, s := range w.squares() {
		fen := w.fen(setup{at: map[board.Square]byte{s: 'P'}})
		p, _, ok := w.parse(fen)
		if !ok {
			continue
		}
		var legal []string
		to := board.NoSquare
		for _, m := range rules.LegalMoves(w.r, &p) {
			if m.Promotion() != board.NoRole && (to == board.NoSquare || to == m.To()) {
				to = m.To()
				legal = append(legal, w.uci(&p, m))
			}
		}
		if legal != nil && w.show(example{about: say("book.any.promotion.shown", message.Args{"square": message.Square(w.name(to)), "roles": all}), fen: fen, legal: legal}) {
			return
		}
	}
}

// castling describes castling, or states that a game with a king and a rook has none.
func (w *writer) castling() {
	if w.castles == nil {
		if w.of('k') != nil && w.of('r') != nil {
			w.Rule(say("book.castling.none.title", nil), text{say("book.castling.none", nil)})
		}
		return
	}
	own := w.spec.Castling == fairy.Chess960
	w.Rule(say("book.castling.title", nil), text{say("book.any.castling", nil)})
	rows := [][]string{{w.Text(say("book.any.castling.side", nil)), w.Text(say("book.any.castling.king", nil)), w.Text(say("book.any.castling.rook", nil))}}
	for _, c := range w.castles {
		rows = append(rows, []string{w.Text(say("book.any.castling.who", message.Args{"side": c.Side, "long": c.Long})), c.King + "-" + c.KingTo, c.Rook + "-" + c.RookTo})
	}
	w.Table(rows...)
	step := slices.ContainsFunc(w.castles, func(c fairy.CastlingMove) bool {
		from, _ := w.r.Guide().ParseSquare(&w.start, c.King)
		to, _ := w.r.Guide().ParseSquare(&w.start, c.KingTo)
		quiet, _ := w.r.Reach(board.NewPiece(c.Side, board.King), from)
		return quiet.Has(to)
	})
	w.Say(text{say("book.any.castling.if", nil)})
	w.Items(say("book.castling.unmoved", nil), say("book.any.castling.empty", nil), say("book.any.castling.safe", nil), say("book.any.castling.attacked", nil))
	w.Say(text{when(w.spec.Passing, say("book.any.passing.castling", nil)), when(own, say("book.any.castling.own", nil)), when(!own && step, say("book.any.castling.step", nil))})
	w.castlingShown()
}

// castlingShown shows White's castling moves with only kings and rooks on the board.
func (w *writer) castlingShown() {
	at, rights := map[board.Square]byte{}, ""
	letters := strings.Fields(w.info.Start)[2]
	for _, c := range letters {
		if c >= 'A' && c <= 'Z' {
			rights += string(c)
		}
	}
	for _, c := range w.castles {
		if c.Side == board.White {
			king, _ := w.r.Guide().ParseSquare(&w.start, c.King)
			rook, _ := w.r.Guide().ParseSquare(&w.start, c.Rook)
			at[king], at[rook] = 'K', 'R'
		}
	}
	with := map[board.Square]byte{}
	for s, c := range at {
		with[s] = c
	}
	all, _ := w.r.Kings(&w.start, board.Black)
	for !all.Empty() {
		s := all.Pop()
		with[s] = w.info.Letter(w.start.Piece(s))
	}
	for _, at := range []map[board.Square]byte{with, at} {
		fen := w.fen(setup{at: at, rights: rights})
		p, _, ok := w.parse(fen)
		if !ok {
			continue
		}
		var legal []string
		from := ""
		for _, m := range rules.LegalMoves(w.r, &p) {
			if w.r.Class(&p, m)&rules.Castling != 0 {
				legal, from = append(legal, w.uci(&p, m)), w.name(m.From())
			}
		}
		if legal != nil && w.show(example{about: say("book.any.castling.shown", nil), fen: fen, chosen: from, legal: legal}) {
			return
		}
	}
}

// rebirth describes where captured pieces come back.
func (w *writer) rebirth() {
	mirror := w.spec.Rebirth == fairy.Mirror
	w.Section(say("book.any.rebirth.section", nil))
	w.Rule(say("book.any.rebirth.title", nil), text{say("book.any.rebirth", message.Args{"mirror": mirror}), say("book.any.rebirth.gone", nil)})
	w.rebirthShown(w.those(func(k *kind) bool { return k.Role != board.Pawn && !slices.Contains(w.royals, k) }))
	var all []message.Message
	if w.pawn() != nil {
		all = append(all, say("book.any.rebirth.pawn", message.Args{"last": mirror && w.lastRankPawns()}))
	}
	all = append(all, say("book.any.rebirth.piece", message.Args{"pawn": w.pawn() != nil}))
	w.Rule(say("book.any.rebirth.where", nil), text{say("book.any.rebirth.candidates", message.Args{"mirror": mirror})})
	w.Items(all...)
	w.Say(text{when(w.passant(), say("book.any.rebirth.passant", nil)), when(w.castles != nil, say("book.any.rebirth.castling", nil))})
	if w.pawn() != nil {
		w.rebirthShown([]*kind{w.pawn()})
	}
}

// lastRankPawns reports whether any pawn starts on the board's first or last rank.
func (w *writer) lastRankPawns() bool {
	for _, q := range w.info.Squares {
		s, _ := w.r.Guide().ParseSquare(&w.start, q.Name)
		if (q.Y == 0 || q.Y == w.grid.Ranks-1) && w.start.Piece(s).Role() == board.Pawn {
			return true
		}
	}
	return false
}

// rebirthShown shows a capture after which the captured piece, one of the given kinds, comes back.
func (w *writer) rebirthShown(victims []*kind) {
	for _, victim := range victims {
		for _, k := range w.kinds {
			if k.Role == board.Pawn || slices.Contains(w.royals, k) {
				continue
			}
			back := describe.Change{}
			fen, move, ok := w.search(k.capital()+victim.lower(), 60, func(p *board.Position, m board.Move, changes []describe.Change) bool {
				taken, captured := has(changes, describe.Captured)
				var appeared bool
				back, appeared = has(changes, describe.Appeared)
				return captured && appeared && taken.Piece == back.Piece && taken.From != back.To
			})
			if ok && w.show(example{about: say("book.any.rebirth.shown", message.Args{"piece": w.info.PieceWord(back.Piece), "square": message.Square(back.To)}),
				fen: fen, move: move, legal: []string{move}}) {
				return
			}
		}
	}
}
