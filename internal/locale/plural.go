package locale

import (
	"strconv"
	"strings"
	"time"

	"github.com/tainchess/tain/message"
)

// category returns the plural category of a whole number in CLDR's sense. A language
// whose rules are not those of English gets its own case here; a test compares
// them with those of golang.org/x/text, which is too large for a browser.
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

// figures is how a language writes numbers, as CLDR has it: what stands between
// groups of three digits, what before the fraction, and how many digits must
// stand before the first group.
type figures struct {
	group, decimal string
	least          int
}

var written = map[string]figures{
	"en": {",", ".", 1},
	"de": {".", ",", 1},
	"es": {".", ",", 2},
	"fr": {"\u202f", ",", 1},
	"ru": {"\u00a0", ",", 1},
}

func (c *Catalogue) figures() figures {
	if f, ok := written[c.language]; ok {
		return f
	}
	return written["en"]
}

// Number writes a whole number with its digits in groups.
func (c *Catalogue) Number(n int) string { return c.group(strconv.Itoa(n)) }

// Decimal writes a number with so many digits after the point.
func (c *Catalogue) Decimal(x float64, digits int) string {
	whole, fraction, found := strings.Cut(strconv.FormatFloat(x, 'f', digits, 64), ".")
	if !found {
		return c.group(whole)
	}
	return c.group(whole) + c.figures().decimal + fraction
}

func (c *Catalogue) group(whole string) string {
	f := c.figures()
	return message.Group(whole, f.group, f.least)
}

// Time writes a time: the day, and the time of day unless the style is date. It
// uses the zone of the time.
func (c *Catalogue) Time(t time.Time, style string) string { return c.format.Time(t, style) }
