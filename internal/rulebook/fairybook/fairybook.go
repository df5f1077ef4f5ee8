// Package fairybook generates the rulebook of a game with any pieces on any flat board.
//
// [Write] generates a book in the format read by [rulebook.Parse]. The book describes only events that can
// happen in the game, and mentions only its pieces. moves.go translates Betza notation into sentences.
// Examples are positions found by search (examples.go), and each is used only if its claims hold under the
// rules of the game.
package fairybook

import (
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/betza"
	"github.com/tainchess/tain/variant/fairy"
	"github.com/tainchess/tain/variant/grid"
)

// Write returns the rulebook of a rule set in the catalogue's language.
func Write(r *fairy.Rules, in *locale.Catalogue) string {
	w := &writer{r: r, info: r.Info(), spec: r.Spec()}
	w.In = in
	w.survey()
	w.intro()
	w.board()
	if w.grid.Planes > 1 {
		w.planes()
	}
	if w.edged() {
		w.edges()
	}
	w.pieces()
	if w.spec.Rebirth != fairy.NoRebirth {
		w.rebirth()
	}
	if w.spawns != nil || w.goes != nil {
		w.mirror()
	}
	w.ends()
	w.notation()
	return w.String()
}

var (
	say    = locale.New
	when   = rulebook.If
	choose = rulebook.Either
)

type text = rulebook.Text

// writer generates a rulebook.
type writer struct {
	rulebook.Writer
	r     *fairy.Rules
	info  *rules.Info
	spec  fairy.Spec
	grid  *grid.Board
	start board.Position

	kinds    []*kind // kinds that can appear in a game, in the order in which the book lists them
	castles  []fairy.CastlingMove
	royals   []*kind
	several  bool    // whether a side can have several royal pieces
	spawns   []*kind // kinds whose moves spawn a piece
	goes     []*kind // kinds that go on
	promotes []*kind // kinds that pawns become
}

// kind is a kind of piece.
type kind struct {
	rules.Kind
	word  any // argument of messages
	atoms []betza.Atom
	seam  bool // whether the kind crosses the seam
	ends  bool // whether the kind crosses the ends
}

// small returns the lower-case letter.
func (k *kind) small() byte { return k.Letter | 0x20 }

// usual contains the movements of the chess pieces in Betza notation.
var usual = map[board.Role]string{board.Knight: "N", board.Bishop: "B", board.Rook: "R", board.Queen: "Q", board.King: "K"}

// survey determines which pieces and effects can occur in a game from its starting position.
func (w *writer) survey() {
	var err error
	if w.grid, err = grid.New(w.spec.Board); err != nil {
		panic("fairybook: " + err.Error()) // cannot happen: the rule set has been compiled
	}
	if w.start, err = w.r.Guide().ParsePosition(w.info.Start, rules.ParseOptions{AllowNoKing: true}); err != nil {
		panic("fairybook: " + err.Error()) // cannot happen: starting positions are valid
	}
	has := map[byte]bool{}
	for _, k := range w.info.Kinds {
		has[k.Letter|0x20] = w.start.Pieces(board.White, k.Role)|w.start.Pieces(board.Black, k.Role) != 0
	}
	f := w.spec.Reflection
	goesOn := func(k byte) bool { return f != nil && strings.IndexByte(f.GoesOn, k) >= 0 }
	for range w.info.Kinds { // repeat, because each kind may spawn another
		for _, to := range []byte(w.spec.Promotes) {
			has[to] = has[to] || has['p']
		}
		for k := range has {
			if f == nil || !has[k] || f.Makes[k] == 0 || goesOn(k) && !(f.Promotions && strings.IndexByte(w.spec.Promotes, k) >= 0) {
				continue
			}
			has[f.Makes[k]] = true
		}
	}
	for _, one := range w.info.Kinds {
		k := w.kind(one)
		if !has[k.small()] {
			continue
		}
		w.kinds = append(w.kinds, k)
		if royal := w.spec.Royal; strings.IndexByte(royal, k.small()) >= 0 || royal == "" && k.Role == board.King {
			w.royals = append(w.royals, k)
		}
		if f != nil && goesOn(k.small()) {
			w.goes = append(w.goes, k)
		} else if f != nil && f.Makes[k.small()] != 0 {
			w.spawns = append(w.spawns, k)
		}
	}
	for _, c := range []byte(w.spec.Promotes) {
		if k := w.of(c); k != nil && has['p'] {
			w.promotes = append(w.promotes, k)
		}
	}
	for side := range board.Colour(2) {
		all, _ := w.r.Kings(&w.start, side)
		w.several = w.several || all.Count() > 1
	}
	for _, k := range w.royals {
		for _, maker := range w.kinds {
			w.several = w.several || f != nil && f.Makes[maker.small()] == k.small()
		}
	}
	w.castles = w.r.CastlingMoves()
}

