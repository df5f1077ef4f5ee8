// Package room runs one game for the people at it. A [Room] has the game in memory,
// those who watch it and the computer's business with it.
//
// The way of a command: [Room.Do] has package game decide it under the room's lock
// (command.go) and commits the events to the [Store] (commit.go); only then is it
// acknowledged, and what was committed is published on the bus. What comes over
// the bus, here or from another node, is taken in and sent to those who watch
// (receive.go, audience.go) as values of type [Update]. A commit that finds that
// somebody else has written is decided again on the game as it has become, and
// what is lost on the bus is missed by its number and read from the store.
//
// Other nodes that have the game are told who is here and how many events are
// known (announce.go), and one of them thinks about the computer's move
// (computer.go).
//
// Rooms share a [Runtime]. Package hub opens rooms, evicts them and wakes them
// when their time has come (lifecycle.go).
package room

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// Room is a game in memory, with those who watch it and the computer's business
// with it.
type Room struct {
	core *Runtime
	id   string

	mu       sync.Mutex
	game     *game.Game // nil if it has to be read from the store
	out      bool       // evicted: look the room up again
	step     step       // the last addition to the game
	audience audience
	turn     turn
	handover handover
	phrases  [2]phraseLimiter // by colour
	link     link
}

// turn is the computer's business with a game.
type turn struct {
	job   *computer.Job // what the computer thinks about, or waits to
	claim claim         // which other node thinks about it
	payer fair.Party    // whose share of the computer's time the game takes
	asked int           // how many events the game had when workers were asked with its last commit
	alone int           // how many events it has that workers have no answer to
}

// step is what was last added to a game: after how many events, whether it was
// a move and nothing else, and whether nothing more came of it.
type step struct {
	from        int
	move, plain bool
}

// claim is which other node thinks, about a game of how many events, and until when
// that is believed.
type claim struct {
	node   string // empty if only that there is one is known
	events int
	until  time.Time
}

// claimed reports whether another node thinks about the game as it is.
func (r *Room) claimed() bool {
	c := &r.turn.claim
	return c.events == r.game.Events() && time.Now().Before(c.until) && (c.node == "" || r.core.Nodes.Alive(c.node))
}

// patience is how long the computer continues in a game without a clock after
// the last person has left it. It rests then, until somebody comes back.
const patience = 30 * time.Second

// awaited reports whether the computer is to continue: always with a clock, and
// otherwise only for people.
func (r *Room) awaited() bool {
	return r.game.Control() != nil || r.audience.watched() || r.audience.idle() < patience
}

// New returns the room of a game, which is read from the store when the room is
// first acquired.
func New(c *Runtime, id string) *Room {
	return &Room{
		core: c, id: id, audience: audience{core: c, id: id, watchers: map[*Watcher]bool{}},
		link: link{nodes: c.Nodes, bus: c.Options.Bus, game: id},
	}
}

// NotFound refuses a game that does not exist.
func NotFound(id string) *game.Error {
	return game.Refuse("game.not-found", "there is no game {text, quote}", message.Args{"text": notation.Clip(id)})
}

// load reads the game if it is not in memory.
func (r *Room) load(ctx context.Context) error {
	if r.game != nil {
		return nil
	}
	events, err := r.core.Store.Load(ctx, r.id, 0)
	if errors.Is(err, ErrNotFound) {
		return NotFound(r.id)
	}
	if err != nil {
		return r.core.Failed("read", err)
	}
	g, err := game.Fold(r.core.Finder(ctx), events)
	if err != nil {
		r.core.Options.Log.Error("room: a record cannot be read", "game", r.id, "error", err)
		return game.Broken(err)
	}
	r.game, r.step = g, step{from: -1}
	r.audience.used = time.Now()
	r.findAbsent(ctx)
	return nil
}

// returning is how long players have to find a game again that nobody had in
// memory, such as after a new start, before it counts that they are gone. In
// milliseconds.
const returning = 15_000

// findAbsent finds out since when the players of a game are gone that comes into
// memory: without a clock they have been since they last did anything.
func (r *Room) findAbsent(ctx context.Context) {
	if r.audience.known {
		return
	}
	r.audience.known = true
	if r.game.Control() == nil {
		if seen, err := r.core.Store.LastSeen(ctx, r.id); err == nil {
			r.audience.seen = seen
		} else {
			_ = r.core.Failed("read", err) // which logs it; then they have been gone since they last moved
		}
	}
	for c := range r.audience.gone {
		r.audience.gone[c] = r.core.Time.Now() + returning
		if r.game.Control() == nil {
			r.audience.gone[c] = max(r.game.Created(), r.game.Acted(board.Colour(c)), r.audience.seen[c])
		}
	}
	r.audience.count()
}

