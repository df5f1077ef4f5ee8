// Package locale holds the translations of messages, keyed by code, and formats
// messages in five languages.
//
// Errors and explanations are [message.Message] values with an English text. A [Catalogue] formats them
// in one language. It is stored as a JSON file with an entry for each code. Messages of the user
// interface (the page, the terminal, rulebooks) are created with [New] and have their English text in
// the English catalogue. All catalogues are built in ([Languages]), except in a browser, where only
// English is built in and the page loads others ([LoadEntries]).
package locale

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/tainchess/tain/message"
)

// Catalogue formats messages in one language. It is safe for concurrent use.
type Catalogue struct {
	language string
	file     []byte                   // content of the JSON file; nil unless the catalogue is built in
	entries  func() map[string]string // returns all entries
	parsed   sync.Map                 // cache of lookups by code; a program uses few of the entries
	format   *message.Language
	fallback *Catalogue // for missing entries
}

// newCatalogue returns a catalogue backed by a file or by its entries.
func newCatalogue(language string, file []byte, entries func() map[string]string) *Catalogue {
	c := &Catalogue{language: language, file: file, entries: entries}
	c.format = &message.Language{
		Entry:  c.entry,
		Plural: func(n int) string { return category(language, n) },
		Number: func(n int) string { return number(language, n) },
	}
	return c
}

// English returns the English catalogue, which every program contains.
var English = sync.OnceValue(func() *Catalogue { return builtIn("en", embedded("en")) })

// Load reads the catalogue of a language: a JSON object with an entry for each
// code. Missing entries fall back to English. The error lists every malformed
// entry.
func Load(language string, data []byte) (*Catalogue, error) {
	var entries map[string]string
	if err := json.Unmarshal(data, &entries); err != nil {
		return nil, fmt.Errorf("locale: catalogue %s: %w", language, err)
	}
	return LoadEntries(language, entries)
}

// LoadEntries is like Load, for entries that are already decoded.
func LoadEntries(language string, entries map[string]string) (*Catalogue, error) {
	var faults []error
	for _, code := range slices.Sorted(maps.Keys(entries)) {
		if _, err := message.Parse(entries[code]); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", code, err))
		}
	}
	if err := errors.Join(faults...); err != nil {
		return nil, fmt.Errorf("locale: catalogue %s: %w", language, err)
	}
	c := newCatalogue(language, nil, func() map[string]string { return entries })
	c.fallback = English()
	return c, nil
}

// builtIn returns a built-in catalogue. To start quickly, a program decodes the whole file only
// on demand.
func builtIn(language string, file []byte) *Catalogue {
	return newCatalogue(language, file, sync.OnceValue(func() map[string]string { return Entries(language) }))
}

// text returns the text of an entry. It searches the file first, which has one line per entry,
// and then all entries.
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

// find looks up a code by binary search in a file written by [Format], whose lines are sorted. It
// returns the part of the line after the code.
func find(file []byte, code string) (rest []byte, found bool) {
	for low, high := 0, len(file); low < high; {
		middle := (low + high) / 2
		from, to := low+bytes.LastIndexByte(file[low:middle], '\n')+1, middle
		for len(bytes.TrimSpace(file[from:to])) == 0 || file[to-1] != '\n' { // treat an empty line as part of the line after it
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
		case name != "{" && name > code: // also true for the closing brace
			high = from
		default:
			low = to
		}
	}
	return nil, false
}

// own returns an entry of this catalogue, ignoring the fallback. A malformed entry counts as
// missing.
func (c *Catalogue) own(code string) (message.Template, bool) {
	if cached, ok := c.parsed.Load(code); ok {
		e := cached.(lookup)
		return e.template, e.found
	}
	// Cache missing entries too, because every piece looks up word forms and most languages have few of
	// them.
	var e lookup
	if text, ok := c.text(code); ok {
		t, err := message.Parse(text)
		e = lookup{t, err == nil}
	}
	c.parsed.Store(code, e)
	return e.template, e.found
}

