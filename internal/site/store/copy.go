package store

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"reflect"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/moderation"
	"github.com/tainchess/tain/internal/people/profile"
	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/studies"
)

// Game contains the data of a game in its stored form, except conditional moves.
type Game struct {
	ID                   string
	White, Black         []byte // session hashes; nil for none
	WhiteName, BlackName string
	Anonymous            bool
	WhiteSeen, BlackSeen int64
	Open, Running        bool
	Deadline             int64 // 0 for none
	Created, Updated     int64
	Entry                string
	Events               []string
	Rated                string // the ratings before and after; "" if there are none
}

// digest returns a hash of all fields. Each text is preceded by its length, so that different games have
// different input.
func (g *Game) digest() [sha256.Size]byte {
	h := sha256.New()
	put(h, g.ID, string(g.White), string(g.Black), g.WhiteName, g.BlackName, g.Entry, g.Rated)
	put(h, fmt.Sprint(g.White == nil, g.Black == nil, g.Anonymous, g.WhiteSeen, g.BlackSeen, g.Open, g.Running,
		g.Deadline, g.Created, g.Updated, len(g.Events)))
	put(h, g.Events...)
	return [sha256.Size]byte(h.Sum(nil))
}

func put(h hash.Hash, texts ...string) {
	var length [8]byte
	for _, text := range texts {
		binary.BigEndian.PutUint64(length[:], uint64(len(text)))
		h.Write(length[:])
		h.Write([]byte(text))
	}
}

// Rest contains all data of a store except its games. Lists are sorted by key.
type Rest struct {
	Definitions   []Definition
	Studies       []studies.Study
	Ahead         []Ahead
	Subscriptions []Subscription
	Names         []SessionName
	Accounts      []people.Account
	Passkeys      []people.Passkey
	Devices       []people.Device
	Tokens        []people.Token
	Codes         []Code
	Ratings       []rating.Standing
	Adjustments   []rating.Adjustment
	Relations     []profile.SavedRelation
	Invitations   []profile.Invitation
	Hidden        []game.Hash
	Solved        []profile.Solved
	Reports       []moderation.Report
	Actions       []moderation.Action
	Addresses     []PersonAddress
	Bans          []Ban
	Settings      []Setting // except CopySetting
	Outages       []game.Outage
	Pulse         int64
}

// Definition is a rule-set definition and the time at which it was last requested.
type Definition struct {
	Hash, Text string
	Wanted     int64
}

// Ahead contains a side's conditional moves as JSON.
type Ahead struct{ Game, Side, Data string }

// SessionName is a session's hash and name.
type SessionName struct {
	Session []byte
	Name    string
}

// Code is the hash of a recovery code, and the account to which it belongs.
type Code struct{ ID, Person []byte }

// PersonAddress is an address from which a person has begun rated games.
type PersonAddress struct {
	Person  []byte
	Address string
	Seen    int64
}

// Setting is a setting with its JSON value.
type Setting struct{ Name, Value string }

func (r *Rest) empty() bool {
	return len(r.Definitions)+len(r.Studies)+len(r.Ahead)+len(r.Subscriptions)+len(r.Names)+len(r.Accounts)+len(r.Bans) == 0
}

// Movable is a store that can be the source or the target of a copy.
type Movable interface {
	Full
	// CountGames returns the number of games and events.
	CountGames(ctx context.Context) (games, events int, err error)
	// GamesAfter returns up to limit games with identifiers greater than after, in order.
	GamesAfter(ctx context.Context, after string, limit int) ([]Game, error)
	// PutGames adds games in one transaction. Existing games stay unchanged.
	PutGames(ctx context.Context, list []Game) error
	// Rest returns all data except games.
	Rest(ctx context.Context) (Rest, error)
	// PutRest replaces all data except games.
	PutRest(ctx context.Context, r Rest) error
	// Used reports whether a server is using the store.
	Used(ctx context.Context) (bool, error)
	// Where identifies the store, without a password.
	Where() string
}

// CopySetting is the setting that records an unfinished copy into a store.
const CopySetting = "copy"

// copyState is the progress of a copy.
type copyState struct {
	From  string `json:"from,omitempty"`
	After string `json:"after,omitempty"` // the last game copied
}

// Unfinished returns the source of an unfinished copy into a store, or "" if there is none.
func Unfinished(ctx context.Context, s Operated) (from string, err error) {
	var state copyState
	err = s.Setting(ctx, CopySetting, &state)
	return state.From, err
}

// Copied is the result of a copy.
type Copied struct {
	From    string `json:"from"`
	To      string `json:"to"`
	Games   int    `json:"games"`
	Events  int    `json:"events"`
	Resumed bool   `json:"resumed,omitempty"`
}

// copyBatch is the number of games copied at a time.
const copyBatch = 100

// Refusal is returned for a copy that did not start. It means that no data was changed.
type Refusal struct {
	Why   RefusalReason
	Where string
}

// RefusalReason is the reason for a Refusal.
type RefusalReason int

// Reasons for a Refusal.
const (
	InUse     RefusalReason = iota // a server is using the store
	NotEmpty                       // the target contains data
	OtherCopy                      // the target contains part of a copy of Where
	Same                           // source and target are the same store
)

