// Package room runs one game. A [Room] holds the game in memory, its watchers and the state of the computer
// player.
//
// A command takes this path: [Room.Do] has package game decide the command under the room's lock
// (command.go) and commits the events to the [Store] (commit.go). Only then does it publish the events
// on the bus and acknowledge the command. Events that arrive over the bus, from here or from another
// node, are applied and sent to the watchers (receive.go, audience.go) as values of type [Update]. If a
// commit conflicts with another writer's, the command is decided again on the changed game. Events lost
// on the bus show as a gap in their numbers and are read from the store.
//
// Rooms of the same game at several nodes announce to each other who is present and how many events
// they have (room.go, link.go). One of the nodes searches for the computer's move (computer.go).
//
// Rooms share a [Runtime]. Package hub opens and evicts rooms, and wakes them at their deadlines
// (lifecycle.go).
package room

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// Room is a game in memory, with its watchers and the state of the computer player.
type Room struct {
	runtime *Runtime
	id      string

	mu       sync.Mutex
	game     *game.Game // nil if the game must be loaded from the store
	out      bool       // whether the room was evicted
	step     step       // the last addition to the game
	audience audience
	turn     turn
	handover handover
	phrases  [2]phraseLimiter // by colour
	ratings  ratings
	link     link
}

// turn is the state of the computer's job in a game.
type turn struct {
	job   *computer.Job // queued or running; nil if none
	claim claim         // another node's claim
	payer fair.Party    // party that is charged for the computer's time
	asked int           // number of events in the last question that was part of a commit
	alone int           // number of events at which this node must search because the workers failed
}

// step describes the events last added to a game: the number of events before them, whether they were a
// single move, and whether that move changed nothing else.
type step struct {
	from        int
	move, plain bool
}

// claim records that another node searches, or probably does, in a game with a given number of events.
type claim struct {
	node   string // empty if unknown
	events int
	until  time.Time
}

// claimed reports whether another node has a valid claim to search in the current position.
func (r *Room) claimed() bool {
	c := &r.turn.claim
	return c.events == r.game.Events() && time.Now().Before(c.until) && (c.node == "" || r.runtime.Nodes.Alive(c.node))
}

// patience is how long the computer keeps playing in a game without a clock after the last person has left.
// It then pauses until somebody comes back.
const patience = 30 * time.Second

// awaited reports whether the computer should continue: always with a clock, and otherwise only while people
// wait.
func (r *Room) awaited() bool {
	return r.game.Control() != nil || r.audience.watched() || r.audience.idle() < patience
}

// New returns the room of a game. The game is read from the store when the room is first acquired.
func New(rt *Runtime, id string) *Room {
	return &Room{
		runtime: rt, id: id, audience: audience{runtime: rt, id: id, watchers: map[*Watcher]bool{}},
		link: link{nodes: rt.Nodes, bus: rt.Options.Bus, game: id},
	}
}

// NotFound returns the error for an unknown game.
func NotFound(id string) *game.Error {
	return game.Refuse("game.not-found", "game {text, quote} not found", message.Args{"text": notation.Clip(id)})
}

// load reads the game from the store if it is not in memory.
func (r *Room) load(ctx context.Context) error {
	if r.game != nil {
		return nil
	}
	events, err := r.runtime.Store.Load(ctx, r.id, 0)
	if errors.Is(err, ErrNotFound) {
		return NotFound(r.id)
	}
	if err != nil {
		return r.runtime.Failed("read", err)
	}
	g, err := game.Fold(r.runtime.Finder(ctx), events)
	if err != nil {
		r.runtime.Options.Log.Error("room: cannot load a game", "game", r.id, "error", err)
		return game.Broken(err)
	}
	r.game, r.step = g, step{from: -1}
	r.audience.rewind(g.Events())
	r.audience.used = time.Now()
	r.findAbsent(ctx)
	return nil
}

// returning is how long, in milliseconds, players have to reconnect to a loaded game, for example after a
// restart, before they count as gone.
const returning = 15_000

