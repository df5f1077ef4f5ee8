package bot

import (
	"slices"
	"time"

	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/rules/registry"
)

// Options are the settings of a bot.
type Options struct {
	URL string
	// Token is the token of a bot account, or of a bot without an account; see NewToken.
	Token  string
	Rules  *registry.Registry
	Player player.Spec
	Name   string
	Accept Accept
	// Offer, if not nil, is an open challenge that the bot creates whenever it has room for another game and
	// none of its challenges is open.
	Offer *Offer
	// Games is the maximum number of concurrent games. Total is the number of games after which the bot
	// stops; 0 means never.
	Games, Total int
	// MoveTime is the time per move in games without a clock or with days per move. Overhead is subtracted from
	// every clock to allow for network latency, but never more than half the remaining time. Patience is the
	// timeout for the program's replies.
	MoveTime, Overhead, Patience time.Duration
	// Log receives human-readable messages.
	Log func(text string)
}

// Accept defines which challenges to accept.
type Accept struct {
	None     bool     // whether to reject all challenges
	Variants []string // references of rule sets (rules.Info.Ref); empty means only chess
	// Shortest and Longest limit the initial time; a Longest of 0 means no limit. Unlimited also accepts games
	// without a clock and games with days per move.
	Shortest, Longest time.Duration
	Unlimited         bool
	rated             bool // whether the bot has an account, and so may play rated games
}

// Offer is a challenge that a bot creates.
type Offer struct {
	Variant string
	Control clock.Control
	Rated   bool // only for bot accounts
}

// accepts reports whether to accept a challenge.
func (a *Accept) accepts(c *wire.Challenge) bool {
	variants := a.Variants
	if len(variants) == 0 {
		variants = []string{"chess"}
	}
	if a.None || !slices.Contains(variants, c.Ref()) || c.Rated && !a.rated {
		return false
	}
	if c.Control == nil || c.Control.None() || c.Control.Days > 0 {
		return a.Unlimited
	}
	initial := time.Duration(c.Control.Initial) * time.Millisecond
	return initial >= a.Shortest && (a.Longest == 0 || initial <= a.Longest)
}
