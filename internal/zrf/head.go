package zrf

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/flat"
)

// head returns the comment at the beginning of the file and the version. Each difference from Tain's rules
// starts with "; DIFFERS" and its code, each assumption with "; RELIES" and its code.
func head(v *flat.Rules, e *Export) string {
	var b strings.Builder
	i := v.Info()
	b.WriteString(comment(i.Title+", for Zillions of Games 2.", ""))
	b.WriteString(comment("Written by tain export zrf "+i.Name+". It needs the pictures in the folder next to it.", ""))
	b.WriteString(";\n")
	b.WriteString(comment("Differences from Tain:", ""))
	for _, d := range e.Differences {
		b.WriteString(comment("DIFFERS "+d.Code+": "+d.Text, "  "))
	}
	if v.SeamHome {
		b.WriteString(";\n" + comment("En passant over the seam lands on the pushed pawn's home square: see en-passant-seam.", ""))
	}
	if len(e.Reliances) > 0 {
		b.WriteString(";\n")
		b.WriteString(comment("Assumptions about Zillions:", ""))
		for _, d := range e.Reliances {
			b.WriteString(comment("RELIES "+d.Code+": "+d.Text, "  "))
		}
	}
	b.WriteString("\n(version \"2.0\")\n")
	return b.String()
}

// about returns the title, the description, the strategy advice and the players.
func (g *game) about() string {
	var b strings.Builder
	fmt.Fprintf(&b, "  (title %s)\n", quote(g.Details.Title))
	fmt.Fprintf(&b, "  (description %s)\n", quote(strings.Join(g.rulebook(), " ")))
	fmt.Fprintf(&b, "  (strategy %s)\n", quote(g.strategy()))
	b.WriteString("\n  (players White Black)\n  (turn-order White Black)\n")
	return b.String()
}

// rulebook returns sentences that describe the rules.
func (g *game) rulebook() []string {
	all := []string{g.Details.Summary.String()}
	switch {
	case g.Details.Wraps:
		all = append(all, "All moves except pawn pushes cross the edge between the a-file and the h-file. A piece that slides all the way round stops before its starting square.")
		if g.Details.Boards > 1 {
			all = append(all, "The side boards are copies of the centre board and are not shown. A move over the edge crosses a copy.")
		}
		if g.SeamHome {
			all = append(all, "En passant over the edge lands on the square the pushed pawn came from: after h7-h5 the pawn on a5 captures it and lands on h7.")
		}
	case goesOn(g.Rules):
		all = append(all, "Captures have no further effect. To move a king or queen, click the square where it ends: the opposite of the empty square it moves to, or that square itself if the opposite one is occupied.")
	case g.Reflection != nil:
		all = append(all, "Captures, castling and promotions spawn nothing, nor does a move whose opposite square is occupied. A quiet king move spawns a king: every king is royal, and none may be left in check.")
	}
	if !g.Details.Castling {
		all = append(all, "There is no castling.")
	}
	return append(all, "Checkmate wins; stalemate is a draw. Everything else is as in chess.")
}

// strategy returns advice on strategy.
func (g *game) strategy() string {
	switch {
	case makesKings(g.Rules):
		return "Look at the opposite square before you move: your opponent gets a copy of each piece that you develop, sometimes right next to your king. Captures give nothing away."
	case g.Reflection != nil:
		return "Every quiet move gives your opponent a stronger piece. Move so that the spawned piece can be captured immediately or is badly placed, and count the squares that your queen reaches by reflection."
	case g.Details.Wraps:
		return "The board has no side edges. A rook attacks in both directions around its rank, a bishop on the rim loses nothing, and a castled king can be attacked from behind."
	}
	return "Control the centre, bring out your pieces, and keep your king safe."
}

// help returns the text for the status bar that describes how a piece moves.
func (g *game) help(k board.Role) string {
	text := map[board.Role]string{
		board.Pawn:   "one square forward, two from its second rank; captures diagonally forward",
		board.Knight: "two squares straight and one sideways, jumping over pieces",
		board.Bishop: "any number of squares along a diagonal",
		board.Rook:   "any number of squares along a rank or file",
		board.Queen:  "any number of squares in any direction",
		board.King:   "one square in any direction",
	}[k]
	text = noun(k) + ": " + text
	switch {
	case k == board.Pawn && g.Details.Wraps:
		text += ", including over the edge"
	case g.Details.Wraps:
		text += ", across the edge"
	}
	switch {
	case g.Reflection == nil:
	case g.Reflection.GoesOn[k]:
		text += "; a quiet move continues to the opposite square"
	default:
		text += "; a quiet move spawns an enemy " + g.Reflection.Made[k].String() + " on the opposite square"
	}
	return text
}

// Difference codes.
const (
	Repetition = "REPETITION"
	Fifty      = "FIFTY"
	Dead       = "DEAD"
	Final      = "FINAL"
)

// Assumption codes.
const (
	Appeared = "APPEARED"
	Kings    = "KINGS"
	Unmoved  = "UNMOVED"
	Pass     = "PASS"
	Twice    = "TWICE"
)

// differences lists the differences from Tain's rules.
func differences(v *flat.Rules) (all []Difference) {
	add := func(code, text string, moves bool) { all = append(all, Difference{code, text, moves}) }
	if goesOn(v) {
		add(Final, "To move a king or queen that continues to the opposite square, click the square where it ends. "+
			"Tain names the square it moves to first: Qd1-h5 in Tain is the queen from d1 to a4 here. The moves are the same.", true)
	}
	return append(all, endings(deathless(v))...)
}

// endings lists the differences in the end of a game. If deathless is true, no position is dead.
func endings(deathless bool) (all []Difference) {
	add := func(code, text string) { all = append(all, Difference{Code: code, Text: text}) }
	add(Repetition, "Zillions draws at the third repetition of a position, and compares only the board and the side to move. "+
		"In Tain the third repetition allows a claim, the fifth ends the game, and castling and en passant rights are part of the position.")
	add(Fifty, "The language cannot count moves since the last capture or pawn move, so there is no fifty-move claim, and the game does not end after seventy-five moves.")
	if !deathless {
		add(Dead, "A dead position, such as king against king, does not end the game here. "+
			"The language can count pieces, but then Zillions avoids won endings: it treats a count that only an illegal move could reach as a threat.")
	}
	return all
}

// reliances lists the assumptions about the language that its manual does not confirm.
func reliances(v *flat.Rules) (all []Difference) {
	add := func(code, text string) { all = append(all, Difference{Code: code, Text: text, Moves: true}) }
	if v.Reflection == nil {
		return nil
	}
	add(Appeared, "Check is tested after the whole move, spawned pieces included: a move whose spawned piece attacks or exposes the mover's own king is illegal. "+
		"The file relies on (checkmated King) for this test.")
	if makesKings(v) {
		add(Kings, "A side may own several kings. (checkmated King) is assumed to apply to each: none may be left in check, and it is mate if one is in check and no move saves them all.")
	}
	if v.Details.Castling {
		add(Unmoved, "A spawned king or rook may not castle: its never-moved? attribute is cleared in the same move, after create.")
	}
	if goesOn(v) {
		add(Pass, "A king or queen that moves to the square opposite its own returns to its square. That is a move from a square to itself: a pass.")
	}
	return all
}

// deathless reports whether a position with two bare kings is not dead. If so, no position is dead.
func deathless(v *flat.Rules) bool {
	p := board.Empty()
	p.Put(board.At(4, 0), board.NewPiece(board.White, board.King))
	p.Put(board.At(4, 7), board.NewPiece(board.Black, board.King))
	return !v.Dead(&p)
}
