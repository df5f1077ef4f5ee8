package match

import "fmt"

// FaultKind is the way in which a player fails.
type FaultKind string

// The faults. Each forfeits the game.
const (
	IllegalMove FaultKind = "illegal move"
	TimeLoss    FaultKind = "time loss"
	Crash       FaultKind = "crash"   // the program ended or closed its pipes
	Hang        FaultKind = "hang"    // no answer, and none after waiting longer
	Dispute     FaultKind = "dispute" // it claims a result or an illegality that is none
)

// Fault is how a player failed and what is known of it.
type Fault struct {
	Kind FaultKind
	Msg  string
}

// Error names the fault.
func (f *Fault) Error() string { return string(f.Kind) + ": " + f.Msg }

func fault(k FaultKind, format string, args ...any) *Fault {
	return &Fault{k, fmt.Sprintf(format, args...)}
}

// clip shortens what a program or a person wrote for a message.
func clip(text string) string {
	const most = 80
	if len(text) <= most {
		return text
	}
	return text[:most] + "..."
}
