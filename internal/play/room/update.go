package room

import (
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/rules"
)

// Update is something a watcher receives: one of the types below. What an update
// points to is shared by all who receive it, and is not to be changed.
type Update interface{ update() }

type (
	// GameUpdate is the whole game: the first update, and what is sent when more
	// than a move has happened.
	GameUpdate struct{ Game *Snapshot }
	// MoveUpdate is a move.
	MoveUpdate struct{ *game.Step }
	// PresenceUpdate is who watches.
	PresenceUpdate struct {
		Here       [2]bool // the players
		Spectators int
		// Claims are when the absence of each player may be claimed by the other, in
		// milliseconds; 0 if it may not.
		Claims [2]int64
	}
	// PhraseUpdate is a phrase of a player.
	PhraseUpdate struct {
		By     game.Side
		Phrase game.Phrase
	}
	// ThinkingUpdate is how many games the computer serves before this one; with 0
	// it thinks.
	ThinkingUpdate struct{ Place int }
	// ClosingUpdate is that the server shuts down; it is the last one.
	ClosingUpdate struct{}
	// NoticeUpdate is a notice of the operator; without text the last one no longer
	// holds.
	NoticeUpdate struct{ Notice }
)

func (GameUpdate) update()     {}
func (MoveUpdate) update()     {}
func (PresenceUpdate) update() {}
func (PhraseUpdate) update()   {}
func (ThinkingUpdate) update() {}
func (ClosingUpdate) update()  {}
func (NoticeUpdate) update()   {}

// Notice is what the operator of a server has to say to everybody.
type Notice struct {
	Text  string
	At    int64 // when it was written, in milliseconds
	Until int64 // when it no longer holds; 0 is never
}

// Snapshot is a game as one of those who watch it may see it.
type Snapshot struct {
	game.Snapshot
	From       int // how many of the first moves the receiver has already
	Spectators int
	Invite     string    // only to who may give it away, while a seat is free
	Thinking   *Thinking // nil unless the computer is to move
}

// Thinking is how many games the computer serves before this one; with 0 it
// thinks.
type Thinking struct{ Place int }

// At is a state of a game: after how many moves and takebacks.
type At struct{ Ply, Takebacks int }

// Challenge is a game that anybody may join.
type Challenge struct {
	ID      string
	Info    *rules.Info
	Colour  game.Side // the free one
	Control *clock.Control
	Name    string // of its maker
	Created int64
}

// Summary is a game in a list of somebody's games.
type Summary struct {
	ID               string
	Info             *rules.Info
	Players          game.Players
	Seat, Turn       game.Side
	Ply              int
	Result           *game.Result
	Position         string
	Created, Updated int64
}

// Seek is what somebody wants to play who is to be paired with the next who wants
// the same: a game and a clock.
type Seek struct {
	Variant string // one of those that come with the program
	Control *clock.Control
	Name    string
}

// SeekCount is how many people wait for a game and a clock.
type SeekCount struct {
	Variant string
	Control *clock.Control
	Count   int
}

// OnBoard is a game that is being played, as the list of those shows it.
type OnBoard struct {
	ID         string
	Players    game.Players
	Control    *clock.Control
	Clocks     *game.Clocks
	Ply        int
	Spectators int
	// Line is the last move and the positions before and after it.
	Line *rules.Line
	// Updated is when anything last happened in it, and Who its player is when
	// places are shared.
	Updated int64
	Who     fair.Party
}

// OnBoard returns the game as it is shown in the list of those that are played,
// if it is. A room that is busy is left out: it is there a second later.
func (r *Room) OnBoard() (OnBoard, bool) {
	if !r.mu.TryLock() {
		return OnBoard{}, false
	}
	defer r.mu.Unlock()
	g := r.game
	if r.out || g == nil || !g.Start().Listed || g.Over() || g.Waiting() {
		return OnBoard{}, false
	}
	here := r.audience.present()
	if here.seats == [2]bool{} {
		return OnBoard{}, false
	}
	return OnBoard{
		ID: r.id, Players: game.PlayersOf(g.Seats(), here.seats), Control: g.Control(), Clocks: g.Clocks(max(r.core.Time.Now(), g.Updated())),
		Ply: g.Ply(), Spectators: here.spectators, Line: g.LastLine(), Updated: g.Updated(), Who: r.turn.payer,
	}, true
}
