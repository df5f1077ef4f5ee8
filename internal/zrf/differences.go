package zrf

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/flat"
)

// Difference is something that the file does otherwise than our rules, or
// takes the program to do.
type Difference struct {
	// Code names it, for tests and for the comment.
	Code string
	// Text says it in a sentence or two.
	Text string
	// Moves tells whether it shows in what can be played. Others show only in
	// how a game ends.
	Moves bool
}

// The codes of the differences.
const (
	Repetition = "REPETITION"
	Fifty      = "FIFTY"
	Dead       = "DEAD"
	Final      = "FINAL"
)

// The codes of what is relied on.
const (
	Appeared = "APPEARED"
	Kings    = "KINGS"
	Unmoved  = "UNMOVED"
	Pass     = "PASS"
)

// differences lists what the file does otherwise for a rule set.
func differences(v *flat.Rules) (all []Difference) {
	add := func(code, text string, moves bool) { all = append(all, Difference{code, text, moves}) }
	if goesOn(v) {
		add(Final, "A king or queen that goes on to the reflected square is moved in Zillions by clicking the square where it ends. "+
			"Tain writes the move by the square it is sent to first: Qd1-h5 in Tain is the queen from d1 to a4 here. The moves are the same.", true)
	}
	add(Repetition, "Zillions draws at the third repetition of a position and looks at the board and the turn alone. "+
		"In Tain the third may be claimed, the fifth ends the game, and rights to castle and to take en passant belong to the position.", false)
	add(Fifty, "The language cannot count moves since the last capture or pawn move: there are neither the fifty moves that may be claimed nor the seventy-five that end the game.", false)
	if !deathless(v) {
		add(Dead, "A dead position, such as king against king, does not end the game here. "+
			"The language can count pieces, but Zillions then shuns won endings because it takes a count that only an illegal move could bring for a threat.", false)
	}
	return all
}

// reliances lists what the manual of the language does not promise in so many
// words, and the file takes for granted.
func reliances(v *flat.Rules) (all []Difference) {
	add := func(code, text string) { all = append(all, Difference{Code: code, Text: text, Moves: true}) }
	if v.Reflection == nil {
		return nil
	}
	add(Appeared, "Whether a king stands attacked is judged after the whole move, with what appeared: a move whose new piece attacks or uncovers the mover's own king cannot be played. "+
		"The file has no test of its own for it; (checkmated King) is the test.")
	if makesKings(v) {
		add(Kings, "A side may own several kings. (checkmated King) is taken to speak of each: none may be left attacked, and it is mate if one is attacked and no move saves them all.")
	}
	if v.Details.Castling {
		add(Unmoved, "A king or rook that appeared may not castle: its mark never-moved? is taken away in the same move, after create.")
	}
	if goesOn(v) {
		add(Pass, "A king or queen sent to the reflection of its own square comes back to where it stood. That is a move from a square to itself, and a pass.")
	}
	return all
}

// goesOn reports whether some pieces go on to the reflected square.
func goesOn(v *flat.Rules) bool { return v.Reflection != nil && v.Reflection.GoesOn != [8]bool{} }

// makesKings reports whether a king's move makes a king.
func makesKings(v *flat.Rules) bool {
	return v.Reflection != nil && v.Reflection.Made[board.King] == board.King
}

// deathless reports whether not even two bare kings are dead.
func deathless(v *flat.Rules) bool {
	p := board.Empty()
	p.Put(board.At(4, 0), board.NewPiece(board.White, board.King))
	p.Put(board.At(4, 7), board.NewPiece(board.Black, board.King))
	return !v.Dead(&p)
}
