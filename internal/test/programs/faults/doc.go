// Command faults injects faults into its own cluster while games are played on it, and reports
// the result.
//
// Three servers and two workers, as separate processes, share a PostgreSQL server with a synchronous
// standby (standby.go). The servers communicate through embedded NATS (cluster.go) or a NATS server
// (nats.go). They connect to each other, to the services and to the proxy in front through links that
// can be cut, slowed or reset, in either direction (link.go). A link holds data back and releases it
// later, which is how TCP behaves when a cable is unplugged and plugged in again. Toxiproxy would drop
// the data.
//
// The proxy in front (front.go) checks whether each server is ready, like HAProxy. Players, spectators
// and players who let their flag fall connect to it as the page does (client.go, table.go, flag.go),
// and record every call and response.
//
// Faults are injected one at a time, selected by a seed (fault.go, run.go). At the end the program
// reads the database. Every acknowledged move must be stored once and in order, every spectator must
// have seen the same moves, no flag may have fallen early, and the history of each game must be
// linearizable, which porcupine checks (history.go, judge.go). Some of the games are rated (rated.go): an
// independent recount of all ratings must match those in the database.
//
// If the servers are built with the race detector, its reports count as errors. The same faults can be
// injected into an earlier version of the program for comparison (main.go).
//
// The program requires Linux. The tests of this package are a short version. They also check that
// invalid histories are rejected.
package main
