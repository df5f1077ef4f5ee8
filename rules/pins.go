package rules

import "github.com/tainchess/tain/board"

// Pinned is a rule set with boards that move. They stand on pins, and each pin
// is a level of its own, in [Info].Levels by the pin's name.
type Pinned interface {
	Rules
	// Pins lists the pins.
	Pins() []Pin
	// Stands lists the boards of a position, in the order of their pins.
	Stands(p *board.Position) []Stand
}

// Pin is a place where a board may stand.
type Pin struct {
	Name   string   `json:"name"`
	Corner string   `json:"corner"` // the square it is fixed to
	Next   []string `json:"next"`   // the pins a board may go to from here
}

// Stand is a board on its pin.
type Stand struct {
	Pin    string       `json:"pin"`
	Owner  board.Colour `json:"owner"`
	Turned bool         `json:"turned"` // by a half turn
}
