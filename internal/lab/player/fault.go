package player

import (
	"fmt"
)

// FaultKind is the way in which a player fails.
type FaultKind string

// The faults. Each forfeits the game.
const (
	IllegalMove FaultKind = "illegal move"
	TimeLoss    FaultKind = "time loss"
	Crash       FaultKind = "crash"   // the program ended or closed its pipes
	Hang        FaultKind = "hang"    // no answer, not even after the time was up
	Dispute     FaultKind = "dispute" // it claims a false result or rejects a legal move
)

// Fault is how a player failed and the details.
type Fault struct {
	Kind FaultKind
	Msg  string
}

// Faultf returns a fault with formatted details.
func Faultf(k FaultKind, format string, args ...any) *Fault {
	return &Fault{k, fmt.Sprintf(format, args...)}
}

// Error names the fault.
func (f *Fault) Error() string { return string(f.Kind) + ": " + f.Msg }

// clip shortens what a program or a person wrote for a message.
func clip(text string) string {
	const most = 80
	if len(text) <= most {
		return text
	}
	return text[:most] + "..."
}
