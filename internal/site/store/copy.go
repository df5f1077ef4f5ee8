package store

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"reflect"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/shelf"
)

// Game is all that a store keeps of a game, as it keeps it.
type Game struct {
	ID                   string
	White, Black         []byte // hashes of sessions; nil for none
	WhiteName, BlackName string
	Anonymous            bool
	WhiteSeen, BlackSeen int64
	Open, Running        bool
	Deadline             int64 // 0 for none
	Created, Updated     int64
	Entry                string
	Events               []string
}

// digest is a hash of everything, each part with its length.
func (g *Game) digest() [sha256.Size]byte {
	h := sha256.New()
	put(h, g.ID, string(g.White), string(g.Black), g.WhiteName, g.BlackName, g.Entry)
	put(h, fmt.Sprint(g.White == nil, g.Black == nil, g.Anonymous, g.WhiteSeen, g.BlackSeen, g.Open, g.Running, g.Deadline, g.Created, g.Updated, len(g.Events)))
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

// Rest is what a store keeps beside games. Each list is in the order of its names.
type Rest struct {
	Definitions   []Wanted
	Studies       []shelf.Study
	Ahead         []Said
	Subscriptions []Subscription
	Names         []Named
	Bans          []Ban
	Settings      []Named // but for that of a copy
	Outages       []game.Outage
	Pulse         int64
}

// Wanted is a definition, and when a game was last begun with it.
type Wanted struct {
	Hash, Text string
	Wanted     int64
}

// Said is what a side of a game has said ahead, as JSON.
type Said struct{ Game, Side, Data string }

// Named is a value and its name: a setting as JSON, or what a session is called.
type Named struct{ Name, Value string }

func (r *Rest) empty() bool {
	return len(r.Definitions)+len(r.Studies)+len(r.Ahead)+len(r.Subscriptions)+len(r.Names)+len(r.Bans) == 0
}

// Movable is a store that can be copied from and to.
type Movable interface {
	Full
	// CountGames returns how many games and events there are.
	CountGames(ctx context.Context) (games, events int, err error)
	// GamesAfter returns the games whose names follow one, in their order.
	GamesAfter(ctx context.Context, after string, most int) ([]Game, error)
	// PutGames adds games, all of them or none; one that is there already stays.
	PutGames(ctx context.Context, list []Game) error
	// Rest returns what there is beside games.
	Rest(ctx context.Context) (Rest, error)
	// PutRest puts it in the place of what is there.
	PutRest(ctx context.Context, r Rest) error
	// Used reports whether a server uses the store just now.
	Used(ctx context.Context) (bool, error)
	// Where names the store, without a password.
	Where() string
}

// CopySetting is the name of the setting in which a store notes a copy into it
// that is not finished.
const CopySetting = "copy"

// copyState is how far a copy has come.
type copyState struct {
	From  string `json:"from,omitempty"`
	After string `json:"after,omitempty"` // the last game that is there
}

// Unfinished returns what a store was being copied from when that was
// interrupted, nothing if it is whole.
func Unfinished(ctx context.Context, s Operated) (from string, err error) {
	var state copyState
	err = s.Setting(ctx, CopySetting, &state)
	return state.From, err
}

// Copied is what came of a copy.
type Copied struct {
	From    string `json:"from"`
	To      string `json:"to"`
	Games   int    `json:"games"`
	Events  int    `json:"events"`
	Resumed bool   `json:"resumed,omitempty"`
}

// copiedTogether is how many games are copied at a time.
const copiedTogether = 100

// Refusal is why nothing is copied. Nothing was changed.
type Refusal struct {
	Why   RefusalReason
	Where string
}

// RefusalReason is a reason not to copy.
type RefusalReason int

// The reasons.
const (
	InUse     RefusalReason = iota // a server uses the store
	NotEmpty                       // the target has something in it
	OtherCopy                      // the target is that of another copy, from Where
	Same                           // source and target are one
)

// Error says it in English.
func (r *Refusal) Error() string {
	switch r.Why {
	case InUse:
		return "store: a server uses " + r.Where + ": stop it first"
	case NotEmpty:
		return "store: " + r.Where + " has games or other things in it already: name an empty one"
	case OtherCopy:
		return "store: the target has part of a copy of " + r.Where + ": go on with that one, or name an empty target"
	}
	return "store: " + r.Where + " cannot be copied to itself"
}

// Copy copies everything from one store to another and verifies it: every game
// is read back and its hash compared with that of the source, and at the end all
// of both once more. A copy that was interrupted goes on where it was when it is
// asked for again. Progress is told the stage, and how many games it has done of
// how many.
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
	// It is whole: from now on a server may use it.
	return c.result, to.Set(context.WithoutCancel(ctx), CopySetting, copyState{})
}

type copying struct {
	from, to Movable
	progress func(stage string, done, total int)
	state    copyState
	total    int
	result   Copied
}

// begin looks whether it can be copied, and notes that it is.
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

// Unused returns a [Refusal] of a store that a server uses. Whoever asks it of a
// source before the target is opened has made nothing there when it is refused.
func Unused(ctx context.Context, s Movable) error {
	used, err := s.Used(ctx)
	if err == nil && used {
		err = &Refusal{InUse, s.Where()}
	}
	return err
}

// rest copies what is not games.
func (c *copying) rest(ctx context.Context) error {
	rest, err := c.from.Rest(ctx)
	if err != nil {
		return err
	}
	return c.to.PutRest(ctx, rest)
}

// games copies games, some at a time.
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
		list, err := c.from.GamesAfter(ctx, c.state.After, copiedTogether)
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

// verify compares all of both.
func (c *copying) verify(ctx context.Context) error {
	after, done := "", 0
	for {
		c.progress("verifying", done, c.total)
		list, err := c.from.GamesAfter(ctx, after, copiedTogether)
		if err != nil {
			return err
		}
		back, err := c.to.GamesAfter(ctx, after, copiedTogether)
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
		return fmt.Errorf("store: what was copied beside games differs from its source: is something changing it?")
	}
	return nil
}

// same compares games with what was read back of them.
func same(want, got []Game) error {
	for i := range want {
		if i >= len(got) || got[i].ID != want[i].ID || got[i].digest() != want[i].digest() {
			return fmt.Errorf("store: the copy of the game %s differs from its source: is something changing it?", want[i].ID)
		}
	}
	if len(got) > len(want) {
		return fmt.Errorf("store: the game %s is in the copy and not in its source", got[len(want)].ID)
	}
	return nil
}
