package locale

import (
	"bytes"
	"encoding/json"
	"errors"
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

// Catalogue makes sentences of messages in one language. It is safe for many
// callers.
type Catalogue struct {
	language string
	file     []byte                   // as it is built in, nil for one that was handed over
	entries  func() map[string]string // all of them
	parsed   sync.Map                 // of looked by code: few of the entries are ever said
	// fallback says what this catalogue has no entry for.
	fallback *Catalogue
}

// English returns the catalogue that every program has.
var English = sync.OnceValue(func() *Catalogue {
	// A test reads it, so nothing of it is ever left out.
	return builtIn("en", embedded("en"))
})

// Load reads the catalogue of a language: a JSON object with an entry for each
// code. What it lacks is said in English. Every entry that cannot be read is
// told of.
func Load(language string, data []byte) (*Catalogue, error) {
	var entries map[string]string
	if err := json.Unmarshal(data, &entries); err != nil {
		return nil, fmt.Errorf("message: catalogue %s: %w", language, err)
	}
	return LoadEntries(language, entries)
}

// LoadEntries makes a catalogue of its entries as Load does.
func LoadEntries(language string, entries map[string]string) (*Catalogue, error) {
	c := loadEntries(language, entries)
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("message: catalogue %s: %w", language, err)
	}
	c.fallback = English()
	return c, nil
}

// builtIn makes a catalogue of a file that is built in. All of it is read only if
// somebody asks for all of it: a program that says little starts at once.
func builtIn(language string, file []byte) *Catalogue {
	return &Catalogue{language: language, file: file, entries: sync.OnceValue(func() map[string]string {
		var texts map[string]string
		if err := json.Unmarshal(file, &texts); err != nil {
			return nil // which a test finds
		}
		return texts
	})}
}

// text returns an entry as it is written. In the file it stands on a line of its
// own; one that is written otherwise, or is not there, is looked for among all.
func (c *Catalogue) text(code string) (string, bool) {
	if quoted, found := find(c.file, code); found {
		var text string
		if json.Unmarshal(bytes.TrimSuffix(quoted, []byte(",")), &text) == nil {
			return text, true
		}
	}
	text, ok := c.entries()[code]
	return text, ok
}

// find returns what stands after a code in a file that is written by [Format], by
// halving: its lines are sorted.
func find(file []byte, code string) (rest []byte, found bool) {
	for low, high := 0, len(file); low < high; {
		middle := (low + high) / 2
		from, to := low+bytes.LastIndexByte(file[low:middle], '\n')+1, middle
		for len(bytes.TrimSpace(file[from:to])) == 0 || file[to-1] != '\n' { // an empty line goes with the next
			end := bytes.IndexByte(file[to:high], '\n')
			if end < 0 {
				to = high
				break
			}
			to += end + 1
		}
		name, rest, entry := bytes.Cut(bytes.TrimSpace(file[from:to]), []byte(`": `))
		switch name := strings.TrimPrefix(string(name), `"`); {
		case entry && name == code:
			return rest, true
		case name != "{" && name > code: // as the closing brace is
			high = from
		default:
			low = to
		}
	}
	return nil, false
}

// loadEntries makes a catalogue of entries. Reading each is left to whoever says
// it.
func loadEntries(language string, texts map[string]string) *Catalogue {
	return &Catalogue{language: language, entries: func() map[string]string { return texts }}
}

// check reads every entry and tells of each that cannot be read.
func (c *Catalogue) check() error {
	var faults []error
	for _, code := range slices.Sorted(maps.Keys(c.entries())) {
		if _, err := parse(c.entries()[code]); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", code, err))
		}
	}
	return errors.Join(faults...)
}

// own returns an entry of this catalogue itself. One that cannot be read is none.
func (c *Catalogue) own(code string) (template, bool) {
	if kept, ok := c.parsed.Load(code); ok {
		e := kept.(looked)
		return e.template, e.found
	}
	// What is not there is kept too: forms of words are asked for with every
	// piece, and most languages have few.
	var e looked
	if text, ok := c.text(code); ok {
		t, err := parse(text)
		e = looked{t, err == nil}
	}
	c.parsed.Store(code, e)
	return e.template, e.found
}

