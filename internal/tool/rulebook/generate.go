package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/rulebook/loader"
	"github.com/tainchess/tain/internal/sheet"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant"
)

const (
	docs     = "docs/rules"
	pictures = docs + "/pictures"
	// site is the base URL of links in the documentation: the reader's own server, started by
	// make run.
	site      = "http://localhost:8080"
	generator = "internal/tool/rulebook from rulebook.md"
)

// generate returns all generated files by path in the module, and the rules that no test
// covers.
func generate(root string) (made map[string][]byte, missing []string, err error) {
	known := variant.Builtin()
	all, err := scan(root)
	if err != nil {
		return nil, nil, err
	}
	books := map[string]*rulebook.Book{}
	for _, r := range known.All() {
		name := r.Info().Name
		book, err := loader.Load(r, known.Find, loader.Language{})
		if err != nil {
			return nil, nil, err
		}
		if err := rulebook.Illustrate(&book, r, nil); err != nil {
			return nil, nil, err
		}
		folders, err := imported(root, name, func(name string) bool { _, ok := known.Find(name); return ok })
		if err != nil {
			return nil, nil, err
		}
		lacking, err := hold(&book, append(folders, "variant/"+name), all)
		if err != nil {
			return nil, nil, err
		}
		missing = append(missing, lacking...)
		books[name] = &book
	}
	for _, c := range all {
		if c.variant != "" && books[c.variant] == nil {
			return nil, nil, fmt.Errorf("%s: %s covers a rule of %s, which is not a rule set", c.test.File, c.test.Name, c.variant)
		}
	}
	made = map[string][]byte{}
	for _, r := range lendersFirst(known.All(), books) {
		name := r.Info().Name
		book := books[name]
		if _, has := bundle.Read(r, bundle.Rulebook); !has {
			continue
		}
		borrow(book, books)
		text, err := page(*book, r, made)
		if err != nil {
			return nil, nil, err
		}
		made[docs+"/"+name+".md"] = []byte(text)
		if made["variant/"+name+"/doc.go"], err = format.Source([]byte(rulebook.GoDoc(*book, name, generator))); err != nil {
			return nil, nil, err
		}
		made["variant/"+name+"/"+bundle.RulebookTests] = []byte(testList(*book))
	}
	made[docs+"/README.md"] = []byte(index(root, known.All()))
	return made, missing, nil
}

// lendersFirst orders rule sets so that those whose rules are included by others come first. A
// picture that appears in several books is then named after the first of them.
func lendersFirst(all []rules.Rules, books map[string]*rulebook.Book) []rules.Rules {
	taken := func(r rules.Rules) (n int) {
		for _, s := range books[r.Info().Name].Sections {
			for _, rule := range s.Rules {
				n += min(1, len(rule.From))
			}
		}
		return n
	}
	return slices.SortedStableFunc(slices.Values(all), func(a, b rules.Rules) int { return cmp.Compare(taken(a), taken(b)) })
}

// borrow copies the tests of included rules from the other book.
func borrow(book *rulebook.Book, books map[string]*rulebook.Book) {
	for i := range book.Sections {
		for j := range book.Sections[i].Rules {
			r := &book.Sections[i].Rules[j]
			if r.From == "" {
				continue
			}
			if part, ok := books[r.From].Part(r.Source); ok {
				r.Tests = part.Sections[0].Rules[0].Tests
			}
		}
	}
}

// testList lists the tests that cover a book's own rules.
func testList(book rulebook.Book) string {
	var b strings.Builder
	b.WriteString("# Which tests hold which rule: number, file, test. Written by internal/tool/rulebook.\n")
	for _, s := range book.Sections {
		for _, r := range s.Rules {
			for _, t := range r.Tests {
				if r.From == "" {
					fmt.Fprintf(&b, "%s %s %s\n", r.Number, t.File, t.Name)
				}
			}
		}
	}
	return b.String()
}

