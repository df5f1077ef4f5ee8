package zrf

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/flat"
)

// width is how wide the lines of a comment are at most.
const width = 100

// head writes the comment in front of the file: what it is, and what it does
// otherwise than our rules. Each difference begins with "; DIFFERS" and its code,
// each thing that is relied on with "; RELIES".
func head(v *flat.Rules, e *Export) string {
	var b strings.Builder
	i := v.Info()
	b.WriteString(comment(i.Title+", for Zillions of Games 2.", ""))
	b.WriteString(comment("Written by tain export zrf "+i.Name+". The pictures in the folder beside this file belong to it.", ""))
	b.WriteString(";\n")
	b.WriteString(comment("What this file does otherwise than Tain:", ""))
	for _, d := range e.Differences {
		b.WriteString(comment("DIFFERS "+d.Code+": "+d.Text, "  "))
	}
	if v.SeamHome {
		b.WriteString(";\n" + comment("En passant over the seam, which lands on the pushed pawn's home square, can be said in the language, and is: see en-passant-seam.", ""))
	}
	if len(e.Reliances) > 0 {
		b.WriteString(";\n")
		b.WriteString(comment("What this file takes Zillions to do:", ""))
		for _, d := range e.Reliances {
			b.WriteString(comment("RELIES "+d.Code+": "+d.Text, "  "))
		}
	}
	b.WriteString("\n(version \"2.0\")\n")
	return b.String()
}

// comment writes a text as lines of a comment; those after the first are
// indented.
func comment(text, indent string) string {
	var b strings.Builder
	line := ";"
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > width {
			b.WriteString(line + "\n")
			line = ";" + indent
		}
		line += " " + word
	}
	return b.String() + line + "\n"
}

// about writes the title, the texts that Zillions shows about the game, and
// who plays.
func (g *game) about() string {
	var b strings.Builder
	fmt.Fprintf(&b, "  (title %s)\n", quote(g.Details.Title))
	fmt.Fprintf(&b, "  (description %s)\n", quote(strings.Join(g.rulebook(), " ")))
	fmt.Fprintf(&b, "  (strategy %s)\n", quote(g.strategy()))
	b.WriteString("\n  (players White Black)\n  (turn-order White Black)\n")
	return b.String()
}

// quote writes a text for people. The manual says that a semicolon begins a
// comment and a backslash a new line, and does not say that quotes protect
// either: there are none.
func quote(text string) string {
	return `"` + strings.NewReplacer(`"`, "'", `\`, "/", ";", ",").Replace(text) + `"`
}

// rulebook tells the rules in a few sentences.
func (g *game) rulebook() []string {
	all := []string{g.Details.Summary.String()}
	switch {
	case g.Details.Wraps:
		all = append(all, "All pieces but pushing pawns go over the edge from the a-file to the h-file and back. A piece that comes round to its own square stops before it.")
		if g.Details.Boards > 1 {
			all = append(all, "The boards beside the centre are copies of it and are not shown: a move over the edge is a move by way of a copy.")
		}
		if g.SeamHome {
			all = append(all, "En passant over the edge lands on the square the pushed pawn came from: after h7-h5 the pawn on a5 takes it and stands on h7.")
		}
	case goesOn(g.Rules):
		all = append(all, "Captures do nothing more. A king or queen is moved by clicking the square where it ends: the reflection of the empty square it is sent to, or that square itself if its reflection is held.")
	case g.Reflection != nil:
		all = append(all, "Captures, castling and promotions make nothing, nor does a move whose reflected square is held. A king's move makes a king: every king is royal, and none may be left attacked.")
	}
	if !g.Details.Castling {
		all = append(all, "There is no castling.")
	}
	return append(all, "Checkmate wins; stalemate is a draw. All else is as in chess.")
}

// strategy gives a piece of advice.
func (g *game) strategy() string {
	switch {
	case makesKings(g.Rules):
		return "Look at the square opposite before you move: what you bring into play, your opponent gets too, and sometimes right beside your king. Captures give nothing away."
	case g.Reflection != nil:
		return "Every quiet move gives your opponent a stronger piece. Move so that what appears can be taken at once or stands badly, and count the squares that your queen reaches by reflection."
	case g.Details.Wraps:
		return "There are no edges at the sides. A rook on its rank looks both ways round, a bishop on the rim loses nothing, and a castled king can be reached from behind."
	}
	return "Control the centre, bring out your pieces, and keep your king safe."
}

// help tells how a piece moves, for the status bar.
func (g *game) help(k board.Role) string {
	text := map[board.Role]string{
		board.Pawn:   "one square ahead, two from its second rank, and takes slantwise ahead",
		board.Knight: "two squares straight on and one aside, over any piece",
		board.Bishop: "any number of squares on a diagonal",
		board.Rook:   "any number of squares along a rank or file",
		board.Queen:  "any number of squares in any direction",
		board.King:   "one square in any direction",
	}[k]
	text = noun(k) + ": " + text
	switch {
	case k == board.Pawn && g.Details.Wraps:
		text += ", over the edge too"
	case g.Details.Wraps:
		text += ", and on over the edge"
	}
	switch {
	case g.Reflection == nil:
	case g.Reflection.GoesOn[k]:
		text += "; a quiet move goes on to the reflected square"
	default:
		text += "; a quiet move makes a " + g.Reflection.Made[k].String() + " of the opponent on the reflected square"
	}
	return text
}

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
