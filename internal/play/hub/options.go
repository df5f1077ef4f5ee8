package hub

import (
	"context"
	"log/slog"
	"time"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/lobby"
	"github.com/tainchess/tain/internal/play/room"
)

// Options contains the settings of a Hub. Only Rules is required. Numbers and durations that are not positive
// are replaced with their defaults.
type Options struct {
	room.Options
	// Players is the number of concurrent computer searches; it defaults to 1.
	Players int
	// NewPlayer creates a computer player; it defaults to computer.NewEnginePlayer.
	NewPlayer func() computer.Player
	// ComputerGamesPerPerson and ComputerGamesPerAddress limit how many games may wait for a computer move
	// before new ones are refused; they default to 4 and 16. Existing games continue and wait for their turn.
	ComputerGamesPerPerson, ComputerGamesPerAddress int
	// Unwatched is the maximum number of unwatched games in the queue; it defaults to 16.
	Unwatched int
	// ChallengesPerPerson and ChallengesPerAddress limit open challenges; they default to 3 and 8.
	ChallengesPerPerson, ChallengesPerAddress int
	// ChallengeGrace is how long a challenge stays open after its creator has left, unless it is kept open
	// for days; it defaults to 30 seconds.
	ChallengeGrace time.Duration
	// SeeksPerAddress and Seeks limit how many people wait to be paired, per address and in total; they
	// default to 8 and 2000. A person can only wait once.
	SeeksPerAddress, Seeks int
	// Idle is how long an unused game stays in memory; it defaults to five minutes.
	Idle time.Duration
	// Taken reports whether a name belongs to an account; nil means that there are no accounts.
	Taken func(ctx context.Context, name string) (bool, error)
	// Apart returns the people whom an account blocks or by whom it is blocked; nil means that there are no accounts. They
	// are not paired, and do not join each other's open challenges.
	Apart func(ctx context.Context, person game.Hash) ([]game.Hash, error)
	// Wall is the wall clock; it defaults to time.Now. The hub's time starts from it and then follows the
	// monotonic clock.
	Wall func() time.Time
}

// DefaultOptions returns the default values of all numbers and durations. The other settings are zero.
func DefaultOptions() Options {
	var o Options
	o.setDefaults()
	return o
}

// setDefaults fills in the defaults of numbers and durations.
func (o *Options) setDefaults() {
	setDefault(&o.GamesPerSession, 50)
	setDefault(&o.TurnTime, computer.DefaultTurn)
	setDefault(&o.UnwatchedTime, computer.DefaultUnwatched)
	setDefault(&o.Definitions, 50_000)
	setDefault(&o.Backlog, 64)
	setDefault(&o.Players, 1)
	setDefault(&o.ComputerGamesPerPerson, 4)
	setDefault(&o.ComputerGamesPerAddress, 16)
	setDefault(&o.Unwatched, 16)
	setDefault(&o.ChallengesPerPerson, 3)
	setDefault(&o.ChallengesPerAddress, 8)
	setDefault(&o.ChallengeGrace, 30*time.Second)
	setDefault(&o.SeeksPerAddress, 8)
	setDefault(&o.Seeks, 2000)
	setDefault(&o.Idle, 5*time.Minute)
}

// setDefault sets a setting to its default value unless it is positive.
func setDefault[N int | time.Duration](setting *N, value N) {
	if *setting <= 0 {
		*setting = value
	}
}

// setCollaborators fills in the defaults of functions, interfaces and pointers.
func (o *Options) setCollaborators() {
	if o.Bus == nil {
		o.Bus = cluster.NewLocalBus()
	}
	if o.NewPlayer == nil {
		o.NewPlayer = computer.NewEnginePlayer
	}
	if o.Wall == nil {
		o.Wall = time.Now
	}
	if o.Gate == nil {
		o.Gate = room.OpenGate{}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
}

func (o *Options) lobbyLimits() lobby.Limits {
	return lobby.Limits{
		ChallengesPerPerson: o.ChallengesPerPerson, ChallengesPerAddress: o.ChallengesPerAddress, Grace: o.ChallengeGrace,
		SeeksPerAddress: o.SeeksPerAddress, Seeks: o.Seeks,
	}
}

func (o *Options) computerLimits() computer.Limits {
	return computer.Limits{
		Players: o.Players, PerPerson: o.ComputerGamesPerPerson, PerAddress: o.ComputerGamesPerAddress,
		Turn: o.TurnTime, Unwatched: o.UnwatchedTime, UnwatchedGames: o.Unwatched,
	}
}
