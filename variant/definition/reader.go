package definition

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/variant/definition/source"
)

// reader reads the fields of a definition and collects faults and warnings.
type reader struct {
	d        *Definition
	source   *source.Text
	faults   Faults
	warnings []Fault

	kinds Kinds        // all kinds of pieces
	holes map[int]bool // squares that do not exist, by index
}

// known lists the valid fields of each table.
var known = map[string][]string{
	"": {"name", "title", "base", "start", "seam", "reflection", "castling", "double_push", "promotes", "stalemate", "boards", "study",
		"royal", "links", "board", "ends", "pieces", "pawn", "capture", "passing", "goal", "policy"},
	"seam.":       {"crossing", "kinds", "en_passant", "mark"},
	"reflection.": {"map", "makes", "colour", "goes_on", "captures", "promotions"},
	"board.":      {"files", "ranks", "holes", "planes"},
	"ends.":       {"crossing", "kinds"},
	"pawn.":       {"double", "zone", "must", "promotes"},
	"capture.":    {"rebirth"},
	"passing.":    {"to"},
	"goal.":       {"stalemate", "checks", "reach"},
	"policy.":     {"along", "across", "direction", "cross_column", "turns", "shadow", "passengers", "empty"},
}

// knownPiece lists the valid fields of a piece.
var knownPiece = []string{"move", "name"}

// unknown reports the unknown fields in a table, with a suggestion.
func (r *reader) unknown(prefix string, t map[string]any, valid []string) {
	for _, name := range slices.Sorted(maps.Keys(t)) {
		if slices.Contains(valid, name) || len(r.faults) == notation.MostFaults {
			continue
		}
		near := guess(name, valid)
		if near.IsZero() {
			near = elsewhere(name)
		}
		field := prefix + notation.Clip(name)
		at := r.source.Key(prefix + name)
		r.add(Fault{field, at, message.New("definition.unknown-field",
			"unknown field{guess}", message.Args{"guess": near})})
	}
}

// elsewhere suggests a field with a similar name in another table.
func elsewhere(name string) message.Message {
	var all []string
	tables := map[string]string{}
	for _, prefix := range slices.Backward(slices.Sorted(maps.Keys(known))) {
		for _, field := range known[prefix] {
			all, tables[field] = append(all, field), strings.TrimSuffix(prefix, ".")
		}
	}
	switch word := nearest(name, all); {
	case word == "":
		return message.Message{}
	case tables[word] == "":
		return message.New("part.definition.above", "; {word} belongs above the first table", message.Args{"word": word})
	default:
		return message.New("part.definition.elsewhere", "; {word} belongs in the table {table}", message.Args{"word": word, "table": tables[word]})
	}
}

// fault adds a fault at the value of a field.
func (r *reader) fault(field string, code message.Code, english string, args message.Args) {
	r.add(Fault{field, r.source.Value(field, whole), message.New(code, english, args)})
}

// faultAt adds a fault at an offset in the string value of a field or list element. The path of an element
// consists of the path of the list, a dot and the index.
func (r *reader) faultAt(path string, offset int, code message.Code, english string, args message.Args) {
	r.add(Fault{strings.TrimRight(path, ".0123456789"), r.source.Value(path, offset), message.New(code, english, args)})
}

func (r *reader) add(f Fault) {
	if len(r.faults) < notation.MostFaults {
		r.faults = append(r.faults, f)
	}
}

func (r *reader) warn(field string, code message.Code, english string, args message.Args) {
	r.warnings = append(r.warnings, Fault{field, r.source.Value(field, whole), message.New(code, english, args)})
}

// whole is the offset that denotes the whole value.
const whole = source.Whole

// faulty reports whether a field has a fault. For a table, it includes the fields of the table.
func (r *reader) faulty(field string) bool {
	return slices.ContainsFunc(r.faults, func(f Fault) bool { return f.Field == field || strings.HasPrefix(f.Field, field+".") })
}

// contradiction reports two spellings of one field that have different values.
func (r *reader) contradiction(top map[string]any, field, other string, same bool) {
	if _, there := top[field]; there && !same && !r.faulty(field) && !r.faulty(other) {
		r.fault(other, "definition.contradiction", "this contradicts {field}: use only one of the two", message.Args{"field": field})
	}
}

