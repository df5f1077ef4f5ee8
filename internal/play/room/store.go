package room

import (
	"context"
	"errors"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/rules"
)

// ErrNotFound is what a Store says of a game it does not have.
var ErrNotFound = errors.New("room: there is no such game")

// ErrConflict is what a Store says of events that do not follow on those it
// has: somebody else has written to the game. Whoever gets it reads the game
// anew and decides again.
var ErrConflict = errors.New("room: the game has gone on elsewhere")

// ErrFull is what a Store says of a definition it has no more room for.
var ErrFull = errors.New("room: there are too many definitions")

// Definition is the text of a rule set that somebody has written, in its canonical
// form, and the hash that names it.
type Definition struct{ Hash, Text string }

// Store keeps games. Its methods may be called at the same time, and several
// hubs may share one. Package storetest tells whether something is a Store.
type Store interface {
	// Create keeps a new game with its first events. It returns after the
	// commit, with ErrConflict if there is a game of that name.
	Create(ctx context.Context, e Entry, events []game.Event) error
	// Append adds events to a game that has so many already, and replaces its
	// entry. It returns after the commit: on an error nothing has been added, unless
	// the store says that it does not know. Whoever gets an error reads the game
	// anew.
	Append(ctx context.Context, e Entry, have int, events []game.Event) error
	// Rematch adds events to a game like Append, and begins another with its own
	// first events like Create, in one commit: after an error, and whenever the
	// process ends, there are both or neither. If there is a game of the other's
	// name already, that one stays as it is.
	Rematch(ctx context.Context, e Entry, have int, events []game.Event, next Entry, first []game.Event) error
	// Load returns the events of a game but for so many of the first, or
	// ErrNotFound.
	Load(ctx context.Context, id string, from int) ([]game.Event, error)
	// Open returns the games anybody may join, newest first.
	Open(ctx context.Context, limit int) ([]Entry, error)
	// BySession returns the games a session has a seat in, the last changed
	// first.
	BySession(ctx context.Context, session game.Hash, limit int) ([]Entry, error)
	// CountRunning returns how many games of a session have not ended.
	CountRunning(ctx context.Context, session game.Hash) (int, error)
	// Due returns the games whose deadline comes before a time, the first to
	// come first. Where several hubs share a store it may give each game to one of
	// them: the one that wrote to it last, or another once that one is gone.
	Due(ctx context.Context, before int64, limit int) ([]Entry, error)
	// Define keeps a definition, once however often it is given: games refer to
	// it by its hash. It returns after the commit, with ErrFull if there are so
	// many already and it is not among them.
	Define(ctx context.Context, d Definition, most int) error
	// Definition returns the text of a definition, or ErrNotFound.
	Definition(ctx context.Context, hash string) (string, error)
	// Seen notes that a player was at a game at a time, unless a later one is
	// known. It returns after the commit, with ErrNotFound if there is no such
	// game.
	Seen(ctx context.Context, id string, side game.Side, at int64) error
	// LastSeen returns when the players of a game were last noted to be there, 0
	// for never, White's first, or ErrNotFound.
	LastSeen(ctx context.Context, id string) ([2]int64, error)
	// Pulse notes that a hub is alive at a time. It returns after a commit that
	// went the same way as that of any move: if it succeeds, games can be saved.
	Pulse(ctx context.Context, at int64) error
	// Wake notes that a hub begins at a time, and that none was alive since the
	// last pulse if that lies before it. It returns the last pulse, 0 if there was
	// none, and the outages so far, the last ones first, at most [MostOutages].
	Wake(ctx context.Context, at int64) (pulse int64, outages []game.Outage, err error)
}

// Claims is a [Store] that gives each game that is due to one of the hubs that
// share it.
type Claims interface {
	// Freed tells whenever a hub is gone whose games others should ask for now.
	Freed() <-chan struct{}
}

// HeadStore is what a [Store] may also be: it tells of many games at once how many
// events they have. Where it is not, each is asked for.
type HeadStore interface {
	// Heads returns how many events each of some games has; those that are not
	// there are left out.
	Heads(ctx context.Context, ids []string) (map[string]int, error)
}

