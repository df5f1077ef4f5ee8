package zrf

import (
	"fmt"
	"strings"
)

// moved marks a king or rook as moved, so that it may no longer castle.
const moved = "(set-attribute never-moved? false)"

// macro is a definition with an optional comment.
type macro struct{ about, name, body string }

// macros returns the definitions that the pieces use. The effects of a block accumulate and apply when the
// block ends, so a block that spawns a piece can add only one move. Slides in a game with reflection
// therefore need one block per length.
func (g *game) macros() string {
	var all []macro
	if g.Reflection == nil {
		all = append(all, g.plainSteps()...)
	} else {
		all = append(all, g.reflectedSteps()...)
	}
	all = append(all, g.pawnSteps()...)
	if g.Details.Castling {
		all = append(all, castling...)
	}
	var b strings.Builder
	for _, m := range all {
		if m.about != "" {
			b.WriteString(comment(m.about, ""))
		}
		fmt.Fprintf(&b, "(define %s\n  %s)\n", m.name, m.body)
	}
	return b.String()
}

// plainSteps returns the macros for a game without reflection.
func (g *game) plainSteps() []macro {
	all := []macro{
		{"A knight's move; $1 and $2 are directions.", "hop", "($1 $2 (verify not-friend?) add)"},
		{"A slide: over empty squares, and onto the first enemy.", "slide", "($1 (while empty? add $1) (verify enemy?) add)"},
	}
	if g.Details.Castling {
		all = append(all,
			macro{"King and rook may castle until they move.", "king-step", "($1 (verify not-friend?) " + moved + " add)"},
			macro{"", "rook-slide", "($1 (while empty? " + moved + " add $1) (verify enemy?) " + moved + " add)"})
	} else {
		all = append(all, macro{"", "king-step", "($1 (verify not-friend?) add)"})
	}
	if !g.Details.Wraps {
		return all
	}
	all = append(all, roundSteps("slide", "")...)
	if g.Details.Castling {
		all = append(all, roundSteps("rook-slide", moved+" ")...)
	}
	return append(all,
		macro{"Two diagonals up (or down) the board meet on the fourth square, halfway round. " +
			"The slide along $1 skips this square, because the slide along $2 reaches it, unless $2 is blocked before it.",
			"twin-near", "($1 (verify not-friend?) add (verify empty?) $1 (verify not-friend?) add (verify empty?) $1 (verify not-friend?) add)"},
		macro{"", "twin-meet", "($1 (verify empty?) $1 (verify empty?) $1 (verify empty?) $1 (verify not-friend?) mark\n" +
			"   (go from) $2 (if empty? $2 (if empty? $2 (verify not-empty?))) back add)"},
		macro{"", "twin-far", "($1 (verify empty?) $1 (verify empty?) $1 (verify empty?) $1 (verify empty?) $1 (while empty? add $1) (verify enemy?) add)"})
}

// roundSteps returns slides along a rank without ends. The slide east stops before its starting square.
// Slides west omit the squares that the slide east reaches, so that no move is listed twice.
func roundSteps(name, mark string) []macro {
	about := "A slide along the rank, which has no end. The slide east stops before its starting square. " +
		"The slides west omit the squares that the slide east reaches, so that no move is listed twice."
	if mark != "" {
		about = ""
	}
	const east = "e (while (and empty? not-marked?) e) (verify not-marked?)"
	return []macro{
		{about, name + "-east", "(mark e (while (and empty? not-marked?) " + mark + "add e) (verify enemy?) " + mark + "add)"},
		{"", name + "-west", "(mark " + east + " (go from) w (while empty? " + mark + "add w))"},
		{"", name + "-west-take", "(mark w (while (and empty? not-marked?) w) (verify enemy?) mark (go from)\n   " + east + " back " + mark + "add)"},
	}
}

// longest is the length of the longest slide.
const longest = 7

