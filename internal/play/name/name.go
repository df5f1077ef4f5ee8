// Package name makes the names that players give themselves fit to be shown to
// others.
//
// It is for servers. The program in the browser does without: its tables are
// large, and there everybody names only themselves.
package name

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// maxMarks is how many combining marks may stand on one letter. Languages need
// two; more pile up over their neighbours.
const maxMarks = 2

// Clean returns a name as it is shown: in Unicode's composed form (NFC), without
// control, direction and invisible characters, with few marks on a letter,
// without doubled spaces, and not too long. A name that nobody could see
// becomes none at all. One that is the computer's or the operator's, or looks
// like it, is refused.
func Clean(text string) (string, error) {
	text = norm.NFC.String(strings.ToValidUTF8(text[:min(len(text), 64*game.MaxName)], ""))
	var b strings.Builder
	marks := maxMarks // a mark with no letter before it has nothing to stand on
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			r, marks = ' ', maxMarks
		case hidden(r):
			continue
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

// hidden reports whether a character shows nothing, or changes how others are
// shown.
func hidden(r rune) bool {
	if r == unicode.ReplacementChar || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
		return true
	}
	// Letters by their category that are drawn as nothing, and a blank pattern.
	switch r {
	case 0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800, 0x034F, 0x17B4, 0x17B5:
		return true
	}
	return !unicode.IsPrint(r) && !unicode.IsSpace(r)
}

// visible reports whether a name has anything that is read as one: a letter, a
// digit or a symbol.
func visible(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.S) })
}

// reservedNames are the names of the computer and of those who look after a server, as
// skeletons.
var reservedNames = func() map[string]bool {
	all := map[string]bool{}
	for _, n := range []string{
		"tain", "computer", "admin", "administrator", "moderator", "mod", "operator", "root", "system", "server", "staff", "support", "official",
	} {
		all[skeleton(n)] = true
	}
	return all
}()

// reserved reports whether a name, or a word of it, looks like one that is not
// given to players.
func reserved(text string) bool {
	if reservedNames[skeleton(text)] {
		return true
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.N, unicode.M, unicode.S) })
	for _, w := range words {
		if reservedNames[skeleton(w)] {
			return true
		}
	}
	return false
}

// skeleton returns what a name looks like: characters that are easily taken for
// one another become one, and everything that is neither letter nor digit goes.
func skeleton(text string) string {
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

// lookalikes are characters, in lower case, that look like a Latin letter of the
// names above; what they share an outline with stands for all of them. Of i, l,
// 1 and | none is told from the others.
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
