// Package notation reads and writes games and positions: FEN, SAN, machine
// text and link text for flat boards, and PGN for every rule set.
//
// A text becomes a position or a move through the rule set's guide; for the
// flat rule sets that guide is made of [Flat]. PGN and link text are the same
// for all and ask the guide for the rest.
package notation

import "fmt"

// SyntaxError is a text that cannot be read.
type SyntaxError struct {
	Input  string // the text, or the part of it that matters
	Offset int    // where in Input the fault lies, in bytes from 0
	Msg    string // what is wrong, as a sentence without a full stop
}

// Error names the fault and its place.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s (at character %d of %q)", e.Msg, e.Offset+1, clip(e.Input))
}

// clip shortens hostile input for a message.
func clip(text string) string {
	const most = 80
	if len(text) <= most {
		return text
	}
	return text[:most] + "..."
}
