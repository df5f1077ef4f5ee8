package room

import (
	"context"
	"errors"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/rules"
)

// ErrNotFound means that the Store does not have the game.
var ErrNotFound = errors.New("room: game not found")

// ErrConflict means that the new events do not follow the stored ones, because another writer has
// changed the game. The caller must reload the game and decide again.
var ErrConflict = errors.New("room: the game has changed")

// ErrFull means that the Store has no room for another definition.
var ErrFull = errors.New("room: too many definitions")

// Definition is a custom rule set in canonical form, with its hash.
type Definition struct{ Hash, Text string }

// Store stores games and ratings. Its methods are safe for concurrent use, and several hubs may share a Store.
// Package storetest tests implementations.
type Store interface {
	rating.Store
	// Create saves a new game with its first events. It returns after the commit, or returns ErrConflict if
	// the ID is already in use.
	Create(ctx context.Context, e Entry, events []game.Event) error
	// Append adds events to a game and replaces its entry. have is the number of events the caller
	// knows; if the game has a different number, Append returns ErrConflict. It returns after the
	// commit. On an error nothing has been added, unless the store reports that the outcome is unknown.
	// After an error the caller must reload the game. If the game is rated and has ended, the same commit changes the
	// players' ratings, once.
	Append(ctx context.Context, e Entry, have int, events []game.Event) error
	// Rematch adds events to a game, like Append, and creates the next game, like Create, in one
	// commit. After an error or a crash either both are saved or neither. If the next game already
	// exists, it stays unchanged.
	Rematch(ctx context.Context, e Entry, have int, events []game.Event, next Entry, first []game.Event) error
	// Load returns the events of a game, starting at an index, or ErrNotFound.
	Load(ctx context.Context, id string, from int) ([]game.Event, error)
	// Open returns the games that anybody may join, newest first.
	Open(ctx context.Context, limit int) ([]Entry, error)
	// BySession returns the games in which a session has a seat, most recently changed first.
	BySession(ctx context.Context, session game.Hash, limit int) ([]Entry, error)
	// CountRunning returns how many running games a session has.
	CountRunning(ctx context.Context, session game.Hash) (int, error)
	// Due returns the games with a deadline before a time, earliest first. If several hubs share the store,
	// it may assign each game to one of them: the last one that wrote to it, or another once that hub is
	// gone.
	Due(ctx context.Context, before int64, limit int) ([]Entry, error)
	// Define saves a definition. Saving it again has no effect. Games refer to it by its hash. Define returns
	// after the commit, or returns ErrFull if the definition is new and the limit is reached.
	Define(ctx context.Context, d Definition, most int) error
	// Definition returns the text of a definition, or ErrNotFound.
	Definition(ctx context.Context, hash string) (string, error)
	// Seen records that a player was present at a given time, unless a later time is already recorded. It
	// returns after the commit, or returns ErrNotFound if the game does not exist.
	Seen(ctx context.Context, id string, side game.Side, at int64) error
	// LastSeen returns when each player was last recorded as present, White first, with 0 for never, or
	// ErrNotFound.
	LastSeen(ctx context.Context, id string) ([2]int64, error)
	// SetAhead replaces the conditional moves of a side, or deletes them if a has no lines.
	SetAhead(ctx context.Context, id string, side game.Side, a game.Ahead) error
	// Ahead returns the conditional moves of a side. The result has no lines if there are none.
	Ahead(ctx context.Context, id string, side game.Side) (game.Ahead, error)
	// Pulse records that a hub is alive at a given time. It commits like a move, so if it succeeds, games can
	// be saved.
	Pulse(ctx context.Context, at int64) error
	// Wake records that a hub starts at a given time, and the outage since the last pulse unless another hub was
	// alive. It returns the last pulse, or 0 if there is none, and up to [MaxOutages] past outages, latest
	// first.
	Wake(ctx context.Context, at int64) (pulse int64, outages []game.Outage, err error)
}

// Claims is a [Store] that assigns each due game to one of the hubs that share it.
type Claims interface {
	// Freed returns a channel that receives a value when a hub is gone, so that other hubs query its
	// games immediately.
	Freed() <-chan struct{}
}

// HeadStore is a [Store] that can count the events of many games in one query. From any other store, the hub
// loads the new events of each game.
type HeadStore interface {
	// Heads returns the number of events in each game, omitting games that do not exist.
	Heads(ctx context.Context, ids []string) (map[string]int, error)
}

// MaxOutages is the number of latest outages that a Store must retain. It may delete older ones.
const MaxOutages = 1000

