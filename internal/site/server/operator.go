package server

import (
	"net/netip"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// Operator is who looks after a server. Its methods may be called at the same
// time, and answer at once.
type Operator interface {
	// Admit returns why an address may not come in, nil if it may. An IPv6
	// address is given as its /64 prefix.
	Admit(from netip.Addr) error
	// Notice returns what is to be told to everybody; its text is empty if there
	// is nothing.
	Notice() wire.Notice
}

// nobody is the operator of a server that has none.
type nobody struct{}

func (nobody) Admit(netip.Addr) error { return nil }
func (nobody) Notice() wire.Notice    { return wire.Notice{} }
