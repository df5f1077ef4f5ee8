// Command faults breaks a cluster of its own while games are played on it, and
// tells what came of it.
//
// Three servers and two workers, as processes, share a PostgreSQL server; servers
// tell each other by their embedded NATS (cluster.go). Between any two of them, and between the
// proxy in front and each server, is a link that can be cut, slowed or reset,
// either way (link.go). It is ours because a test needs little of one: whoever
// holds a stream back and lets it go later does what TCP does when a cable is
// pulled and put back, where toxiproxy loses what it held.
//
// The proxy in front (front.go) asks each server whether it is ready, as HAProxy
// does. Players, watchers and those who let their flag fall connect to it as
// the page does (client.go, table.go, flag.go), and note every call and answer.
//
// Faults come one after the other, chosen by a seed (fault.go, run.go). In the
// end the database is read: every acknowledged move must be there once and in
// order, every watcher must have been told the same, no flag may have fallen
// early, and the history of each game must be linearizable, which porcupine
// decides (history.go, judge.go).
//
// It needs Linux. The tests of this package are the short form, and a control:
// histories that are wrong must be refused.
package main
