package definition

import (
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
)

// Kinds is a set of kinds of pieces: their letters in canonical order, which is p, n, b, r, q, k and then the
// alphabet.
type Kinds string

// orthodox contains the kinds of chess, which every flat game has.
const orthodox = "pnbrqk"

// mostKinds is the maximum number of kinds in a game.
const mostKinds = 16

// KindsOf returns the set of the given letters.
func KindsOf(letters string) Kinds {
	var all []byte
	for i := range len(letters) {
		if !slices.Contains(all, letters[i]) {
			all = append(all, letters[i])
		}
	}
	slices.SortFunc(all, compareKinds)
	return Kinds(all)
}

// Has reports whether the set contains a kind.
func (k Kinds) Has(kind byte) bool { return strings.IndexByte(string(k), kind) >= 0 }

// and returns the kinds that are in both sets.
func (k Kinds) and(other Kinds) Kinds {
	var both []byte
	for _, kind := range []byte(k) {
		if other.Has(kind) {
			both = append(both, kind)
		}
	}
	return Kinds(both)
}

// without returns the set without a kind.
func (k Kinds) without(kind byte) Kinds {
	return Kinds(strings.ReplaceAll(string(k), string(kind), ""))
}

// compareKinds compares two kinds in canonical order.
func compareKinds(a, b byte) int { return place(a) - place(b) }

func place(kind byte) int {
	if at := strings.IndexByte(orthodox, kind); at >= 0 {
		return at
	}
	return len(orthodox) + int(kind)
}

// isKind reports whether a text is the letter of a kind.
func isKind(text string) bool { return len(text) == 1 && text[0] >= 'a' && text[0] <= 'z' }

// role returns the role of a kind of chess, or NoRole for any other letter.
func role(kind byte) board.Role { return board.Role(strings.IndexByte(orthodox, kind) + 1) }

// roles returns the roles in a set of kinds of chess.
func roles(kinds Kinds) (all [8]bool) {
	for i := range len(kinds) {
		all[role(kinds[i])] = true
	}
	return all
}

// kindsOf returns the kinds of a set of roles.
func kindsOf(all [8]bool) (kinds Kinds) {
	for k := board.Pawn; k <= board.King; k++ {
		if all[k] {
			kinds += Kinds(orthodox[k-1])
		}
	}
	return kinds
}

// kindsOn returns the kinds of the pieces in the first field of a FEN.
func kindsOn(fen string) Kinds {
	field, _, _ := strings.Cut(strings.TrimSpace(fen), " ")
	var letters []byte
	for _, c := range []byte(strings.ToLower(field)) {
		if c >= 'a' && c <= 'z' {
			letters = append(letters, c)
		}
	}
	return KindsOf(string(letters))
}