// textIn returns the string in a field. If the field is missing, it returns usual. If the field is not a
// string, it adds a fault and returns usual.
func (r *reader) textIn(t map[string]any, prefix, name, usual string) string {
	v, ok := t[name]
	if !ok {
		return usual
	}
	s, ok := v.(string)
	if !ok {
		r.fault(prefix+name, "definition.text", "expected text in quotes instead of {value}", message.Args{"value": echo(v)})
		return usual
	}
	return s
}

func (r *reader) truth(t map[string]any, prefix, name string, usual bool) bool {
	v, ok := t[name]
	if !ok {
		return usual
	}
	b, ok := v.(bool)
	if !ok {
		r.fault(prefix+name, "definition.truth", "expected true or false instead of {value}", message.Args{"value": echo(v)})
		return usual
	}
	return b
}

// word reads a field that must be one of several words and returns the index of the word. The first word is
// the default.
func (r *reader) word(t map[string]any, prefix, name string, words []string) int {
	v, ok := t[name]
	if !ok {
		return 0
	}
	s, _ := v.(string)
	n := slices.Index(words, s)
	if n < 0 {
		r.fault(prefix+name, "definition.word", "expected {words, or} instead of {value}{guess}",
			message.Args{"words": message.Strings(words), "value": echo(v), "guess": guess(s, words)})
		return 0
	}
	return n
}

// number reads a field that must be a whole number from 1 to last.
func (r *reader) number(t map[string]any, prefix, name string, last, usual int) int {
	v, ok := t[name]
	if !ok {
		return usual
	}
	n, whole := number(v)
	if !whole || n < 1 || n > last {
		r.fault(prefix+name, "definition.number", "expected a whole number from {first} to {last} instead of {value}",
			message.Args{"first": 1, "last": last, "value": echo(v)})
		return usual
	}
	return n
}

// number converts a TOML or JSON value to an integer. It returns false if the value is not a whole number.
func number(v any) (n int, ok bool) {
	switch v := v.(type) {
	case int64:
		return int(v), v == int64(int(v))
	case float64:
		return int(v), v == float64(int(v))
	}
	return 0, false
}

// table returns the table in a field and reports its unknown fields. It returns false if the field is missing.
// If the field is not a table, it adds a fault and returns false.
func (r *reader) table(t map[string]any, name string) (map[string]any, bool) {
	v, ok := t[name]
	if !ok {
		return nil, false
	}
	inner, ok := v.(map[string]any)
	if !ok {
		r.fault(name, "definition.table", "expected a table of fields instead of {value}", message.Args{"value": echo(v)})
	} else if valid := known[name+"."]; valid != nil {
		r.unknown(name+".", inner, valid)
	}
	return inner, ok
}

// mostTitle is the maximum length of a title in characters.
const mostTitle = 80

// title checks the title of a game or the name of a piece.
func (r *reader) title(field, text string) {
	for at, c := range text {
		if invisible(c) {
			r.faultAt(field, at, "definition.invisible", "the character {text} is invisible or changes the direction of the text: remove it",
				message.Args{"text": fmt.Sprintf("U+%04X", c)})
			return
		}
	}
	if utf8.RuneCountInString(text) > mostTitle || strings.TrimSpace(text) != text {
		r.fault(field, "definition.title", "expected one line of at most {most} characters, without spaces at the start or end", message.Args{"most": mostTitle})
	}
}

// invisible reports whether a character breaks the line, is invisible or changes the text direction.
func invisible(c rune) bool {
	const brailleBlank = '\u2800'
	return !unicode.IsGraphic(c) || unicode.In(c, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) || c == brailleBlank
}

// letters parses the letters of kinds, and returns them in the order of the text.
func (r *reader) letters(path, text string) string {
	var all []byte
	for at, c := range text {
		switch {
		case c >= utf8.RuneSelf || !r.kinds.Has(byte(c)):
			r.faultAt(path, at, "definition.letter", "{text, quote} is not one of the kinds {kinds, and}{guess}",
				message.Args{"text": string(c), "kinds": message.Strings(strings.Split(string(r.kinds), "")), "guess": r.guessKind(string(c))})
		case slices.Contains(all, byte(c)):
			r.faultAt(path, at, "definition.letter.twice", "{text} is given twice", message.Args{"text": string(c)})
		default:
			all = append(all, byte(c))
		}
	}
	return string(all)
}

// guessKind suggests the kind whose letter a definition gives in upper case.
func (r *reader) guessKind(letter string) message.Message {
	if lower := strings.ToLower(letter); isKind(lower) && r.kinds.Has(lower[0]) {
		return guess(letter, []string{lower})
	}
	return message.Message{}
}
