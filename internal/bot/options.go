package bot

import (
	"slices"
	"time"

	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/rules/registry"
)

// Options are what a bot is made of.
type Options struct {
	URL, Token string
	Rules      *registry.Registry
	Player     player.Spec // what plays
	Name       string
	Accept     Accept
	// Offer has a challenge of its own stand whenever there is room for a game.
	Offer *Offer
	// Games is how many games are played at once, Total after how many the bot
	// ends; 0 for never.
	Games, Total int
	// MoveTime is what a move takes where there is no clock, Overhead what is kept
	// back of every clock for the way, Patience how long the program may be silent.
	MoveTime, Overhead, Patience time.Duration
	// Log is told what happens, in sentences.
	Log func(text string)
}

// Accept says which challenges are accepted.
type Accept struct {
	None     bool     // accept none
	Variants []string // empty for none but chess
	// Shortest and Longest bound the time a player begins with; Unlimited takes
	// games without a clock too.
	Shortest, Longest time.Duration
	Unlimited         bool
}

// Offer is a challenge that a bot makes.
type Offer struct {
	Variant string
	Control clock.Control
}

// accepts reports whether a challenge is one to accept.
func (a *Accept) accepts(c *wire.Challenge) bool {
	variants := a.Variants
	if len(variants) == 0 {
		variants = []string{"chess"}
	}
	if a.None || c.Definition != "" || !slices.Contains(variants, c.Variant) {
		return false
	}
	if c.Control == nil || c.Control.None() || c.Control.Days > 0 {
		return a.Unlimited
	}
	initial := time.Duration(c.Control.Initial) * time.Millisecond
	return initial >= a.Shortest && (a.Longest == 0 || initial <= a.Longest)
}