// Error explains the problem and suggests a remedy.
func (r *Refusal) Error() string {
	switch r.Why {
	case InUse:
		return "a server is using " + r.Where + "; stop it first"
	case NotEmpty:
		return r.Where + " is not empty; give an empty target"
	case OtherCopy:
		return "the target contains part of a copy of " + r.Where + "; continue that copy, or give an empty target"
	}
	return r.Where + " cannot be copied to itself"
}

// Copy copies all data from one store to another and verifies it. After each batch it reads the games back
// and compares their hashes with those of the source, and at the end it compares both stores again. Calling
// Copy again resumes an interrupted copy. Copy calls progress with the stage, the number of games done and
// the total number of games.
func Copy(ctx context.Context, from, to Movable, progress func(stage string, done, total int)) (Copied, error) {
	c := &copying{from: from, to: to, progress: progress, result: Copied{From: from.Where(), To: to.Where()}}
	if err := c.begin(ctx); err != nil {
		return c.result, err
	}
	for _, part := range []func(context.Context) error{c.rest, c.games, c.verify} {
		if err := part(ctx); err != nil {
			return c.result, err
		}
	}
	// The copy is complete, so a server may use it from now on.
	return c.result, to.Set(context.WithoutCancel(ctx), CopySetting, copyState{})
}

type copying struct {
	from, to Movable
	progress func(stage string, done, total int)
	state    copyState
	total    int
	result   Copied
}

// begin checks whether the copy can start, and records in the target that it has started.
func (c *copying) begin(ctx context.Context) error {
	if c.from.Where() == c.to.Where() {
		return &Refusal{Same, c.from.Where()}
	}
	err := errors.Join(Unused(ctx, c.from), Unused(ctx, c.to))
	if err != nil {
		return err
	}
	if c.total, c.result.Events, err = c.from.CountGames(ctx); err != nil {
		return err
	}
	c.result.Games = c.total
	if err := c.to.Setting(ctx, CopySetting, &c.state); err != nil {
		return err
	}
	if c.state.From != "" {
		if c.state.From != c.from.Where() {
			return &Refusal{OtherCopy, c.state.From}
		}
		c.result.Resumed = true
		return nil
	}
	games, _, err := c.to.CountGames(ctx)
	if err != nil {
		return err
	}
	rest, err := c.to.Rest(ctx)
	if err != nil {
		return err
	}
	if games > 0 || !rest.empty() {
		return &Refusal{NotEmpty, c.to.Where()}
	}
	c.state.From = c.from.Where()
	return c.to.Set(ctx, CopySetting, c.state)
}

// Unused returns a [Refusal] if a server is using the store. Check a source with it before creating the
// target.
func Unused(ctx context.Context, s Movable) error {
	used, err := s.Used(ctx)
	if err == nil && used {
		err = &Refusal{InUse, s.Where()}
	}
	return err
}

// rest copies all data except games.
func (c *copying) rest(ctx context.Context) error {
	rest, err := c.from.Rest(ctx)
	if err != nil {
		return err
	}
	return c.to.PutRest(ctx, rest)
}

// games copies games in batches.
func (c *copying) games(ctx context.Context) error {
	have, _, err := c.to.CountGames(ctx)
	if err != nil {
		return err
	}
	for {
		c.progress("copying", have, c.total)
		if err := ctx.Err(); err != nil {
			return err
		}
		list, err := c.from.GamesAfter(ctx, c.state.After, copyBatch)
		if err != nil || len(list) == 0 {
			return err
		}
		if err := c.to.PutGames(ctx, list); err != nil {
			return err
		}
		back, err := c.to.GamesAfter(ctx, c.state.After, len(list))
		if err != nil {
			return err
		}
		if err := same(list, back); err != nil {
			return err
		}
		c.state.After = list[len(list)-1].ID
		if err := c.to.Set(ctx, CopySetting, c.state); err != nil {
			return err
		}
		have += len(list)
	}
}

// verify returns an error if source and target differ.
func (c *copying) verify(ctx context.Context) error {
	after, done := "", 0
	for {
		c.progress("verifying", done, c.total)
		list, err := c.from.GamesAfter(ctx, after, copyBatch)
		if err != nil {
			return err
		}
		back, err := c.to.GamesAfter(ctx, after, copyBatch)
		if err != nil {
			return err
		}
		if err := same(list, back); err != nil {
			return err
		}
		if len(list) == 0 {
			break
		}
		after, done = list[len(list)-1].ID, done+len(list)
	}
	source, err := c.from.Rest(ctx)
	if err != nil {
		return err
	}
	target, err := c.to.Rest(ctx)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(source, target) {
		return fmt.Errorf("store: the copy differs from its source in data other than games: is another program changing the source?")
	}
	return nil
}

// same returns an error if games differ from their copies.
func same(want, got []Game) error {
	for i := range want {
		if i >= len(got) || got[i].ID != want[i].ID || got[i].digest() != want[i].digest() {
			return fmt.Errorf("store: the copy of the game %s differs from its source: is another program changing the source?", want[i].ID)
		}
	}
	if len(got) > len(want) {
		return fmt.Errorf("store: the game %s is in the copy but not in its source", got[len(want)].ID)
	}
	return nil
}
