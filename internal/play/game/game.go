// Package game is a game in play between people, or with the computer: its
// commands, clocks, offers and result, and what the computer does in it. It is
// pure: it asks nobody for the time, starts nothing and keeps nothing. The
// server's rooms, the browser's own games and the terminal all run it.
//
// A [Game] is a list of events. Folding them gives its state, so a game that
// is read back from where it was kept is the game that was written. A [Command]
// is checked against that state and the rules, and becomes events or an
// [*Error]; it never changes anything by itself.
//
//	start, err := game.NewLocalStart(r, game.LocalGame{White: game.Seat{Name: "Anna"}, Black: game.Seat{Computer: 5}}, true)
//	g, events, err := game.Begin(find, start, now)
//	more, err := g.Do(game.White, game.Move{Ply: 0, Key: g.Key(), Move: "e2e4"}, now)
//	if task, ok := g.Task(); ok { // the computer is to move, or to answer an offer
//		line, limits := g.CopyLine(), g.Limits(task, now)
//		... // ask an engine
//		more, err = g.Do(task.Side, task.Play(move), now)
//	}
//	shot := g.Snapshot(g.LocalSeat(), now)
//
// Who keeps a game where others may write too calls [Game.Due] and
// [Game.Decide], keeps the events, and only then calls [Game.Apply].
//
// # Clocks
//
// Times are milliseconds by the clock of whoever keeps the game, and never run
// backwards. The first move of each side is free: a clock runs from the third
// move on. A delay is what a move may take before the clock counts; an
// increment is added after a move. With days every move has so many days.
// A flag falls when the time is spent. It is a draw if the opponent has a king
// alone, which cannot mate, unless moves make pieces; a position where no play
// leads to mate has ended before.
//
// Two things are not counted, each within bounds and kept with the event that
// tells it. The way to a player and back, as whoever keeps the game has measured
// it, is given back to a move: half a second at most, and three seconds for all
// moves together, to which every move adds a quarter of a second. And time
// during which nobody kept the game ([Outage]) is given back to the side to
// move, with three seconds to come back.
//
// A takeback gives both sides the time they had in the position it leads back
// to, and the turn starts anew.
//
// # The length of a game
//
// Fivefold repetition and seventy-five moves end most games that lead nowhere,
// but where moves make pieces a game could go on for ever. So 600 moves of each
// side ([MaxPlies]) are a draw, but for local games.
//
// # The computer
//
// The computer grants every takeback and rematch. It takes a draw from the
// thirtieth move on if it is not better off. How long it thinks is told by
// [Game.Limits].
//
// # Local games
//
// A local game is played at one screen. A takeback there also takes back the
// end of the game, what was taken back may be played again ([Redo]), anybody
// may take a seat ([Reseat]), and the clock may stand ([Pause], [Resume]).
//
// # What lapses
//
// A game that nobody goes on with is aborted in the end: an open challenge
// after a day, or the days it is to be kept for, an invitation after two weeks, a game by the clock whose first
// moves are not made after a day (two weeks if it has days), and a game
// without a clock after sixty days without anything happening. Local games do
// not lapse.
//
// # Who leaves
//
// A player who is gone can be claimed against: the opponent takes the game, or a
// draw, [Game.Patience] after they left. With a clock that is a tenth of the
// time they began with, between 15 seconds and two minutes. Without one it is a
// day, and only while it is the turn of the one who is gone. Where moves have
// days, their clock decides; and before both have moved the game can be aborted.
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

// FreePlies is how many half-moves come before the clock of a game in play
// runs: the first of each side.
const FreePlies = 2

// MaxPlies is how many half-moves a game may have that is not played at one
// screen: it is a draw then. No game between people has come near it.
const MaxPlies = 1200

// Game is the state that a list of events leads to. It is not safe for use by
// several goroutines at once.
type Game struct {
	rules   rules.Rules
	start   Start
	seats   [2]Seat
	events  int
	created int64
	updated int64    // when the last event happened
	acted   [2]int64 // when each side last did anything, 0 for never

	line   *rules.Line
	moves  []PlayedMove
	clock  *clock.Clock
	undone []string // in a local game, the last taken back at the end

	takebacks int
	quota     [2]int64 // what may be given back for the way, in milliseconds
	returned  *Event   // since the last move, with all that was given

	offers  Offers
	settled map[settled]ending // the last offers that were declined or withdrawn
	claim   []rules.Reason

	result *Result
	ended  int64
	next   string
}

// PlayedMove is a move of a game.
type PlayedMove struct {
	Move  board.Move
	UCI   string
	SAN   string
	Hash  uint64 // of the position after it
	At    int64  // when it was played, in milliseconds
	Clock *int64 // what the mover had left after it, in milliseconds; nil without a clock
}

// Offers are the offers that stand, each by who made it.
type Offers struct{ Draw, Takeback, Rematch Side }

// Clocks are the times left in milliseconds, as they were at a moment: a side
// that is running has what is written, less what has passed since At.
type Clocks struct {
	White, Black int64
	Running      Side
	At           int64
}

// settled is an offer that was declined or withdrawn, and whose it was.
type settled struct {
	what Subject
	side Side
}

// ending is at which ply an offer was declined or withdrawn, and by whom.
type ending struct {
	ply int
	by  Side
}

// keyText writes a position's Zobrist hash as 16 digits.
func keyText(p *board.Position) string { return KeyText(p.Hash) }

