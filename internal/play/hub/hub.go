// Package hub runs games for many people. It caches active games from a [room.Store] in memory, ends
// games whose time has run out, runs the computer's searches in a bounded pool, and sends updates to
// watchers.
//
// A [Hub] has a room for each game in use. Package game decides a command under the room's lock and the
// room commits it to the store. Only then does the room publish the events on the [cluster.Bus] and
// acknowledge the command. Watchers receive the events that arrive over the bus. Several hubs may share
// a store and a bus. If a commit conflicts with another hub's, the command is decided again on the
// changed game. Events lost on the bus show as a gap in their numbers and are read from the store.
//
//	h, err := hub.New(ctx, store, hub.Options{Options: room.Options{Rules: list}})
//	me := room.SessionOf(cookie)
//	snapshot, err := h.Create(ctx, me, game.Request{Variant: "triboard", Opponent: game.Friend, Colour: "white"})
//	snapshot, err = h.Join(ctx, friend, snapshot.ID, snapshot.Invite, "Bert")
//	watcher, err := h.Watch(ctx, me, snapshot.ID) // watcher.C: the snapshot first, then each update
//	err = h.Do(ctx, me, snapshot.ID, game.Move{Ply: 0, Key: snapshot.Key, Move: "e2e4"})
//
// Deadlines are in the store. A hub queries the ones that are due soon and sets alarms for them, so that a
// flag falls even if nobody watches or the server was down at that moment.
//
// A hub has its own time, which starts from the wall clock and then follows the monotonic clock. The hub
// regularly records in the store that it is alive. After a restart, after a suspension of the machine, or
// when the wall clock is set forward, the hub refunds the outage to the side to move in every game with a
// running clock. The refund is an event of the game.
//
// A limited number of computer players search at the same time. Other games queue, and their players see
// their place in the queue. Addresses take turns, and so do the people at each address; watched games usually
// come before unwatched ones. A search stops when the game ends or the move is taken back, and is shortened
// when others wait. An unwatched game gets a fraction of a second per move, and only a few of them are queued
// at a time, even after a restart. In a game without a clock the computer pauses half a minute after the last
// person has left, and resumes when somebody comes back.
//
// A game that anybody may join is a challenge. It ends soon after its creator has left, unless the creator
// chose to keep it open for days. The number of challenges per person and per address is limited, and
// addresses take turns in the list. The address of a session, [room.Session.At], is never stored.
//
// A player who wants to start immediately is paired with the person who has waited longest for the same game
// and time control ([Hub.Seek]). A player can claim a win after the opponent has been absent for a while; a
// player whose socket does not respond counts as absent ([room.Watcher.SetAway]). Public games are listed
// while they are in progress ([Hub.Playing]). Players can only send each other a few predefined phrases
// ([Hub.Say]), which are not stored.
//
// Hubs that share a [cluster.Messenger] as their bus are nodes of a cluster. Each sends a heartbeat
// four times a second, and a digest of its challenges, seeks and games once a second. For a game that
// several nodes have in memory, they exchange who is present, how many events they have, which of them
// searches for the computer's move, and phrases ([cluster.Note]). A person present at one node is
// therefore present at all nodes, a challenge stays open while its creator is at any node, and two
// people waiting at different nodes can be paired. A node's announcements expire three seconds after
// it dies. A lost event is detected by a gap in the numbers, or by the event count that follows every
// commit. The hubs also query the store for the counts of watched games, more often while a node or
// the bus is silent.
package hub

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/lobby"
	"github.com/tainchess/tain/internal/play/name"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/message"
)

// Hub runs games. All its methods are safe for concurrent use. Refusals are of type *game.Error.
//
// Each game in memory is a room with its own lock. Only the holder of that lock may commit, and events
// become visible only once they are in the store. A goroutine locks at most one room. It may take the
// hub's locks while it holds a room's lock. While it holds one of the hub's locks, it may only try to lock
// a room.
type Hub struct {
	lifetime
	o          Options
	runtime    room.Runtime
	rooms      rooms
	challenges *lobby.Challenges
	// challengers are the ratings of the creators of rated challenges, by game, as of the latest list.
	challengers atomic.Pointer[map[string]*game.Rating]
	pairing     *lobby.Pairing
	membership  *membership
	playing     playing
	plays       map[string]bool // built-in rule sets that the computer can play
	probe       probe
	clock       storeClock
	presence    presence

	ending, fetching, healing task
}

// open acquires the room of a game. The caller must close it.
func (h *Hub) open(ctx context.Context, id string) (*room.Room, error) {
	if !room.ValidID(id) {
		return nil, room.NotFound(id)
	}
	if err := h.enter(); err != nil {
		return nil, err
	}
	for {
		r := h.rooms.obtain(&h.runtime, id)
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

// playing caches the list of games in progress.
type playing struct {
	mu   sync.Mutex
	made time.Time
	list []room.OnBoard
}

// playerName returns the name under which a session plays, given the requested name. Guests cannot use the name of an
// account.
func (h *Hub) playerName(ctx context.Context, by room.Session, requested string) (string, error) {
	if by.Name() != "" {
		return by.Name(), nil
	}
	clean, err := name.Clean(requested)
	if err != nil {
		return "", err
	}
	given := h.o.Gate.Name(by.Hash(), clean)
	if h.o.Taken == nil || given == "" || given != clean {
		return given, nil
	}
	taken, err := h.o.Taken(ctx, given)
	switch {
	case err != nil:
		return "", game.StoreFailed("begin", err)
	case taken:
		return "", game.Refuse("game.taken.name", "the name {text, quote} belongs to an account: choose another, or sign in", message.Args{"text": given})
	}
	return given, nil
}

// create commits a new game and returns it as its creator sees it.
func (h *Hub) create(ctx context.Context, by room.Session, start game.Start, d room.Definition) (room.Snapshot, error) {
	if err := h.runtime.Define(ctx, d); err != nil {
		return room.Snapshot{}, err
	}
	if err := h.runtime.Begin(ctx, start, h.runtime.Time.Now()); err != nil {
		return room.Snapshot{}, err
	}
	r, err := h.open(ctx, start.ID)
	if err != nil {
		return room.Snapshot{}, err
	}
	defer h.close(r)
	return r.Start(by), nil
}
