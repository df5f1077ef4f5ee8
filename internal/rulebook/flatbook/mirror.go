package flatbook

import (
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant/flat/topology"
)

// trip is a move of a white piece.
type trip struct{ from, to string }

// trips are candidate quiet moves for each role.
var trips = map[board.Role][]trip{
	board.Pawn:   {{"e2", "e4"}, {"e2", "e3"}, {"b2", "b3"}, {"c4", "c5"}, {"g3", "g4"}},
	board.Knight: {{"g1", "f3"}, {"b1", "c3"}, {"c3", "b5"}, {"f3", "g5"}},
	board.Bishop: {{"c1", "f4"}, {"c1", "g5"}, {"f1", "c4"}, {"b2", "c3"}},
	board.Rook:   {{"a1", "a4"}, {"a1", "a3"}, {"h1", "h5"}, {"b1", "b6"}},
	board.Queen:  {{"d1", "h5"}, {"d1", "g4"}, {"d1", "a4"}, {"c2", "c5"}},
	board.King:   {{"e1", "e2"}, {"b2", "b3"}, {"g2", "g3"}, {"c3", "b4"}, {"f2", "g3"}},
}

// square parses the name of a square used in this file.
func square(name string) board.Square {
	s, _ := board.ParseSquare(name)
	return s
}

func (w *writer) image(name string) string { return w.v.Reflected(square(name)).String() }

// capitalLetter returns the letter of a white piece.
func capitalLetter(k board.Role) string { return strings.ToUpper(string(rune(k.Letter()))) }

// travel returns an example for each trip of a role. The caption and the optional extra pieces
// depend on the trip and on the reflection of its destination.
func (w *writer) travel(k board.Role, about func(t trip, image message.Square) message.Message, extra func(t trip, image string) string, holds func(move string) func(*board.Position) bool) (all []example) {
	for _, t := range trips[k] {
		image, move := w.image(t.to), t.from+t.to
		e := example{about: about(t, message.Square(image)), pieces: capitalLetter(k) + t.from + " " + extra(t, image), move: move, legal: []string{move}, holds: holds(move)}
		if k != board.King {
			all = append(all, e)
			continue
		}
		for _, black := range []string{" kg8", " ke8", " kb8", " kh6", " ka6", " kd5"} {
			other := e
			other.pieces, other.kings = e.pieces+black, true
			all = append(all, other)
		}
	}
	return all
}

func nothing(trip, string) string { return "" }

// sheltered returns white pawns around the destination of a move, which shield a king that moves
// there from the spawned piece.
func sheltered(t trip, image string) string {
	var all []string
	to := square(t.to)
	for s := range board.Square(64) {
		files, ranks := s.File()-to.File(), s.Rank()-to.Rank()
		name := s.String()
		if s != to && max(files, -files, ranks, -ranks) == 1 && name != t.from && name != image && s.Rank() > 0 && s.Rank() < 7 {
			all = append(all, "P"+name)
		}
	}
	return strings.Join(all, " ")
}

// mirror describes the effect of a move on the reflection of its destination.
func (w *writer) mirror() {
	r := w.v.Reflection
	makes, goes := w.spawns, w.goes
	w.Section(say("book.mirror.section", nil))
	w.Rule(say("book.mirror.image.title", nil), text{w.mapping()})
	table := [][]string{{w.Text(say("book.mirror.table.square", nil)), w.Text(say("book.mirror.table.image", nil))}}
	for _, name := range []string{"a1", "e4", "b3", "g7"} {
		table = append(table, []string{name, w.image(name)})
	}
	w.Table(table...)
	w.Rule(say("book.mirror.when.title", nil),
		text{choose(r.Captures, say("book.mirror.when.all", message.Args{"passant": w.passant()}), say("book.mirror.when.quiet", nil)),
			say("book.mirror.when", nil)},
		text{say("book.mirror.when.landing", nil), when(w.castles, say("book.mirror.when.castling", nil))})
	w.blocked(append(append([]board.Role{}, makes...), goes...))
	if len(makes) > 0 {
		w.spawned(makes)
	}
	if len(goes) > 0 {
		w.goesOn(goes)
	}
	if still := w.those(func(k board.Role) bool { return r.Made[k] == board.NoRole && !r.GoesOn[k] }); len(still) > 0 {
		w.Rule(say("book.mirror.still.title", nil), text{say("book.mirror.still", message.Args{"roles": list(still)})})
		for _, k := range still {
			if w.show(w.travel(k, func(t trip, image message.Square) message.Message {
				return say("book.mirror.still.shown", message.Args{"role": k, "to": message.Square(t.to), "image": image})
			}, nothing, w.quiet)...) {
				break
			}
		}
	}
	w.captures(makes, goes)
	if w.has[board.Pawn] {
		w.promotion()
	}
	w.danger(makes)
}

