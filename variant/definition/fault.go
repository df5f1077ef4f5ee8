package definition

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// Fault is an error in a definition or a warning, such as one about a field without effect.
type Fault struct {
	Field   string         // such as seam.kinds; empty if the fault concerns the whole text
	Place   notation.Place // zero if the fault concerns the whole text
	Message message.Message
}

// Error returns the place, the field and the message.
func (f Fault) Error() string { return f.Explain().String() }

// Explain returns the message with its place and field.
func (f Fault) Explain() message.Message {
	why := f.Message
	if f.Field != "" {
		why = message.New("definition.field", "{field}: {why}", message.Args{"field": f.Field, "why": why})
	}
	if f.Place.Line == 0 {
		return why
	}
	return message.New("definition.place", "line {line}, column {column}: {why}",
		message.Args{"line": f.Place.Line, "column": f.Place.Column, "why": why})
}

// Faults lists the faults in a definition, in the order of the text.
type Faults []Fault

// Error returns all messages.
func (f Faults) Error() string { return f.Explain().String() }

// Explain combines all messages into one.
func (f Faults) Explain() message.Message {
	all := make(message.List, len(f))
	for i := range f {
		all[i] = f[i].Explain()
	}
	return message.New("fault.all", "{faults, each}", message.Args{"faults": all})
}

// guess suggests the valid word that is most similar to a word. It returns the zero message if none is
// similar.
func guess(word string, valid []string) message.Message {
	near := nearest(word, valid)
	if near == "" {
		return message.Message{}
	}
	return message.New("part.definition.guess", "; did you mean {word}?", message.Args{"word": near})
}

// nearest returns the valid word that is most similar to a word, or "" if none is similar.
func nearest(word string, valid []string) (best string) {
	least := 1 + len(word)/4
	for _, one := range valid {
		// A word without a letter in common is not similar.
		if d := notation.Distance(strings.ToLower(word), one); d < len(word) && (d < least || d == least && best == "") {
			best, least = one, d
		}
	}
	return best
}

// echo describes an invalid value for a message.
func echo(v any) message.Message {
	switch v := v.(type) {
	case string:
		return message.New("part.definition.quoted", "{text, quote}", message.Args{"text": notation.Clip(v)})
	case map[string]any:
		return message.New("part.definition.table", "a table", nil)
	case []any:
		return message.New("part.definition.list", "a list", nil)
	case nil:
		return message.New("part.definition.plain", "{text}", message.Args{"text": "null"})
	}
	return message.New("part.definition.plain", "{text}", message.Args{"text": notation.Clip(fmt.Sprint(v))})
}
