package words

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat/topology"
)

// trip is a piece of White's alone on the board, and where it goes.
type trip struct{ from, to string }

// trips are quiet moves to show of each role.
var trips = map[board.Role][]trip{
	board.Pawn:   {{"e2", "e4"}, {"e2", "e3"}, {"b2", "b3"}, {"c4", "c5"}, {"g3", "g4"}},
	board.Knight: {{"g1", "f3"}, {"b1", "c3"}, {"c3", "b5"}, {"f3", "g5"}},
	board.Bishop: {{"c1", "f4"}, {"c1", "g5"}, {"f1", "c4"}, {"b2", "c3"}},
	board.Rook:   {{"a1", "a4"}, {"a1", "a3"}, {"h1", "h5"}, {"b1", "b6"}},
	board.Queen:  {{"d1", "h5"}, {"d1", "g4"}, {"d1", "a4"}, {"c2", "c5"}},
	board.King:   {{"e1", "e2"}, {"b2", "b3"}, {"g2", "g3"}, {"c3", "b4"}, {"f2", "g3"}},
}

// square reads the name of a square of this file.
func square(name string) board.Square {
	s, _ := board.ParseSquare(name)
	return s
}

// image names the image of a square.
func (w *writer) image(name string) string { return w.v.Reflected(square(name)).String() }

// capitalLetter returns the letter of White's piece.
func capitalLetter(k board.Role) string { return strings.ToUpper(string(rune(k.Letter()))) }

