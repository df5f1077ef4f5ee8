package message

import (
	"maps"
	"slices"
	"strconv"
	"sync"
)

// words are the English words that templates need.
var words = map[string]string{
	"list.and.between":     ", ",
	"list.and.last":        " and ",
	"list.chain.between":   " and ",
	"list.chain.last":      " and ",
	"list.clauses.between": ", ",
	"list.clauses.last":    ", and ",
	"list.comma.between":   ", ",
	"list.comma.last":      ", ",
	"list.each.between":    "; ",
	"list.each.last":       "; ",
	"list.joined.between":  "",
	"list.joined.last":     "",
	"list.or.between":      ", ",
	"list.or.last":         " or ",
	"list.then.between":    " and ",
	"list.then.last":       " and ",

	"word.colour.black":      "black",
	"word.colour.white":      "white",
	"word.date":              "{day} " + months + " {year}",
	"word.decimal":           ".",
	"word.moment":            "{day} " + months + " {year}, {time} {zone}",
	"word.piece":             "{colour} {role}",
	"word.piece.none":        "empty",
	"word.quote":             `"{text}"`,
	"word.role.bishop":       "bishop",
	"word.role.bishop.a":     "a bishop",
	"word.role.bishop.many":  "bishops",
	"word.role.king":         "king",
	"word.role.king.a":       "a king",
	"word.role.king.many":    "kings",
	"word.role.knight":       "knight",
	"word.role.knight.a":     "a knight",
	"word.role.knight.many":  "knights",
	"word.role.none":         "none",
	"word.role.pawn":         "pawn",
	"word.role.pawn.a":       "a pawn",
	"word.role.pawn.many":    "pawns",
	"word.role.queen":        "queen",
	"word.role.queen.a":      "a queen",
	"word.role.queen.many":   "queens",
	"word.role.rook":         "rook",
	"word.role.rook.a":       "a rook",
	"word.role.rook.many":    "rooks",
	"word.side.black":        "Black",
	"word.side.black.colour": "black",
	"word.side.black.plain":  "Black",
	"word.side.white":        "White",
	"word.side.white.colour": "white",
	"word.side.white.plain":  "White",
	"word.sign":              "'{text}'",
}

const months = "{month, select, 01 {January} 02 {February} 03 {March} 04 {April} 05 {May} 06 {June} " +
	"07 {July} 08 {August} 09 {September} 10 {October} 11 {November} other {December}}"

// English returns the language of the sentences in the code.
var English = sync.OnceValue(func() *Language {
	parsed := make(map[string]Template, len(words))
	for code, text := range words {
		t, err := Parse(text)
		if err != nil {
			panic(err)
		}
		parsed[code] = t
	}
	l := &Language{
		Plural: func(n int) string {
			if n == 1 || n == -1 {
				return "one"
			}
			return "other"
		},
		Number: func(n int) string { return Group(strconv.Itoa(n), ",", 1) },
	}
	l.Entry = func(code string) (Template, *Language, bool) {
		t, ok := parsed[code]
		return t, l, ok
	}
	return l
})

// Words returns the codes of the words that every language needs.
func Words() []string { return slices.Sorted(maps.Keys(words)) }
