// Package loader finds or writes the rulebook of a rule set in a language.
package loader

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/rulebook/flatbook"
	"github.com/tainchess/tain/internal/rulebook/spacebook"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/space"
)

// Find returns the rule set with a name.
type Find func(name string) (rules.Rules, bool)

// Source returns the translated rulebook of a rule set, and whether there is
// one.
type Source func(variant string) (string, bool)

// Language is the language of a rulebook: translated books come from a source,
// nil for none, and others are written with a catalogue, nil for English.
type Language struct {
	In     *locale.Catalogue
	Source Source
}

// Load returns the rulebook of a rule set, with the rules that it shares with
// others and the tests of each rule. What the source lacks is in English. The
// rulebook of a rule set that people define is written by its family; without
// either, the book contains only the summary.
func Load(r rules.Rules, find Find, language Language) (rulebook.Book, error) {
	language.In = cmp.Or(language.In, locale.English())
	return load(r, find, language, 0)
}

// write writes the rulebook of a rule set, and reports whether its family has a
// writer.
func write(r rules.Rules, in *locale.Catalogue) (string, bool) {
	switch r := r.(type) {
	case *flat.Rules:
		return flatbook.Write(r, in), true
	case *space.Rules:
		return spacebook.Write(r, in), true
	}
	return "", false
}

func load(r rules.Rules, find Find, language Language, depth int) (rulebook.Book, error) {
	info := r.Info()
	text, ok := bundle.Read(r, bundle.Rulebook)
	if language.Source != nil && info.Definition == "" {
		if other, translated := language.Source(info.Name); translated {
			text, ok = other, true
		}
	}
	written := false
	if !ok {
		text, written = write(r, language.In)
	}
	if !ok && !written {
		return rulebook.Book{
			Variant: info.Name, Title: info.Title, Intro: []rulebook.Block{{Text: info.Summary.String()}}, Sections: []rulebook.Section{},
		}, nil
	}
	book, err := rulebook.Parse(text, func(name string) (rulebook.Book, error) {
		other, ok := find(name)
		switch {
		case !ok:
			return rulebook.Book{}, errors.New("unknown rule set")
		case depth >= rulebook.MaxDepth:
			return rulebook.Book{}, errors.New("rulebooks include each other without end")
		}
		taken, err := load(other, find, language, depth+1)
		// The diagrams of an included book were drawn for its own start.
		if start := other.Info().Start; written && start != info.Start {
			taken.Diagrams(func(_ string, d *rulebook.Diagram) {
				if d.Start == "" {
					d.Start = start
				}
			})
		}
		return taken, err
	})
	if err != nil {
		return rulebook.Book{}, fmt.Errorf("the rulebook of %s: %w", info.Name, err)
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
func parseTests(text string) map[string][]rulebook.Test {
	all := map[string][]rulebook.Test{}
	for line := range strings.Lines(text) {
		number, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		file, name, ok := strings.Cut(rest, " ")
		if ok && !strings.HasPrefix(number, "#") {
			all[number] = append(all[number], rulebook.Test{File: file, Name: name})
		}
	}
	return all
}
