// Package flatbook generates the rulebook of a game on one board: numbered rules with examples.
//
// Built-in rule sets have a handwritten rulebook. For definitions, [Write] generates one in the format
// read by [rulebook.Parse]. The book describes only events that can happen in the game, and mentions
// only its pieces. Examples come from pools of candidates. An example is used only if its claims hold
// under the rules of the game (examples.go).
package flatbook

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Write returns the rulebook of a rule set in the catalogue's language.
func Write(v *flat.Rules, in *locale.Catalogue) string {
	w := &writer{v: v, promotes: v.Promotes}
	w.In = in
	if w.promotes == nil {
		w.promotes = []board.Role{board.Queen, board.Rook, board.Bishop, board.Knight}
	}
	w.survey()
	w.intro()
	w.board()
	w.pieces()
	if w.seamed {
		w.seam()
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
	v        *flat.Rules
	promotes []board.Role

	has      [8]bool // piece types that can appear in a game
	crossing topology.Crossing
	crosses  [8]bool      // piece types that can cross the seam
	seamed   bool         // whether any piece type can cross the seam
	spawns   []board.Role // piece types whose moves spawn a piece
	goes     []board.Role // piece types that go on
	castles  bool         // whether the starting position has castling rights
	kings    bool         // whether a side can have several kings
}

// survey determines which pieces and effects can occur in a game from its starting position.
func (w *writer) survey() {
	p, err := w.v.Guide().ParsePosition(w.v.Info().Start, rules.ParseOptions{AllowNoKing: true})
	if err != nil {
		panic("flatbook: " + err.Error()) // cannot happen: starting positions are valid
	}
	for _, k := range roles {
		white, black := p.Pieces(board.White, k), p.Pieces(board.Black, k)
		w.has[k] = white|black != 0
		w.kings = w.kings || k == board.King && max(white.Count(), black.Count()) > 1
	}
	r := w.v.Reflection
	for range roles { // repeat, because each piece type may spawn another
		for _, k := range roles {
			promoted := w.has[board.Pawn] && slices.Contains(w.promotes, k)
			w.has[k] = w.has[k] || promoted
			if r != nil && r.Made[k] != board.NoRole && w.has[k] && (!r.GoesOn[k] || promoted && r.Promotions) {
				w.has[r.Made[k]] = true
				w.kings = w.kings || r.Made[k] == board.King
			}
		}
	}
	if r != nil {
		w.spawns = w.those(func(k board.Role) bool { return r.Made[k] != board.NoRole && !r.GoesOn[k] })
		w.goes = w.those(func(k board.Role) bool { return r.GoesOn[k] })
	}
	if w.v.Topology.Seam {
		w.crossing, w.crosses = w.v.Topology.Crossing()
		for k := range w.crosses {
			w.crosses[k] = w.crosses[k] && w.has[k]
			w.seamed = w.seamed || w.crosses[k]
		}
	}
	w.castles = !w.v.NoCastling && w.startRights() != "-"
}

// passant reports whether the game has en passant.
func (w *writer) passant() bool { return !w.v.NoDoublePush && w.has[board.Pawn] }

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
	if w.seamed {
		n++
	}
	if w.effects() != "none" {
		n++
	}
	return n
}

// roles are the piece types in the order in which books list them.
var roles = [...]board.Role{board.Pawn, board.Knight, board.Bishop, board.Rook, board.Queen, board.King}

// those returns the game's piece types for which a condition holds.
func (w *writer) those(holds func(board.Role) bool) (all []board.Role) {
	for _, k := range roles {
		if w.has[k] && holds(k) {
			all = append(all, k)
		}
	}
	return all
}

// list returns roles as a message argument.
func list(all []board.Role) (roles message.List) {
	for _, k := range all {
		roles = append(roles, k)
	}
	return roles
}

// either returns yes if holds is true, and otherwise no.
func either[T any](holds bool, yes, no T) T {
	if holds {
		return yes
	}
	return no
}
