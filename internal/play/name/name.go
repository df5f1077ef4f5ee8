// Package name makes the names that players choose safe to show to others.
//
// Only servers use it. The browser build omits it, because its tables are large and names in a browser
// are visible only to the player.
package name

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// maxMarks is the maximum number of combining marks per letter. Some languages need two; more would
// overlap the neighbouring text.
const maxMarks = 2

// Clean returns a name in the form in which it is displayed: in Unicode's composed form (NFC), without
// control, bidirectional and invisible characters, with at most two marks per letter, without repeated
// spaces, and truncated to [game.MaxName]. A name without letters, digits and symbols becomes empty.
// Clean returns an error if the name, or a word in it, looks like a name of the computer or an operator.
func Clean(text string) (string, error) {
	text = strings.ToValidUTF8(text[:min(len(text), 64*game.MaxName)], "")
	// A hidden character can keep a letter and a mark apart, so it must go before they are composed.
	text = norm.NFC.String(strings.Map(func(r rune) rune {
		if hidden(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text))
	var b strings.Builder
	marks := maxMarks // a mark without a preceding letter is dropped
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			r, marks = ' ', maxMarks
		case unicode.Is(unicode.M, r):
			if marks++; marks > maxMarks {
				continue
			}
		default:
			marks = 0
		}
		b.WriteRune(r)
	}
	clean := game.CleanName(norm.NFC.String(b.String()))
	if !visible(clean) {
		return "", nil
	}
	if reserved(clean) {
		return "", game.Refuse("game.invalid.name", "the name {text, quote} is reserved: choose another", message.Args{"text": notation.Clip(clean)})
	}
	return clean, nil
}

// hidden reports whether a character is invisible, or changes how other characters are displayed.
func hidden(r rune) bool {
	if r == unicode.ReplacementChar || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
		return true
	}
	// Blank characters that Unicode categorises as letters, marks or symbols.
	switch r {
	case 0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800, 0x034F, 0x17B4, 0x17B5:
		return true
	}
	return !unicode.IsPrint(r) && !unicode.IsSpace(r)
}

// visible reports whether a name contains a letter, a digit or a symbol.
func visible(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.S) })
}

// reservedNames are the skeletons of names reserved for the computer and for operators.
var reservedNames = func() map[string]bool {
	all := map[string]bool{}
	for _, n := range []string{
		"tain", "computer", "admin", "administrator", "moderator", "mod", "operator", "root", "system", "server", "staff", "support", "official",
	} {
		all[Skeleton(n)] = true
	}
	return all
}()

// reserved reports whether a name, or a word in it, looks like a reserved name.
func reserved(text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.N, unicode.M, unicode.S) })
	return slices.ContainsFunc(append(words, text), func(word string) bool { return reservedNames[Skeleton(word)] })
}

// Skeleton returns a canonical form of a name's appearance: characters that are easily confused become the
// same, and all others except letters and digits are removed.
func Skeleton(text string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(text) {
		r = unicode.ToLower(r)
		if like, ok := lookalikes[r]; ok {
			r = like
		}
		if unicode.In(r, unicode.L, unicode.N) {
			b.WriteRune(r)
		}
	}
	return strings.ReplaceAll(b.String(), "rn", "m")
}

// lookalikes maps lower-case characters to the Latin letter that they resemble. The letters i and l, the
// digit 1 and | all map to the same letter.
var lookalikes = func() map[rune]rune {
	all := map[rune]rune{}
	for like, those := range map[rune]string{
		'a': "@4аαɑ∂", 'c': "сϲⅽ¢", 'd': "ԁɗⅾ", 'e': "3еєε€ҽ", 'f': "ƒ", 'i': "1l|!іιıӏⅰǀ¡ɩłḷ", 'm': "мⅿ",
		'n': "пηհո", 'o': "0оοσөøօ", 'p': "рρ", 'r': "гꭇɾ", 's': "5$ѕꜱ", 't': "7+тτ†ŧ", 'u': "υսʋц", 'v': "νѵ", 'y': "уүγ",
	} {
		for _, r := range those {
			all[r] = like
		}
	}
	return all
}()
