// Package load plays many games at once on a server, over the network as
// browsers do, and measures how it keeps up.
//
// A run has three parts. First the games are begun: they are created and
// joined, each player with a cookie of its own, and players and spectators
// connect (livegame.go, client.go). Then legal moves are played at random at a
// steady rate, wherever the last move has been seen by both sides, and the
// times from sending a move to its acknowledgement and to its arrival at the
// opponent are kept (run.go). In the end every game is read back, and what is
// there is compared with what was acknowledged (report.go).
//
// A game that ends, or grows long, is replaced by a new one.
package load
