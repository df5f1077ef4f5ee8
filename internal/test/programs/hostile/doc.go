// Command hostile attacks a server of its own while honest people play on it,
// and reports what they noticed.
//
// For each attack the server runs as a separate process with a memory limit
// (package process). Honest people with their own addresses play, ask and
// browse, first alone and then during the attack (package honest, table.go).
// The attackers are a third process with low priority: on the open network they
// would have their own processors (package attack). Time during which the
// machine itself paused is subtracted (process.Standstill). In the end the
// server is killed and its store is opened: everything acknowledged must be
// there, once (kept.go).
//
// Some scenes need no attackers: a restart, a kill during a rematch, a full
// disk, a school behind one address (scene*.go). The soak holds thousands of
// games for a long time while visitors come and go (soak.go, heldgame.go).
//
// It needs Linux: its clients choose their addresses from 127.0.0.0/8.
//
// The tests of this package are the short form: the same attacks on a server in
// the same process, judged by counts that do not depend on the machine.
package main
