package live

import (
	"bytes"
	"hash/maphash"
	"sync"
	"sync/atomic"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/view"
)

// encoder encodes updates in one language. It caches the JSON of recent moves, which all watchers of a game
// receive at the same time, and the JSON of move lists. Games that share a cache slot evict each other.
type encoder struct {
	view  roomView
	seed  maphash.Seed
	last  [512]atomic.Pointer[encodedMove]
	lists [64]atomic.Pointer[encodedMoves]
}

// longGame is the minimum number of moves for which a move list is cached.
const longGame = 16

// encodedMoves contains the moves of a game, the position after them, and their JSON.
type encodedMoves struct {
	moves []game.PlayedMove
	after board.Position
	text  []byte
}

// encodedMove is a sent move and its JSON.
type encodedMove struct {
	step *game.Step
	text []byte
}

func newEncoder(c *locale.Catalogue) *encoder {
	return &encoder{view: roomView{view.In(c)}, seed: maphash.MakeSeed()}
}

// newEncoders returns an encoder for each language, by language tag.
func newEncoders() map[string]*encoder {
	all := map[string]*encoder{}
	for _, language := range locale.Languages() {
		if c, ok := locale.For(language); ok {
			all[language] = newEncoder(c)
		}
	}
	return all
}

// encode returns the JSON of an update. The result must not be modified.
func (b *encoder) encode(u room.Update) []byte {
	switch u := u.(type) {
	case room.GameUpdate:
		if len(u.Game.Moves) >= longGame && u.Game.From == 0 {
			return b.encodeGame(u.Game)
		}
	case room.MoveUpdate:
		slot := &b.last[maphash.String(b.seed, u.Game)%uint64(len(b.last))]
		if cached := slot.Load(); cached != nil && cached.step == u.Step {
			return cached.text
		}
		text := wire.Encode(b.view.Step(u.Step))
		slot.Store(&encodedMove{u.Step, text})
		return text
	}
	return wire.Encode(b.view.Update(u))
}

// noMoves marks the place of the move list in a game's JSON. It occurs nowhere else, because its quotation
// marks would be escaped inside a string.
var noMoves = []byte(`"moves":[]`)

// encodeGame returns the JSON of a long game. It caches the moves, which are most of the text and the same
// for all clients.
func (b *encoder) encodeGame(s *room.Snapshot) []byte {
	moves := b.encodeMoves(s)
	rest := wire.Encode(wire.GameMessage{Type: "game", Game: b.view.RoomWithout(s)})
	at := bytes.Index(rest, noMoves) + len(noMoves) - len("[]")
	text := make([]byte, 0, len(rest)+len(moves))
	text = append(text, rest[:at]...)
	text = append(text, moves...)
	return append(text, rest[at+len("[]"):]...)
}

// encodeMoves returns the JSON of a game's moves. Snapshots of one game share their moves, which are only
// ever appended, so the address of the first move shows whether a cached list is a prefix of this one.
func (b *encoder) encodeMoves(s *room.Snapshot) []byte {
	slot := &b.lists[maphash.String(b.seed, s.ID)%uint64(len(b.lists))]
	cached := slot.Load()
	if cached == nil || &cached.moves[0] != &s.Moves[0] || len(cached.moves) > len(s.Moves) {
		cached = &encodedMoves{after: s.Start, text: []byte("[]")}
	}
	if len(cached.moves) == len(s.Moves) {
		return cached.text
	}
	p, text := cached.after, bytes.Clone(cached.text[:len(cached.text)-1])
	for i := len(cached.moves); i < len(s.Moves); i++ {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, wire.Encode(b.view.Move(s.Rules, &p, &s.Moves[i]))...)
		var next board.Position
		s.Rules.Apply(&p, s.Moves[i].Move, &next)
		p = next
	}
	text = append(text, ']')
	slot.Store(&encodedMoves{s.Moves, p, text})
	return text
}

// playingCaches caches the list of games in progress, by language.
type playingCaches struct {
	mu  sync.Mutex
	all map[string]playingCache
}

// playingCache is the list in one language, with the hub's list from which it was built.
type playingCache struct {
	of   []room.OnBoard
	list []wire.PlayingGame
}

// in returns the list in a language. The hub returns a different slice when its list has changed.
func (p *playingCaches) in(c *locale.Catalogue, of []room.OnBoard) []wire.PlayingGame {
	p.mu.Lock()
	defer p.mu.Unlock()
	cached, v := p.all[c.Language()], roomView{view.In(c)}
	if cached.list != nil && len(of) == len(cached.of) && (len(of) == 0 || &cached.of[0] == &of[0]) {
		return cached.list
	}
	known := map[string]*wire.PlayingGame{}
	for i := range cached.list {
		known[cached.list[i].ID] = &cached.list[i]
	}
	list := make([]wire.PlayingGame, len(of))
	for i := range of {
		g := v.Playing(&of[i])
		if before := known[g.ID]; before != nil && before.Position == g.Position && before.Ply == g.Ply {
			g.State, g.Last = before.State, before.Last
		} else {
			g.State, g.Last = api.Shown(of[i].Line, c)
		}
		list[i] = g
	}
	p.all[c.Language()] = playingCache{of, list}
	return list
}
