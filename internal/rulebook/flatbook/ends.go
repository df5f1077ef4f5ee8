package flatbook

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant/flat/topology"
)

// ends describes check, checkmate and the other ways in which a game can end.
func (w *writer) ends() {
	effects := w.effects()
	w.Section(say("book.end.section", nil))
	w.Rule(say("book.end.check.title", nil), text{say("book.end.check", message.Args{"kings": w.kings})})
	w.Rule(say("book.end.legal.title", nil), text{say("book.end.legal", message.Args{"kings": w.kings, "effects": effects})})
	w.show(
		example{about: say("book.end.legal.along", nil),
			pieces: "Ke1 Re2 re8 kb7", kings: true, legal: []string{"e2e5"}, illegal: []string{"e2c2"}},
		example{about: say("book.end.legal.leave", nil),
			pieces: "Ke1 Re2 re8 kb7", kings: true, illegal: []string{"e2c2"}},
	)
	w.Rule(say("book.end.mate.title", nil), text{say("book.end.mate", nil)})
	w.show(w.states("checkmate", func(side board.Colour) message.Message { return say("book.end.mate.shown", message.Args{"side": side}) }, mates)...)
	means := map[rules.Stalemating]string{rules.StalemateDraws: "draw", rules.StalemateLoses: "loss", rules.StalemateWins: "win"}[w.v.Info().Stalemate]
	w.Rule(say("book.end.stalemate.title", nil), text{say("book.end.stalemate", message.Args{"means": means})})
	w.show(w.states("stalemate", func(side board.Colour) message.Message {
		return say("book.end.stalemate.shown", message.Args{"side": side, "means": means})
	}, stalemates)...)
	w.Rule(say("book.end.repetition.title", nil),
		text{say("book.end.repetition", nil), say("book.end.repetition.same", message.Args{"castling": w.castles, "passant": w.passant()})})
	w.Rule(say("book.end.fifty.title", nil), text{say("book.end.fifty", message.Args{"pawns": w.has[board.Pawn]}), when(effects != "none", say("book.end.fifty.mirror", message.Args{"effects": effects}))})
	w.Rule(say("book.end.dead.title", nil), text{w.dead()})
	w.Rule(say("book.end.other.title", nil), text{say("book.end.other", nil), choose(w.v.Info().Reflects || means != "draw", say("book.end.clock", nil), say("book.end.clock.bare", nil))})
}

// dead lists the material with which the game is immediately drawn.
func (w *writer) dead() message.Message {
	var all message.List
	for _, m := range w.v.NoMate {
		switch {
		case m.Role == board.NoRole:
			all = append(all, say("part.book.dead.kings", nil))
		case m.Most == 1:
			all = append(all, say("part.book.dead.one", message.Args{"role": m.Role}))
		case m.OneColour:
			all = append(all, say("part.book.dead.colour", message.Args{"role": m.Role}))
		}
	}
	if len(all) == 0 {
		return say("book.end.dead.none", nil)
	}
	return say("book.end.dead", message.Args{"all": all})
}

// mates and stalemates are candidate positions. Most of them are checkmate or stalemate in most
// games.
var (
	mates = []string{
		"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w - - 1 3", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
		"4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "R3k3/1R6/8/8/8/8/8/4K3 b - - 0 1",
		"R3k3/1R6/8/8/8/8/6K1/8 b - - 0 1", "QQ2k3/QQ6/8/8/8/8/8/4K3 b - - 0 1", "4k3/QQ6/QQ6/8/8/8/8/6K1 b - - 0 1", "6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1",
		"Q2rkr2/3p1p2/Q3N3/8/4R3/8/8/6K1 b - - 0 1",
	}
	stalemates = []string{
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", "k7/P7/K7/8/8/8/8/8 b - - 0 1", "k7/2Q5/8/8/8/8/8/4K3 b - - 0 1",
		"k7/8/1Q6/8/8/8/8/4K3 b - - 0 1", "8/8/8/4p3/4P3/8/8/6K1 b - - 0 1", "8/8/8/2p5/2P5/8/8/8 b - - 0 1",
	}
)

