package game

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// EventType is the type of an event.
type EventType string

// The event types. They are stored, so their values never change.
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
	Agreed    EventType = "agreed"    // the players agree to a draw
	Claimed   EventType = "claimed"   // Side claims a draw for Reason
	Aborted   EventType = "aborted"   // Side aborts; without Side, the game expired or the operator ended it
	Rematched EventType = "rematched" // Next is the ID of the new game
	Gone      EventType = "gone"      // Side has left, and the opponent claims a win, or a draw if Reason is "draw"
	Lengthy   EventType = "lengthy"   // the game has reached the maximum number of moves
	Returned  EventType = "returned"  // Given milliseconds do not count, because the servers were down

	// These occur only in local games.
	Seated  EventType = "seated"  // Player takes the seat of Side, replacing its player
	Paused  EventType = "paused"  // the clock stops; if Clocks is set, it is also adjusted
	Resumed EventType = "resumed" // the clock resumes with the remaining time
	Noted   EventType = "noted"   // a game record states the result in Reason
)

// Subject is the subject of an offer.
type Subject string

// The subjects. They are stored, so their values never change.
const (
	OfDraw     Subject = "draw"
	OfTakeback Subject = "takeback"
	OfRematch  Subject = "rematch"
)

var subjects = []Subject{OfDraw, OfTakeback, OfRematch}

// Event is a change to a game. Events are never changed once appended.
type Event struct {
	Type EventType `json:"type"`
	At   int64     `json:"at"` // in milliseconds, according to the server or device that runs the game
	Side Side      `json:"side,omitempty"`

	Start  *Start  `json:"start,omitempty"`
	Player *Seat   `json:"player,omitempty"`
	Move   string  `json:"move,omitempty"` // in UCI notation
	What   Subject `json:"what,omitempty"`
	Ply    int     `json:"ply,omitempty"`
	Reason string  `json:"reason,omitempty"`
	Next   string  `json:"next,omitempty"`
	// Given is time in milliseconds that does not count: the network delay of a move, or an outage and the time
	// to reconnect after it.
	Given int64 `json:"given,omitempty"`
	// Clock is the mover's remaining time after a move that was read from a game record. For other moves it
	// follows from the times of the events.
	Clock  *int64 `json:"clock,omitempty"`
	Clocks *Left  `json:"clocks,omitempty"`

	// parsed is Move as parsed by the rule set, or [board.NoMove] if it has not been parsed.
	parsed board.Move
}

// drawn is the reason of a Gone event that claims a draw.
const drawn = "draw"

// Left is the remaining time of both sides, in milliseconds.
type Left struct {
	White int64 `json:"white"`
	Black int64 `json:"black"`
}

// Start is the initial state of a game.
type Start struct {
	ID string `json:"id"`
	// Variant identifies the rule set by its name, by the text of its definition or, if definitions are
	// stored separately, by name#hash.
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
	// Keep is the number of days that an open game waits for an opponent while its creator is away; with 0 it
	// ends soon after they leave.
	Keep int `json:"keep,omitempty"`
	// Listed games are shown to everybody while they are in progress. Other games can only be found by their
	// link.
	Listed bool `json:"listed,omitempty"`
	// Previous is the game of which this is a rematch.
	Previous string `json:"previous,omitempty"`
	// Local marks a game at one screen: its end can be undone, moves can be redone, its clock can be paused,
	// and it never expires.
	Local bool `json:"local,omitempty"`
	// Rated games count for the players' ratings. Both players have accounts, and no move can be taken back.
	Rated bool `json:"rated,omitempty"`
}

// Result describes how a game ended, in codes rather than text. An aborted game has a reason but no
// result.
type Result struct {
	Result rules.Result `json:"result"`
	Reason rules.Reason `json:"reason"`
	// Side is the side that was mated or stalemated, lost by a goal or by checks, resigned, flagged, left,
	// claimed or aborted, if any.
	Side Side `json:"side,omitempty"`
}

// recorded is the reason for a result that a game record states but its moves do not show.
const recorded rules.Reason = "recorded"

// Stopped is the reason if the operator ended the game. There is no result.
const Stopped rules.Reason = "stopped"

// Abandoned is the reason if a win or a draw was claimed because a player had left.
const Abandoned rules.Reason = "abandoned"

// Stop returns the event with which the operator ends a game.
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

// reasons maps event types to the reason for the end of the game. A claim's event contains its reason.
var reasons = map[EventType]rules.Reason{
	Resigned: rules.Resignation, Flagged: rules.Time, Agreed: rules.Agreement, Aborted: rules.Aborted, Lengthy: rules.Length,
}

// resultOf returns the result of a position that ends the game.
func resultOf(o rules.Outcome, turn board.Colour) Result {
	r := Result{Result: o.Result, Reason: o.Reason}
	switch o.Reason {
	case rules.Checkmate, rules.Stalemate, rules.ChecksGiven, rules.GoalReached:
		r.Side = SideOf(turn)
	}
	return r
}

// OfPosition reports whether the game ended because of its last position, rather than a player's
// decision or the clock.
func (r *Result) OfPosition() bool {
	switch r.Reason {
	case rules.Checkmate, rules.Stalemate, rules.ChecksGiven, rules.GoalReached, rules.Dead, rules.Fivefold, rules.SeventyFive:
		return true
	}
	return false
}
