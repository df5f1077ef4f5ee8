package room

import "github.com/tainchess/tain/internal/play/game"

// Gate is asked by a hub what its operator allows at the moment. Its methods may
// be called at the same time, and answer at once. What it refuses is a
// *game.Error.
type Gate interface {
	// Begin returns why a session may begin no game now, nil if it may.
	Begin(by game.Hash) error
	// Change returns why a session may change nothing in a game now.
	Change(by game.Hash) error
	// Name returns what a session is called that asks for a name.
	Name(by game.Hash, asked string) string
}

// openGate is the gate of a hub that has no operator.
type openGate struct{}

func (openGate) Begin(game.Hash) error                 { return nil }
func (openGate) Change(game.Hash) error                { return nil }
func (openGate) Name(_ game.Hash, asked string) string { return asked }