// states returns an example for each position, claiming that it has the given state.
func (w *writer) states(state string, about func(board.Colour) message.Message, fens []string) (all []example) {
	for _, fen := range fens {
		side := either(fen[len(board0(fen))+1] == 'w', board.White, board.Black)
		all = append(all, example{about: about(side), fen: fen, state: state})
	}
	return all
}

// notation describes how moves and positions are written.
func (w *writer) notation() {
	r := w.v.Reflection
	w.Section(say("book.notation.section", nil))
	var letters []string
	for _, k := range w.those(func(k board.Role) bool { return k != board.Pawn }) {
		letters = append(letters, w.In.Letter(capitalLetter(k)))
	}
	w.Rule(say("book.notation.moves.title", nil), text{say("book.notation.moves", message.Args{"letters": message.Strings(letters), "pawns": w.has[board.Pawn]})},
		text{when(w.goes != nil, say("book.notation.goes", nil))}, text{when(w.spawns != nil, say("book.notation.made", nil))})
	var all []message.Message
	add := func(pieces, enPassant, rights string, kings bool, move string) bool {
		e := example{pieces: pieces, enPassant: enPassant, rights: rights, kings: kings, legal: []string{move}}
		p, ok := w.find(e)
		if ok {
			played, _ := rules.Play(w.v, &p, move)
			guide := w.v.Guide()
			all = append(all, say("book.notation.example", message.Args{"san": locale.SAN(w.In.Language(), guide.FormatSAN(&p, played.Move)), "uci": guide.FormatUCI(&p, played.Move),
				"told": describe.Sentence(w.v, &p, played.Move)}))
		}
		return ok
	}
	add("Ng1", "", "", false, "g1f3")
	if r != nil {
		for _, k := range w.goes {
			if k == board.King || k == board.Knight { // the first example is a knight's move
				continue
			}
			if slices.ContainsFunc(trips[k], func(t trip) bool { return add(capitalLetter(k)+t.from, "", "", false, t.from+t.to) }) {
				break
			}
		}
	}
	if w.seamed {
		w.crossingText(add)
	}
	if w.passant() {
		if w.v.SeamHome && w.crosses[board.Pawn] {
			add("Pa5 ph5", "h6", "", false, "a5h7")
		} else {
			add("Pe5 pd5", "d6", "", false, "e5d6")
		}
	}
	add("Pb7", "", "", false, "b7b8"+string(rune(w.promotes[0].Letter()+'a'-'A')))
	if w.castles {
		add("Ke1 Rh1 ke8", "", "K", true, "e1g1")
	}
	w.Items(all...)
	w.Say(text{when(w.v.Info().SeamMark && w.seamed, say("book.notation.mark", nil))})
	w.Rule(say("book.notation.positions.title", nil), text{say("book.notation.positions", message.Args{"start": w.v.Info().Start}),
		when(!w.castles || !w.passant(), say("book.any.notation.dash", message.Args{"castling": w.castles, "passant": w.passant()}))}, text{say("book.notation.chapter", nil)})
}

// crossingText adds an example move over the seam.
func (w *writer) crossingText(add func(pieces, enPassant, rights string, kings bool, move string) bool) {
	switch {
	case w.crosses[board.Knight]:
		add("Na3", "", "", false, "a3h5")
	case w.crosses[board.Rook]:
		add("Ra4 Pc4", "", "", false, "a4h4")
	case w.crosses[board.Pawn]:
		add("Pa4 nh5", "", "", false, "a4h5")
	case w.crosses[board.King]:
		add("Ka4 ke8", "", "", true, "a4h4")
	case w.crosses[board.Bishop]:
		add("Bb3", "", "", false, either(w.crossing == topology.Hop, "b3h4", "b3h5"))
	default:
		add("Qb3", "", "", false, either(w.crossing == topology.Hop, "b3h4", "b3h5"))
	}
}

// find returns a position in which the claims of an example hold, or false if there is none.
func (w *writer) find(e example) (p board.Position, ok bool) {
	e.holds = func(found *board.Position) bool { p = *found; return true }
	_, ok = w.diagram(e)
	return p, ok
}
