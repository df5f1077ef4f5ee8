// Package game is a game in play between people, or with the computer: its
// commands, clocks, offers and result, where it is kept, and who is told.
//
// A [Game] is a list of events. Folding them gives its state, so a game that
// is read back from a [Store] is the game that was written. A [Command] is
// checked against that state and the rules, and becomes events or an [*Error];
// it never changes anything by itself.
//
// A [Host] keeps the games that are in use in memory over a Store. It commits
// the events of a command first, then answers, then tells those who watch. It
// also lets flags fall, and has the computer think in a bounded pool.
//
//	host, err := game.NewHost(ctx, store, game.Options{Rules: list})
//	me := game.BrowserOf(cookie)
//	snapshot, err := host.Create(ctx, me, game.Spec{Variant: "triboard", Opponent: game.Friend, Colour: "white"})
//	snapshot, err = host.Join(ctx, friend, snapshot.ID, game.Ticket{Token: snapshot.Invite})
//	watcher, err := host.Watch(ctx, me, snapshot.ID) // watcher.C: the snapshot first, then each message
//	err = host.Do(ctx, me, snapshot.ID, game.Move{Ply: 0, Key: snapshot.Key, Move: "e2e4"})
//
// What a server tells its clients is here too, in wire.go and messages.go, so
// that it only passes it on.
//
// # Clocks
//
// Times are milliseconds by the server's clock, and a clock never runs
// backwards. The first move of each side is free: a clock runs from the third
// move on. A delay is what a move may take before the clock counts; an
// increment is added after a move. With days every move has so many days.
// A flag falls when the time is spent, watched or not, and also while the
// server is down. It is a draw if the opponent has a king alone, which cannot
// mate, unless moves make pieces; a position where no play leads to mate has
// ended before.
//
// A takeback gives both sides the time they had in the position it leads back
// to, and the turn starts anew.
//
// # The computer
//
// A bounded number of computer opponents think at the same time; the others
// wait in the order they came and are told their place. Thinking stops when
// the game ends or the move is taken back. Without a clock it also stops half
// a minute after the last person has left, and goes on when somebody comes
// back. The computer grants every takeback and rematch. It takes a draw from
// the thirtieth move on if it is not better off.
//
// # What lapses
//
// A game that nobody goes on with is aborted in the end: an open challenge
// after a day, an invitation after two weeks, a game by the clock whose first
// moves are not made after a day (two weeks if it has days), and a game
// without a clock after sixty days without anything happening.
package game