// mapping returns the sentence that defines reflections.
func (w *writer) mapping() message.Message {
	switch w.v.Reflection.Map {
	case topology.Files:
		return say("book.mirror.image.files", nil)
	case topology.Ranks:
		return say("book.mirror.image.ranks", nil)
	}
	return say("book.mirror.image.rotate", nil)
}

// blocked shows that a move has no effect if the reflection is occupied.
func (w *writer) blocked(movers []board.Role) {
	for _, k := range movers {
		held := func(_ trip, image string) string { return "p" + image }
		if w.show(w.travel(k, func(t trip, image message.Square) message.Message {
			return say("book.mirror.blocked", message.Args{"role": k, "to": message.Square(t.to), "image": image})
		}, held, w.quiet)...) {
			return
		}
	}
}

func (w *writer) spawned(makes []board.Role) {
	r := w.v.Reflection
	w.Rule(say("book.mirror.appears.title", nil), text{choose(r.Own, say("book.mirror.appears.own", nil), say("book.mirror.appears.enemy", nil))})
	table := [][]string{{w.Text(say("book.mirror.table.lands", nil)), w.Text(say("book.mirror.table.appears", nil))}}
	pawns, others := false, false
	for _, k := range makes {
		table = append(table, []string{w.Text(say("book.mirror.table.mover", message.Args{"role": k})), w.Text(say("book.mirror.table.made", message.Args{"role": r.Made[k]}))})
		pawns = pawns || r.Made[k] == board.Pawn
		others = others || k != board.Pawn && r.Made[k] == board.Pawn // a pawn never stays a pawn on the last rank
	}
	w.Table(table...)
	w.Say(text{say("book.mirror.made", nil), when(w.castles, say("book.mirror.made.castling", nil))},
		text{when(pawns && !w.v.NoDoublePush, say("book.mirror.made.pawn", nil))})
	shown := 0
	for _, k := range makes {
		about := func(t trip, image message.Square) message.Message {
			return say("book.mirror.made.shown", message.Args{"role": k, "to": message.Square(t.to), "image": image, "made": w.made(k)})
		}
		appears := func(move string) func(*board.Position) bool { return w.does(move, describe.Appeared) }
		pool := append(w.travel(k, about, nothing, appears), w.travel(k, about, sheltered, appears)...)
		if shown < 3 && w.show(pool...) {
			shown++
		}
	}
	if others {
		w.Rule(say("book.mirror.last.title", nil), text{say("book.mirror.last", nil)})
		w.lastRank(makes)
	}
	if w.kings {
		w.Rule(say("book.mirror.kings.title", nil), text{say("book.mirror.kings", nil)})
		var pool []example
		for _, state := range []string{"check", "checkmate"} {
			for _, at := range [][2]string{{"h2", "f7"}, {"g3", "d6"}, {"h4", "b6"}, {"h6", "d7"}} {
				pool = append(pool, example{about: say("book.mirror.kings.shown", message.Args{"square": message.Square(at[0])}),
					pieces: "Ka1 K" + at[0] + " re1 k" + at[1], kings: true, state: state})
			}
		}
		w.show(pool...)
	}
}

// lastRank shows a move whose destination has its reflection on rank 1 or 8.
func (w *writer) lastRank(makes []board.Role) {
	ends := map[board.Role][]trip{
		board.Knight: {{"c3", "b1"}, {"f6", "g8"}}, board.Bishop: {{"d3", "b1"}, {"d6", "b8"}}, board.Rook: {{"b4", "b1"}, {"b4", "b8"}},
		board.Queen: {{"b4", "b1"}, {"b4", "b8"}}, board.King: {{"b2", "b1"}, {"g2", "g1"}, {"b7", "b8"}},
	}
	for _, k := range makes {
		if w.v.Reflection.Made[k] != board.Pawn {
			continue
		}
		for _, t := range ends[k] {
			move := t.from + t.to
			e := example{about: say("book.mirror.last.shown", message.Args{"role": k, "to": message.Square(t.to), "image": message.Square(w.image(t.to))}),
				pieces: capitalLetter(k) + t.from, move: move, legal: []string{move}, holds: w.quiet(move)}
			if k == board.King {
				e.pieces, e.kings = e.pieces+" ke5", true
			}
			if w.show(e) {
				return
			}
		}
	}
}

