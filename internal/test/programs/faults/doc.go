// Command faults injects faults into its own cluster while games are played on it, and reports
// the result.
//
// Three server processes and two worker processes share a PostgreSQL server, and the servers
// communicate through embedded NATS (cluster.go). Between any two of them, and between the
// proxy in front and each server, there is a link that can be cut, slowed down or reset in
// either direction (link.go). The links are implemented here because a test needs few features:
// holding a stream back and releasing it later behaves like TCP when a cable is unplugged and
// plugged in again, whereas toxiproxy drops the data it held back.
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
// It requires Linux. The tests of this package are a short version, with a control: invalid
// histories must be rejected.
package main
