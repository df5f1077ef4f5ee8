package message

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Template is a parsed message text. Its syntax is a subset of ICU's message format, which
// translation tools support:
//
//	{square}                             an argument
//	{text, quote}                        a string in quotation marks
//	{moves, or}                          a list, joined with list.or.*
//	{roles, or many}                     the same, each in the form "many" of its word
//	{roles, or many capital}             the same at the beginning of a sentence
//	{piece, dative}                      the word word.role.knight.dative, if it exists
//	{wing, select, king {...} other {...}}
//	{count, plural, one {# piece} other {# pieces}}
//
// A literal brace is written in apostrophes: '{'.
type Template []part

// part is literal text or a placeholder.
type part struct {
	text    string
	arg     string
	style   string
	choices map[string]Template // for select and plural
}

// maxDepth limits the nesting of choices in templates, and of messages and lists in messages.
const maxDepth = 8

// reader parses a template.
type reader struct {
	rest   string
	depth  int
	number string // the argument that # refers to
}

// Parse parses a template.
func Parse(text string) (Template, error) {
	p := reader{rest: text}
	t, err := p.template()
	if err == nil && p.rest != "" {
		err = errors.New("unmatched }")
	}
	if err != nil {
		return nil, fmt.Errorf("message: template %q: %w", text, err)
	}
	return t, nil
}

// template parses up to the end or to a closing brace, which it does not consume.
func (p *reader) template() (Template, error) {
	var (
		t    Template
		text strings.Builder
	)
	flush := func() {
		if text.Len() > 0 {
			t = append(t, part{text: text.String()})
			text.Reset()
		}
	}
	for p.rest != "" && p.rest[0] != '}' {
		switch {
		case strings.HasPrefix(p.rest, "'{'"), strings.HasPrefix(p.rest, "'}'"):
			text.WriteByte(p.rest[1])
			p.rest = p.rest[3:]
		case p.rest[0] == '#' && p.number != "":
			flush()
			t = append(t, part{arg: p.number})
			p.rest = p.rest[1:]
		case p.rest[0] == '{':
			flush()
			p.rest = p.rest[1:]
			place, err := p.place()
			if err != nil {
				return nil, err
			}
			t = append(t, place)
		default:
			text.WriteByte(p.rest[0])
			p.rest = p.rest[1:]
		}
	}
	flush()
	return t, nil
}

// place parses the rest of a placeholder, including the closing brace.
func (p *reader) place() (part, error) {
	at := strings.IndexAny(p.rest, ",{}")
	if at < 0 || p.rest[at] == '{' {
		return part{}, errors.New("unclosed {")
	}
	place := part{arg: strings.TrimSpace(p.rest[:at])}
	closed := p.rest[at] == '}'
	p.rest = p.rest[at+1:]
	if place.arg == "" {
		return part{}, errors.New("{} has no argument name")
	}
	if closed {
		return place, nil
	}
	at = strings.IndexAny(p.rest, ",{}")
	if at < 0 || p.rest[at] == '{' {
		return part{}, fmt.Errorf("unclosed {%s", place.arg)
	}
	place.style = strings.TrimSpace(p.rest[:at])
	closed = p.rest[at] == '}'
	p.rest = p.rest[at+1:]
	chooses := place.style == "select" || place.style == "plural"
	switch {
	case place.style == "" || closed && chooses || !closed && !chooses:
		return part{}, fmt.Errorf("{%s, %s} is malformed", place.arg, place.style)
	case closed:
		return place, nil
	}
	return place, p.branches(&place)
}

// branches parses the choices of a placeholder.
func (p *reader) branches(place *part) error {
	if p.depth++; p.depth > maxDepth {
		return fmt.Errorf("choices are nested more than %d deep", maxDepth)
	}
	outer := p.number
	if place.style == "plural" {
		p.number = place.arg
	}
	place.choices = map[string]Template{}
	for {
		p.rest = strings.TrimLeft(p.rest, " \n")
		if strings.HasPrefix(p.rest, "}") {
			break
		}
		key, rest, found := strings.Cut(p.rest, "{")
		key = strings.TrimSpace(key)
		if !found || key == "" || strings.Contains(key, "}") {
			return fmt.Errorf("unclosed choices of {%s}", place.arg)
		}
		if _, twice := place.choices[key]; twice {
			return fmt.Errorf("{%s} has a duplicate choice %s", place.arg, key)
		}
		p.rest = rest
		t, err := p.template()
		if err != nil {
			return err
		}
		if p.rest == "" {
			return fmt.Errorf("unclosed choice %s of {%s}", key, place.arg)
		}
		p.rest = p.rest[1:]
		place.choices[key] = t
	}
	p.rest = p.rest[1:]
	if _, ok := place.choices["other"]; !ok {
		return fmt.Errorf("{%s} has no choice other", place.arg)
	}
	p.number = outer
	p.depth--
	return nil
}

// Placeholders returns the names of the arguments, sorted.
func (t Template) Placeholders() (names []string) {
	for _, p := range t {
		if p.arg != "" {
			names = append(names, p.arg)
		}
		for _, choice := range p.choices {
			names = append(names, choice.Placeholders()...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
