package fairybook

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant/fairy"
)

// mirror describes the effects of moves on the reflections of their landing squares.
func (w *writer) mirror() {
	f := w.spec.Reflection
	w.Section(say("book.mirror.section", nil))
	image := map[fairy.Image]string{fairy.Rotate: "rotate", fairy.Files: "files", fairy.Ranks: "ranks"}[f.Map]
	from := w.squares()[len(w.squares())/2]
	var lonely message.List
	for _, s := range w.squares() {
		if to := w.r.Reflected(s); to == board.NoSquare {
			lonely = append(lonely, message.Square(w.name(s)))
		} else if w.r.Reflected(from) == board.NoSquare {
			from = s
		}
	}
	w.Rule(say("book.mirror.image.title", nil), text{say("book.any.image", message.Args{"map": image}),
		when(w.r.Reflected(from) != board.NoSquare, say("book.any.image.example", message.Args{"from": message.Square(w.name(from)), "to": message.Square(w.name(w.r.Reflected(from)))})),
		when(lonely != nil, say("book.any.image.none", message.Args{"squares": lonely}))})
	w.Rule(say("book.mirror.when.title", nil),
		text{choose(f.Captures, say("book.mirror.when.all", message.Args{"passant": w.passant()}), say("book.mirror.when.quiet", nil)),
			say("book.mirror.when", nil)},
		text{say("book.mirror.when.landing", nil), when(w.castles != nil, say("book.mirror.when.castling", nil))})
	if w.spawns != nil {
		w.spawned()
	}
	if w.goes != nil {
		w.Rule(say("book.mirror.goes.title", nil), text{say("book.mirror.goes", message.Args{"roles": words(w.goes)})}, text{say("book.mirror.goes.safe", nil)})
		w.effect(w.goes, describe.WentOn, false)
	}
	if still := w.those(func(k *kind) bool { return !slices.Contains(w.spawns, k) && !slices.Contains(w.goes, k) }); still != nil {
		w.Rule(say("book.mirror.still.title", nil), text{say("book.any.still", message.Args{"roles": words(still)})})
	}
	if f.Captures {
		w.Rule(say("book.mirror.captures.title", nil), text{say("book.mirror.captures", message.Args{"passant": w.passant()}),
			when(w.spawns != nil, say("book.mirror.captures.makes", nil)), when(w.goes != nil, say("book.mirror.captures.goes", nil))})
		w.effect(append(slices.Clone(w.goes), w.spawns...), describe.WentOn, true)
	} else {
		w.Rule(say("book.mirror.captures.none.title", nil), text{say("book.mirror.captures.none", message.Args{"effects": w.effects()})})
	}
	if w.promotes != nil {
		w.promoted()
	}
	w.danger()
}

// spawned describes which pieces moves spawn.
func (w *writer) spawned() {
	f := w.spec.Reflection
	w.Rule(say("book.mirror.appears.title", nil), text{choose(f.Own, say("book.mirror.appears.own", nil), say("book.mirror.appears.enemy", nil))})
	table := [][]string{{w.Text(say("book.mirror.table.lands", nil)), w.Text(say("book.mirror.table.appears", nil))}}
	pawns := false
	for _, k := range w.spawns {
		made := w.of(f.Makes[k.small()])
		table = append(table, []string{w.Text(say("book.mirror.table.mover", message.Args{"role": k.word})), w.Text(say("book.mirror.table.made", message.Args{"role": made.word}))})
		pawns = pawns || made.Role == board.Pawn
	}
	w.Table(table...)
	w.Say(text{say("book.mirror.made", nil), when(w.castles != nil, say("book.mirror.made.castling", nil)),
		when(pawns, say("book.any.mirror.last", message.Args{"ranks": w.grid.Ranks}))})
	w.effect(w.spawns, describe.Appeared, false)
	if w.several {
		w.Rule(choose(w.kingly(), say("book.mirror.kings.title", nil), say("book.any.several.title", nil)),
			text{choose(w.kingly(), say("book.mirror.kings", nil), say("book.any.several", message.Args{"roles": words(w.royals)}))})
	}
}

// effect shows up to three moves with the given effect: spawning a piece or going on. If capture is true, it
// shows one capture instead, with the effect that captures by its kind have.
func (w *writer) effect(kinds []*kind, effect describe.Effect, capture bool) {
	shown := 0
	for _, k := range kinds {
		letters := k.capital()
		if capture {
			victim := w.those(func(o *kind) bool { return !slices.Contains(w.royals, o) })
			if victim == nil || shown > 0 {
				return
			}
			letters += victim[0].lower()
			effect = describe.WentOn
			if slices.Contains(w.spawns, k) {
				effect = describe.Appeared
			}
		}
		var found describe.Change
		var landed string
		fen, move, ok := w.search(letters, 60, func(p *board.Position, m board.Move, changes []describe.Change) bool {
			_, took := has(changes, describe.Captured)
			moved, _ := has(changes, describe.Moved)
			var happened bool
			found, happened = has(changes, effect)
			landed = moved.To
			return happened && took == capture && found.To != moved.From && p.Piece(m.From()).Role() == k.Role && m.Promotion() == board.NoRole
		})
		if !ok || shown == 3 {
			continue
		}
		about := say("book.any.mirror.made", message.Args{"role": k.word, "to": message.Square(landed), "image": message.Square(found.To), "made": w.info.PieceWord(found.Piece)})
		if effect == describe.WentOn {
			about = say("book.any.mirror.goes", message.Args{"role": k.word, "to": message.Square(landed), "image": message.Square(found.To)})
		}
		if w.show(example{about: about, fen: fen, move: move, legal: []string{move}}) {
			shown++
		}
	}
}

// promoted describes whether promotions have an effect.
func (w *writer) promoted() {
	f := w.spec.Reflection
	var told message.List
	for _, k := range w.promotes {
		if made := f.Makes[k.small()]; f.Promotions && made != 0 && (made != 'p' || w.spec.Zone > 1) {
			told = append(told, say("part.book.promoted", message.Args{"role": k.word, "made": w.of(made).word}))
		}
	}
	if told == nil {
		w.Rule(say("book.mirror.promotion.none.title", nil), text{say("book.mirror.promotion.none", message.Args{"effects": w.effects()})})
		return
	}
	w.Rule(say("book.mirror.promotion.title", nil), text{say("book.mirror.promotion", message.Args{"pairs": told, "own": f.Own}),
		when(len(told) < len(w.promotes), say("book.mirror.promotion.others", nil)), when(w.goes != nil, say("book.mirror.promotion.stays", nil)),
		when(!f.Captures, say("book.mirror.promotion.push", nil))})
}

// danger explains that a spawned piece may attack a royal piece of the side that moved.
func (w *writer) danger() {
	f := w.spec.Reflection
	royal := slices.ContainsFunc(w.goes, func(k *kind) bool { return slices.Contains(w.royals, k) })
	switch {
	case w.spawns != nil && !f.Own:
		w.Rule(say("book.mirror.danger.title", nil), text{choose(w.kingly(), say("book.mirror.danger", nil), say("book.any.danger", nil))})
	case royal && w.kingly():
		w.Rule(say("book.mirror.danger.goes.title", nil), text{say("book.mirror.danger.goes", nil)})
	}
}
