package message

import (
	"fmt"
	"maps"
	"slices"
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
	// Entry returns the template for a code and the language that the template is written in. The code may be
	// that of a word, such as word.role.knight or list.and.last.
	Entry func(code string) (Template, *Language, bool)
	// Plural returns the CLDR plural category of a number.
	Plural func(n int) string
	// Number formats a number with grouped digits.
	Number func(n int) string
}

// Text formats a message, in English if the language has no entry for it. A missing argument shows as its
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

// templates caches parsed English texts: a *sentence per [Code].
var templates sync.Map

type sentence struct {
	english  string
	template Template
}

// parsed returns the template for an English text. It caches the first text of each code; a program has few
// codes, each with one text.
func parsed(code Code, english string) (Template, bool) {
	if cached, ok := templates.Load(code); ok && cached.(*sentence).english == english {
		return cached.(*sentence).template, true
	}
	t, err := Parse(english)
	if err != nil {
		return nil, false
	}
	templates.LoadOrStore(code, &sentence{english, t})
	return t, true
}

// Format inserts the arguments into a template.
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

// choose returns the branch selected by a value.
func (l *Language) choose(p *part, value any) Template {
	key, _ := choiceKey(value)
	switch v := value.(type) {
	case Kind:
		key = l.agreement(v)
	case Man:
		key = l.agreement(v.Kind)
	}
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

// value writes an argument, with an initial capital if the last word of the style is capital.
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
		b.WriteString(l.time(v, style))
	case Message:
		l.message(b, v, depth+1)
	case List:
		l.list(b, v, style, depth)
	case board.Piece:
		if _, none := choiceKey(v); none != "" {
			l.word(b, none, style, nil)
			return
		}
		l.piece(b, v.Role(), v.Colour(), style)
	case Man:
		l.piece(b, v.Kind, v.Colour, style)
	case Kind:
		l.kind(b, v, style)
	case board.Role, board.Colour:
		_, word := choiceKey(v)
		l.word(b, word, style, nil)
	default:
		fmt.Fprint(b, value)
	}
}

// quoted writes a string. If the style is quote, or sign for a single character, it is in quotation marks
// and control characters are escaped.
func (l *Language) quoted(b *strings.Builder, text, style string) {
	var q string
	switch style {
	case "quote":
		q = strconv.Quote(text)
	case "sign":
		r, _ := utf8.DecodeRuneInString(text)
		q = strconv.QuoteRune(r)
	case "decimal": // a number with a decimal point
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

// word writes a word in the form given by a style, or else in its basic form.
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

// piece writes a role or kind with its colour. The word for the colour may depend on the role, because in many
// languages it agrees in gender.
func (l *Language) piece(b *strings.Builder, k any, side board.Colour, style string) {
	var colour, role strings.Builder
	l.word(&colour, "word.colour."+side.String(), style, Args{"role": k})
	l.value(&role, k, style, 0)
	if t, in, ok := l.Entry("word.piece"); ok {
		in.fill(b, t, Args{"colour": colour.String(), "role": role.String()}, 0)
	}
}

// kind writes the name of a kind. An untranslated name is formatted with the template word.kind.STYLE, which
// adds an English article or plural ending, for example.
func (l *Language) kind(b *strings.Builder, k Kind, style string) {
	if slices.Contains(Kinds, k) {
		l.word(b, "word.role."+string(k), style, nil)
		return
	}
	t, in, ok := l.Entry("word.kind." + style)
	if !ok {
		b.WriteString(string(k))
		return
	}
	first, _ := utf8.DecodeRuneInString(string(k))
	in.fill(b, t, Args{"kind": string(k), "vowel": strings.ContainsRune("aeiouAEIOU", first)}, 0)
}

// agreement returns the key that a kind selects in a choice: a chess piece whose name has the same gender,
// "neuter" or, if the language defines no agreement, the name of the kind.
func (l *Language) agreement(k Kind) string {
	if slices.Contains(Kinds, k) {
		if t, in, ok := l.Entry("word.role." + string(k) + ".agrees"); ok {
			return in.Format(t, nil)
		}
	}
	return string(k)
}

// list joins values with the separators named by the first word of the style. The remaining style applies to
// each value.
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

// time formats a time in its own time zone: the date, and the time of day unless the style is date.
func (l *Language) time(t time.Time, style string) string {
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

// Group inserts a separator between groups of three digits if at least minDigits digits precede the last
// group.
func Group(whole, mark string, minDigits int) string {
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	if len(whole) < 3+minDigits {
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

// Kinds lists the kinds of pieces whose names every catalogue translates.
var Kinds = []Kind{
	"archbishop", "chancellor", "amazon", "camel", "zebra", "alfil", "ferz", "wazir", "dabbaba", "nightrider", "cannon", "grasshopper",
}

// words are the English words and list separators that templates need.
var words = func() map[string]string {
	all := map[string]string{
		"word.date":       "{day} " + months + " {year}",
		"word.decimal":    ".",
		"word.moment":     "{day} " + months + " {year}, {time} {zone}",
		"word.piece":      "{colour} {role}",
		"word.piece.none": "empty",
		"word.quote":      `"{text}"`,
		"word.role.none":  "none",
		"word.sign":       "'{text}'",
		"word.kind.a":     "{vowel, select, true {an} other {a}} {kind}",
		"word.kind.many":  "{kind}s",
	}
	for _, k := range Kinds {
		name := "word.role." + string(k)
		all[name], all[name+".a"], all[name+".many"] = string(k), "a "+string(k), string(k)+"s"
		if strings.ContainsRune("aeiou", rune(k[0])) {
			all[name+".a"] = "an " + string(k)
		}
	}
	all["word.role.ferz.many"] = "ferzes"
	for role := board.Pawn; role <= board.King; role++ {
		name := role.String()
		all["word.role."+name], all["word.role."+name+".a"], all["word.role."+name+".many"] = name, "a "+name, name+"s"
	}
	for _, side := range []board.Colour{board.White, board.Black} {
		name := side.String()
		all["word.colour."+name], all["word.side."+name+".colour"] = name, name
		all["word.side."+name], all["word.side."+name+".plain"] = side.Name(), side.Name()
	}
	for style, by := range map[string][2]string{
		"and": {", ", " and "}, "chain": {" and ", " and "}, "clauses": {", ", ", and "}, "comma": {", ", ", "},
		"each": {"; ", "; "}, "joined": {"", ""}, "or": {", ", " or "}, "then": {" and ", " and "},
	} {
		all["list."+style+".between"], all["list."+style+".last"] = by[0], by[1]
	}
	return all
}()

const months = "{month, select, 01 {January} 02 {February} 03 {March} 04 {April} 05 {May} 06 {June} " +
	"07 {July} 08 {August} 09 {September} 10 {October} 11 {November} other {December}}"

// English formats messages with the English text they were created with.
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

// CommonCodes returns the codes that every catalogue must contain, sorted.
func CommonCodes() []string { return slices.Sorted(maps.Keys(words)) }

// String returns the English text, or the code if the message has no text.
func (m Message) String() string { return English().Text(m) }

// Error is an error with a message.
type Error struct{ why Message }

// NewError returns an error with a message.
func NewError(code Code, english string, args Args) error {
	return &Error{New(code, english, args)}
}

// Explain returns the message.
func (e *Error) Explain() Message { return e.why }

// Error returns the English text.
func (e *Error) Error() string { return e.why.String() }
