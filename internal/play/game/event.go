package game

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// EventType is what sort of thing has happened.
type EventType string

// The sorts of events. They are stored: their names never change.
const (
	Created   EventType = "created"   // always the first
	Joined    EventType = "joined"    // Side by Player
	Moved     EventType = "move"      // Move
	Offered   EventType = "offered"   // What by Side
	Declined  EventType = "declined"  // What, by Side, who had been offered it
	Withdrawn EventType = "withdrawn" // What, by Side, who had offered it
	TakenBack EventType = "takeback"  // to the position after Ply moves
	Resigned  EventType = "resigned"  // by Side
	Flagged   EventType = "flagged"   // Side's time is spent
	Agreed    EventType = "agreed"    // on a draw
	Claimed   EventType = "claimed"   // a draw, by Side, for Reason
	Aborted   EventType = "aborted"   // by Side, or by nobody where it lapsed
	Rematched EventType = "rematched" // Next is the new game
	Gone      EventType = "gone"      // Side is gone, and the other has claimed the game, or a draw if Reason says so
	Lengthy   EventType = "lengthy"   // the game has as many moves as there may be
	Returned  EventType = "returned"  // nobody kept the game for Given milliseconds, which do not count

	// These happen in local games only.
	Seated  EventType = "seated"  // Player takes the seat of Side, whoever had it
	Paused  EventType = "paused"  // the clock stands; with Clocks it is also set
	Resumed EventType = "resumed" // the clock goes on with what is left
	Noted   EventType = "noted"   // a record gives the result in Reason
)

// Subject is what an offer is about.
type Subject string

// The subjects. They are stored: their names never change.
const (
	OfDraw     Subject = "draw"
	OfTakeback Subject = "takeback"
	OfRematch  Subject = "rematch"
)

var subjects = []Subject{OfDraw, OfTakeback, OfRematch}

// Event is something that happened in a game. Events are only ever added, and
// hold nothing that follows from those before them.
type Event struct {
	Type EventType `json:"type"`
	At   int64     `json:"at"` // milliseconds of the time where the game is kept
	Side Side      `json:"side,omitempty"`

	Start  *Start  `json:"start,omitempty"`
	Player *Seat   `json:"player,omitempty"`
	Move   string  `json:"move,omitempty"` // UCI notation
	What   Subject `json:"what,omitempty"`
	Ply    int     `json:"ply,omitempty"`
	Reason string  `json:"reason,omitempty"`
	Next   string  `json:"next,omitempty"`
	// Given is the time in milliseconds that is not counted: of a move, what the
	// way to the player and back took; of a return, how long it was waited for.
	Given int64 `json:"given,omitempty"`
	// Clock is what the mover had left after the move, where a record tells it;
	// it else follows from the times of the events.
	Clock  *int64 `json:"clock,omitempty"`
	Clocks *Left  `json:"clocks,omitempty"`

	// parsed is Move as the rule set reads it, [board.NoMove] in an event that was
	// read from where it is stored.
	parsed board.Move
}

// drawn is the reason of an event by which a draw was claimed.
const drawn = "draw"

// Left is what both sides have left, in milliseconds.
type Left struct {
	White int64 `json:"white"`
	Black int64 `json:"black"`
}

// Start is what a game begins with.
type Start struct {
	ID string `json:"id"`
	// Variant is what finds the rule set: its name; its definition where somebody
	// has written it; or, where definitions are kept apart, name#hash.
	Variant  string         `json:"variant"`
	Position string         `json:"position"`
	LastMove string         `json:"lastMove,omitempty"` // what led to the position, in UCI notation
	Control  *clock.Control `json:"control,omitempty"`
	White    Seat           `json:"white"`
	Black    Seat           `json:"black"`
	// Invite is the hash of the token that lets a friend join.
	Invite Hash `json:"invite,omitzero"`
	// Open lets anybody join.
	Open bool `json:"open,omitempty"`
	// Keep is for how many days such a game waits for somebody while who made it
	// is away; 0 means that it does not.
	Keep int `json:"keep,omitempty"`
	// Listed games are shown to everybody while they are played; to others one
	// comes by a link alone.
	Listed bool `json:"listed,omitempty"`
	// Previous is the game this is the rematch of.
	Previous string `json:"previous,omitempty"`
	// Local is a game at one screen: its end may be taken back too, moves that
	// were taken back may be played again, its clock may stand, and it never
	// lapses.
	Local bool `json:"local,omitempty"`
}

// Result is how a game ended, in codes: nothing of it is prose. A game that was
// aborted has no result, only a reason.
type Result struct {
	Result rules.Result `json:"result"`
	Reason rules.Reason `json:"reason"`
	// Side is whose mate, stalemate, resignation, flag, claim or abort it was,
	// if anybody's.
	Side Side `json:"side,omitempty"`
}

// Recorded is the reason of a result that a record of a game gives and its
// moves do not.
const Recorded rules.Reason = "recorded"

// Stopped is the reason of a game that the operator of a server has ended. It
// has no result.
const Stopped rules.Reason = "stopped"

// Abandoned is the reason of a game whose player was gone for so long that the
// other has claimed it.
const Abandoned rules.Reason = "abandoned"

// Stop returns the event by which the operator of a server ends a game.
func Stop(at int64) Event { return Event{Type: Aborted, At: at, Reason: string(Stopped)} }

// Message explains how the game ended.
func (r Result) Message() message.Message {
	if r.Reason == Stopped {
		return message.New("outcome.stopped", "the server operator ended the game", nil)
	}
	if r.Reason == Abandoned {
		if r.Result == rules.Draw {
			return message.New("outcome.abandoned.draw", "draw: {side} left the game", message.Args{"side": r.Side.Colour()})
		}
		return message.New("outcome.abandoned", "{side} left the game: {winner} wins", message.Args{"side": r.Side.Colour(), "winner": r.Side.Other().Colour()})
	}
	if r.Reason == rules.Aborted && r.Side == Nobody {
		return message.New("outcome.aborted.nobody", "the game was aborted: nobody continued it", nil)
	}
	return r.Reason.Message(r.Result, r.Side.Colour())
}

// String returns the explanation in English.
func (r Result) String() string { return r.Message().String() }

// reasons are why events end a game; a claim says it itself.
var reasons = map[EventType]rules.Reason{
	Resigned: rules.Resignation, Flagged: rules.Time, Agreed: rules.Agreement, Aborted: rules.Aborted, Lengthy: rules.Length,
}

// resultOf is the result of a position that ends the game.
func resultOf(o rules.Outcome, turn board.Colour) Result {
	r := Result{Result: o.Result, Reason: o.Reason}
	if o.Reason == rules.Checkmate || o.Reason == rules.Stalemate {
		r.Side = SideOf(turn)
	}
	return r
}

// OfPosition reports whether the last position ended the game by itself.
func (r *Result) OfPosition() bool {
	switch r.Reason {
	case rules.Checkmate, rules.Stalemate, rules.Dead, rules.Fivefold, rules.SeventyFive:
		return true
	}
	return false
}
