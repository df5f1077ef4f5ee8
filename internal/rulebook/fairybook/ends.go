package fairybook

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant/fairy"
)

// ends describes check, checkmate and the other ways in which a game can end.
func (w *writer) ends() {
	effects := w.effects()
	w.Section(say("book.end.section", nil))
	w.Rule(say("book.end.check.title", nil), text{choose(w.kingly(), say("book.end.check", message.Args{"kings": w.several}), say("book.any.check", message.Args{"roles": words(w.royals), "several": w.several || len(w.royals) > 1})),
		when(w.spec.Passing, say("book.any.passing.check", nil))})
	legal := choose(w.kingly(), say("book.end.legal", message.Args{"kings": w.several, "effects": effects}), say("book.any.legal", nil))
	if w.spec.Passing {
		legal = say("book.any.passing.legal", message.Args{"rule": "2.4"})
	}
	w.Rule(say("book.end.legal.title", nil), text{legal, when(w.spec.Rebirth != fairy.NoRebirth, say("book.any.legal.rebirth", nil))})
	if w.spec.Checks > 0 {
		w.checks()
	}
	if len(w.spec.Reach) > 0 {
		w.reach()
	}
	w.Rule(say("book.end.mate.title", nil), text{say("book.end.mate", nil), when(w.spec.Checks > 0 || len(w.spec.Reach) > 0, say("book.any.mate.first", nil))})
	if fen, ok := w.decided(string(rules.Checkmate)); ok {
		w.show(example{about: say("book.end.mate.shown", message.Args{"side": board.Black}), fen: fen, state: string(rules.Checkmate)})
	}
	means := map[rules.Stalemating]string{rules.StalemateDraws: "draw", rules.StalemateLoses: "loss", rules.StalemateWins: "win"}[w.info.Stalemate]
	w.Rule(say("book.end.stalemate.title", nil), text{say("book.end.stalemate", message.Args{"means": means})})
	if fen, ok := w.decided(string(rules.Stalemate)); ok {
		w.show(example{about: say("book.end.stalemate.shown", message.Args{"side": board.Black, "means": means}), fen: fen, state: string(rules.Stalemate)})
	}
	w.Rule(say("book.end.repetition.title", nil),
		text{say("book.end.repetition", nil), say("book.end.repetition.same", message.Args{"castling": w.castles != nil, "passant": w.passant()}),
			when(w.spec.Checks > 0, say("book.any.same.checks", nil))})
	w.Rule(say("book.end.fifty.title", nil), text{say("book.end.fifty", message.Args{"pawns": w.pawn() != nil}), when(effects != "none", say("book.end.fifty.mirror", message.Args{"effects": effects}))})
	var dead message.List
	white, _ := w.r.Kings(&w.start, board.White)
	black, _ := w.r.Kings(&w.start, board.Black)
	for _, k := range w.royals { // royal pieces are never captured
		if white.Count() == 1 && black.Count() == 1 && w.lifeless(k) {
			dead = append(dead, say("part.book.dead.alone", message.Args{"role": k.word}))
		}
	}
	w.Rule(say("book.end.dead.title", nil), text{choose(dead != nil, say("book.end.dead", message.Args{"all": dead}), say("book.any.dead.none", nil))})
	w.Rule(say("book.end.other.title", nil), text{say("book.end.other", nil), choose(dead != nil, choose(w.kingly(), say("book.end.clock.bare", nil), say("book.any.clock", message.Args{"roles": words(w.royals)})), say("book.any.clock.always", nil))})
}

// lifeless reports whether a position with only two royal pieces of the given kind is a draw.
func (w *writer) lifeless(k *kind) bool {
	squares := w.squares()
	for _, a := range squares {
		for _, b := range squares {
			p, study, ok := w.parse(w.fen(setup{at: map[board.Square]byte{a: k.Letter, b: k.small()}}))
			if a != b && ok && !study {
				o := rules.OutcomeOf(w.r, &p)
				return o.Reason == rules.Dead
			}
		}
	}
	return false
}

// checks describes how a side wins by giving checks.
func (w *writer) checks() {
	n := w.spec.Checks
	w.Rule(say("book.any.checks.title", nil), text{say("book.any.checks", message.Args{"count": n}), say("book.any.checks.once", nil)})
	royal := w.royals[0]
	for _, k := range w.kinds {
		if slices.Contains(w.royals, k) || k.Role == board.Pawn {
			continue
		}
		fen, move, ok := w.search(k.capital()+royal.capital()+royal.lower(), 60, func(p *board.Position, m board.Move, _ []describe.Change) bool {
			var next board.Position
			w.r.Apply(p, m, &next)
			return w.r.Checks(&next, board.White) > 0 && n > 1 || rules.OutcomeOf(w.r, &next).Reason == rules.ChecksGiven
		})
		if !ok {
			continue
		}
		p, _, _ := w.parse(fen)
		at := map[board.Square]byte{}
		for s, pc := range p.All() {
			at[s] = w.info.Letter(pc)
		}
		if w.show(example{about: say("book.any.checks.shown", message.Args{"count": n}), fen: w.fen(setup{at: at, checks: n - 1}), move: move, legal: []string{move}}) {
			return
		}
	}
}