// MostOutages is how many outages a Store remembers at least. Older ones may be
// forgotten: no game has waited for so long.
const MostOutages = 1000

// Asker is what a [Store] may also be: one by which workers, which are processes of
// their own, think for the computer. They only answer questions: what comes of an
// answer is decided and committed by the hub that asked, and by it alone.
type Asker interface {
	// Working reports whether a worker is alive that would answer.
	Working() bool
	// AppendAsking appends like [Store.Append], and asks in the same commit. It
	// reports whether it has: without a worker nothing is asked.
	AppendAsking(ctx context.Context, e Entry, have int, events []game.Event, q computer.Question) (asked bool, err error)
	// Ask asks, or asks again: then the question keeps its place, and what has been
	// answered is told. It also notes whether somebody watches now.
	Ask(ctx context.Context, q computer.Question) (computer.Reply, error)
	// Replies tells how it stands with the questions of games.
	Replies(ctx context.Context, games []string) ([]computer.Reply, error)
	// Answers tells of answers to what was asked here, as they come. One may be lost:
	// Replies has it.
	Answers() <-chan computer.Reply
}

// Entry is what a Store looks a game up by and shows in lists. It follows from
// the events and saves reading them. Nothing in it is prose.
type Entry struct {
	ID       string         `json:"id"`
	Variant  string         `json:"variant"` // as the first event has it
	White    game.Seat      `json:"white"`
	Black    game.Seat      `json:"black"`
	Control  *clock.Control `json:"control,omitempty"`
	Open     bool           `json:"open,omitempty"` // anybody may join
	Kept     bool           `json:"kept,omitempty"` // also while who made it is away
	Running  bool           `json:"running,omitempty"`
	Deadline int64          `json:"deadline,omitempty"` // when somebody must look at the game; 0 for never
	Turn     game.Side      `json:"turn"`
	Ply      int            `json:"ply"`
	Result   *game.Result   `json:"result,omitempty"`
	Position string         `json:"position"`
	Created  int64          `json:"created"`
	Updated  int64          `json:"updated"`
}

// Of reports whether a session has a seat in the game.
func (e *Entry) Of(session game.Hash) bool {
	return session != game.Hash{} && (e.White.Session == session || e.Black.Session == session)
}

// Maker returns whose an open game is.
func (e *Entry) Maker() game.Hash {
	if e.White.Free() {
		return e.Black.Session
	}
	return e.White.Session
}

// overdue is how long the computer may take for a move by the clock before
// anybody else looks after it: whoever had it think may be gone.
const overdue = 30_000

// EntryOf returns what a store looks a game up by.
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
		Turn: game.SideOf(p.Side), Ply: g.Ply(), Result: g.Result(),
		Position: g.Rules().Guide().FormatPosition(&p),
		Created:  g.Created(), Updated: g.Updated(),
	}
}

// ComputerToMove reports whether the computer is to move by the clock.
func (e *Entry) ComputerToMove() bool {
	return e.Running && e.Control != nil && (e.Turn == game.White && e.White.Computer > 0 || e.Turn == game.Black && e.Black.Computer > 0)
}

// Challenge returns an entry of an open game as others see it.
func (e *Entry) Challenge(info *rules.Info) Challenge {
	c := Challenge{ID: e.ID, Info: info, Control: e.Control, Created: e.Created, Colour: game.Black}
	holder := e.White
	if e.White.Free() {
		holder, c.Colour = e.Black, game.White
	}
	if maker := holder.Player(false); maker != nil {
		c.Name = maker.Name
	}
	return c
}

// Summary returns an entry as one of its players sees it.
func (e *Entry) Summary(info *rules.Info, by game.Hash, here [2]bool) Summary {
	seats := [2]game.Seat{e.White, e.Black}
	return Summary{
		ID: e.ID, Info: info, Players: game.PlayersOf(seats, here), Seat: game.SeatOf(seats, by),
		Turn: e.Turn, Ply: e.Ply, Result: e.Result, Position: e.Position,
		Created: e.Created, Updated: e.Updated,
	}
}
