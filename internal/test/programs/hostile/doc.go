// Command hostile attacks a server of its own while honest people play on it,
// and tells what they noticed.
//
// For each attack the program under test is started as a process of its own in
// a bound of memory (program.go, bound.go). Honest people from addresses of
// their own play, ask and look around, first alone and then beside the attack
// (honest.go, table.go). The attackers are a third process, of low priority:
// on the open network they would bring their own processors along
// (attack*.go). Time in which the machine itself stood still is taken off
// (standstill.go). In the end the server is killed and its store is opened: what
// was acknowledged must be there, once (kept.go).
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