// findAbsent determines when the players of a loaded game left. In a game without a clock, that is when
// they were last active.
func (r *Room) findAbsent(ctx context.Context) {
	if r.audience.known {
		return
	}
	r.audience.known = true
	if r.game.Control() == nil {
		if seen, err := r.runtime.Store.LastSeen(ctx, r.id); err == nil {
			r.audience.seen = seen
		} else {
			_ = r.runtime.Failed("read", err) // logged; they count as absent since their last event
		}
	}
	for c := range r.audience.gone {
		r.audience.gone[c] = r.runtime.Time.Now() + returning
		if r.game.Control() == nil {
			r.audience.gone[c] = max(r.game.Created(), r.game.Acted(board.Colour(c)), r.audience.seen[c])
		}
	}
	r.audience.count()
}

// seenEvery is how often a present player is recorded, in milliseconds.
const seenEvery = 10 * 60_000

// unseenPlayers returns the players present in a game without a clock whose presence has not been recorded
// recently. The caller records it.
func (r *Room) unseenPlayers() (sides []game.Side) {
	if r.game == nil || r.game.Control() != nil || r.game.Over() || r.game.Waiting() {
		return nil
	}
	now := r.runtime.Time.Now()
	for c, here := range r.audience.present().seats {
		if here && now-r.audience.seen[c] >= seenEvery {
			r.audience.seen[c] = now
			sides = append(sides, game.SideOf(board.Colour(c)))
		}
	}
	return sides
}

// gone returns when a player left, or 0 if they are present. A player who has just moved was present,
// perhaps at another node.
func (r *Room) gone(side board.Colour) int64 {
	r.audience.count()
	since := r.audience.gone[side]
	if since == 0 || r.game.Seats()[side].Computer > 0 {
		return 0
	}
	return max(since, r.game.Acted(side))
}

// claims returns when each side's absence may be claimed, in milliseconds, or 0 if it may not.
func (r *Room) claims() (at [2]int64) {
	for c := range at {
		at[c] = r.game.ClaimAt(board.Colour(c), r.gone(board.Colour(c)))
	}
	return at
}

// evict takes the room out of use. The game stays in the store.
func (r *Room) evict() {
	r.out = true
	r.link.close()
}

// now returns the time, which is never before the last event.
func (r *Room) now() int64 { return max(r.runtime.Time.Now(), r.game.Updated()) }

// Snapshot returns the game as a session currently sees it. The caller has acquired the room.
func (r *Room) Snapshot(by Session) Snapshot {
	s := Snapshot{Snapshot: r.game.Snapshot(game.Nobody, r.now())}
	here := r.audience.present()
	s.Players, s.Spectators = game.PlayersOf(r.game.Seats(), here.seats), here.spectators
	for c, at := range r.claims() {
		if player := []*game.Player{s.Players.White, s.Players.Black}[c]; player != nil {
			player.Claim = at
		}
	}
	r.addRatings(&s)
	s.Thinking = r.thinking()
	r.personalise(&s, by)
	return s
}

// personalise fills in the parts of a snapshot that depend on the watcher: the seat, the barred offers and the
// invitation.
func (r *Room) personalise(s *Snapshot, by Session) {
	r.game.Personalise(&s.Snapshot, r.game.Seat(by.hash))
	if s.Seat != game.Nobody && r.game.Waiting() && !r.game.Over() {
		if token := by.Invite(r.id); game.HashOf(token).Same(r.game.Start().Invite) {
			s.Invite = token
		}
	}
}

// thinking returns the place of the computer's move in the queue, or nil if the computer is not choosing a
// move.
func (r *Room) thinking() *Thinking {
	if j := r.turn.job; j != nil {
		if j.Task.Judge {
			return nil
		}
		return &Thinking{Place: r.runtime.Pool.Place(j)}
	}
	if r.game != nil && r.claimed() {
		if task, ok := r.game.Task(); ok && !task.Judge {
			return &Thinking{} // searching at another node
		}
	}
	return nil
}

