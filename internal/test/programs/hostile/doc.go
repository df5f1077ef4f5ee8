// Command hostile attacks a server of its own while honest people play on it,
// and reports what they noticed.
//
// For each attack the server is started as a process of its own in a memory limit
// (package process). Honest people from addresses of their own play, ask and look
// around, first alone and then during the attack (package honest, table.go). The
// attackers are a third process, of low priority: on the open network they would
// bring their own processors along (package attack). Time in which the machine
// itself stood still is taken off (process.Standstill). In the end the server is
// killed and its store is opened: everything acknowledged must be there, once
// (kept.go).
//
// Some attacks need no attacker: a restart, a kill in the middle of a rematch,
// a full disk, a school behind one address (scene*.go). The soak holds
// thousands of games for a long time while visitors come and go (soak.go,
// heldgame.go).
//
// It needs Linux: its clients choose their addresses out of 127.0.0.0/8.
//
// The tests of this package are the short form: the same attacks on a server
// in the same process, judged by counts that do not depend on the machine.
package main