// seenEvery is how often it is noted that a player is at a game, in milliseconds.
const seenEvery = 10 * 60_000

// unseenPlayers returns the players that are at a game without a clock and of whom that
// has not been noted for a while. They count as noted then.
func (r *Room) unseenPlayers() (sides []game.Side) {
	if r.game == nil || r.game.Control() != nil || r.game.Over() || r.game.Waiting() {
		return nil
	}
	now := r.core.Time.Now()
	for c, here := range r.audience.present().seats {
		if here && now-r.audience.seen[c] >= seenEvery {
			r.audience.seen[c] = now
			sides = append(sides, game.SideOf(board.Colour(c)))
		}
	}
	return sides
}

// gone returns since when a side is gone, 0 if it is here. One who has just done
// something was here, if only in another process.
func (r *Room) gone(side board.Colour) int64 {
	r.audience.count()
	since := r.audience.gone[side]
	if since == 0 || r.game.Seats()[side].Computer > 0 {
		return 0
	}
	return max(since, r.game.Acted(side))
}

// claims returns when the absence of each side may be claimed, 0 if it may not.
func (r *Room) claims() (at [2]int64) {
	for _, c := range []board.Colour{board.White, board.Black} {
		at[c] = r.game.ClaimAt(c, r.gone(c))
	}
	return at
}

// evict takes the room out of use. The game stays in the store.
func (r *Room) evict() {
	r.out = true
	r.link.close()
}

// snapshot returns the game as somebody may see it now.
func (r *Room) snapshot(by Session) Snapshot {
	s := Snapshot{Snapshot: r.game.Snapshot(game.Nobody, max(r.core.Time.Now(), r.game.Updated()))}
	here := r.audience.present()
	s.Players, s.Spectators = game.PlayersOf(r.game.Seats(), here.seats), here.spectators
	for c, at := range r.claims() {
		if player := []*game.Player{s.Players.White, s.Players.Black}[c]; player != nil {
			player.Claim = at
		}
	}
	s.Thinking = r.thinking()
	r.address(&s, by)
	return s
}

// address fills in what only one of those who watch may see: the seat, what it
// may not offer, and the invitation to the other one.
func (r *Room) address(s *Snapshot, by Session) {
	r.game.Address(&s.Snapshot, r.game.Seat(by.hash))
	if s.Seat != game.Nobody && r.game.Waiting() && !r.game.Over() {
		if token := by.Invite(r.id); game.HashOf(token).Same(r.game.Start().Invite) {
			s.Invite = token
		}
	}
}

// thinking tells where the computer's move is in the queue, nil if it is not
// to move.
func (r *Room) thinking() *Thinking {
	if r.turn.job == nil && r.game != nil && r.claimed() {
		if task, ok := r.game.Task(); ok && !task.Judge {
			return &Thinking{} // at another node
		}
	}
	if r.turn.job == nil || r.turn.job.Task.Judge {
		return nil
	}
	return &Thinking{Place: r.core.Pool.Place(r.turn.job)}
}

// remind sets the alarm of the game. Whoever is to move has as long again as
// the way of a move takes, so that a move that was made in time still counts.
func (r *Room) remind() {
	at := r.game.Deadline()
	if at != 0 {
		at += r.grace()
	}
	r.core.Remind(r.id, at)
}

// grace returns what the side to move is not counted of its next move, in
// milliseconds.
func (r *Room) grace() int64 {
	return r.game.Allowance(r.audience.lag(func(w *Watcher) bool { return w.seat.Holds(r.game.Turn()) }) + r.handover.owing[r.game.Turn()])
}

// sendGame sends watchers the game but for so many of the first moves. What all
// of them see is made once.
func (r *Room) sendGame(to []*Watcher, from int) {
	if len(to) == 0 {
		return
	}
	common, here := r.snapshot(Session{}), r.audience.here(r.game.Seats(), r.claims())
	common.From = from
	c := r.game.Control()
	timed := c != nil && c.Days == 0 && !r.game.Over()
	for _, w := range to {
		w.timed.Store(timed && w.seat != game.Nobody)
		w.player.Store(!r.game.Over() && w.seat != game.Nobody)
		s := common
		r.address(&s, w.by)
		r.audience.sendTo(w, GameUpdate{&s})
		w.known, w.here = r.game.Events(), here
	}
}
