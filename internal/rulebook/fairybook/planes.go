package fairybook

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// planes describes the two boards and how pieces pass between them.
func (w *writer) planes() {
	w.Section(say("book.any.planes.section", nil))
	centre := w.squares()[0]
	w.Rule(say("book.any.planes.title", nil), text{
		say("book.any.planes", message.Args{"a": message.Square(w.name(centre)), "b": message.Square(w.name(w.r.Twin(centre)))}),
		when(!w.spec.Passing, say("book.any.planes.stay", nil))})
	if !w.spec.Passing {
		return
	}
	w.Rule(say("book.any.passing.title", nil), text{say("book.any.passing", nil)})
	w.passingShown(false)
	w.Rule(say("book.any.passing.empty.title", nil), text{say("book.any.passing.empty", message.Args{"holes": len(w.spec.Board.Holes) > 0})})
	w.passingShown(true)
	w.Rule(say("book.any.passing.safe.title", nil), text{say("book.any.passing.safe", message.Args{"kings": w.several || len(w.royals) > 1, "kingly": w.kingly()})})
}

// passingShown shows a move that passes to the other board or, if blocked is true, one that cannot be played
// because a piece stands there.
func (w *writer) passingShown(blocked bool) {
	for _, k := range w.those(func(k *kind) bool { return k.Role != board.Pawn && !slices.Contains(w.royals, k) }) {
		for _, from := range w.squares() {
			at := map[board.Square]byte{from: k.Letter}
			p, _, ok := w.parse(w.fen(setup{at: at}))
			if !ok {
				continue
			}
			for _, m := range rules.LegalMoves(w.r, &p) {
				twin := w.r.Twin(m.To())
				e := example{about: say("book.any.passing.shown", message.Args{"role": k.word, "to": message.Square(w.name(m.To())), "twin": message.Square(w.name(twin))})}
				if blocked {
					at[twin] = k.small()
					e = example{chosen: w.name(from), illegal: []string{w.uci(&p, m)},
						about: say("book.any.passing.blocked", message.Args{"role": k.word, "to": message.Square(w.name(m.To())), "twin": message.Square(w.name(twin))})}
				} else {
					e.move, e.legal = w.uci(&p, m), []string{w.uci(&p, m)}
				}
				e.fen = w.fen(setup{at: at})
				if w.show(e) {
					return
				}
				delete(at, twin)
			}
		}
	}
}
