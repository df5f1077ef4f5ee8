// Package game implements a running game between people or against the computer: its commands, clocks,
// offers and result, and the computer's behaviour apart from choosing moves. The package has no side
// effects: it reads no clock, starts no goroutines and stores nothing. The server's rooms, the
// browser's local games and the terminal all use it.
//
// A [Game] is the state obtained by folding a list of events, so a game loaded from storage is exactly the
// game that was saved. A [Command] is checked against that state and the rules, and yields events or an
// [*Error]; it does not change the game itself.
//
//	start, err := game.NewLocalStart(r, game.LocalGame{White: game.Seat{Name: "Anna"}, Black: game.Seat{Computer: 5}}, true)
//	g, events, err := game.Begin(find, start, now)
//	more, err := g.Do(game.White, game.Move{Ply: 0, Key: g.Key(), Move: "e2e4"}, now)
//	if task, ok := g.Task(); ok { // the computer must move, or answer an offer
//		line, limits := g.CopyLine(), g.Limits(task, now)
//		... // ask an engine
//		more, err = g.Do(task.Side, task.Play(move), now)
//	}
//	shot := g.Snapshot(g.LocalSeat(), now)
//
// If others may write to the same game, a server calls [Game.Due] and [Game.Decide], saves the events, and
// only then calls [Game.Apply].
//
// # Clocks
//
// Times are in milliseconds, according to the server or device that runs the game, and never go backwards.
// The first move of each side is free: clocks start with the third half-move. A delay is time that a move may
// take before the clock runs; an increment is added after each move. In correspondence games each move may
// take a number of days. A player who runs out of time loses. If the opponent has only kings and cannot win,
// the game is a draw instead. In games in which moves spawn pieces, a lone king may still win. If it is
// certain that no sequence of moves leads to mate, the game is drawn immediately.
//
// Two kinds of time are not charged. Both are stored in events. For each move, the player is refunded the
// measured round-trip time, but at most half a second. Refunds are taken from a quota of three seconds, which
// regains a quarter of a second with each move. After a server outage ([Outage]), the side to move is
// refunded the length of the outage and three seconds to reconnect.
//
// A takeback restores the times that both sides had in the earlier position, and restarts the turn.
//
// # Maximum length
//
// Fivefold repetition and the seventy-five-move rule end most games that make no progress, but if moves spawn
// pieces a game could continue forever. It is therefore a draw after 600 moves by each side ([MaxPlies]),
// except in local games.
//
// # The computer
//
// The computer accepts every takeback and rematch. After thirty moves by each side it accepts a draw unless
// its position is more than a quarter of a pawn better. [Game.Limits] returns its search limits.
//
// # Local games
//
// A local game is played at one screen. A takeback can also undo the end of the game, moves that were taken
// back can be replayed ([Redo]), players can change seats ([Reseat]), and the clock can be paused ([Pause],
// [Resume]).
//
// # Inactive games
//
// A game that nobody continues is eventually aborted: an open challenge after a day or the number of
// days in Keep; an invitation after two weeks; a game with a clock if the first moves are not made
// within a day, or two weeks in a correspondence game; and a game without a clock after sixty days
// without an event. Local games do not expire.
//
// # Players who leave
//
// The opponent of a player who has left may claim the game, or a draw, after [Game.Patience]. With a
// clock this is a tenth of the initial time, between 15 seconds and two minutes. Without a clock it is
// a day, and the opponent may claim only while it is the absent player's turn. In correspondence games
// only the clock counts. Before both sides have moved, the game can be aborted but not claimed.
package game

