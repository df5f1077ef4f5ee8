package rulebook

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
)

// Find returns the rule set with a name.
type Find func(name string) (rules.Rules, bool)

// Load returns the rulebook of a rule set, with the rules that it shares with
// others and the tests that hold each. One that has none has a book that says
// no more than its summary.
func Load(r rules.Rules, find Find) (Book, error) {
	return load(r, find, Language{In: locale.English()}, 0)
}

// Source returns the text of the rulebook of a rule set in another language, and
// whether there is one.
type Source func(variant string) (string, bool)

// Language is what a rulebook is read in: books that were written come from a
// source, nil for none, and others are written with a catalogue, nil for that of
// the program.
type Language struct {
	In     *locale.Catalogue
	Source Source
}

// LoadIn returns the rulebook as Load does, in a language. What its source lacks
// is in English, the rules that are shared with others included.
func LoadIn(r rules.Rules, find Find, language Language) (Book, error) {
	return load(r, find, language, 0)
}

func load(r rules.Rules, find Find, language Language, depth int) (Book, error) {
	info := r.Info()
	text, ok := bundle.Read(r, bundle.Rulebook)
	if language.Source != nil && info.Definition == "" {
		if other, translated := language.Source(info.Name); translated {
			text, ok = other, true
		}
	}
	switch {
	case ok:
	case info.WriteRulebookIn != nil:
		text, ok = info.WriteRulebookIn(cmp.Or(language.In, locale.Spoken())), true
	case info.WriteRulebook != nil:
		text, ok = info.WriteRulebook(), true
	}
	if !ok {
		return Book{Variant: info.Name, Title: info.Title, Intro: []Block{{Text: info.Summary}}, Sections: []Section{}}, nil
	}
	book, err := Parse(text, func(name string) (Book, error) {
		other, ok := find(name)
		switch {
		case !ok:
			return Book{}, fmt.Errorf("there is no rule set of this name")
		case depth >= MaxDepth:
			return Book{}, fmt.Errorf("rulebooks take in each other without end")
		}
		taken, err := load(other, find, language, depth+1)
		// What is taken in for a book that is written was drawn for another start.
		if start := other.Info().Start; info.WriteRulebook != nil && start != info.Start {
			taken.Diagrams(func(_ string, d *Diagram) {
				if d.Start == "" {
					d.Start = start
				}
			})
		}
		return taken, err
	})
	if err != nil {
		return Book{}, fmt.Errorf("the rulebook of %s: %w", info.Name, err)
	}
	book.Variant = info.Name
	held, _ := bundle.Read(r, bundle.RulebookTests)
	tests := parseTests(held)
	for i := range book.Sections {
		for j := range book.Sections[i].Rules {
			if rule := &book.Sections[i].Rules[j]; rule.From == "" {
				rule.Tests = tests[rule.Number]
			}
		}
	}
	return book, nil
}

// parseTests reads which tests hold which rules: a number, a file and the
// test's name on each line.
func parseTests(text string) map[string][]Test {
	all := map[string][]Test{}
	for line := range strings.Lines(text) {
		number, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		file, name, ok := strings.Cut(rest, " ")
		if ok && !strings.HasPrefix(number, "#") {
			all[number] = append(all[number], Test{file, name})
		}
	}
	return all
}

// Illustrate asks a rule set what the diagrams of its book show: the position,
// the address that opens it, what legal moves do and why others are illegal. A
// diagram that does not fit the rules is an error, so that no book is wrong
// about them.
func Illustrate(book *Book, r rules.Rules) error {
	var first error
	book.Diagrams(func(number string, d *Diagram) {
		if first != nil {
			return
		}
		if err := illustrate(d, r); err != nil {
			first = fmt.Errorf("the rulebook of %s: a diagram of %s: %w", r.Info().Name, number, err)
		}
	})
	return first
}

func illustrate(d *Diagram, r rules.Rules) error {
	start := d.Start
	if start == "" {
		start = r.Info().Start
	}
	p, err := r.Guide().ParsePosition(start, rules.ParseOptions{AllowNoKing: d.Study})
	if err != nil {
		return err
	}
	line := rules.NewLine(r, p)
	for move := range strings.FieldsSeq(d.Line) {
		if _, err := line.PlayText(move); err != nil {
			return fmt.Errorf("%s: %w", move, err)
		}
	}
	p = line.Position()
	d.Position = r.Guide().FormatPosition(&p)
	d.Link = Link(r.Info().Ref(), d.Position)
	if d.Chosen != "" {
		if d.Reach = reach(r, &p, d.Chosen); d.Reach == nil {
			return fmt.Errorf("%s cannot go anywhere", d.Chosen)
		}
	}
	if got := state(r, &p); d.State != "" && got != d.State {
		return fmt.Errorf("the state is %q and not %q", got, d.State)
	}
	for i := range d.Legal {
		played, err := rules.Play(r, &p, d.Legal[i].Move)
		if err != nil {
			return fmt.Errorf("%s is not legal: %w", d.Legal[i].Move, err)
		}
		d.Legal[i].Message = rules.TellMessage(r, &p, played.Move)
		d.Legal[i].Said = d.Legal[i].Message.String()
	}
	for i := range d.Illegal {
		played, err := rules.Play(r, &p, d.Illegal[i].Move)
		if err == nil {
			return fmt.Errorf("%s is legal: %s", d.Illegal[i].Move, rules.Tell(r, &p, played.Move))
		}
		d.Illegal[i].Message = locale.Of(err)
		d.Illegal[i].Said = err.Error()
	}
	return nil
}

// reach lists where the piece on a square, or the board on a pin, may go.
func reach(r rules.Rules, p *board.Position, chosen string) (all []string) {
	for _, m := range rules.LegalMoves(r, p) {
		d := rules.Describe(r, p, m)
		to := d.To
		switch {
		case strings.EqualFold(d.From, chosen):
		case d.From == "" && (strings.HasPrefix(d.Move, chosen+"-") || strings.HasPrefix(d.Move, chosen+"^")):
			to = d.Move
		default:
			continue
		}
		if !slices.Contains(all, to) { // promotions once
			all = append(all, to)
		}
	}
	return all
}

// state tells why a game is over in a position, or that a king is in check.
func state(r rules.Rules, p *board.Position) string {
	if o := rules.OutcomeOf(r, p); o.Over() {
		return string(o.Reason)
	}
	if rules.InCheck(r, p) {
		return "check"
	}
	return ""
}

// Link returns the part of an address after the site's name that opens a
// position on the page, in the rule set of a name or of a definition.
func Link(variant, position string) string {
	if strings.HasPrefix(variant, "{") {
		return "/analysis?rules=" + escape(variant) + "&position=" + escape(position)
	}
	return "/analysis?variant=" + escape(variant) + "&position=" + escape(position)
}

// escape writes a text as part of a query. What may stand there as it is stays
// so that it can be read. It is done by hand because package net/url is large,
// and this runs in the browser too.
func escape(text string) string {
	const plain, hex = "-_.~/:,!$'()", "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte(plain, c) >= 0:
			b.WriteByte(c)
		case c == ' ':
			b.WriteByte('+')
		default:
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		}
	}
	return b.String()
}