// looked is what came of looking for an entry.
type looked struct {
	template template
	found    bool
}

// Format writes the entries of a catalogue as its file has them: sorted, with an
// empty line between the sections and between the parts of the page.
func Format(entries map[string]string) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("{")
	section := ""
	for i, code := range slices.Sorted(maps.Keys(entries)) {
		if i > 0 {
			b.WriteString(",")
		}
		of, rest, _ := strings.Cut(code, ".")
		if of == "page" { // which is large
			part, _, _ := strings.Cut(rest, ".")
			of += "." + part
		}
		if i > 0 && of != section {
			b.WriteString("\n")
		}
		section = of
		b.WriteString("\n  ")
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		for at, text := range []string{code, entries[code]} {
			if at > 0 {
				b.WriteString(": ")
			}
			if err := e.Encode(text); err != nil {
				return nil, err
			}
			b.Truncate(b.Len() - 1) // the line break of the encoder
		}
	}
	b.WriteString("\n}\n")
	return b.Bytes(), nil
}

// Missing returns the codes that English has and this catalogue lacks, and the
// codes that only this one has, both sorted. Forms of words are each language's
// own: those under word and list are never unknown.
func (c *Catalogue) Missing() (missing, unknown []Code) {
	for code := range English().entries() {
		if _, ok := c.entries()[code]; !ok {
			missing = append(missing, Code(code))
		}
	}
	for code := range c.entries() {
		section, _, _ := strings.Cut(code, ".")
		if _, ok := English().entries()[code]; !ok && section != "word" && section != "list" {
			unknown = append(unknown, Code(code))
		}
	}
	slices.Sort(missing)
	slices.Sort(unknown)
	return missing, unknown
}

// Language returns the tag of the catalogue's language, such as en.
func (c *Catalogue) Language() string { return c.language }

// Codes returns the codes that have an entry, sorted.
func (c *Catalogue) Codes() []Code {
	all := make([]Code, 0, len(c.entries()))
	for code := range c.entries() {
		all = append(all, Code(code))
	}
	slices.Sort(all)
	return all
}

// Placeholders returns the names of the arguments that an entry takes, sorted,
// and whether there is such an entry.
func (c *Catalogue) Placeholders(code Code) ([]string, bool) {
	t, ok := c.own(string(code))
	return t.placeholders(), ok
}

// Text returns a message as a sentence, or as the part of one that it is. A
// code without an entry is shown as it is, and an argument that is missing as
// its place.
func (c *Catalogue) Text(m Message) string {
	if m.IsZero() {
		return ""
	}
	var b strings.Builder
	c.say(&b, m, 0)
	return b.String()
}

// Or returns the entry of a code that takes no arguments, or a text where there
// is none: the name of what comes with the program is translated, that of what
// people have written is as they wrote it.
func (c *Catalogue) Or(code Code, text string) string {
	if _, _, ok := c.entry(string(code)); ok {
		return c.Text(New(code, nil))
	}
	return text
}

// entry finds an entry here or in the fallback.
func (c *Catalogue) entry(code string) (template, *Catalogue, bool) {
	for ; c != nil; c = c.fallback {
		if t, ok := c.own(code); ok {
			return t, c, true
		}
	}
	return nil, nil, false
}

func (c *Catalogue) say(b *strings.Builder, m Message, depth int) {
	t, of, ok := c.entry(string(m.Code))
	switch {
	case depth > deepest:
		b.WriteString("...")
	case ok:
		of.fill(b, t, m.Args, depth)
	default:
		b.WriteString(string(m.Code))
	}
}

