// Command hostile attacks its own server while honest people play on it, and reports how well
// they are served.
//
// For each attack, the server runs as a separate process with a memory limit (package process). Honest
// people with their own addresses play, send queries and browse, first alone and then during the attack
// (package honest, table.go). The attackers are a third process with low priority, because on the open
// network they would have their own processors (package attack). Pauses of the machine itself are
// subtracted (process.Standstill). At the end, the server is killed and its store is opened. Everything
// that the server acknowledged must be stored exactly once (kept.go).
//
// Some scenarios set up their own clients: a restart, a kill during a rematch, a full disk, a school behind
// one address (scene*.go). The soak test holds thousands of games for a long time while visitors come and go
// (soak.go, heldgame.go).
//
// The program requires Linux, because its clients choose their addresses from 127.0.0.0/8.
//
// The tests of this package are a short version. They run the same attacks on a server in the same
// process, and check counts that do not depend on the machine.
package main
