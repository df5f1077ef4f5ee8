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
//	page := g.Snapshot(g.LocalSeat(), now)
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
//
// # Files
//
// Data runs one way. The files, each using only those before it: seat.go,
// error.go, event.go, result.go, game.go, forgiven.go, fold.go, deadline.go,
// command.go, policy.go, decision.go, ahead.go, left.go, offers.go, local.go, decide.go,
// snapshot.go, start.go, record.go.
package game