// lookup is the result of looking up an entry.
type lookup struct {
	template message.Template
	found    bool
}

// Format returns the entries of a catalogue in the format of its file. They are sorted, with an empty
// line between the sections and between the parts of the section "page".
func Format(entries map[string]string) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("{")
	section := ""
	for i, code := range slices.Sorted(maps.Keys(entries)) {
		if i > 0 {
			b.WriteString(",")
		}
		of, rest, _ := strings.Cut(code, ".")
		if of == "page" { // a large section
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
			b.Truncate(b.Len() - 1) // remove the encoder's line break
		}
	}
	b.WriteString("\n}\n")
	return b.Bytes(), nil
}

// Language returns the tag of the catalogue's language, such as en.
func (c *Catalogue) Language() string { return c.language }

// Codes returns the codes that have an entry, in order.
func (c *Catalogue) Codes() []message.Code {
	all := make([]message.Code, 0, len(c.entries()))
	for code := range c.entries() {
		all = append(all, message.Code(code))
	}
	slices.Sort(all)
	return all
}

// Placeholders returns the argument names of an entry, sorted, and whether the entry exists.
func (c *Catalogue) Placeholders(code message.Code) ([]string, bool) {
	t, ok := c.own(string(code))
	return t.Placeholders(), ok
}

// Text formats a message. If the catalogue has no entry for its code, the text is in English. A missing
// argument appears as its placeholder.
func (c *Catalogue) Text(m message.Message) string { return c.format.Text(m) }

// Texts formats messages.
func (c *Catalogue) Texts(all []message.Message) []string {
	texts := make([]string, 0, len(all))
	for _, m := range all {
		texts = append(texts, c.Text(m))
	}
	return texts
}

// Or returns the entry of a code without arguments, or text if there is none. Built-in names
// have entries; names chosen by users do not.
func (c *Catalogue) Or(code message.Code, text string) string {
	if _, _, ok := c.entry(string(code)); ok {
		return c.Text(message.New(code, "", nil))
	}
	return text
}

// entry finds an entry in the catalogue, its fallback or the built-in English words.
func (c *Catalogue) entry(code string) (message.Template, *message.Language, bool) {
	for ; c != nil; c = c.fallback {
		if t, ok := c.own(code); ok {
			return t, c.format, true
		}
	}
	return message.English().Entry(code)
}

// Explain returns the text of an error in the catalogue's language. If the error wraps an error with a
// message, only that message is translated.
func (c *Catalogue) Explain(err error) string {
	var known interface {
		error
		Explain() message.Message
	}
	if !errors.As(err, &known) {
		return err.Error()
	}
	return strings.Replace(err.Error(), known.Error(), c.Text(known.Explain()), 1)
}

// Languages lists the tags of the built-in languages, English first and the others
// sorted.
var Languages = sync.OnceValue(func() []string {
	return append([]string{"en"}, slices.DeleteFunc(tags(), func(tag string) bool { return tag == "en" })...)
})

// loaded caches catalogues by language.
var loaded sync.Map

// For returns the built-in catalogue of a language, given its tag in [Languages], and whether
// it exists.
func For(language string) (*Catalogue, bool) {
	if language == "en" {
		return English(), true
	}
	if c, ok := loaded.Load(language); ok {
		return c.(*Catalogue), true
	}
	if !slices.Contains(Languages(), language) {
		return nil, false
	}
	c := builtIn(language, embedded(language))
	c.fallback = English()
	first, _ := loaded.LoadOrStore(language, c)
	return first.(*Catalogue), true
}

// Entries returns the entries of a built-in language, or nil if the language is unknown.
func Entries(language string) (entries map[string]string) {
	if err := json.Unmarshal(embedded(language), &entries); err != nil {
		return nil // for an unknown language; tests decode every embedded file
	}
	return entries
}