// KeyText writes a Zobrist hash as commands name a position: 16 hexadecimal
// digits.
func KeyText(hash uint64) string { return fmt.Sprintf("%016x", hash) }

// moment returns milliseconds as a time.
func moment(ms int64) time.Time { return time.UnixMilli(ms) }

// ID returns the name of the game.
func (g *Game) ID() string { return g.start.ID }

// Rules returns the rule set that is played.
func (g *Game) Rules() rules.Rules { return g.rules }

// Start returns what the game began with.
func (g *Game) Start() Start { return g.start }

// Control returns the time control, nil if there is none.
func (g *Game) Control() *clock.Control { return g.start.Control }

// Events returns how many events there have been.
func (g *Game) Events() int { return g.events }

// Created returns when the first event happened.
func (g *Game) Created() int64 { return g.created }

// Updated returns when the last event happened.
func (g *Game) Updated() int64 { return g.updated }

// Ply returns how many moves have been played.
func (g *Game) Ply() int { return len(g.moves) }

// Moves returns the moves that have been played.
func (g *Game) Moves() []PlayedMove { return slices.Clone(g.moves) }

// LastMove returns the move that was played last, nil if none has been.
func (g *Game) LastMove() *PlayedMove {
	if len(g.moves) == 0 {
		return nil
	}
	last := g.moves[len(g.moves)-1]
	return &last
}

// Undone returns the moves of a local game that were taken back and may be
// played again, the next one first.
func (g *Game) Undone() []string {
	list := slices.Clone(g.undone)
	slices.Reverse(list)
	return list
}

// Takebacks returns how many takebacks there have been.
func (g *Game) Takebacks() int { return g.takebacks }

// Position returns the position reached.
func (g *Game) Position() board.Position { return g.line.Position() }

// PositionAt returns the position after so many moves, false if there were
// never so many.
func (g *Game) PositionAt(ply int) (board.Position, bool) { return g.line.At(ply) }

// Key returns the Zobrist hash of the position reached.
func (g *Game) Key() string {
	p := g.line.Position()
	return keyText(&p)
}

// CopyLine returns the positions and moves for somebody else to read, or to go
// on with.
func (g *Game) CopyLine() *rules.Line {
	line := rules.NewLine(g.rules, g.line.Start())
	for _, m := range g.line.Moves() {
		if _, err := line.Play(m); err != nil {
			break // every move of the line was legal when it was played
		}
	}
	return line
}

// LastLine returns the last move with the positions before and after it, or the
// position alone if none has been played.
func (g *Game) LastLine() *rules.Line {
	n := g.line.Ply()
	from, _ := g.line.At(max(0, n-1))
	line := rules.NewLine(g.rules, from)
	for _, m := range g.line.Moves()[max(0, n-1):] {
		if _, err := line.Play(m); err != nil {
			break // it was legal when it was played
		}
	}
	return line
}

// Turn returns the side to move.
func (g *Game) Turn() board.Colour {
	p := g.line.Position()
	return p.Side
}

// Over reports whether the game has ended.
func (g *Game) Over() bool { return g.result != nil }

// Result returns how the game ended, nil while it goes on.
func (g *Game) Result() *Result { return g.result }

// Next returns the name of the rematch, if there is one.
func (g *Game) Next() string { return g.next }

// Offers returns the offers that stand.
func (g *Game) Offers() Offers { return g.offers }

// Claim returns the reasons for which the side to move may claim a draw.
func (g *Game) Claim() []rules.Reason { return slices.Clone(g.claim) }

// ClaimMessage says which draw the side to move may claim; it is zero if there
// is none.
func (g *Game) ClaimMessage() message.Message {
	if len(g.claim) == 0 {
		return message.Message{}
	}
	return g.line.Outcome().Message
}

// Seats returns who sits where.
func (g *Game) Seats() [2]Seat { return g.seats }

// Seat returns the seat of a session.
func (g *Game) Seat(session Hash) Side { return SeatOf(g.seats, session) }

// LocalSeat returns the seats of the people at the screen of a local game.
func (g *Game) LocalSeat() Side { return sideOfSeats(g.seats[0].Person, g.seats[1].Person) }

// Waiting reports whether a seat is free.
func (g *Game) Waiting() bool { return g.seats[0].Free() || g.seats[1].Free() }

// computer returns the level of the computer at a seat, 0 if it is not there.
func (g *Game) computer(c board.Colour) int { return g.seats[c].Computer }

// offer returns where an offer about a subject is kept.
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

// bars reports whether a side may not offer something: its last offer was
// declined or withdrawn, and it has not moved since.
func (g *Game) bars(what Subject, side Side) bool {
	end, ok := g.settled[settled{what, side}]
	played := g.Ply() - end.ply
	// Sides take turns: of two moves one is the player's, and a single one is
	// if it is the opponent's turn now.
	return ok && played <= 1 && (played == 0 || g.Turn() == side.Colour())
}

// Clocks returns the clocks at a moment, nil in a game without. At lies ahead
// of it while a delay is not used up: the time left is always what is written,
// less what has passed since At.
func (g *Game) Clocks(now int64) *Clocks {
	if g.start.Control == nil {
		return nil
	}
	if g.result != nil {
		now = g.ended
	}
	read := g.clock.Read(moment(now))
	c := &Clocks{
		White: read.Left[board.White].Milliseconds(), Black: read.Left[board.Black].Milliseconds(),
		At: read.At.UnixMilli(),
	}
	if read.Running {
		c.Running = SideOf(read.Turn)
	}
	return c
}
