package message

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
)

// Language formats messages in one language.
type Language struct {
	// Entry returns the sentence of a code, or a word such as word.role.knight
	// or list.and.last, and the language it is written in.
	Entry func(code string) (Template, *Language, bool)
	// Plural returns the plural category of a number in CLDR's sense.
	Plural func(n int) string
	// Number writes a number with its digits in groups.
	Number func(n int) string
}

// Text returns a message as a sentence, or as the part of one that it is. A
// message without an entry is in English. A missing argument is written as its
// placeholder.
func (l *Language) Text(m Message) string {
	if m.IsZero() {
		return ""
	}
	var b strings.Builder
	l.message(&b, m, 0)
	return b.String()
}

func (l *Language) message(b *strings.Builder, m Message, depth int) {
	if depth > maxDepth {
		b.WriteString("...")
		return
	}
	t, in, ok := l.Entry(string(m.Code))
	if !ok && m.english != "" {
		t, ok = parsed(m.Code, m.english)
		in = English()
	}
	if !ok {
		b.WriteString(string(m.Code))
		return
	}
	in.fill(b, t, m.Args, depth)
}

// templates are the English sentences that have been parsed: a *sentence per
// [Code].
var templates sync.Map

type sentence struct {
	english  string
	template Template
}

// parsed returns the template of an English sentence. The first sentence of each
// code is kept; a program has few codes and one sentence for each.
func parsed(code Code, english string) (Template, bool) {
	if kept, ok := templates.Load(code); ok && kept.(*sentence).english == english {
		return kept.(*sentence).template, true
	}
	t, err := Parse(english)
	if err != nil {
		return nil, false
	}
	templates.LoadOrStore(code, &sentence{english, t})
	return t, true
}

// Format returns a template with its arguments filled in.
func (l *Language) Format(t Template, args Args) string {
	var b strings.Builder
	l.fill(&b, t, args, 0)
	return b.String()
}

func (l *Language) fill(b *strings.Builder, t Template, args Args, depth int) {
	for _, p := range t {
		if p.arg == "" {
			b.WriteString(p.text)
			continue
		}
		value, given := args[p.arg]
		switch {
		case p.choices != nil:
			l.fill(b, l.choose(&p, value), args, depth)
		case !given:
			b.WriteString("{" + p.arg + "}")
		default:
			l.value(b, value, p.style, depth)
		}
	}
}

// choose returns the branch that a value selects.
func (l *Language) choose(p *part, value any) Template {
	key, _ := named(value)
	if p.style == "plural" {
		n, ok := value.(int)
		if list, is := value.(List); is {
			n, ok = len(list), true
		}
		if !ok {
			n = 2
		}
		if t, exact := p.choices["="+strconv.Itoa(n)]; exact {
			return t
		}
		key = l.Plural(n)
	}
	if t, ok := p.choices[key]; ok {
		return t
	}
	return p.choices["other"]
}

// value writes an argument. If the last word of the style is capital, it begins
// with a capital letter.
func (l *Language) value(b *strings.Builder, value any, style string, depth int) {
	if form, begins := strings.CutSuffix(" "+style, " capital"); begins {
		var text strings.Builder
		l.value(&text, value, strings.TrimSpace(form), depth)
		first, size := utf8.DecodeRuneInString(text.String())
		if size > 0 {
			b.WriteRune(unicode.ToUpper(first))
			b.WriteString(text.String()[size:])
		}
		return
	}
	switch v := value.(type) {
	case string:
		l.quoted(b, v, style)
	case Square:
		b.WriteString(string(v))
	case board.Square:
		b.WriteString(v.String())
	case int:
		if style == "number" {
			b.WriteString(l.Number(v))
		} else {
			b.WriteString(strconv.Itoa(v))
		}
	case time.Time:
		b.WriteString(l.Time(v, style))
	case Message:
		l.message(b, v, depth+1)
	case List:
		l.list(b, v, style, depth)
	case board.Piece:
		l.piece(b, v, style)
	case board.Role, board.Colour:
		_, word := named(v)
		l.word(b, word, style, nil)
	default:
		fmt.Fprint(b, value)
	}
}

// quoted writes a text, in quotation marks if the style is quote, or sign for a
// single character. Inside them line breaks and control characters are escaped.
func (l *Language) quoted(b *strings.Builder, text, style string) {
	var q string
	switch style {
	case "quote":
		q = strconv.Quote(text)
	case "sign":
		r, _ := utf8.DecodeRuneInString(text)
		q = strconv.QuoteRune(r)
	case "decimal": // a number with a point
		var point strings.Builder
		l.word(&point, "word.decimal", "", nil)
		b.WriteString(strings.Replace(text, ".", point.String(), 1))
		return
	default:
		b.WriteString(text)
		return
	}
	if t, in, ok := l.Entry("word." + style); ok {
		in.fill(b, t, Args{"text": q[1 : len(q)-1]}, 0)
	}
}

// word writes a word in the form that a style names, or its basic form.
func (l *Language) word(b *strings.Builder, word, style string, args Args) {
	t, in, ok := l.Entry(word + "." + style)
	if !ok {
		t, in, ok = l.Entry(word)
	}
	if !ok {
		b.WriteString(word)
		return
	}
	in.fill(b, t, args, 0)
}

// piece writes a role with its colour. The word for the colour may depend on
// the role, since in many languages it agrees with the role's gender.
func (l *Language) piece(b *strings.Builder, pc board.Piece, style string) {
	if _, none := named(pc); none != "" {
		l.word(b, none, style, nil)
		return
	}
	var colour, role strings.Builder
	l.word(&colour, "word.colour."+pc.Colour().String(), style, Args{"role": pc.Role()})
	l.word(&role, "word.role."+pc.Role().String(), style, nil)
	if t, in, ok := l.Entry("word.piece"); ok {
		in.fill(b, t, Args{"colour": colour.String(), "role": role.String()}, 0)
	}
}

// list joins values by the words that the first word of the style names, each
// in the form that the rest of the style names.
func (l *Language) list(b *strings.Builder, list List, style string, depth int) {
	if depth > maxDepth {
		b.WriteString("...")
		return
	}
	style, form, _ := strings.Cut(style, " ")
	if style == "" {
		style = "and"
	}
	for i, v := range list {
		switch i {
		case 0:
		case len(list) - 1:
			l.word(b, "list."+style+".last", "", nil)
		default:
			l.word(b, "list."+style+".between", "", nil)
		}
		l.value(b, v, form, depth+1)
	}
}

// Time writes a time: the day, and the time of day unless the style is date. It
// uses the zone of the time.
func (l *Language) Time(t time.Time, style string) string {
	entry := "word.moment"
	if style == "date" {
		entry = "word.date"
	}
	found, in, ok := l.Entry(entry)
	if !ok {
		return t.Format(time.RFC3339)
	}
	return in.Format(found, Args{
		"day": strconv.Itoa(t.Day()), "month": t.Format("01"), "year": t.Format("2006"), "time": t.Format("15:04"), "zone": t.Format("MST"),
	})
}

// Group puts a mark between the groups of three digits of a whole number that
// has at least so many digits before the last group.
func Group(whole, mark string, least int) string {
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	if len(whole) < 3+least {
		return sign + whole
	}
	var b strings.Builder
	b.WriteString(sign)
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteString(mark)
		}
		b.WriteRune(digit)
	}
	return b.String()
}