// travel returns an example for each trip of a role: what it is about is told of
// the landing and its image. Extra pieces may stand on the board.
func (w *writer) travel(k board.Role, about func(t trip, image string) string, extra func(t trip, image string) string, holds func(move string) func(*board.Position) bool) (all []example) {
	for _, t := range trips[k] {
		image, move := w.image(t.to), t.from+t.to
		e := example{about: about(t, image), pieces: capitalLetter(k) + t.from + " " + extra(t, image), move: move, legal: []string{move}, holds: holds(move)}
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

// sheltered puts pawns around the landing square, so that what appears does not
// attack a king there.
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

// mirror writes what a move does on the image of its landing square.
func (w *writer) mirror() {
	r := w.v.Reflection
	makes := these(func(k board.Role) bool { return r.Made[k] != board.NoRole && !r.GoesOn[k] })
	goes := these(func(k board.Role) bool { return r.GoesOn[k] })
	w.Section("The mirror")
	w.Rule("The image of a square", w.mapping())
	table := [][]string{{"square", "image"}}
	for _, name := range []string{"a1", "e4", "b3", "g7"} {
		table = append(table, []string{name, w.image(name)})
	}
	w.Table(table...)
	w.Rule("When a move reflects", either(r.Captures, "A move reflects, quiet or a capture"+w.inPassing()+". ", "A quiet move reflects. A capture"+w.inPassing()+" does not. ")+
		"Look at the image of the square where the piece lands, once the piece has landed. If it is **empty**, something happens there, "+
		"by the kind of piece that moved. If something stands on it, nothing happens.",
		"Only the landing square counts, not the squares that a piece slides over. The square that the piece has just left counts as empty."+
			when(!w.v.NoCastling, " Castling never reflects."))
	w.blocked(append(append([]board.Role{}, makes...), goes...))
	if len(makes) > 0 {
		w.makes(makes)
	}
	if len(goes) > 0 {
		w.goesOn(goes)
	}
	if still := these(func(k board.Role) bool { return r.Made[k] == board.NoRole && !r.GoesOn[k] }); len(still) > 0 && len(still) < 6 {
		w.Rule("Who leaves nothing", capital(many(still))+" move as in chess: they make nothing, and do not go on.")
		for _, k := range still {
			if w.show(w.travel(k, func(t trip, image string) string {
				return fmt.Sprintf("The %s goes to %s. Nothing happens on %s.", k, t.to, image)
			}, nothing, w.quiet)...) {
				break
			}
		}
	}
	w.captures(makes, goes)
	w.promotion()
	w.danger(makes, goes)
}

// mapping tells which square is the image of which.
func (w *writer) mapping() string {
	switch w.v.Reflection.Map {
	case topology.Files:
		return "Every square has an image: the square on the same rank, as far from the right edge as this one is from the left. Left and right change places, as in a mirror that stands between the d-file and the e-file: a1 and h1."
	case topology.Ranks:
		return "Every square has an image: the square on the same file, as far from the top as this one is from the bottom. Top and bottom change places, as in a mirror that lies between ranks 4 and 5: a1 and a8."
	}
	return "Every square has an image: the square turned half round the centre of the board. It is as far from the top as this one is from the bottom, and as far from the right as this one is from the left: a1 and h8."
}

// blocked shows that nothing happens on an image that is held.
func (w *writer) blocked(movers []board.Role) {
	for _, k := range movers {
		held := func(_ trip, image string) string { return "p" + image }
		if w.show(w.travel(k, func(t trip, image string) string {
			return fmt.Sprintf("The %s goes to %s. A pawn stands on %s, the image, so nothing happens.", k, t.to, image)
		}, held, w.quiet)...) {
			return
		}
	}
}

// makes writes what appears.
func (w *writer) makes(makes []board.Role) {
	r := w.v.Reflection
	w.Rule("What appears", "A piece appears on the empty image, in the "+either(r.Own, "**mover's own** colour", "**opponent's** colour")+":")
	table := [][]string{{"lands", "appears"}}
	pawns, others, kings := false, false, false
	for _, k := range makes {
		table = append(table, []string{k.String(), "a " + r.Made[k].String()})
		pawns, kings = pawns || r.Made[k] == board.Pawn, kings || r.Made[k] == board.King
		others = others || k != board.Pawn && r.Made[k] == board.Pawn // no pawn lands on a last rank and stays one
	}
	w.Table(table...)
	w.Say("What appears is a piece like any other. It attacks and blocks, it can be taken, and its owner may move it in the very next turn."+
		when(!w.v.NoCastling, " It has no right to castle."),
		when(pawns && !w.v.NoDoublePush, "A pawn that appears did not push, so it cannot be taken en passant. One that stands on its side's second rank may go two squares."))
	shown := 0
	for _, k := range makes {
		about := func(t trip, image string) string {
			return fmt.Sprintf("The %s goes to %s. Its image %s is empty, so a %s %s appears there.", k, t.to, image, either(r.Own, "white", "black"), r.Made[k])
		}
		appears := func(move string) func(*board.Position) bool { return w.does(move, rules.Appeared) }
		pool := append(w.travel(k, about, nothing, appears), w.travel(k, about, sheltered, appears)...)
		if shown < 3 && w.show(pool...) {
			shown++
		}
	}
	if others {
		w.Rule("No pawn on a first or last rank", "A pawn is never made on rank 1 or rank 8. Where one would have to appear there, nothing appears.")
		w.lastRank(makes)
	}
	if kings {
		w.Rule("Several kings", "A side may come to have several kings. Each of them counts: the side is in check when any of its kings is attacked, and no move may leave one attacked.")
		var pool []example
		for _, state := range []string{"check", "checkmate"} {
			for _, at := range [][2]string{{"h2", "f7"}, {"g3", "d6"}, {"h4", "b6"}, {"h6", "d7"}} {
				pool = append(pool, example{about: "White has two kings, on a1 and " + at[0] + ". The rook on e1 attacks the one on a1, so White is in check.",
					pieces: "Ka1 K" + at[0] + " re1 k" + at[1], kings: true, state: state})
			}
		}
		w.show(pool...)
	}
}

// lastRank shows a move whose image lies on rank 1 or 8.
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
			e := example{about: fmt.Sprintf("The %s goes to %s. Its image %s lies on a first or last rank, so no pawn appears.", k, t.to, w.image(t.to)),
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

// goesOn writes who goes through the mirror.
func (w *writer) goesOn(goes []board.Role) {
	w.Rule("Who goes on", capital(many(goes))+" make nothing. If the image is empty, they **go on to it themselves**, and the landing square is left empty. If "+
		"it is held, they stay where they landed.",
		"The landing square must be one the piece can move to. It need not be safe: only the position at the end of the move is judged. "+
			"A piece that goes on takes nothing on the image, which is empty.")
	shown := 0
	for _, k := range goes {
		if shown < 3 && w.show(w.travel(k, func(t trip, image string) string {
			return fmt.Sprintf("The %s goes to %s. Its image %s is empty, so the %s goes on and stands on %s.", k, t.to, image, k, image)
		}, nothing, func(move string) func(*board.Position) bool { return w.does(move, rules.WentOn) })...) {
			shown++
		}
	}
	w.passing(goes)
}

// passing writes of moves that come back to where they began, if there are any.
func (w *writer) passing(goes []board.Role) {
	t := map[topology.Map]trip{topology.Rotate: {"d5", "e4"}, topology.Files: {"d4", "e4"}, topology.Ranks: {"d4", "d5"}}[w.v.Reflection.Map]
	move := t.from + t.to
	back := func(p *board.Position) bool {
		played, err := rules.Play(w.v, p, move)
		return err == nil && played.Next.Piece(square(t.from)) == p.Piece(square(t.from)) && played.Next.Piece(square(t.to)) == board.NoPiece
	}
	var pool []example
	for _, k := range goes {
		e := example{about: fmt.Sprintf("The %s goes from %s to %s and comes back to %s: White passes.", k, t.from, t.to, t.from),
			pieces: capitalLetter(k) + t.from, move: move, legal: []string{move}, holds: back}
		if k == board.King {
			e.pieces, e.kings = e.pieces+" kg8", true
		}
		pool = append(pool, e)
	}
	for _, e := range pool {
		if text, ok := w.diagram(e); ok {
			w.Rule("Passing", "The square that a piece comes from counts as empty. A piece that goes on and moves to the image of its own square comes back to where it stood: a pass. "+
				"It is a move like any other, and legal when the position after it is.")
			w.Raw(text)
			return
		}
	}
}

// captures writes whether captures reflect.
func (w *writer) captures(makes, goes []board.Role) {
	r := w.v.Reflection
	taken := func(t trip, _ string) string { return "n" + t.to }
	w.Rule(either(r.Captures, "Captures reflect", "Captures do not reflect"), either(r.Captures,
		"A capture"+w.inPassing()+" does on the image what a quiet move does. "+when(len(makes) > 0, "What the piece makes appears. ")+
			when(len(goes) > 0, "A piece that goes on takes first, and then goes on."),
		"A piece that takes something stays where it took, and nothing appears."))
	for _, k := range append(append([]board.Role{}, goes...), makes...) {
		about := func(t trip, image string) string {
			switch {
			case !r.Captures:
				return fmt.Sprintf("The %s takes the knight on %s. Nothing happens on %s.", k, t.to, image)
			case r.GoesOn[k]:
				return fmt.Sprintf("The %s takes the knight on %s and goes on to %s.", k, t.to, image)
			}
			return fmt.Sprintf("The %s takes the knight on %s, and a %s %s appears on %s.", k, t.to, either(r.Own, "white", "black"), r.Made[k], image)
		}
		holds := w.quiet
		if r.Captures {
			effect := rules.Appeared
			if r.GoesOn[k] {
				effect = rules.WentOn
			}
			holds = func(move string) func(*board.Position) bool { return w.does(move, effect) }
		}
		if k == board.Pawn { // it takes otherwise than it goes
			move := "c4d5" // whose image is never the square it comes from
			if w.show(example{about: about(trip{"c4", "d5"}, w.image("d5")), pieces: "Pc4 nd5", move: move, legal: []string{move}, holds: holds(move)}) {
				return
			}
			continue
		}
		if w.show(w.travel(k, about, taken, holds)...) {
			return
		}
	}
}

// inPassing adds en passant to what is said of captures, where there is any.
func (w *writer) inPassing() string { return when(!w.v.NoDoublePush, " (en passant too)") }

// promotion writes whether promotions reflect.
func (w *writer) promotion() {
	r := w.v.Reflection
	makers := []board.Role{}
	for _, k := range w.promotes {
		if made := r.Made[k]; r.Promotions && made != board.NoRole && made != board.Pawn {
			makers = append(makers, k)
		}
	}
	first := w.promotes[0]
	title, effect := "Promotions do not reflect", w.quiet
	text := "A pawn that is promoted stays where it is, and nothing appears."
	about := "The pawn becomes a " + first.String() + ". Nothing happens on " + w.image("b8") + "."
	if len(makers) > 0 {
		first = makers[0]
		title, effect = "Promotions reflect", func(move string) func(*board.Position) bool { return w.does(move, rules.Appeared) }
		var told []string
		for _, k := range makers {
			told = append(told, fmt.Sprintf("a new %s makes a %s", k, r.Made[k]))
		}
		text = "A promotion reflects as the piece promoted to: " + rulebook.Words(told, "and") + ", in the " + either(r.Own, "mover's own", "opponent's") + " colour. " +
			either(len(makers) < len(w.promotes), "Any other new piece makes nothing. ", "") + "A promoted piece never goes on itself."
		about = fmt.Sprintf("The pawn becomes a %s, and a %s %s appears on %s.", first, either(r.Own, "white", "black"), r.Made[first], w.image("b8"))
	}
	if !r.Captures {
		text += when(len(makers) > 0, " This is for promotions by a push: one by a capture makes nothing.")
	}
	w.Rule(title, text)
	move := "b7b8" + string(rune(first.Letter()+'a'-'A'))
	w.show(example{about: about, pieces: "Pb7", move: move, legal: []string{move}, holds: effect(move)})
}

// danger writes that what appears or goes on may make a move illegal.
func (w *writer) danger(makes, goes []board.Role) {
	r := w.v.Reflection
	ownKing := false
	for _, k := range makes {
		ownKing = ownKing || r.Made[k] == board.King
	}
	enemies := len(makes) > 0 && !r.Own
	switch {
	case enemies:
		w.Rule("What appears may forbid a move", "What appears acts at once. It may block a line or give check. If it attacks a king of the side that moved, the move is illegal.")
	case r.Own && ownKing:
		w.Rule("What appears may forbid a move", "A king that appears must be safe: where it would be attacked, the move is illegal.")
	case r.GoesOn[board.King]:
		w.Rule("Where the king ends counts", "A king that goes on must be safe on the square where it ends, and only there.")
	default:
		return
	}
	w.show(w.dangers(makes)...)
}

// dangers looks for moves that are refused for what they do on the image.
func (w *writer) dangers(makes []board.Role) (all []example) {
	r := w.v.Reflection
	for _, k := range makes {
		for _, t := range trips[k] {
			image, move := w.image(t.to), t.from+t.to
			if r.Own && r.Made[k] == board.King {
				s := square(image)
				for _, rank := range []int{7, 0} {
					if rook := board.At(s.File(), rank).String(); rook != image {
						all = append(all, example{about: fmt.Sprintf("A white king would appear on %s, where the rook on %s attacks it.", image, rook),
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
					all = append(all, example{about: fmt.Sprintf("A black %s would appear on %s and attack the king on %s.", r.Made[k], image, name),
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
				all = append(all, example{about: fmt.Sprintf("A black %s would appear on %s and attack the king on %s.", made, image, to),
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
						all = append(all, example{about: fmt.Sprintf("The king would go on from %s to %s, where the rook on %s attacks it.", t.to, image, rook),
							pieces: "K" + t.from + " r" + rook + " k" + black, kings: true, illegal: []string{move}, holds: w.refused(move, rules.CodeKingAttacked)})
					}
				}
			}
		}
	}
	return all
}
