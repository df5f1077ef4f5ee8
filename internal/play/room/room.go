package room

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// room is a game in memory, with those who watch it and the computer's business
// with it.
type room struct {
	core *core
	id   string

	mu       sync.Mutex
	game     *game.Game // nil if it has to be read from the store
	out      bool       // no longer in memory: look it up again
	audience audience
	step     step        // the last that was added to the game
	used     time.Time   // when a person last used it
	telling  [tiers]bool // that somebody came or went will be told
	job      *job        // what the computer thinks about, or waits to
	seen     [2]int64    // when it was last noted that each player is there, without a clock
	said     [2]pauses   // what each player has said lately
	claim    claim       // which other node thinks about it
	moving   [2]int64    // when each player was sent here from another node, by the hub's time; 0 if not
	owing    [2]int64    // what each player is not to be charged for that, in milliseconds
	heralded bool        // what is here will be told other nodes
	payer    fair.Party  // whose share of the computer's time the game takes
	asked    int         // how many events the game had when workers were asked with its last commit
	alone    int         // how many events it has that workers have no answer to

	unsubscribe func() // nil while nothing is heard of the bus
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
func (r *room) claimed() bool {
	c := &r.claim
	return c.events == r.game.Events() && time.Now().Before(c.until) && (c.node == "" || r.core.nodes.alive(c.node))
}

// patience is how long the computer goes on in a game without a clock after
// the last person has left it. It rests then, until somebody comes back.
const patience = 30 * time.Second

// awaited reports whether the computer is to go on: it must with a clock, and
// else does so for people only.
func (r *room) awaited() bool {
	return r.game.Control() != nil || r.watched() || time.Since(r.used) < patience
}

func (r *room) watched() bool { return len(r.audience.watchers) > 0 }

func newRoom(c *core, id string) *room {
	return &room{core: c, id: id, audience: audience{core: c, id: id, watchers: map[*Watcher]bool{}}}
}

func notFound(id string) error {
	return game.Refuse("game.not-found", "there is no game {text, quote}", message.Args{"text": notation.Clip(id)})
}

// load reads the game if it is not in memory.
func (r *room) load(ctx context.Context) error {
	if r.game != nil {
		return nil
	}
	events, err := r.core.store.Load(ctx, r.id, 0)
	if errors.Is(err, ErrNotFound) {
		return notFound(r.id)
	}
	if err != nil {
		return r.core.failed("read", err)
	}
	g, err := game.Fold(r.core.finder(ctx), events)
	if err != nil {
		r.core.o.Log.Error("room: a record cannot be read", "game", r.id, "error", err)
		return game.Broken(err)
	}
	r.game, r.used, r.step = g, time.Now(), step{from: -1}
	r.missed(ctx)
	return nil
}

// returning is how long players have to find a game again that nobody had in
// memory, such as after a new start, before it counts that they are gone. In
// milliseconds.
const returning = 15_000

// missed finds out since when the players of a game are gone that comes into
// memory: without a clock they have been since they last did anything.
func (r *room) missed(ctx context.Context) {
	if r.audience.known {
		return
	}
	r.audience.known = true
	if r.game.Control() == nil {
		if seen, err := r.core.store.LastSeen(ctx, r.id); err == nil {
			r.seen = seen
		} else {
			_ = r.core.failed("read", err) // which logs it; then they have been gone since they last moved
		}
	}
	for c := range r.audience.gone {
		r.audience.gone[c] = r.core.time.now() + returning
		if r.game.Control() == nil {
			r.audience.gone[c] = max(r.game.Created(), r.game.Acted(board.Colour(c)), r.seen[c])
		}
	}
	r.audience.count()
}

// seenEvery is how often it is noted that a player is at a game, in milliseconds.
const seenEvery = 10 * 60_000

// unnoted returns the players that are at a game without a clock and of whom that
// has not been noted for a while. They count as noted then.
func (r *room) unnoted() (sides []game.Side) {
	if r.game == nil || r.game.Control() != nil || r.game.Over() || r.game.Waiting() {
		return nil
	}
	now := r.core.time.now()
	for c, here := range r.audience.present().seats {
		if here && now-r.seen[c] >= seenEvery {
			r.seen[c] = now
			sides = append(sides, game.SideOf(board.Colour(c)))
		}
	}
	return sides
}

// gone returns since when a side is gone, 0 if it is here. One who has just done
// something was here, if only in another process.
func (r *room) gone(side board.Colour) int64 {
	r.audience.count()
	since := r.audience.gone[side]
	if since == 0 || r.game.Seats()[side].Computer > 0 {
		return 0
	}
	return max(since, r.game.Acted(side))
}

// claims returns when the absence of each side may be claimed, 0 if it may not.
func (r *room) claims() (at [2]int64) {
	for _, c := range []board.Colour{board.White, board.Black} {
		at[c] = r.game.ClaimAt(c, r.gone(c))
	}
	return at
}

// leave takes the room out of use. The game stays in the store.
func (r *room) leave() {
	r.out = true
	if r.unsubscribe != nil {
		r.unsubscribe()
		r.unsubscribe = nil
	}
}

// snapshot returns the game as somebody may see it now.
func (r *room) snapshot(by Session) Snapshot {
	s := Snapshot{Snapshot: r.game.Snapshot(game.Nobody, max(r.core.time.now(), r.game.Updated()))}
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
func (r *room) address(s *Snapshot, by Session) {
	r.game.Address(&s.Snapshot, r.game.Seat(by.hash))
	if s.Seat != game.Nobody && r.game.Waiting() && !r.game.Over() {
		if token := by.invite(r.id); game.HashOf(token).Same(r.game.Start().Invite) {
			s.Invite = token
		}
	}
}

// thinking tells where the computer's move is in the queue, nil if it is not
// to move.
func (r *room) thinking() *Thinking {
	if r.job == nil && r.game != nil && r.claimed() {
		if task, ok := r.game.Task(); ok && !task.Judge {
			return &Thinking{} // at another node
		}
	}
	if r.job == nil || r.job.task.Judge {
		return nil
	}
	return &Thinking{Place: r.core.pool.place(r.job)}
}

// remind sets the alarm of the game. Whoever is to move has as long again as
// the way of a move takes, so that a move that was made in time still counts.
func (r *room) remind() {
	at := r.game.Deadline()
	if at != 0 {
		at += r.grace()
	}
	r.core.remind(r.id, at)
}

// grace returns what the side to move is not counted of its next move, in
// milliseconds.
func (r *room) grace() int64 {
	return r.game.Allowance(r.audience.lag(func(w *Watcher) bool { return w.seat.Holds(r.game.Turn()) }) + r.owing[r.game.Turn()])
}

// sendGame sends watchers the game but for so many of the first moves. What all
// of them see is made once.
func (r *room) sendGame(to []*Watcher, from int) {
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
		w.told, w.here = r.game.Events(), here
	}
}