// reach describes how a side wins by reaching a goal square.
func (w *writer) reach() {
	var all []message.Message
	for _, r := range w.spec.Reach {
		k := w.of(r.Kind)
		if k == nil {
			continue
		}
		var squares message.List
		for _, s := range r.Squares {
			squares = append(squares, message.Square(w.grid.Name(s)))
		}
		all = append(all, say("book.any.reach.goal", message.Args{"role": k.word, "squares": squares}))
	}
	w.Rule(say("book.any.reach.title", nil), text{say("book.any.reach", nil)})
	w.Items(all...)
	w.Say(text{say("book.any.reach.legal", nil)})
	for _, r := range w.spec.Reach {
		k := w.of(r.Kind)
		if k == nil {
			continue
		}
		letters := w.royals[0].capital() + w.royals[0].lower()
		if !slices.Contains(w.royals, k) {
			letters += k.capital()
		}
		var to message.Square
		fen, move, ok := w.search(letters, 100, func(p *board.Position, m board.Move, changes []describe.Change) bool {
			var next board.Position
			w.r.Apply(p, m, &next)
			to = message.Square(w.name(m.To()))
			return rules.OutcomeOf(w.r, &next).Reason == rules.GoalReached && p.Piece(m.From()).Role() == k.Role
		})
		if ok && w.show(example{about: say("book.any.reach.shown", message.Args{"role": k.word, "square": to}), fen: fen, move: move, legal: []string{move}}) {
			return
		}
	}
}

// notation describes how moves and positions are written.
func (w *writer) notation() {
	w.Section(say("book.notation.section", nil))
	var letters []string
	for _, k := range w.kinds {
		if k.Role != board.Pawn {
			letters = append(letters, w.In.Letter(k.capital()))
		}
	}
	w.Rule(say("book.notation.moves.title", nil), text{say("book.notation.moves", message.Args{"letters": message.Strings(letters), "pawns": w.pawn() != nil})},
		text{when(w.goes != nil, say("book.notation.goes", nil))}, text{when(w.spawns != nil, say("book.notation.made", nil)), when(w.spec.Rebirth != fairy.NoRebirth, say("book.any.notation.rebirth", nil))})
	var all []message.Message
	p := w.start
	for _, k := range w.kinds { // the first move of each kind from the starting position
		for _, m := range rules.LegalMoves(w.r, &p) {
			if p.Piece(m.From()).Role() == k.Role && len(all) < 4 {
				all = append(all, w.example(&p, m))
				break
			}
		}
	}
	for _, s := range w.squares() {
		if w.promotes == nil {
			break
		}
		q, _, ok := w.parse(w.fen(setup{at: map[board.Square]byte{s: 'P'}}))
		if !ok {
			continue
		}
		if i := slices.IndexFunc(rules.LegalMoves(w.r, &q), func(m board.Move) bool { return m.Promotion() != board.NoRole }); i >= 0 {
			all = append(all, w.example(&q, rules.LegalMoves(w.r, &q)[i]))
			break
		}
	}
	w.Items(all...)
	w.Say(text{when(w.spec.Passing, say("book.any.notation.passing", nil))})
	w.Say(text{when(w.castles != nil, choose(w.spec.Castling == fairy.Chess960, say("book.any.notation.castling.own", nil), say("book.any.notation.castling", nil)))})
	w.Rule(say("book.notation.positions.title", nil), text{say("book.any.notation.positions", message.Args{"start": w.info.Start}),
		when(w.grid.Planes > 1, say("book.any.notation.planes", nil)), when(len(w.spec.Board.Holes) > 0, say("book.any.notation.holes", nil)), when(w.grid.Files > 9, say("book.any.notation.wide", nil)),
		when(w.passant() && !w.pawn().Usual, say("book.any.notation.passant", nil)), when(w.spec.Checks > 0, say("book.any.notation.checks", nil)),
		when(w.castles == nil || !w.passant(), say("book.any.notation.dash", message.Args{"castling": w.castles != nil, "passant": w.passant()}))}, text{say("book.notation.chapter", nil)})
}

// example describes a move in both notations.
func (w *writer) example(p *board.Position, m board.Move) message.Message {
	guide := w.r.Guide()
	return say("book.notation.example", message.Args{"san": locale.SAN(w.In.Language(), guide.FormatSAN(p, m)), "uci": guide.FormatUCI(p, m), "told": describe.Sentence(w.r, p, m)})
}
