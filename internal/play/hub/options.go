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

// Options are the settings of a Hub. All but Rules may be left out.
type Options struct {
	Rules *registry.Registry // the rule sets that are played
	// Bus carries what is committed to other hubs and back; nil means a bus of
	// this hub alone.
	Bus cluster.Bus
	// Players is how many computer players think at the same time; 0 means 1.
	Players int
	// NewPlayer makes each of them; nil means computer.NewEnginePlayer.
	NewPlayer func() computer.Player
	// GamesPerSession is how many running games a session may have; 0 means 50.
	GamesPerSession int
	// ComputerGamesPerPerson and ComputerGamesPerAddress are how many games may
	// wait for a move of the computer before no more are created; 0 means 4 and
	// 16. Those that are being played go on, and wait for their share.
	ComputerGamesPerPerson, ComputerGamesPerAddress int
	// TurnTime is how long a computer player may think about a move while others
	// wait for one; 0 means a second and a half.
	TurnTime time.Duration
	// UnwatchedTime is how long it thinks about a move that nobody watches for;
	// 0 means a fifth of a second. Unwatched is how many such games are in the
	// queue at a time; 0 means 16. The others are taken up when there is room.
	UnwatchedTime time.Duration
	Unwatched     int
	// ChallengesPerPerson and ChallengesPerAddress are how many games that anybody
	// may join may be open; 0 means 3 and 8.
	ChallengesPerPerson, ChallengesPerAddress int
	// ChallengeGrace is how long a challenge stays open after its maker has left,
	// unless it is to be kept; 0 means half a minute.
	ChallengeGrace time.Duration
	// SeeksPerAddress is how many people of an address may wait to be paired, and
	// Seeks how many in all; 0 means 8 and 2000. A person waits once.
	SeeksPerAddress, Seeks int
	// Definitions is how many rule sets that people have written are kept in all;
	// 0 means 50000.
	Definitions int
	// Backlog is how many messages may wait for a watcher before it counts as
	// too slow; 0 means 64.
	Backlog int
	// Idle is how long a game that nobody uses stays in memory; 0 means five
	// minutes.
	Idle time.Duration
	// Wall is the wall clock; nil means time.Now. Games follow the monotonic clock,
	// and take up with this one when the hub begins.
	Wall func() time.Time
	// Gate says what the operator allows; nil means everything.
	Gate room.Gate
	// Notify is told what concerns people who are not here, and answers at once; nil
	// means nobody is. A room is held meanwhile.
	Notify func(room.Notification)
	// Traced is told that what belongs to a trace, and comes from a request, was told
	// at this node, since when it was under way here; nil means nobody is.
	Traced func(trace, request, id string, began time.Time)
	// Log is told what goes wrong; nil means nobody is.
	Log *slog.Logger
}

// complete fills in what was left out.
func (o Options) complete() Options {
	o.Players = max(1, o.Players)
	usual(&o.ComputerGamesPerPerson, 4)
	usual(&o.ComputerGamesPerAddress, 16)
	usual(&o.TurnTime, 1500*time.Millisecond)
	usual(&o.UnwatchedTime, 200*time.Millisecond)
	usual(&o.Unwatched, 16)
	usual(&o.ChallengesPerPerson, 3)
	usual(&o.ChallengesPerAddress, 8)
	usual(&o.ChallengeGrace, 30*time.Second)
	usual(&o.SeeksPerAddress, 8)
	usual(&o.Seeks, 2000)
	usual(&o.GamesPerSession, 50)
	usual(&o.Definitions, 50_000)
	usual(&o.Backlog, 64)
	usual(&o.Idle, 5*time.Minute)
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

// usual fills in a setting that was left out.
func usual[N int | time.Duration](setting *N, value N) {
	if *setting <= 0 {
		*setting = value
	}
}

// roomOptions returns what rooms are told.
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

// UsualOptions returns the options with what they mean where they are left out,
// for those who show them. What only programs give, such as a bus or a log, is
// not among them.
func UsualOptions() Options {
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
