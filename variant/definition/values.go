package definition

import (
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// text reads a string.
func (r *reader) text(t map[string]any, prefix, name, usual string) string {
	v, ok := t[name]
	if !ok {
		return usual
	}
	s, ok := v.(string)
	if !ok {
		r.fault(prefix+name, "definition.text", "expected a text in quotes", nil)
		return usual
	}
	return s
}

// truth reads true or false.
func (r *reader) truth(t map[string]any, prefix, name string, usual bool) bool {
	v, ok := t[name]
	if !ok {
		return usual
	}
	b, ok := v.(bool)
	if !ok {
		r.fault(prefix+name, "definition.truth", "expected true or false", nil)
		return usual
	}
	return b
}

// word reads one of some words and returns its place among them; the first is
// the usual one.
func (r *reader) word(t map[string]any, prefix, name string, words []string) int {
	v, ok := t[name]
	if !ok {
		return 0
	}
	s, _ := v.(string)
	n := slices.Index(words, s)
	if n < 0 {
		r.fault(prefix+name, "definition.word", "expected one of {words}", message.Args{"words": strings.Join(words, ", ")})
		return 0
	}
	return n
}

// table reads a table, and reports whether there is one.
func (r *reader) table(t map[string]any, name string) (map[string]any, bool) {
	v, ok := t[name]
	if !ok {
		return nil, false
	}
	inner, ok := v.(map[string]any)
	if !ok {
		r.fault(name, "definition.table", "expected a table of fields", nil)
	}
	return inner, ok
}

// roles reads roles by their letters.
func (r *reader) roles(field, text string) (all []board.Role) {
	for _, c := range text {
		k := board.NoRole
		if c < 0x80 {
			k = role(byte(c))
		}
		switch {
		case k == board.NoRole:
			r.fault(field, "definition.letter", "{text, quote} is not one of the kinds p, n, b, r, q and k", message.Args{"text": notation.Clip(string(c))})
		case slices.Contains(all, k):
			r.fault(field, "definition.letter.twice", "{text} is named twice", message.Args{"text": string(c)})
		default:
			all = append(all, k)
		}
	}
	return all
}
