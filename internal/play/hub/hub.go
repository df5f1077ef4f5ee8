// Package hub runs games for many people at once: it keeps those that are in
// use in memory over a [room.Store], lets flags fall, has the computer think in a
// bounded pool, and tells those who watch.
//
// A [Hub] has a room for each game in use. A command is decided by package game
// under the room's lock and committed to the store; only then is it
// acknowledged, and what was committed is published on the [cluster.Bus]. Watchers are
// told what comes over the bus. Several hubs may share a store and a bus: a
// commit that finds that somebody else has written is decided again on the game
// as it has become, and what is lost on the bus is missed by its number and
// read from the store.
//
//	h, err := hub.NewHub(ctx, store, hub.Options{Rules: list})
//	me := room.SessionOf(cookie)
//	snapshot, err := h.Create(ctx, me, game.Request{Variant: "triboard", Opponent: game.Friend, Colour: "white"})
//	snapshot, err = h.Join(ctx, friend, snapshot.ID, snapshot.Invite, "Bert")
//	watcher, err := h.Watch(ctx, me, snapshot.ID) // watcher.C: the snapshot first, then each update
//	err = h.Do(ctx, me, snapshot.ID, game.Move{Ply: 0, Key: snapshot.Key, Move: "e2e4"})
//
// Deadlines are the store's: a hub asks for those that come before long and
// sets alarms for them, so that a flag falls watched or not, and also if it was
// to fall while the server was down.
//
// Time is the hub's own: it begins with the wall clock and then follows the
// monotonic one. A hub notes in the store that it is alive; after a restart, or
// when the machine has slept or the wall clock was set, the side to move of
// every game whose clock ran is given back what passed meanwhile, as an event
// of the game.
//
// A bounded number of computer players think at the same time. The others wait
// and are told their place: addresses take turns, at each address the people
// there, and games that somebody watches come before those that nobody does.
// Thinking stops when the game ends or the move is taken back, and is cut short
// when others wait. A game that nobody watches gets a fraction of a second for a
// move, and few of them are in the queue; also after a new start the others
// are taken up by and by. Without a clock the computer rests half a minute after
// the last person has left, and goes on when somebody comes back.
//
// A game that anybody may join is a challenge. It ends soon after its maker has
// left, unless it is to be kept for days. People and addresses have few, and take
// turns in the list. Where people ask from, [room.Session.At], is never stored.
//
// Who wants to play at once is paired with whoever has waited longest for the same
// game and clock ([Hub.Seek]). A player who is gone can be claimed against after a
// while; one whose socket does not answer counts as gone ([room.Watcher.SetAway]).
// Games that began in public stand in a list while they are played
// ([Hub.Playing]). Players say no more to each other than a few phrases
// ([Hub.Say]), which are not stored.
//
// Hubs that share a bus which is a [cluster.Messenger] are nodes of a cluster. Each tells
// the others four times a second that it is alive, and once a second who waits
// there. Of a game that several have in memory they tell each other who is at it,
// how many events they know of, which of them thinks about the computer's move,
// and what players say ([cluster.Note]). So whoever is at one node is here for all;
// a challenge lives while its maker is at any; two who wait at different nodes
// are paired. What a node that dies had to tell is forgotten after three
// seconds. An event that was lost on the bus shows in the next number, or in the
// count that follows every commit; while a node or the bus itself is not heard
// of, the store is asked for the counts instead.
package hub

import (
	"context"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/lobby"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/play/schedule"
)

// Hub runs games. All its methods may be called at the same time; what they
// refuse is a *game.Error.
//
// Each game in memory is a room with a lock of its own. Whoever holds it may
// commit: nothing is seen by others before it is in the store. Nobody holds
// two rooms, and whoever holds a room may take the hub's lock but not the other
// way round.
type Hub struct {
	lifetime
	o          Options
	core       room.Runtime
	rooms      rooms
	challenges *lobby.Challenges
	pairing    *lobby.Pairing
	membership *membership
	playing    playing
	plays      map[string]bool // the built-in rule sets that the computer plays
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

// NewHub returns a hub of the games in a store. It takes up the clocks of those
// that are running.
func NewHub(ctx context.Context, store room.Store, o Options) (*Hub, error) {
	n := cluster.NewNodes(room.NewID(), o.Bus) // a hub that is given no bus is alone
	o = o.complete()
	limits := o.lobbyLimits()
	h := &Hub{
		o: o, challenges: lobby.NewChallenges(limits, n), pairing: lobby.NewPairing(limits, n),
		plays: map[string]bool{}, membership: newMembership(n),
	}
	h.lifetime.stop, h.rooms.byID = make(chan struct{}), map[string]*room.Room{}
	c := &h.core
	c.Store, c.Options, c.Replies, c.Nodes, c.Challenges = store, o.roomOptions(), make(chan computer.Reply, 256), n, h.challenges
	c.Asker, _ = store.(room.Asker)
	c.Pool = computer.NewPool(o.computerLimits(), n)
	c.Time = schedule.NewTimeline(o.Wall)
	c.Alarms = schedule.NewAlarms(c.Time.Now, h.expire)
	c.Outages.Store(new([]game.Outage))
	if h.clock.source, _ = store.(schedule.Clock); h.clock.source != nil {
		if err := h.clock.begin(ctx, c.Time); err != nil {
			return nil, err
		}
		if off := c.Time.Now() - o.Wall().UnixMilli(); max(off, -off) >= schedule.WallJump.Milliseconds() {
			o.Log.Warn("hub: the clock of this machine differs from that of the database, which counts; set it right", "milliseconds", off)
		}
	}
	open, err := store.Open(ctx, lobby.MaxOpen)
	if err != nil {
		return nil, err
	}
	for i := range open {
		h.challenges.Restore(&open[i])
	}
	awake := h.awake(ctx)
	if awake != nil {
		o.Log.Error("hub: nothing can be saved", "error", awake)
	}
	due, err := h.askDue(ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range due {
		if e.ComputerToMove() {
			// They would all queue at once, and nobody may be waiting for them.
			h.core.Pool.Park(e.ID, fair.Party{}, 0)
		}
	}
	var players []computer.Player
	for range o.Players {
		players = append(players, o.NewPlayer())
	}
	for _, r := range o.Rules.All() {
		h.plays[r.Info().Name] = players[0].Plays(r)
	}
	for _, p := range players {
		go h.work(p)
	}
	go h.core.Alarms.Run()
	go h.beat(awake == nil)
	go h.keep(len(due) >= mostDue)
	if h.core.Asker != nil {
		go h.receiveReplies()
	}
	h.joinCluster()
	return h, nil
}