import (
	"fmt"
	"slices"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// FreePlies is the number of half-moves before the clock starts: the first move of each side.
const FreePlies = 2

// MaxPlies is the number of half-moves after which a game is a draw, unless it is local. No known game
// between people comes close.
const MaxPlies = 1200

// Game is the state that results from a list of events. It is not safe for concurrent use.
type Game struct {
	rules   rules.Rules
	start   Start
	seats   [2]Seat
	events  int
	created int64
	updated int64    // time of the last event
	acted   [2]int64 // time of each side's last event, or 0

	line   *rules.Line
	moves  []PlayedMove
	clock  *clock.Clock
	undone []string // moves that can be redone in a local game, the next one last

	takebacks int
	quota     [2]int64 // network delay that can still be refunded, in milliseconds
	refund    *Refund  // outage refund since the last move

	offers  Offers
	settled map[settled]ending // the latest declined or withdrawn offers
	claim   []rules.Reason

	result *Result
	ended  int64
	next   string
}

// PlayedMove is a move of the game, with its notations, time and clock.
type PlayedMove struct {
	Move  board.Move
	UCI   string
	SAN   string
	Hash  uint64 // Zobrist hash of the position after the move
	At    int64  // time of the move, in milliseconds
	Clock *int64 // the mover's remaining time after the move, in milliseconds; nil without a clock
}

// Offers are the pending offers, each with the side that made it.
type Offers struct{ Draw, Takeback, Rematch Side }

// Clocks are the remaining times in milliseconds. A running clock counts down from its value here, beginning
// at At, which is in the future during a delay.
type Clocks struct {
	White, Black int64
	Running      Side
	At           int64
}

// settled identifies an offer that was declined or withdrawn.
type settled struct {
	what Subject
	side Side
}

// ending records at which ply an offer was declined or withdrawn, and by which side.
type ending struct {
	ply int
	by  Side
}

// Refund is time given back to a side after an outage.
type Refund struct {
	Side Side
	Time int64 // in milliseconds
}

// Message explains the refund.
func (r Refund) Message() message.Message {
	return message.New("game.returned", "the server was down: {side} gets {seconds, plural, one {one second} other {# seconds}} back", message.Args{"side": r.Side.Colour(), "seconds": int((r.Time + 999) / 1000)})
}

// KeyText formats a Zobrist hash as 16 hexadecimal digits, the form in which commands identify positions.
func KeyText(hash uint64) string { return fmt.Sprintf("%016x", hash) }

func millis(ms int64) time.Duration { return time.Duration(ms) * time.Millisecond }

// ID returns the game's ID.
func (g *Game) ID() string { return g.start.ID }

// Rules returns the rule set.
func (g *Game) Rules() rules.Rules { return g.rules }

// Start returns the initial state of the game.
func (g *Game) Start() Start { return g.start }

// Control returns the time control, or nil if there is none.
func (g *Game) Control() *clock.Control { return g.start.Control }

// Events returns the number of events.
func (g *Game) Events() int { return g.events }

// Created returns the time of the first event, in milliseconds.
func (g *Game) Created() int64 { return g.created }

// Updated returns the time of the last event, in milliseconds.
func (g *Game) Updated() int64 { return g.updated }

// Ply returns the number of moves played.
func (g *Game) Ply() int { return len(g.moves) }

// Moves returns the moves played.
func (g *Game) Moves() []PlayedMove { return slices.Clone(g.moves) }

// Opening returns the first moves in SAN, at most n. It returns nil if the game began in an unusual position.
func (g *Game) Opening(n int) (line []string) {
	if g.start.Position != g.rules.Info().Start {
		return nil
	}
	for _, m := range g.moves[:min(n, len(g.moves))] {
		line = append(line, m.SAN)
	}
	return line
}

// LastMove returns the last move, or nil if there is none.
func (g *Game) LastMove() *PlayedMove {
	if len(g.moves) == 0 {
		return nil
	}
	last := g.moves[len(g.moves)-1]
	return &last
}

// Takebacks returns the number of takebacks.
func (g *Game) Takebacks() int { return g.takebacks }

// Position returns the current position.
func (g *Game) Position() board.Position { return g.line.Position() }

// PositionAt returns the position after a number of moves, or false if fewer have been played.
func (g *Game) PositionAt(ply int) (board.Position, bool) { return g.line.At(ply) }

// Key returns the Zobrist hash of the current position as text.
func (g *Game) Key() string { return KeyText(g.line.Position().Hash) }

// CopyLine returns a copy of the line that the caller may change.
func (g *Game) CopyLine() *rules.Line { return g.lineFrom(0) }

// LastLine returns a line that contains only the last move, or only the current position if no move has
// been played.
func (g *Game) LastLine() *rules.Line { return g.lineFrom(max(0, g.line.Ply()-1)) }

func (g *Game) lineFrom(ply int) *rules.Line {
	from, _ := g.line.At(ply)
	line := rules.NewLine(g.rules, from)
	for _, m := range g.line.Moves()[ply:] {
		if _, err := line.Play(m); err != nil {
			break // cannot happen: every move was legal when it was played
		}
	}
	return line
}

// Turn returns the side to move.
func (g *Game) Turn() board.Colour { return g.line.Position().Side }

// Over reports whether the game has ended.
func (g *Game) Over() bool { return g.result != nil }

// Result returns how the game ended, or nil while it is in play.
func (g *Game) Result() *Result { return g.result }

// Offers returns the pending offers.
func (g *Game) Offers() Offers { return g.offers }

// Claim returns the reasons for which the side to move may claim a draw.
func (g *Game) Claim() []rules.Reason { return slices.Clone(g.claim) }

// ClaimMessage explains which draw the side to move may claim. The message is empty if that side may claim
// none.
func (g *Game) ClaimMessage() message.Message {
	if len(g.claim) == 0 {
		return message.Message{}
	}
	return g.line.Outcome().Message
}

// Seats returns both seats, White first.
func (g *Game) Seats() [2]Seat { return g.seats }

// Seat returns which seats a session has.
func (g *Game) Seat(session Hash) Side { return SeatOf(g.seats, session) }

// LocalSeat returns which seats people hold in a local game.
func (g *Game) LocalSeat() Side { return sideOfSeats(g.seats[0].Person, g.seats[1].Person) }

// Waiting reports whether a seat is free.
func (g *Game) Waiting() bool { return g.seats[0].Free() || g.seats[1].Free() }

// computer returns the level of the computer at a seat, or 0 if a person holds it.
func (g *Game) computer(c board.Colour) int { return g.seats[c].Computer }

// offer returns a pointer to the side that has offered a subject, or nil for an unknown subject.
func (g *Game) offer(what Subject) *Side {
	switch what {
	case OfDraw:
		return &g.offers.Draw
	case OfTakeback:
		return &g.offers.Takeback
	case OfRematch:
		return &g.offers.Rematch
	}
	return nil
}

// bars reports whether a side may not make an offer, because its last such offer was declined or
// withdrawn and the side has not moved since.
func (g *Game) bars(what Subject, side Side) bool {
	end, ok := g.settled[settled{what, side}]
	played := g.Ply() - end.ply
	// Sides alternate, so the side has moved if two moves were played, or if one was played and it is
	// now the opponent's turn.
	return ok && played <= 1 && (played == 0 || g.Turn() == side.Colour())
}

// Clocks returns the clocks at a given time, or nil in a game without clocks.
func (g *Game) Clocks(now int64) *Clocks {
	if g.start.Control == nil {
		return nil
	}
	if g.result != nil {
		now = g.ended
	}
	read := g.clock.Read(time.UnixMilli(now))
	c := &Clocks{
		White: read.Left[board.White].Milliseconds(), Black: read.Left[board.Black].Milliseconds(),
		At: read.At.UnixMilli(),
	}
	if read.Running {
		c.Running = SideOf(read.Turn)
	}
	return c
}
