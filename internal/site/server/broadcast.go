package server

import (
	"bytes"
	"hash/maphash"
	"slices"
	"sync/atomic"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
)

// broadcasts keeps the JSON of the last moves, since everybody who watches a
// game is sent the same one at the same time, and that of the lists of moves of
// long games. Two games that share a place cost work, not truth.
type broadcasts struct {
	speaks *locale.Catalogue // the language they are told in
	seed   maphash.Seed
	last   [512]atomic.Pointer[broadcast]
	lists  [32]atomic.Pointer[moveList] // of long games
}

// longGame is how many moves make the JSON of their list worth keeping.
const longGame = 64

// moveList is the moves of a game and their JSON.
type moveList struct {
	moves []wire.PlayedMove
	text  []byte
}

// broadcast is a move that was told, and its JSON.
type broadcast struct {
	move wire.MoveMessage
	text []byte
}

func newBroadcasts(speaks *locale.Catalogue) *broadcasts {
	return &broadcasts{speaks: speaks, seed: maphash.MakeSeed()}
}

// allBroadcasts returns those of each language, by its tag.
func allBroadcasts() map[string]*broadcasts {
	all := map[string]*broadcasts{}
	for _, language := range locale.Languages() {
		if c, ok := locale.For(language); ok {
			all[language] = newBroadcasts(c)
		}
	}
	return all
}

// encode returns the JSON of a message, which must not be changed.
func (b *broadcasts) encode(m wire.ServerMessage) []byte {
	if whole, ok := m.(wire.GameMessage); ok && len(whole.Game.Moves) >= longGame {
		return b.encodeGame(whole)
	}
	move, ok := m.(wire.MoveMessage)
	if !ok {
		return encodeIn(b.speaks, m)
	}
	place := &b.last[maphash.String(b.seed, move.Game)%uint64(len(b.last))]
	if kept := place.Load(); kept != nil && same(&kept.move, &move) {
		return kept.text
	}
	text := encodeIn(b.speaks, move)
	place.Store(&broadcast{move, text})
	return text
}

// noMoves is where the moves of a game belong. It is found nowhere else: within
// a text its quotation marks would be escaped.
var noMoves = []byte(`"moves":[]`)

// encodeGame returns the JSON of a long game. All but the moves, which are most
// of it, is another for each who watches.
func (b *broadcasts) encodeGame(m wire.GameMessage) []byte {
	moves := b.encodeMoves(m.Game.ID, m.Game.Moves)
	m.Game.Moves = []wire.PlayedMove{}
	rest := encodeIn(b.speaks, m)
	at := bytes.Index(rest, noMoves)
	if at < 0 {
		return rest // which cannot be, and is an answer all the same
	}
	at += len(noMoves) - len("[]")
	text := make([]byte, 0, len(rest)+len(moves))
	text = append(text, rest[:at]...)
	text = append(text, moves...)
	return append(text, rest[at+len("[]"):]...)
}

// encodeMoves returns the JSON of a list of moves. Lists of one game share their
// moves, so that their place tells whether they are the same.
func (b *broadcasts) encodeMoves(id string, moves []wire.PlayedMove) []byte {
	place := &b.lists[maphash.String(b.seed, id)%uint64(len(b.lists))]
	if kept := place.Load(); kept != nil && len(kept.moves) == len(moves) && &kept.moves[0] == &moves[0] {
		return kept.text
	}
	text := encodeIn(b.speaks, moves)
	place.Store(&moveList{moves, text})
	return text
}

// same reports whether two messages are copies of one: they share whatever
// they point to.
func same(a, b *wire.MoveMessage) bool {
	return a.Game == b.Game && a.Ply == b.Ply && a.Move == b.Move && a.Position == b.Position &&
		a.Clocks == b.Clocks && slices.Equal(a.Claim, b.Claim)
}
