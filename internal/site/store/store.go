// Package store contains the code that durable stores have in common: the operations of a complete store
// ([Full]), the encoding that separates personal data from events ([Persons]), and copying from one store to
// another ([Copy]).
package store

import (
	"context"
	"encoding/hex"
	"errors"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/moderation"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/studies"
)

// Store stores all data of a server. Package storetest tests implementations.
type Store interface {
	room.Store
	studies.Store
	SubscriptionStore
	people.Store
	// Totals returns the numbers of definitions and studies, which are limited.
	Totals(ctx context.Context) (definitions, studies int, err error)
}

// Full is a durable store with the operations that an operator needs.
type Full interface {
	Store
	Operated

	// Close finishes the changes that are being written and releases the store.
	Close() error
}

// Operated is a store that an operator can inspect and change.
type Operated interface {
	moderation.Store
	// List returns the games that match a filter, most recently changed first.
	List(ctx context.Context, f Filter) ([]room.Entry, error)
	// Entry returns the entry of a game, or room.ErrNotFound.
	Entry(ctx context.Context, id string) (room.Entry, error)
	// Delete deletes a game with all its events, or returns room.ErrNotFound.
	Delete(ctx context.Context, id string) error
	// Rename renames a person in all games, including future ones. If name is empty, it only deletes the name
	// for future games. It returns the identifiers of the person's games.
	Rename(ctx context.Context, who game.Hash, name string) (ids []string, err error)
	// Erase deletes a person's data, including their account. In each game a different anonymous person takes their place, so that the
	// games cannot be linked. It returns the identifiers of these games.
	Erase(ctx context.Context, who game.Hash) (ids []string, err error)
	// Anonymise removes the players' identities from a game.
	Anonymise(ctx context.Context, id string) error
	// Persons returns up to limit people whose hashes are between low and high. It is used to find a person
	// by a prefix of their hash.
	Persons(ctx context.Context, low, high game.Hash, limit int) ([]game.Hash, error)
	// Names returns the names that the operator has given to people.
	Names(ctx context.Context) (map[game.Hash]string, error)
	// Ban saves a ban, replacing any ban on the same subject. It ends the tokens of a banned person.
	Ban(ctx context.Context, b Ban) error
	// Unban deletes the ban on a subject, if there is one.
	Unban(ctx context.Context, subject string) error
	// ForgetBans deletes the bans that have expired by a given time.
	ForgetBans(ctx context.Context, by int64) error
	// Bans returns all bans, newest first.
	Bans(ctx context.Context) ([]Ban, error)
	// Set saves an operator setting.
	Set(ctx context.Context, name string, value any) error
	// Setting reads a setting into value, which stays unchanged if the setting does not exist.
	Setting(ctx context.Context, name string, value any) error
	// ForgetDefinitions deletes the definitions that no game uses and that were not requested recently. It
	// returns their number.
	ForgetDefinitions(ctx context.Context) (int, error)
	// Sizes returns the size of the store and its growth over the given number of days.
	Sizes(ctx context.Context, days int) (Sizes, error)
}

// Shared is a store that several servers can use at the same time. It records an operator's changes on one
// server for the others.
type Shared interface {
	// Operations returns the operations after a number, in order.
	Operations(ctx context.Context, after int64) ([]Note, error)
	// LastOperation returns the number of the latest operation, or 0 if there is none.
	LastOperation(ctx context.Context) (int64, error)
	// SetOnce saves a setting unless it exists already, and reads the saved value into value.
	SetOnce(ctx context.Context, name string, value any) error
	// Announce records a change to games that another method has made, such as the end of a game.
	Announce(ctx context.Context, what Operation, games ...string) error
}

// Operation is a kind of change made by an operator.
type Operation string

// The operations.
const (
	Deleted Operation = "deleted" // games were deleted
	Changed Operation = "changed" // players were renamed, erased or anonymised, or games were ended
	Listed  Operation = "listed"  // bans or settings were changed
	// SignedOut means that devices or tokens have ended, or that accounts were changed. Its note lists the hashes of
	// all these, in hexadecimal, instead of games.
	SignedOut Operation = "signed-out"
)

// Note is a recorded operation.
type Note struct {
	Number int64
	What   Operation
	Games  []string
}

// Filter selects games. The zero value selects all of them.
type Filter struct {
	Running, Ended bool
	Player         game.Hash // person with a seat in the game
	Before         int64     // games last changed before this time, or ended before it if Ended is set
	Named          bool      // games that are not anonymised
	Limit          int       // 0 for no limit
}

// Subscription is a browser's web push subscription.
type Subscription struct {
	Endpoint string    `json:"endpoint"`
	Person   game.Hash `json:"-"`
	Key      []byte    `json:"-"` // the browser's public key, a P-256 point
	Auth     []byte    `json:"-"` // secret that the browser shares with the server
	Created  int64     `json:"created"`
}

// ErrSubscriptionsFull is returned if the store has the maximum number of subscriptions.
var ErrSubscriptionsFull = errors.New("store: too many push subscriptions")

// SubscriptionStore stores push subscriptions. It is safe for concurrent use.
type SubscriptionStore interface {
	// Subscribe saves a subscription, replacing any with the same endpoint. It deletes the person's oldest
	// subscriptions above the limit person, and returns ErrSubscriptionsFull if the store already contains
	// total subscriptions.
	Subscribe(ctx context.Context, s Subscription, person, total int) error
	// Subscriptions returns a person's subscriptions, newest first.
	Subscriptions(ctx context.Context, person game.Hash) ([]Subscription, error)
	// Unsubscribe deletes a person's subscription with an endpoint, if it exists.
	Unsubscribe(ctx context.Context, person game.Hash, endpoint string) error
	// PruneSubscriptions deletes the subscriptions created before a time.
	PruneSubscriptions(ctx context.Context, before int64) error
}

// Ban excludes an address range or a person from the server.
type Ban struct {
	// Subject is an address range, such as 192.0.2.0/24, the hash of a person, or that of [Mute].
	Subject string `json:"subject"`
	Reason  string `json:"reason"`
	Created int64  `json:"created"`
	Until   int64  `json:"until,omitempty"` // 0 for no end
}

// MutePrefix begins the subject of a ban that only mutes a person.
const MutePrefix = "mute:"

// Mute returns the subject of the ban that mutes a person: they may neither challenge people nor send phrases.
func Mute(who game.Hash) string { return MutePrefix + hex.EncodeToString(who[:]) }

// Sizes contains the size of a store and its growth.
type Sizes struct {
	Database int64 `json:"database"` // bytes
	Log      int64 `json:"log"`      // bytes of the write-ahead log
	Free     int64 `json:"free"`     // unused bytes of the database

	Games       int `json:"games"`
	Running     int `json:"running"`
	Events      int `json:"events"`
	Definitions int `json:"definitions"`

	Tables []TableSize `json:"tables"`
	Days   []DaySize   `json:"days"` // latest first
}

// TableSize is the size of a table or an index.
type TableSize struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
}

// DaySize contains the number of games that began on a day (UTC), and the number of their events.
type DaySize struct {
	Day    string `json:"day"`
	Games  int    `json:"games"`
	Events int    `json:"events"`
}