// goesOn describes which pieces go on.
func (w *writer) goesOn(goes []board.Role) {
	w.Rule(say("book.mirror.goes.title", nil), text{say("book.mirror.goes", message.Args{"roles": list(goes)})}, text{say("book.mirror.goes.safe", nil)})
	shown := 0
	for _, k := range goes {
		if shown < 3 && w.show(w.travel(k, func(t trip, image message.Square) message.Message {
			return say("book.mirror.goes.shown", message.Args{"role": k, "to": message.Square(t.to), "image": image})
		}, nothing, func(move string) func(*board.Position) bool { return w.does(move, describe.WentOn) })...) {
			shown++
		}
	}
	w.passing(goes)
}

// passing describes moves that return to their origin, if there are any.
func (w *writer) passing(goes []board.Role) {
	t := map[topology.Map]trip{topology.Rotate: {"d5", "e4"}, topology.Files: {"d4", "e4"}, topology.Ranks: {"d4", "d5"}}[w.v.Reflection.Map]
	move := t.from + t.to
	back := func(p *board.Position) bool {
		played, err := rules.Play(w.v, p, move)
		return err == nil && played.Next.Piece(square(t.from)) == p.Piece(square(t.from)) && played.Next.Piece(square(t.to)) == board.NoPiece
	}
	var pool []example
	for _, k := range goes {
		e := example{about: say("book.mirror.pass.shown", message.Args{"role": k, "from": message.Square(t.from), "to": message.Square(t.to)}),
			pieces: capitalLetter(k) + t.from, move: move, legal: []string{move}, holds: back}
		if k == board.King {
			e.pieces, e.kings = e.pieces+" kg8", true
		}
		pool = append(pool, e)
	}
	for _, e := range pool {
		if shown, ok := w.diagram(e); ok {
			w.Rule(say("book.mirror.pass.title", nil), text{say("book.mirror.pass", nil)})
			w.Raw(shown)
			return
		}
	}
}

// captures describes whether captures have an effect.
func (w *writer) captures(makes, goes []board.Role) {
	r := w.v.Reflection
	taken := func(t trip, _ string) string { return "n" + t.to }
	if r.Captures {
		w.Rule(say("book.mirror.captures.title", nil), text{say("book.mirror.captures", message.Args{"passant": w.passant()}),
			when(len(makes) > 0, say("book.mirror.captures.makes", nil)), when(len(goes) > 0, say("book.mirror.captures.goes", nil))})
	} else {
		w.Rule(say("book.mirror.captures.none.title", nil), text{say("book.mirror.captures.none", message.Args{"effects": w.effects()})})
	}
	for _, k := range append(append([]board.Role{}, goes...), makes...) {
		about := func(t trip, image message.Square) message.Message {
			to := message.Square(t.to)
			switch {
			case !r.Captures:
				return say("book.mirror.captures.none.shown", message.Args{"role": k, "to": to, "image": image})
			case r.GoesOn[k]:
				return say("book.mirror.captures.goes.shown", message.Args{"role": k, "to": to, "image": image})
			}
			return say("book.mirror.captures.makes.shown", message.Args{"role": k, "to": to, "image": image, "made": w.made(k)})
		}
		holds := w.quiet
		if r.Captures {
			effect := describe.Appeared
			if r.GoesOn[k] {
				effect = describe.WentOn
			}
			holds = func(move string) func(*board.Position) bool { return w.does(move, effect) }
		}
		if k == board.Pawn { // pawns do not capture as they move
			move := "c4d5" // the reflection of d5 is never c4
			if w.show(example{about: about(trip{"c4", "d5"}, message.Square(w.image("d5"))), pieces: "Pc4 nd5", move: move, legal: []string{move}, holds: holds(move)}) {
				return
			}
			continue
		}
		if w.show(w.travel(k, about, taken, holds)...) {
			return
		}
	}
}

// made returns the piece spawned by a white piece.
func (w *writer) made(k board.Role) board.Piece {
	return board.NewPiece(either(w.v.Reflection.Own, board.White, board.Black), w.v.Reflection.Made[k])
}

// promotion describes whether promotions have an effect.
func (w *writer) promotion() {
	r := w.v.Reflection
	makers := []board.Role{}
	for _, k := range w.promotes {
		if made := r.Made[k]; r.Promotions && made != board.NoRole && made != board.Pawn {
			makers = append(makers, k)
		}
	}
	first, effect := w.promotes[0], w.quiet
	image := message.Square(w.image("b8"))
	about := say("book.mirror.promotion.none.shown", message.Args{"role": first, "image": image})
	if len(makers) == 0 {
		w.Rule(say("book.mirror.promotion.none.title", nil), text{say("book.mirror.promotion.none", message.Args{"effects": w.effects()})})
	} else {
		first, effect = makers[0], func(move string) func(*board.Position) bool { return w.does(move, describe.Appeared) }
		about = say("book.mirror.promotion.shown", message.Args{"role": first, "image": image, "made": w.made(first)})
		var told message.List
		for _, k := range makers {
			told = append(told, say("part.book.promoted", message.Args{"role": k, "made": r.Made[k]}))
		}
		w.Rule(say("book.mirror.promotion.title", nil), text{say("book.mirror.promotion", message.Args{"pairs": told, "own": r.Own}),
			when(len(makers) < len(w.promotes), say("book.mirror.promotion.others", nil)), when(w.goes != nil, say("book.mirror.promotion.stays", nil)),
			when(!r.Captures, say("book.mirror.promotion.push", nil))})
	}
	move := "b7b8" + string(rune(first.Letter()+'a'-'A'))
	w.show(example{about: about, pieces: "Pb7", move: move, legal: []string{move}, holds: effect(move)})
}