// Asker is a [Store] through which workers in separate processes search for the computer's moves. They only
// answer questions; the hub that asked decides and commits the outcome.
type Asker interface {
	// Working reports whether a worker is alive.
	Working() bool
	// AppendAsking appends like [Store.Append], and asks a question in the same commit. It asks only if
	// a worker is alive, and reports whether it asked.
	AppendAsking(ctx context.Context, e Entry, have int, events []game.Event, q computer.Question) (asked bool, err error)
	// Ask asks a question. If the question was asked before, it keeps its place, and Ask returns the answer
	// if there is one. Ask also updates whether the game is watched.
	Ask(ctx context.Context, q computer.Question) (computer.Reply, error)
	// Replies returns the state of the questions about games.
	Replies(ctx context.Context, games []string) ([]computer.Reply, error)
	// Answers returns a channel that receives the answers to this hub's questions. If the channel loses an
	// answer, Replies still returns it.
	Answers() <-chan computer.Reply
}

// Entry is a game's index record in a Store. It is derived from the events, so that lists can be built
// without reading them.
type Entry struct {
	ID       string         `json:"id"`
	Variant  string         `json:"variant"` // as in the first event
	White    game.Seat      `json:"white"`
	Black    game.Seat      `json:"black"`
	Control  *clock.Control `json:"control,omitempty"`
	Open     bool           `json:"open,omitempty"` // whether anybody may join
	Kept     bool           `json:"kept,omitempty"` // whether the game stays open while its creator is away
	Running  bool           `json:"running,omitempty"`
	Deadline int64          `json:"deadline,omitempty"` // when the game must be checked; 0 for never
	Turn     game.Side      `json:"turn"`
	Ply      int            `json:"ply"`
	Result   *game.Result   `json:"result,omitempty"`
	Rated    bool           `json:"rated,omitempty"`
	Listed   bool           `json:"listed,omitempty"`  // whether everybody could watch the game
	Opening  []string       `json:"opening,omitempty"` // first moves in SAN, if the game began in the usual position
	Position string         `json:"position"`
	Created  int64          `json:"created"`
	Updated  int64          `json:"updated"`
}

// Of reports whether a session has a seat in the game. The zero hash has none.
func (e *Entry) Of(session game.Hash) bool {
	return session != game.Hash{} && (e.White.Session == session || e.Black.Session == session)
}

// Creator returns the session that created an open game.
func (e *Entry) Creator() game.Hash {
	if e.White.Free() {
		return e.Black.Session
	}
	return e.White.Session
}

// overdue is how long, in milliseconds, the computer may take for a move in a game with a clock before
// another hub takes over, because the first may be gone.
const overdue = 30_000

// maxOpening is the number of moves in an entry's opening.
const maxOpening = 10

// EntryOf returns the entry of a game.
func EntryOf(g *game.Game) Entry {
	p, start, seats := g.Position(), g.Start(), g.Seats()
	deadline := g.Deadline()
	if _, thinks := g.Task(); thinks && start.Control != nil {
		deadline = min(deadline, g.Updated()+overdue)
	}
	return Entry{
		ID: start.ID, Variant: start.Variant, Control: start.Control,
		White: seats[board.White], Black: seats[board.Black],
		Open: start.Open && g.Waiting() && !g.Over(), Kept: start.Keep > 0,
		Running: !g.Over(), Deadline: deadline,
		Turn: game.SideOf(p.Side), Ply: g.Ply(), Result: g.Result(), Rated: start.Rated, Listed: start.Listed, Opening: g.Opening(maxOpening),
		Position: g.Rules().Guide().FormatPosition(&p),
		Created:  g.Created(), Updated: g.Updated(),
	}
}

// ComputerToMove reports whether it is the computer's turn in a game with a clock.
func (e *Entry) ComputerToMove() bool {
	seats := [2]game.Seat{e.White, e.Black}
	return e.Running && e.Control != nil && seats[e.Turn.Colour()].Computer > 0
}

// Challenge returns the game's entry in the list of challenges.
func (e *Entry) Challenge(info *rules.Info) Challenge {
	c := Challenge{ID: e.ID, Info: info, Control: e.Control, Rated: e.Rated, Created: e.Created, Colour: game.Black}
	holder := e.White
	if e.White.Free() {
		holder, c.Colour = e.Black, game.White
	}
	if creator := holder.Player(false); creator != nil {
		c.Name, c.Bot = creator.Name, creator.Bot
	}
	return c
}

// Summary returns the game's entry in the list of a player's games.
func (e *Entry) Summary(info *rules.Info, by game.Hash, here [2]bool) Summary {
	seats := [2]game.Seat{e.White, e.Black}
	return Summary{
		ID: e.ID, Info: info, Players: game.PlayersOf(seats, here), Seat: game.SeatOf(seats, by),
		Turn: e.Turn, Ply: e.Ply, Result: e.Result, Position: e.Position,
		Created: e.Created, Updated: e.Updated,
	}
}
