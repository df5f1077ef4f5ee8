// Package hub runs games for many people at once. It keeps the games in use in
// memory on top of a [room.Store], ends games whose time has run out, lets the
// computer think in a bounded pool, and sends updates to watchers.
//
// A [Hub] has a room for each game in use. Package game decides a command under the
// room's lock and the room commits it to the store; only then are the events
// published on the [cluster.Bus] and is the command acknowledged. Watchers receive
// the events that arrive over the bus. Several hubs may share a store and a bus: if
// a commit conflicts with another hub's, the command is decided again on the changed
// game; events lost on the bus show as a gap in their numbers and are read from the
// store.
//
//	h, err := hub.New(ctx, store, hub.Options{Rules: list})
//	me := room.SessionOf(cookie)
//	snapshot, err := h.Create(ctx, me, game.Request{Variant: "triboard", Opponent: game.Friend, Colour: "white"})
//	snapshot, err = h.Join(ctx, friend, snapshot.ID, snapshot.Invite, "Bert")
//	watcher, err := h.Watch(ctx, me, snapshot.ID) // watcher.C: the snapshot first, then each update
//	err = h.Do(ctx, me, snapshot.ID, game.Move{Ply: 0, Key: snapshot.Key, Move: "e2e4"})
//
// Deadlines are in the store. A hub queries the near ones and sets alarms for them,
// so that a flag falls whether or not anybody watches, even if the server was down
// at that moment.
//
// A hub has its own time: it starts with the wall clock and then follows the
// monotonic one. The hub records in the store that it is alive. After a restart, or
// when the machine slept or the wall clock was set, the side to move of every game
// with a running clock is refunded the outage, as an event of the game.
//
// A limited number of computer players think at the same time. Other games queue and
// are shown their place: addresses take turns, then the people at each address, and
// watched games come before unwatched ones. Thinking stops when the game ends or the
// move is taken back, and is cut short when others wait. An unwatched game gets a
// fraction of a second per move, and only a few of them are queued; after a restart
// the others follow gradually. Without a clock the computer rests half a minute
// after the last person has left, and continues when somebody comes back.
//
// A game that anybody may join is a challenge. It ends soon after its maker has
// left, unless it is kept for days. The number of challenges per person and per
// address is limited, and they take turns in the list. The address of a session,
// [room.Session.At], is never stored.
//
// Somebody who wants to play at once is paired with the person who has waited
// longest for the same game and clock ([Hub.Seek]). A player can claim the win after
// the opponent has been gone for a while; one whose socket does not respond counts
// as gone ([room.Watcher.SetAway]). Public games are listed while they are played
// ([Hub.Playing]). Players can only send each other a few fixed phrases ([Hub.Say]),
// which are not stored.
//
// Hubs that share a bus which is a [cluster.Messenger] are nodes of a cluster. Each
// sends a heartbeat four times a second, and once a second a digest of who waits
// there. About a game that several have in memory, they exchange who is present, how
// many events they know, which of them computes the computer's move, and phrases
// ([cluster.Note]). So a person present at one node is present at all, a challenge
// stays open while its maker is at any node, and two people who wait at different
// nodes are paired. A node's announcements are forgotten three seconds after it
// dies. A lost event is noticed by the next number, or by the count that follows
// every commit; while a node or the bus is silent, the hubs ask the store for the
// counts instead.
package hub

import (
	"context"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/lobby"
	"github.com/tainchess/tain/internal/play/name"
	"github.com/tainchess/tain/internal/play/room"
)

// Hub runs games. All its methods are safe for concurrent use. Refusals are of type
// *game.Error.
//
// Each game in memory is a room with its own lock. Only the holder of that lock may
// commit, and nobody sees anything before it is in the store. Nobody holds two rooms,
// and the holder of a room may take the hub's locks but not the other way round.
type Hub struct {
	lifetime
	o          Options
	core       room.Runtime
	rooms      rooms
	challenges *lobby.Challenges
	pairing    *lobby.Pairing
	membership *membership
	playing    playing
	plays      map[string]bool // built-in rule sets that the computer plays
	probe      probe
	clock      storeClock

	ending, fetching, healing task
}

// open acquires the room of a game. The caller closes it.
func (h *Hub) open(ctx context.Context, id string) (*room.Room, error) {
	if !room.ValidID(id) {
		return nil, room.NotFound(id)
	}
	if err := h.enter(); err != nil {
		return nil, err
	}
	for {
		r := h.rooms.obtain(&h.core, id)
		evicted, err := r.Acquire(ctx)
		if evicted {
			h.rooms.remove(r)
		}
		if err != nil {
			h.leave()
			return nil, err
		}
		if !evicted {
			return r, nil
		}
	}
}

// close releases a room.
func (h *Hub) close(r *room.Room) {
	r.Release()
	h.leave()
}

// playing caches the list of games being played.
type playing struct {
	mu   sync.Mutex
	made time.Time
	list []room.OnBoard
}

// playerName returns the name under which a session plays if it asks for one.
func (h *Hub) playerName(by room.Session, asked string) (string, error) {
	clean, err := name.Clean(asked)
	return h.o.Gate.Name(by.Hash(), clean), err
}

// create commits a game that is allowed.
func (h *Hub) create(ctx context.Context, by room.Session, start game.Start, written room.Definition) (room.Snapshot, error) {
	if err := h.core.Define(ctx, written); err != nil {
		return room.Snapshot{}, err
	}
	if err := h.core.Begin(ctx, start, h.core.Time.Now()); err != nil {
		return room.Snapshot{}, err
	}
	r, err := h.open(ctx, start.ID)
	if err != nil {
		return room.Snapshot{}, err
	}
	defer h.close(r)
	return r.Begun(by), nil
}
