package hub

import (
	"log/slog"
	"reflect"
	"time"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/lobby"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/rules/registry"
)

// Options contains the settings of a Hub. Only Rules is required.
type Options struct {
	Rules *registry.Registry // available rule sets
	// Bus carries committed events between hubs; it defaults to a bus for this hub only.
	Bus cluster.Bus
	// Players is the number of concurrent computer searches; it defaults to 1.
	Players int
	// NewPlayer creates a computer player; it defaults to computer.NewEnginePlayer.
	NewPlayer func() computer.Player
	// GamesPerSession limits the number of running games per session; it defaults to 50.
	GamesPerSession int
	// ComputerGamesPerPerson and ComputerGamesPerAddress limit how many games may wait for a computer move
	// before new ones are refused; they default to 4 and 16. Existing games continue and wait for their turn.
	ComputerGamesPerPerson, ComputerGamesPerAddress int
	// TurnTime limits the search time of a move while other games wait; it defaults to 1.5 seconds.
	TurnTime time.Duration
	// UnwatchedTime limits the search time of a move in a game that nobody watches; it defaults to 200
	// ms. Unwatched is the maximum number of such games in the queue; it defaults to 16.
	UnwatchedTime time.Duration
	Unwatched     int
	// ChallengesPerPerson and ChallengesPerAddress limit open challenges; they default to 3 and 8.
	ChallengesPerPerson, ChallengesPerAddress int
	// ChallengeGrace is how long a challenge stays open after its creator has left, unless it is kept open
	// for days; it defaults to 30 seconds.
	ChallengeGrace time.Duration
	// SeeksPerAddress and Seeks limit how many people wait to be paired, per address and in total; they
	// default to 8 and 2000. A person can only wait once.
	SeeksPerAddress, Seeks int
	// Definitions limits the total number of stored custom rule sets; it defaults to 50000.
	Definitions int
	// Backlog is the maximum number of updates queued for a watcher before it is dropped as too slow;
	// it defaults to 64.
	Backlog int
	// Idle is how long an unused game stays in memory; it defaults to five minutes.
	Idle time.Duration
	// Wall is the wall clock; it defaults to time.Now. The hub's time starts from it and then follows the
	// monotonic clock.
	Wall func() time.Time
	// Gate enforces the operator's restrictions; nil permits everything.
	Gate room.Gate
	// Notify receives notifications for people who are not present. It must return immediately, because it is
	// called with a room locked. It may be nil.
	Notify func(room.Notification)
	// Traced is called after this node has sent traced updates, with the time when it started to send them.
	// It may be nil.
	Traced func(trace, request, id string, began time.Time)
	// Log receives errors and warnings; nil discards them.
	Log *slog.Logger
}

// complete fills in the defaults.
func (o Options) complete() Options {
	o.Players = max(1, o.Players)
	setDefault(&o.ComputerGamesPerPerson, 4)
	setDefault(&o.ComputerGamesPerAddress, 16)
	setDefault(&o.TurnTime, 1500*time.Millisecond)
	setDefault(&o.UnwatchedTime, 200*time.Millisecond)
	setDefault(&o.Unwatched, 16)
	setDefault(&o.ChallengesPerPerson, 3)
	setDefault(&o.ChallengesPerAddress, 8)
	setDefault(&o.ChallengeGrace, 30*time.Second)
	setDefault(&o.SeeksPerAddress, 8)
	setDefault(&o.Seeks, 2000)
	setDefault(&o.GamesPerSession, 50)
	setDefault(&o.Definitions, 50_000)
	setDefault(&o.Backlog, 64)
	setDefault(&o.Idle, 5*time.Minute)
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
	return o
}

// setDefault sets a setting to its default value unless it is positive.
func setDefault[N int | time.Duration](setting *N, value N) {
	if *setting <= 0 {
		*setting = value
	}
}

// roomOptions returns the settings of rooms.
func (o *Options) roomOptions() room.Options {
	return room.Options{
		Rules: o.Rules, Bus: o.Bus, GamesPerSession: o.GamesPerSession, TurnTime: o.TurnTime, UnwatchedTime: o.UnwatchedTime,
		Definitions: o.Definitions, Backlog: o.Backlog, Gate: o.Gate, Notify: o.Notify, Traced: o.Traced, Log: o.Log,
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

// DefaultOptions returns the default values of all plain settings. Functions, interfaces and pointers,
// such as the bus and the log, are nil.
func DefaultOptions() Options {
	o := Options{}.complete()
	fields := reflect.ValueOf(&o).Elem()
	for i := range fields.NumField() {
		switch f := fields.Field(i); f.Kind() {
		case reflect.Func, reflect.Interface, reflect.Pointer:
			f.SetZero()
		}
	}
	return o
}