// reflectedSteps returns the macros for a game with reflection. The marked square is the origin of the move,
// which counts as empty.
func (g *game) reflectedSteps() []macro {
	const appear = "(if (or empty? marked?) (if (in-zone? white-moves) (create Black $1) else (create White $1))"
	const about = "$1 appears on the opposite square, in the opponent's colour, if that square is empty or the moving piece has just left it."
	all := []macro{{about, "appear", appear + ")"}}
	if g.Details.Castling {
		all = append(all, macro{"The same for a king or rook, which may not castle after it appears.", "appear-moved", appear + " " + moved + ")"})
	}
	all = append(all, macro{"A capture spawns nothing.", "take-hop", "($1 $2 (verify enemy?) add)"},
		macro{"", "take-slide", "($1 (while empty? $1) (verify enemy?) add)"},
		macro{"A quiet knight's move; $3 is the spawned piece.", "hop", "(mark $1 $2 (verify empty?) to mirror (appear $3) add)"})
	all = append(all, lengths("Quiet moves of one square, two squares and so on; $2 is the spawned piece.", "quiet", "to mirror (appear $2) add")...)
	if g.Details.Castling {
		all = append(all,
			macro{"The same for the pieces that castle: they are marked as moved.", "take-step-moved", "($1 (verify enemy?) " + moved + " add)"},
			macro{"", "take-slide-moved", "($1 (while empty? $1) (verify enemy?) " + moved + " add)"})
		all = append(all, lengths("", "quiet-moved", moved+" to mirror (appear-moved $2) add")...)
	} else {
		all = append(all, macro{"", "take-step", "($1 (verify enemy?) add)"})
	}
	if goesOn(g.Rules) {
		all = append(all, lengths("Quiet moves of a piece that goes on to the opposite square. If that square is occupied, the piece stays where it landed.",
			"send", "mirror (if (and not-empty? not-marked?) mirror) add")...)
	}
	return all
}

// lengths returns macros for moves of one square, two squares and so on, each
// with the same ending.
func lengths(about, name, then string) (all []macro) {
	for n := 1; n <= longest; n++ {
		way := strings.Repeat("$1 (verify empty?) ", n)
		all = append(all, macro{about, fmt.Sprintf("%s-%d", name, n), "(mark " + way + then + ")"})
		about = ""
	}
	return all
}

func (g *game) pawnSteps() []macro {
	const pushed = "(verify (and enemy? (piece? Pawn) last-to?)) capture n"
	all := []macro{
		{"A pawn that reaches the last rank becomes another piece.", "pawn-add", "(if (in-zone? promotion-zone) (add Queen Rook Bishop Knight) else add)"},
		{"", "pawn-take", "($1 (verify enemy?) (pawn-add))"},
	}
	if g.Reflection == nil {
		all = append(all, macro{"", "pawn-push", "(n (verify empty?) (pawn-add))"},
			macro{"", "pawn-double", "((verify (in-zone? second-rank)) n (verify empty?) n (verify empty?) add)"})
	} else {
		all = append(all, macro{"$1 is the spawned piece.", "pawn-push", "(mark n (verify (and empty? (not-in-zone? promotion-zone))) to mirror (appear $1) add)"},
			macro{"", "pawn-double", "(mark (verify (in-zone? second-rank)) n (verify empty?) n (verify empty?) to mirror (appear $1) add)"})
		if g.Reflection.Promotions {
			all = append(all, macro{"Promotion by a push to $1; $2 appears, or nothing.", "pawn-promote-making",
				"(mark n (verify (and empty? (in-zone? promotion-zone))) to mirror (appear $2) (add $1))"},
				macro{"", "pawn-promote", "(n (verify (and empty? (in-zone? promotion-zone))) (add $1))"})
		} else {
			all = append(all, macro{"Promotion by a push spawns nothing.", "pawn-promote",
				"(n (verify (and empty? (in-zone? promotion-zone))) (pawn-add))"})
		}
	}
	const about = "En passant: the adjacent enemy pawn has just made a double step."
	if !g.SeamHome {
		return append(all, macro{about, "en-passant", "($1 " + pushed + " to n (verify last-from?) add)"})
	}
	return append(all,
		macro{about + " $2 is the file from which the capture would cross the seam.", "en-passant",
			"((verify (not-in-zone? $2)) $1 " + pushed + " to n (verify last-from?) add)"},
		macro{"Over the seam, the capturing pawn lands on the square that the captured pawn came from.", "en-passant-seam",
			"((verify (in-zone? $2)) $1 " + pushed + " n (verify last-from?) add)"})
}

// castling is the same in every game that allows it, and never crosses a seam.
var castling = []macro{
	{"Castling: the king and rook have not moved, there is no piece between them, and the king is not attacked on its square or on the square that it crosses. " +
		"Its destination is tested as after any move.", "castle-short",
		"((verify never-moved?) (verify not-attacked?)\n" +
			"   e (verify empty?) (verify not-attacked?)\n" +
			"   e (verify empty?) " + moved + " cascade\n" +
			"   e (verify (and friend? (piece? Rook) never-moved?)) from\n" +
			"   w w " + moved + " add)"},
	{"", "castle-long",
		"((verify never-moved?) (verify not-attacked?)\n" +
			"   w (verify empty?) (verify not-attacked?)\n" +
			"   w (verify empty?) " + moved + " cascade\n" +
			"   w (verify empty?)\n" +
			"   w (verify (and friend? (piece? Rook) never-moved?)) from\n" +
			"   e e e " + moved + " add)"},
}