// setAlarm sets the game's alarm. It allows for the network delay of the side to move, so that a move made in
// time still counts.
func (r *Room) setAlarm() {
	at := r.game.Deadline()
	if at != 0 {
		at += r.grace()
	}
	r.runtime.SetAlarm(r.id, at)
}

// grace returns how much of the next move's time is not charged to the side to move, in
// milliseconds.
func (r *Room) grace() int64 {
	return r.game.Allowance(r.audience.lag(func(w *Watcher) bool { return w.seat.Holds(r.game.Turn()) }) + r.handover.owing[r.game.Turn()])
}

// sendGame sends watchers the game from a given ply. The common part is built once.
func (r *Room) sendGame(to []*Watcher, from int) {
	if len(to) == 0 {
		return
	}
	common, here := r.Snapshot(Session{}), r.audience.here(r.game.Seats(), r.claims())
	common.From = from
	c := r.game.Control()
	timed := c != nil && c.Days == 0 && !r.game.Over()
	for _, w := range to {
		w.timed.Store(timed && w.seat != game.Nobody)
		w.player.Store(!r.game.Over() && w.seat != game.Nobody)
		s := common
		r.personalise(&s, w.by)
		r.audience.sendTo(w, GameUpdate{&s})
		w.known, w.here = r.game.Events(), here
	}
}

// Use calls do with the room locked, unless the room was evicted or has no game in memory.
func (r *Room) Use(do func()) {
	r.mu.Lock()
	r.useLocked(do)
}

// tryUse is like Use, but does nothing if the room is in use.
func (r *Room) tryUse(do func()) {
	if r.mu.TryLock() {
		r.useLocked(do)
	}
}

// useLocked calls do if the room has a game in memory, and then unlocks the room.
func (r *Room) useLocked(do func()) {
	defer r.mu.Unlock()
	if !r.out && r.game != nil {
		do()
	}
}

// announce sends the other nodes a note with the people present here, the number of events in this
// room, and whether the computer is searching.
func (r *Room) announce() {
	if r.game == nil || r.out || !r.runtime.Nodes.On() {
		return
	}
	p := r.audience.presentHere()
	h := &cluster.Here{White: p.seats[board.White], Black: p.seats[board.Black], Spectators: p.spectators, Events: r.game.Events()}
	if r.turn.job != nil {
		h.Thinks, h.Since = r.game.Events(), time.Since(r.turn.job.Since).Milliseconds()
	}
	r.link.send(cluster.Note{Here: h})
}

// scheduleAnnouncement calls announce shortly after a commit.
func (r *Room) scheduleAnnouncement() {
	r.link.schedule(func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.link.announcing = false
		r.announce()
	})
}

// schedulePresence schedules a presence update to the watchers.
func (r *Room) schedulePresence() {
	r.audience.count()
	for t := range tiers {
		if r.audience.pending[t] {
			continue
		}
		r.audience.pending[t] = true
		time.AfterFunc(r.audience.patience(t), func() {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.audience.pending[t] = false
			r.announce()
			if r.game != nil {
				r.audience.sendPresence(t, r.audience.here(r.game.Seats(), r.claims()))
			}
		})
	}
}

// listed reports whether the game belongs in the list of games in progress, given who is present.
func (r *Room) listed(here present) bool {
	g := r.game
	return g.Start().Listed && !g.Over() && !g.Waiting() && here.seats != [2]bool{}
}

// OnBoard returns the game's entry for the list of games in progress, or false if the game is not
// listed or the room is in use. A room that was in use appears when the list is next built.
func (r *Room) OnBoard() (o OnBoard, ok bool) {
	r.tryUse(func() {
		g, here := r.game, r.audience.present()
		if ok = r.listed(here); ok {
			o = OnBoard{
				ID: r.id, Players: game.PlayersOf(g.Seats(), here.seats), Control: g.Control(), Clocks: g.Clocks(r.now()),
				Ply: g.Ply(), Spectators: here.spectators, Line: g.LastLine(), Updated: g.Updated(), Who: r.turn.payer,
			}
		}
	})
	return o, ok
}
