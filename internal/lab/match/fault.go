package match

import (
	"github.com/tainchess/tain/internal/locale"
)

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

// Fault is how a player failed and what is known of it. In records and to programs
// it is told in English, to people in their language.
type Fault struct {
	Kind FaultKind
	Msg  string
	Said locale.Message `json:"said,omitzero"` // what Msg is made of
}

// Error names the fault.
func (f *Fault) Error() string { return string(f.Kind) + ": " + f.Msg }

// words returns what is known of the fault, to be told.
func (f *Fault) words() any {
	if f.Said.IsZero() {
		return f.Msg
	}
	return f.Said
}

func fault(k FaultKind, code locale.Code, args locale.Args) *Fault {
	m := locale.New(code, args)
	return &Fault{k, locale.English().Text(m), m}
}

// refusal is why a match cannot be played as it is asked for.
type refusal struct {
	said  locale.Message
	cause error
}

func refuse(code locale.Code, args locale.Args) error {
	return &refusal{said: locale.New(code, args)}
}

// because refuses for a reason that an error tells.
func because(cause error, code locale.Code, args locale.Args) error {
	return &refusal{locale.New(code, args), cause}
}

// Said returns what is said.
func (r *refusal) Said() locale.Message { return r.said }

// Error returns it as a sentence.
func (r *refusal) Error() string { return "match: " + r.said.String() }

// Unwrap returns the cause, nil if there is none.
func (r *refusal) Unwrap() error { return r.cause }

// clip shortens what a program or a person wrote for a message.
func clip(text string) string {
	const most = 80
	if len(text) <= most {
		return text
	}
	return text[:most] + "..."
}
