package locale

import (
	"strconv"

	"github.com/tainchess/tain/message"
)

// category returns the CLDR plural category of an integer. Languages whose rules differ from the
// English ones have a case. A test compares the results with golang.org/x/text, which is too large for
// a browser.
func category(language string, n int) string {
	if n < 0 {
		n = -n
	}
	ten, hundred := n%10, n%100
	switch language {
	case "ru":
		switch {
		case ten == 1 && hundred != 11:
			return "one"
		case ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14):
			return "few"
		}
		return "many"
	case "fr":
		switch {
		case n <= 1:
			return "one"
		case n%1_000_000 == 0:
			return "many" // un million de coups
		}
		return "other"
	case "es":
		switch {
		case n == 1:
			return "one"
		case n != 0 && n%1_000_000 == 0:
			return "many" // un millón de jugadas
		}
		return "other"
	}
	if n == 1 {
		return "one"
	}
	return "other"
}

// figures is the CLDR number format of a language: the separator between groups of three
// digits, and the minimum number of digits before the first separator.
type figures struct {
	group string
	least int
}

var written = map[string]figures{
	"en": {",", 1},
	"de": {".", 1},
	"es": {".", 2},
	"fr": {"\u202f", 1},
	"ru": {"\u00a0", 1},
}

// number formats an integer with grouped digits.
func number(language string, n int) string {
	f, ok := written[language]
	if !ok {
		f = written["en"]
	}
	return message.Group(strconv.Itoa(n), f.group, f.least)
}
