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

// Catalogue makes sentences of messages in one language. It is safe for many
// callers.
type Catalogue struct {
	language string
	file     []byte                   // as it is built in, nil for one that was handed over
	entries  func() map[string]string // all of them
	parsed   sync.Map                 // of looked by code: few of the entries are ever said
	format   *message.Language
	// fallback says what this catalogue has no entry for.
	fallback *Catalogue
}

// newCatalogue makes a catalogue of a file or of its entries.
func newCatalogue(language string, file []byte, entries func() map[string]string) *Catalogue {
	c := &Catalogue{language: language, file: file, entries: entries}
	c.format = &message.Language{
		Entry:  c.entry,
		Plural: func(n int) string { return category(language, n) },
		Number: c.Number,
	}
	return c
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
	return newCatalogue(language, file, sync.OnceValue(func() map[string]string {
		var texts map[string]string
		if err := json.Unmarshal(file, &texts); err != nil {
			return nil // which a test finds
		}
		return texts
	}))
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
	return newCatalogue(language, nil, func() map[string]string { return texts })
}

// check reads every entry and tells of each that cannot be read.
func (c *Catalogue) check() error {
	var faults []error
	for _, code := range slices.Sorted(maps.Keys(c.entries())) {
		if _, err := message.Parse(c.entries()[code]); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", code, err))
		}
	}
	return errors.Join(faults...)
}

// own returns an entry of this catalogue itself. One that cannot be read is none.
func (c *Catalogue) own(code string) (message.Template, bool) {
	if kept, ok := c.parsed.Load(code); ok {
		e := kept.(looked)
		return e.template, e.found
	}
	// What is not there is kept too: forms of words are asked for with every
	// piece, and most languages have few.
	var e looked
	if text, ok := c.text(code); ok {
		t, err := message.Parse(text)
		e = looked{t, err == nil}
	}
	c.parsed.Store(code, e)
	return e.template, e.found
}

// looked is what came of looking for an entry.
type looked struct {
	template message.Template
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
// codes that only this one has, both sorted. The sentences are those that are
// written in the code, by code. Languages have their own forms of words: those
// under word and list are never unknown.
func (c *Catalogue) Missing(sentences map[message.Code]string) (missing, unknown []message.Code) {
	if c.language == "en" {
		return nil, nil
	}
	english := map[message.Code]bool{}
	for _, word := range message.Words() {
		english[message.Code(word)] = true
	}
	for code := range sentences {
		english[code] = true
	}
	for code := range English().entries() {
		english[message.Code(code)] = true
	}
	for code := range english {
		if _, ok := c.entries()[string(code)]; !ok {
			missing = append(missing, code)
		}
	}
	for code := range c.entries() {
		section, _, _ := strings.Cut(code, ".")
		if !english[message.Code(code)] && section != "word" && section != "list" {
			unknown = append(unknown, message.Code(code))
		}
	}
	slices.Sort(missing)
	slices.Sort(unknown)
	return missing, unknown
}

// Language returns the tag of the catalogue's language, such as en.
func (c *Catalogue) Language() string { return c.language }

// Codes returns the codes that have an entry, sorted.
func (c *Catalogue) Codes() []message.Code {
	all := make([]message.Code, 0, len(c.entries()))
	for code := range c.entries() {
		all = append(all, message.Code(code))
	}
	slices.Sort(all)
	return all
}

// Placeholders returns the names of the arguments that an entry takes, sorted,
// and whether there is such an entry.
func (c *Catalogue) Placeholders(code message.Code) ([]string, bool) {
	t, ok := c.own(string(code))
	return t.Placeholders(), ok
}

// Text returns a message as a sentence, or as the part of one that it is. A
// message without an entry is in English, and a missing argument is written as
// its placeholder.
func (c *Catalogue) Text(m message.Message) string { return c.format.Text(m) }

// Texts returns messages as sentences.
func (c *Catalogue) Texts(all []message.Message) []string {
	texts := make([]string, 0, len(all))
	for _, m := range all {
		texts = append(texts, c.Text(m))
	}
	return texts
}

// Or returns the entry of a code that takes no arguments, or a text where there
// is none: the name of what comes with the program is translated, that of what
// people have written is as they wrote it.
func (c *Catalogue) Or(code message.Code, text string) string {
	if _, _, ok := c.entry(string(code)); ok {
		return c.Text(New(code, nil))
	}
	return text
}

// entry finds an entry here, in the fallback or among the English words.
func (c *Catalogue) entry(code string) (message.Template, *message.Language, bool) {
	for ; c != nil; c = c.fallback {
		if t, ok := c.own(code); ok {
			return t, c.format, true
		}
	}
	return message.English().Entry(code)
}
