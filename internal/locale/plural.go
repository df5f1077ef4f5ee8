package locale

import (
	"strconv"
	"strings"
	"time"
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

// group puts the language's mark between groups of three digits.
func (c *Catalogue) group(whole string) string {
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	f := c.figures()
	if len(whole) < 3+f.least {
		return sign + whole
	}
	var b strings.Builder
	b.WriteString(sign)
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteString(f.group)
		}
		b.WriteRune(digit)
	}
	return b.String()
}

// Time writes a moment as the entry word.date has it: the day, or the day and
// the time of day unless the style is date. It is told in the zone the moment
// has.
func (c *Catalogue) Time(t time.Time, style string) string {
	entry := "word.moment"
	if style == "date" {
		entry = "word.date"
	}
	found, of, ok := c.entry(entry)
	if !ok {
		return t.Format(time.RFC3339)
	}
	var b strings.Builder
	of.fill(&b, found, Args{
		"day": strconv.Itoa(t.Day()), "month": t.Format("01"), "year": t.Format("2006"), "time": t.Format("15:04"), "zone": t.Format("MST"),
	}, 0)
	return b.String()
}
