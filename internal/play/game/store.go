package game

import (
	"context"
	"errors"
)

// ErrNotFound is what a Store says of a game it does not have.
var ErrNotFound = errors.New("game: there is no such game")

// ErrConflict is what a Store says of events that do not follow on those it
// has: somebody else has written to the game.
var ErrConflict = errors.New("game: the game has gone on elsewhere")

// Store keeps games. Its methods may be called at the same time.
type Store interface {
	// Create keeps a new game with its first events. It returns after the
	// commit.
	Create(ctx context.Context, e Entry, events []Event) error
	// Append adds events to a game that has so many already, and replaces its
	// entry. It returns after the commit: on an error nothing has been added.
	Append(ctx context.Context, e Entry, have int, events []Event) error
	// Load returns the events of a game, or ErrNotFound.
	Load(ctx context.Context, id string) ([]Event, error)
	// Open returns the games anybody may join, newest first.
	Open(ctx context.Context, limit int) ([]Entry, error)
	// ByBrowser returns the games a browser has a seat in, the last changed
	// first.
	ByBrowser(ctx context.Context, browser Hash, limit int) ([]Entry, error)
	// CountRunning returns how many games of a browser have not ended.
	CountRunning(ctx context.Context, browser Hash) (int, error)
	// Running returns all games that have not ended.
	Running(ctx context.Context) ([]Entry, error)
}

// Entry is what a Store looks a game up by and shows in lists. It follows from
// the events and saves reading them.
type Entry struct {
	ID       string   `json:"id"`
	Variant  string   `json:"variant"`
	White    Seat     `json:"white"`
	Black    Seat     `json:"black"`
	Control  *Control `json:"control,omitempty"`
	Open     bool     `json:"open,omitempty"` // anybody may join
	Running  bool     `json:"running,omitempty"`
	Deadline int64    `json:"deadline,omitempty"` // when time alone changes the game; 0 for never
	Turn     Side     `json:"turn"`
	Ply      int      `json:"ply"`
	Result   *Result  `json:"result,omitempty"`
	Position string   `json:"position"`
	Created  int64    `json:"created"`
	Updated  int64    `json:"updated"`
}

// Seat is who sits at a colour: a browser, or the computer at a level, or
// nobody yet.
type Seat struct {
	Browser  Hash   `json:"browser,omitzero"`
	Name     string `json:"name,omitempty"`
	Computer int    `json:"computer,omitempty"`
}

// Free reports whether nobody has taken the seat.
func (s Seat) Free() bool { return s.Browser == Hash{} && s.Computer == 0 }
