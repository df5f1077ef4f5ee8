// Package wire is the contract between Tain and its pages: every JSON value
// that goes over HTTP and WebSocket, or between a page and the rules compiled
// for it, as plain types. The page's TypeScript types are generated from them,
// see internal/tool/wiretypes.
//
// What is asked and told about positions is in positions.go, game records in
// records.go and tree.go, searches in search.go, and why there is no answer in
// failure.go. Games are in game.go, what a page says on a socket in
// requests.go, and what it is told in messages.go; these use side.go. Fields
// may be added, and are never renamed. Nothing here decides anything.
package wire

import (
	"fmt"

	"github.com/tainchess/tain/board"
)

// Side is a colour as it goes over the wire, or what holds both, or nobody.
// Nobody is written as null.
type Side string

// The sides.
const (
	Nobody Side = ""
	White  Side = "white"
	Black  Side = "black"
	Both   Side = "both"
)

// SideOf returns a colour as a Side.
func SideOf(c board.Colour) Side { return Side(c.String()) }

// Colour returns the colour of White or Black.
func (s Side) Colour() board.Colour {
	if s == Black {
		return board.Black
	}
	return board.White
}

// Other returns the opponent of White or Black.
func (s Side) Other() Side { return SideOf(s.Colour().Other()) }

// Holds reports whether a seat is that of a colour.
func (s Side) Holds(c board.Colour) bool { return s == Both || s == SideOf(c) }

// MarshalJSON writes nobody as null.
func (s Side) MarshalJSON() ([]byte, error) {
	if s == Nobody {
		return []byte("null"), nil
	}
	return []byte(`"` + string(s) + `"`), nil
}

// UnmarshalJSON reads a side, or null.
func (s *Side) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case "null":
		*s = Nobody
	case `"white"`, `"black"`, `"both"`:
		*s = Side(text[1 : len(text)-1])
	default:
		return fmt.Errorf("wire: %.20q is neither white nor black", text)
	}
	return nil
}