// page returns the rulebook for the documentation and draws its pictures.
func page(book rulebook.Book, r rules.Rules, made map[string][]byte) (string, error) {
	info := r.Info()
	head := fmt.Sprintf("*%s* Generated from [`variant/%s/rulebook.md`](../../variant/%s/rulebook.md). In a terminal, run `tain rules %s`.\n\n"+
		"| | |\n|---|---|\n| start | `%s` |\n", info.Summary, info.Name, info.Name, info.Name, strings.ReplaceAll(info.Start, "|", `\|`))
	if info.PGN != "" {
		head += fmt.Sprintf("| PGN | `[Variant \"%s\"]` |\n", info.PGN)
	}
	head += fmt.Sprintf("| open | [%s](%s), with `make run` |\n", rulebook.Link(info.Name, info.Start), site+rulebook.Link(info.Name, info.Start))
	drawn := map[string]int{} // number of pictures per rule
	var failed error
	text := rulebook.Markdown(book, rulebook.Paper{
		Site: site, Head: head,
		Foot:   "See also [the notation chapter](notation.md), [the differences from the original descriptions](originals.md) and [the other rulebooks](README.md).",
		Source: func(file string) string { return "../../" + file },
		Picture: func(number string, d *rulebook.Diagram) string {
			drawn[number]++
			svg, err := draw(r, d)
			if err != nil && failed == nil {
				failed = fmt.Errorf("a picture of %s %s: %w", info.Name, number, err)
			}
			return "pictures/" + keep(made, fmt.Sprintf("%s-%s-%d.svg", info.Name, number, drawn[number]), svg)
		},
	})
	return text, failed
}

// keep adds a picture and returns its name. A picture that appears in several books is stored
// once.
func keep(made map[string][]byte, name string, svg []byte) string {
	for other, text := range made {
		if path.Dir(other) == pictures && bytes.Equal(text, svg) {
			return path.Base(other)
		}
	}
	made[pictures+"/"+name] = svg
	return name
}

// draw draws a diagram as SVG.
func draw(r rules.Rules, d *rulebook.Diagram) ([]byte, error) {
	s, err := sheet.Scene(r, d)
	if err != nil {
		return nil, err
	}
	drawing, err := render.Draw(s)
	if err != nil {
		return nil, err
	}
	return drawing.SVG(drawing.UsualWidth())
}

// chapters lists the handwritten pages that accompany the rulebooks.
var chapters = []struct{ file, about string }{
	{"notation.md", "how to write positions, moves, games, links, plans and quadrants"},
	{"originals.md", "where the original descriptions of these games differ, and which rule applies"},
}

// index returns the list of rulebooks.
func index(root string, all []rules.Rules) string {
	var b strings.Builder
	b.WriteString(`# Rulebooks

The rulebooks contain everything you need to play each game: the board, how the pieces move, what a move spawns, and how a game ends. Rules are numbered; code
and tests cite the numbers, and each rule lists the tests that check it. Diagrams link to the page, where you can play from the position
(run ` + "`make run`" + ` first).

| rulebook | what is different |
|---|---|
`)
	for _, r := range all {
		i := r.Info()
		if _, has := bundle.Read(r, bundle.Rulebook); has {
			fmt.Fprintf(&b, "| [%s](%s.md), `%s` | %s |\n", i.Title, i.Name, i.Name, i.Summary)
		}
	}
	b.WriteString("\nThere are two more chapters:\n\n")
	for _, c := range chapters {
		if there, _ := filepath.Glob(filepath.Join(root, docs, c.file)); len(there) > 0 {
			fmt.Fprintf(&b, "- [%s](%s): %s.\n", c.file, c.file, c.about)
		}
	}
	b.WriteString(`
You can also read the rulebooks and chapters in a terminal (` + "`tain rules mirrorsquare`, `tain rules trid --section 4.2`, `tain rules notation`" + `), on the page under
*Learn*, over the API (` + "`GET /api/v1/rulebook/trid`" + `) and as package comments (` + "`go doc ./variant/trid`" + `). The source is
` + "`variant/NAME/rulebook.md`; `make pictures`" + ` generates this folder.
`)
	return b.String()
}