// danger explains that a move may be illegal because of a piece that it spawns, or because of the
// square that a king goes on to.
func (w *writer) danger(makes []board.Role) {
	r := w.v.Reflection
	ownKing := false
	for _, k := range makes {
		ownKing = ownKing || r.Made[k] == board.King
	}
	enemies := len(makes) > 0 && !r.Own
	switch {
	case enemies:
		w.Rule(say("book.mirror.danger.title", nil), text{say("book.mirror.danger", nil)})
	case r.Own && ownKing:
		w.Rule(say("book.mirror.danger.king.title", nil), text{say("book.mirror.danger.king", nil)})
	case r.GoesOn[board.King]:
		w.Rule(say("book.mirror.danger.goes.title", nil), text{say("book.mirror.danger.goes", nil)})
	default:
		return
	}
	w.show(w.dangers(makes)...)
}

// attacker describes a spawned piece that would attack a king.
func (w *writer) attacker(made board.Role, image, king string) message.Message {
	return say("book.mirror.danger.shown", message.Args{"role": made, "image": message.Square(image), "king": message.Square(king)})
}

// dangers returns moves that may be illegal because of their effect.
func (w *writer) dangers(makes []board.Role) (all []example) {
	r := w.v.Reflection
	for _, k := range makes {
		for _, t := range trips[k] {
			image, move := w.image(t.to), t.from+t.to
			if r.Own && r.Made[k] == board.King {
				s := square(image)
				for _, rank := range []int{7, 0} {
					if rook := board.At(s.File(), rank).String(); rook != image {
						all = append(all, example{about: say("book.mirror.danger.king.shown", message.Args{"image": message.Square(image), "rook": message.Square(rook)}),
							pieces: capitalLetter(k) + t.from + " r" + rook + either(k == board.King, " kh6", ""), kings: k == board.King,
							illegal: []string{move}, holds: w.refused(move, rules.CodeKingAttacked)})
					}
				}
			}
			if r.Own || r.Made[k] == board.NoRole || k == board.King {
				continue
			}
			for king := range board.Square(64) {
				if name := king.String(); name != t.from && name != t.to && name != image {
					all = append(all, example{about: w.attacker(r.Made[k], image, name),
						pieces: capitalLetter(k) + t.from + " K" + name + " k" + either(king.File() < 4, "h8", "a8"), kings: true,
						illegal: []string{move}, holds: w.refused(move, rules.CodeKingAttacked)})
				}
			}
		}
	}
	if made := r.Made[board.King]; made != board.NoRole && !r.Own && !r.GoesOn[board.King] {
		for from := range board.Square(64) {
			for _, to := range []board.Square{from + 8, from + 1} {
				if to > 63 || to.File() < from.File() {
					continue
				}
				move, image := from.String()+to.String(), w.image(to.String())
				all = append(all, example{about: w.attacker(made, image, to.String()),
					pieces: "K" + from.String() + " k" + either(from.File() < 4, "h8", "a8"), kings: true,
					illegal: []string{move}, holds: w.refused(move, rules.CodeKingAttacked)})
			}
		}
	}
	if r.GoesOn[board.King] {
		for _, t := range trips[board.King] {
			image, move := w.image(t.to), t.from+t.to
			s := square(image)
			for _, rank := range []int{7, 0} {
				rook := board.At(s.File(), rank).String()
				for _, black := range []string{"h6", "a6", "c8"} {
					if rook != image && rook != t.from && s.File() != square(t.from).File() {
						all = append(all, example{about: say("book.mirror.danger.goes.shown", message.Args{"to": message.Square(t.to), "image": message.Square(image), "rook": message.Square(rook)}),
							pieces: "K" + t.from + " r" + rook + " k" + black, kings: true, illegal: []string{move}, holds: w.refused(move, rules.CodeKingAttacked)})
					}
				}
			}
		}
	}
	return all
}
