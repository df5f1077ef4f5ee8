package game

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// EventType is the type of an event.
type EventType string

// The event types. They are stored, so their names never change.
const (
	Created   EventType = "created"   // always first
	Joined    EventType = "joined"    // Player takes the seat of Side
	Moved     EventType = "move"      // the side to move plays Move
	Offered   EventType = "offered"   // Side offers What
	Declined  EventType = "declined"  // Side declines the opponent's offer of What
	Withdrawn EventType = "withdrawn" // Side withdraws its offer of What
	TakenBack EventType = "takeback"  // back to the position after Ply moves
	Resigned  EventType = "resigned"  // Side resigns
	Flagged   EventType = "flagged"   // Side runs out of time
	Agreed    EventType = "agreed"    // the players agree on a draw
	Claimed   EventType = "claimed"   // Side claims a draw for Reason
	Aborted   EventType = "aborted"   // Side aborts, or nobody if the game lapsed
	Rematched EventType = "rematched" // Next is the new game
	Gone      EventType = "gone"      // Side has left, and the opponent has claimed the game, or a draw if Reason is drawn
	Lengthy   EventType = "lengthy"   // the game has reached the maximum number of moves
	Returned  EventType = "returned"  // the servers were down for Given milliseconds, which are not counted

	// The rest occur only in local games.
	Seated  EventType = "seated"  // Player takes the seat of Side, whoever had it
	Paused  EventType = "paused"  // the clock stops; with Clocks it is also set
	Resumed EventType = "resumed" // the clock continues with the time left
	Noted   EventType = "noted"   // a game record states the result in Reason
)

// Subject is what an offer is about.
type Subject string

// The subjects. They are stored, so their names never change.
const (
	OfDraw     Subject = "draw"
	OfTakeback Subject = "takeback"
	OfRematch  Subject = "rematch"
)

var subjects = []Subject{OfDraw, OfTakeback, OfRematch}

// Event is something that happened in a game. Events are only ever appended, and
// contain nothing that follows from earlier ones.
type Event struct {
	Type EventType `json:"type"`
	At   int64     `json:"at"` // in milliseconds, by the clock of the server or device that runs the game
	Side Side      `json:"side,omitempty"`

	Start  *Start  `json:"start,omitempty"`
	Player *Seat   `json:"player,omitempty"`
	Move   string  `json:"move,omitempty"` // in UCI notation
	What   Subject `json:"what,omitempty"`
	Ply    int     `json:"ply,omitempty"`
	Reason string  `json:"reason,omitempty"`
	Next   string  `json:"next,omitempty"`
	// Given is time in milliseconds that is not counted: the network delay of a move,
	// or the length of an outage.
	Given int64 `json:"given,omitempty"`
	// Clock is the mover's time left after the move, if a game record states it.
	// Otherwise it follows from the times of the events.
	Clock  *int64 `json:"clock,omitempty"`
	Clocks *Left  `json:"clocks,omitempty"`

	// parsed is Move as the rule set parses it, [board.NoMove] in an event that was
	// loaded.
	parsed board.Move
}

// drawn is the reason of a Gone event by which a draw was claimed.
const drawn = "draw"

// Left is the time both sides have left, in milliseconds.
type Left struct {
	White int64 `json:"white"`
	Black int64 `json:"black"`
}

// Start is the initial state of a game.
type Start struct {
	ID string `json:"id"`
	// Variant identifies the rule set: its name, the text of its definition or, where
	// definitions are stored separately, name#hash.
	Variant  string         `json:"variant"`
	Position string         `json:"position"`
	LastMove string         `json:"lastMove,omitempty"` // the move that led to the position, in UCI notation
	Control  *clock.Control `json:"control,omitempty"`
	White    Seat           `json:"white"`
	Black    Seat           `json:"black"`
	// Invite is the hash of the token that lets a friend join.
	Invite Hash `json:"invite,omitzero"`
	// Open lets anybody join.
	Open bool `json:"open,omitempty"`
	// Keep is for how many days an open game waits for an opponent while its maker is
	// away; 0 means that it does not.
	Keep int `json:"keep,omitempty"`
	// Listed games are shown to everybody while they are played. Others can be found
	// only by their link.
	Listed bool `json:"listed,omitempty"`
	// Previous is the game that this is the rematch of.
	Previous string `json:"previous,omitempty"`
	// Local is a game at one screen: its end can be undone, moves can be redone, its
	// clock can be paused, and it never lapses.
	Local bool `json:"local,omitempty"`
}

// Result is how a game ended, as codes without prose. An aborted game has a reason
// but no result.
type Result struct {
	Result rules.Result `json:"result"`
	Reason rules.Reason `json:"reason"`
	// Side is who was mated or stalemated, resigned, flagged, claimed or aborted, if
	// anybody.
	Side Side `json:"side,omitempty"`
}

// recorded is the reason of a result that a game record states and its moves do not
// show.
const recorded rules.Reason = "recorded"

// Stopped is the reason of a game that the operator ended. It has no result.
const Stopped rules.Reason = "stopped"

// Abandoned is the reason of a game that was claimed because a player had left.
const Abandoned rules.Reason = "abandoned"

// Stop returns the event by which the operator ends a game.
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

// String returns the message in English.
func (r Result) String() string { return r.Message().String() }

// reasons maps event types to the reason why the game ended. A claim states its own.
var reasons = map[EventType]rules.Reason{
	Resigned: rules.Resignation, Flagged: rules.Time, Agreed: rules.Agreement, Aborted: rules.Aborted, Lengthy: rules.Length,
}

// resultOf returns the result of a position that ends the game.
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
