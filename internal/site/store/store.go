// Package store is what the stores that keep games for good have in common:
// what an operator asks of them ([Full]), how people are kept apart from what
// happened ([Persons]), and how everything goes from one to another ([Copy]).
package store

import (
	"context"
	"errors"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/shelf"
)

// Full is a store that keeps everything a server has, and lets an operator look
// after it. Package storetest tells whether something is one.
type Full interface {
	room.Store
	room.AheadStore
	shelf.Store
	SubscriptionStore
	Operated

	// Close ends its use. What was acknowledged stays.
	Close() error
}

// Operated is what an operator asks of a store.
type Operated interface {
	// List returns games, the last changed first.
	List(ctx context.Context, f Filter) ([]room.Entry, error)
	// Entry returns that of a game, or room.ErrNotFound.
	Entry(ctx context.Context, id string) (room.Entry, error)
	// Delete deletes a game with all its events, or returns room.ErrNotFound.
	Delete(ctx context.Context, id string) error
	// Rename gives a person a name in all games, and for those to come where name
	// is not empty. It returns the games.
	Rename(ctx context.Context, who game.Hash, name string) (ids []string, err error)
	// Erase forgets a person. In each game somebody without a name takes their
	// place, another one each time, so that nothing tells that it was the same. It
	// returns the games.
	Erase(ctx context.Context, who game.Hash) (ids []string, err error)
	// Anonymise forgets who played a game.
	Anonymise(ctx context.Context, id string) error
	// Persons returns up to so many people whose hash lies between two, as those do
	// that begin with the eight digits of a list.
	Persons(ctx context.Context, low, high game.Hash, most int) ([]game.Hash, error)
	// Names returns the names that were given to people.
	Names(ctx context.Context) (map[game.Hash]string, error)
	// Ban keeps a ban, in place of one on the same subject.
	Ban(ctx context.Context, b Ban) error
	// Unban lifts a ban.
	Unban(ctx context.Context, subject string) error
	// ForgetBans deletes the bans that have ended by a time.
	ForgetBans(ctx context.Context, by int64) error
	// Bans returns all bans, the newest first.
	Bans(ctx context.Context) ([]Ban, error)
	// Set keeps something the operator has set.
	Set(ctx context.Context, name string, value any) error
	// Setting reads what was set; without it value stays what it is.
	Setting(ctx context.Context, name string, value any) error
	// ForgetDefinitions deletes the definitions whose last game has been deleted,
	// and returns how many there were.
	ForgetDefinitions(ctx context.Context) (int, error)
	// Sizes measures the store; days is for how many days its growth is told.
	Sizes(ctx context.Context, days int) (Sizes, error)
}

// Shared is a store that several servers use at once. What an operator does on
// one of them the others find in it.
type Shared interface {
	// Operations returns what operators have done after a number, in order.
	Operations(ctx context.Context, after int64) ([]Note, error)
	// LastOperation returns the number of the last.
	LastOperation(ctx context.Context) (int64, error)
	// SetOnce keeps a setting unless there is one of that name, and reads the one
	// that is there then.
	SetOnce(ctx context.Context, name string, value any) error
	// Tell adds one, of something that was done to games by other ways.
	Tell(ctx context.Context, what Operation, games ...string) error
}

// Operation is a kind of thing that an operator does.
type Operation string

// The operations.
const (
	Deleted Operation = "deleted" // games
	Changed Operation = "changed" // games: who plays, or that they were ended
	Listed  Operation = "listed"  // bans, names or what is told to everybody
)

// Note tells of an operation.
type Note struct {
	Number int64
	What   Operation
	Games  []string
}

// Filter says which games are listed. The zero value is all of them.
type Filter struct {
	Running, Ended bool
	Player         game.Hash // who has a seat
	Before         int64     // last changed before
	Named          bool      // something of their players is kept
	Limit          int       // 0 is none
}

// Subscription is a browser that is notified by web push.
type Subscription struct {
	Endpoint string    `json:"endpoint"`
	Person   game.Hash `json:"-"`
	Key      []byte    `json:"-"` // the browser's public key, a point of P-256
	Auth     []byte    `json:"-"` // the secret that it shares with the server
	Created  int64     `json:"created"`
}

// ErrSubscriptionsFull is returned when there are too many subscriptions.
var ErrSubscriptionsFull = errors.New("store: too many push subscriptions")

// SubscriptionStore stores push subscriptions. It is safe for concurrent use.
type SubscriptionStore interface {
	// Subscribe saves a subscription and replaces one with the same endpoint. A
	// person keeps the newest ones up to a number; with total in the store it returns
	// ErrSubscriptionsFull.
	Subscribe(ctx context.Context, s Subscription, person, total int) error
	// Subscriptions returns those of a person, newest first.
	Subscriptions(ctx context.Context, person game.Hash) ([]Subscription, error)
	// Unsubscribe deletes a subscription of a person, if there is one.
	Unsubscribe(ctx context.Context, person game.Hash, endpoint string) error
	// PruneSubscriptions deletes those created before a time.
	PruneSubscriptions(ctx context.Context, before int64) error
}

// Ban is who may not come in, why and until when.
type Ban struct {
	// Subject is a range of addresses, such as 192.0.2.0/24, or the hash of a
	// person.
	Subject string `json:"subject"`
	Reason  string `json:"reason"`
	Created int64  `json:"created"`
	Until   int64  `json:"until,omitempty"` // 0 is for ever
}

// Sizes is how much there is in a store, and how fast it grows.
type Sizes struct {
	Database int64 `json:"database"` // bytes
	Log      int64 `json:"log"`      // bytes of what is written and not in it yet
	Free     int64 `json:"free"`     // bytes of it that are not in use

	Games       int `json:"games"`
	Running     int `json:"running"`
	Events      int `json:"events"`
	Definitions int `json:"definitions"`

	Tables []TableSize `json:"tables"`
	Days   []DaySize   `json:"days"` // the latest first
}

// TableSize is how much a table or an index takes.
type TableSize struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
}

// DaySize is how many games began on a day, by UTC, and how many events they
// have.
type DaySize struct {
	Day    string `json:"day"`
	Games  int    `json:"games"`
	Events int    `json:"events"`
}