// kind describes a kind of the rule set.
func (w *writer) kind(one rules.Kind) *kind {
	k := &kind{Kind: one, word: w.info.Word(one.Role)}
	moves := one.Betza
	switch {
	case one.Usual && one.Role == board.Pawn:
		moves = "mfWcefF"
		if w.spec.Double == 2 {
			moves += "imfW2"
		}
	case one.Usual:
		moves = usual[one.Role]
	}
	k.atoms, _ = betza.Parse(moves) // the rule set has been compiled
	k.seam = w.spec.Board.Seam != grid.None && strings.IndexByte(w.spec.SeamKinds, k.small()) >= 0 && (k.Role != board.Pawn || slices.ContainsFunc(k.atoms, func(a betza.Atom) bool { return a.CapturesSideways() }))
	k.ends = w.spec.Board.Ends != grid.None && strings.IndexByte(w.spec.EndsKinds, k.small()) >= 0
	return k
}

// of returns the kind with the given letter, or nil if the game does not have it.
func (w *writer) of(letter byte) *kind {
	for _, k := range w.kinds {
		if k.small() == letter {
			return k
		}
	}
	return nil
}

// pawn returns the pawn, or nil if the game has none.
func (w *writer) pawn() *kind { return w.of('p') }

// those returns the kinds for which a condition holds.
func (w *writer) those(holds func(*kind) bool) (all []*kind) {
	for _, k := range w.kinds {
		if holds(k) {
			all = append(all, k)
		}
	}
	return all
}

// words returns kinds as a message argument.
func words(all []*kind) (list message.List) {
	for _, k := range all {
		list = append(list, k.word)
	}
	return list
}

// kingly reports whether the king is the only royal piece, so that the book speaks of kings.
func (w *writer) kingly() bool { return len(w.royals) == 1 && w.royals[0].Role == board.King }

// effects names the effects that moves can have: "spawn", "go", "both" or "none".
func (w *writer) effects() string {
	switch {
	case w.spawns != nil && w.goes != nil:
		return "both"
	case w.spawns != nil:
		return "spawn"
	case w.goes != nil:
		return "go"
	}
	return "none"
}

// last returns the number of the last section.
func (w *writer) last() int {
	n := 4
	for _, more := range []bool{w.grid.Planes > 1, w.edged(), w.spec.Rebirth != fairy.NoRebirth, w.effects() != "none"} {
		if more {
			n++
		}
	}
	return n
}

func (w *writer) intro() {
	w.Raw("# " + w.info.Title + "\n\n")
	w.Say(text{choose(w.kingly(), say("book.any.intro", nil), say("book.any.intro.royal", message.Args{"roles": words(w.royals)})),
		when(w.spec.Checks > 0, say("book.any.intro.checks", message.Args{"count": w.spec.Checks})),
		when(len(w.spec.Reach) > 0, say("book.any.intro.reach", nil)), say("book.any.intro.differ", nil)})
	summary := w.info.Summary
	clauses, _ := summary.Args["clauses"].(message.Message)
	each, _ := clauses.Args["all"].(message.List)
	var all []message.Message
	for _, clause := range each {
		all = append(all, say("book.intro.difference", message.Args{"clause": clause}))
	}
	w.Items(all...)
	w.Say(text{say("book.intro.examples", nil)})
}

// board describes the board, the starting position and a turn.
func (w *writer) board() {
	g := w.grid
	var holes []string
	for _, s := range w.spec.Board.Holes {
		holes = append(holes, g.Name(s))
	}
	slices.Sort(holes)
	dark := w.info.Squares[0]
	for _, s := range w.info.Squares { // the leftmost square of the lowest rank
		if s.Y < dark.Y || s.Y == dark.Y && s.X < dark.X {
			dark = s
		}
	}
	w.Section(say("book.board.section", nil))
	w.Rule(say("book.board.title", nil), text{say("book.any.board", message.Args{"files": g.Files, "ranks": g.Ranks, "last": file(g.Files - 1),
		"example": message.Square(w.name(w.squares()[0])), "corner": message.Square(dark.Name), "dark": dark.Dark, "planes": g.Planes > 1})},
		text{when(holes != nil, say("book.any.holes", message.Args{"squares": message.Strings(holes)}))},
		text{when(w.info.Boards == 3, say("book.board.three", nil))})
	w.Rule(say("book.start.title", nil), text{say("book.start.own", nil)})
	all, _ := w.r.Kings(&w.start, board.White)
	black, _ := w.r.Kings(&w.start, board.Black)
	study := ""
	if all.Empty() || black.Empty() {
		study = "study\n"
	}
	w.Raw("```diagram\nabout " + w.Text(say("book.start.shown", message.Args{"side": w.start.Side})) + "\n" + study + "```\n\n")
	w.Rule(say("book.turns.title", nil), text{say("book.turns.turns", message.Args{"side": w.start.Side})},
		text{say("book.turns.captures", message.Args{"passant": w.passant()})})
}

// file returns the letter of a file.
func file(n int) string { return string(rune('a' + n)) }

// passant reports whether the game has en passant.
func (w *writer) passant() bool {
	k := w.pawn()
	return k != nil && slices.ContainsFunc(k.atoms, func(a betza.Atom) bool { return a.EnPassant }) &&
		slices.ContainsFunc(k.atoms, func(a betza.Atom) bool { return passes(&a) })
}

// passes reports whether an atom lets a pawn pass a square.
func passes(a *betza.Atom) bool {
	return a.Initial && a.Long == 1 && a.Mode != betza.Capture && a.Hurdle == betza.NoHurdle && a.Range != 1
}
