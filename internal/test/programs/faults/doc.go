// Command faults injects faults into its own cluster while games are played on it, and reports
// the result.
//
// Three servers and two workers, as processes, share a PostgreSQL server with a
// synchronous standby (standby.go); the servers communicate through embedded NATS
// (cluster.go) or a NATS server (nats.go). Between any two of them, and between the proxy in front and each server, is a link that can be
// cut, slowed or reset, in either direction (link.go). It is our own because a
// test needs little of one: holding a stream back and releasing it later
// behaves like TCP when a cable is pulled and plugged in again, where toxiproxy
// drops what it held.
//
// The proxy in front (front.go) checks whether each server is ready, like HAProxy. Players,
// spectators and players who let their flag fall connect to it like the page does (client.go,
// table.go, flag.go), and record every call and response.
//
// Faults are injected one by one, selected by a seed (fault.go, run.go). At the end the
// database is read. Every acknowledged move must be stored once and in order, every spectator
// must have seen the same moves, no flag may have fallen early, and the history of each game
// must be linearizable, which porcupine checks (history.go, judge.go).
//
// If the servers are built with the race detector, its reports count as errors. The
// same can be done to an earlier program, for comparison (main.go).
//
// It needs Linux. The tests of this package are the short form, with a control:
// wrong histories must be rejected.
package main