// fill writes a template with its arguments.
func (c *Catalogue) fill(b *strings.Builder, t template, args Args, depth int) {
	for _, p := range t {
		if p.arg == "" {
			b.WriteString(p.text)
			continue
		}
		value, given := args[p.arg]
		switch {
		case p.choices != nil:
			c.fill(b, p.choice(c.language, value), args, depth)
		case !given:
			b.WriteString("{" + p.arg + "}")
		default:
			c.value(b, value, p.style, depth)
		}
	}
}

// choice returns the branch that a value chooses.
func (p *part) choice(language string, value any) template {
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
		key = category(language, n)
	}
	if t, ok := p.choices[key]; ok {
		return t
	}
	return p.choices["other"]
}

// value writes an argument. The last word of a style may be capital: what is
// written begins a sentence.
func (c *Catalogue) value(b *strings.Builder, value any, style string, depth int) {
	if form, begins := strings.CutSuffix(" "+style, " capital"); begins {
		var text strings.Builder
		c.value(&text, value, strings.TrimSpace(form), depth)
		first, size := utf8.DecodeRuneInString(text.String())
		if size > 0 {
			b.WriteRune(unicode.ToUpper(first))
			b.WriteString(text.String()[size:])
		}
		return
	}
	switch v := value.(type) {
	case string:
		c.quoted(b, v, style)
	case Square:
		b.WriteString(string(v))
	case board.Square:
		b.WriteString(v.String())
	case int:
		if style == "number" {
			b.WriteString(c.Number(v))
		} else {
			b.WriteString(strconv.Itoa(v))
		}
	case time.Time:
		b.WriteString(c.Time(v, style))
	case Message:
		c.say(b, v, depth+1)
	case List:
		c.list(b, v, style, depth)
	case board.Piece:
		c.piece(b, v, style)
	case board.Role, board.Colour:
		_, word := named(v)
		c.word(b, word, style, nil)
	default:
		fmt.Fprint(b, value)
	}
}

// quoted writes a text, in the language's quotation marks if asked to: quote
// for a text, sign for a single character. Within them nothing can break a
// line or command a terminal.
func (c *Catalogue) quoted(b *strings.Builder, text, style string) {
	var q string
	switch style {
	case "quote":
		q = strconv.Quote(text)
	case "sign":
		r, _ := utf8.DecodeRuneInString(text)
		q = strconv.QuoteRune(r)
	case "decimal": // a number with a point
		var point strings.Builder
		c.word(&point, "word.decimal", "", nil)
		b.WriteString(strings.Replace(text, ".", point.String(), 1))
		return
	default:
		b.WriteString(text)
		return
	}
	if t, of, ok := c.entry("word." + style); ok {
		of.fill(b, t, Args{"text": q[1 : len(q)-1]}, 0)
	}
}

// word writes a word of the catalogue in the form a style names, or as it is.
func (c *Catalogue) word(b *strings.Builder, word, style string, args Args) {
	t, of, ok := c.entry(word + "." + style)
	if !ok {
		t, of, ok = c.entry(word)
	}
	if !ok {
		b.WriteString(word)
		return
	}
	of.fill(b, t, args, 0)
}

// piece writes a role with its colour. The word of the colour may choose by
// the role, since in many languages it follows the role's gender.
func (c *Catalogue) piece(b *strings.Builder, pc board.Piece, style string) {
	if _, none := named(pc); none != "" {
		c.word(b, none, style, nil)
		return
	}
	var colour, role strings.Builder
	c.word(&colour, "word.colour."+pc.Colour().String(), style, Args{"role": pc.Role()})
	c.word(&role, "word.role."+pc.Role().String(), style, nil)
	if t, of, ok := c.entry("word.piece"); ok {
		of.fill(b, t, Args{"colour": colour.String(), "role": role.String()}, 0)
	}
}

// list writes values with what the first word of the style puts between them,
// each in the form that the others name.
func (c *Catalogue) list(b *strings.Builder, list List, style string, depth int) {
	if depth > deepest {
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
			c.word(b, "list."+style+".last", "", nil)
		default:
			c.word(b, "list."+style+".between", "", nil)
		}
		c.value(b, v, form, depth+1)
	}
}
