// Command faults injects faults into a cluster of its own while games are
// played on it, and reports the result.
//
// Three servers and two workers, as processes, share a PostgreSQL server; the
// servers communicate through embedded NATS (cluster.go). Between any two of
// them, and between the proxy in front and each server, is a link that can be
// cut, slowed or reset, in either direction (link.go). It is our own because a
// test needs little of one: holding a stream back and releasing it later
// behaves like TCP when a cable is pulled and plugged in again, where toxiproxy
// drops what it held.
//
// The proxy in front (front.go) checks whether each server is ready, like
// HAProxy. Players, spectators and players who let their flag fall connect to
// it like the page does (client.go, table.go, flag.go), and record every call
// and answer.
//
// Faults are injected one after another, chosen by a seed (fault.go, run.go).
// In the end the database is read: every acknowledged move must be there once
// and in order, every spectator must have seen the same, no flag may have
// fallen early, and the history of each game must be linearizable, which
// porcupine checks (history.go, judge.go).
//
// It needs Linux. The tests of this package are the short form, with a control:
// wrong histories must be rejected.
package main
