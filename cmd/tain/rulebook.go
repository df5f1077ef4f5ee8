package main

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/tainchess/tain/docs"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/position"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/rulebook/loader"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/translation"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space"
)

// bookFlags are how a rulebook is printed.
type bookFlags struct {
	Section string `placeholder:"NUMBER" help:"Section or rule to print, such as 4 or 4.5."`
	Tests   bool   `help:"Name the tests of each rule."`
	ASCII   bool   `help:"Draw boards with letters instead of chess symbols."`
	NoPager bool   `help:"Do not use a pager."`
}

// A text is set as wide as the terminal, but no wider than is good to read.
const (
	usualWidth = 80
	widest     = 100
)

// site is where the links of a rulebook lead: to the reader's own server.
const site = "http://localhost:8080"

// book prints the rulebook of a rule set, or a part of it.
func (w *bookFlags) book(c *console, r rules.Rules) error {
	book, err := loader.Load(r, c.Rules.Find, loader.Language{In: c.Language, Source: translation.Rulebooks(c.Language.Language())})
	if err != nil {
		return err
	}
	part, err := w.part(book, r.Info().Name)
	if err != nil {
		return err
	}
	if err := rulebook.Illustrate(&part, r, c.Language); err != nil {
		return err
	}
	if c.JSON {
		return c.Document(part)
	}
	if r.Info().Definition != "" { // an address with a whole definition in it is no reading
		part.Diagrams(func(_ string, d *rulebook.Diagram) { d.Link = "" })
	}
	style := w.style(c)
	style.Draw = func(d *rulebook.Diagram) string {
		p, err := r.Guide().ParsePosition(d.Position, rules.ParseOptions{AllowNoKing: d.Study})
		if err != nil {
			return "" // Illustrate has read it
		}
		return position.Style{ASCII: w.ASCII}.Draw(r, cli.Opening{Position: p}, c.Text)
	}
	if w.Section != "" {
		return c.Page(rulebook.Terminal(part, style), w.NoPager)
	}
	head := rulebook.Terminal(rulebook.Book{Title: part.Title}, style)
	part.Title = ""
	text := head + "\n" + c.facts(r) + "\n" + rulebook.Terminal(part, style)
	if data, ok := space.RuleData(r); ok {
		text += "\n" + c.neighbours(data)
	}
	return c.Page(text, w.NoPager)
}

// facts are the rule set in a few lines.
func (c *console) facts(r rules.Rules) string {
	i := r.Info()
	text := c.say("command.rules.start", message.Args{"text": i.Start}) + "\n"
	if i.Definition == "" { // a book that was written for one says it again
		text = api.NewVariantInfo(r, c.Language).Summary + "\n\n" + text
	}
	if i.PGN != "" {
		text += fmt.Sprintf("PGN    [Variant %q]\n", i.PGN)
	}
	return text
}

// chapter prints a chapter that stands beside the rulebooks, if it is one.
func (w *bookFlags) chapter(c *console, name string) (bool, error) {
	text, ok := docs.Chapter(name)
	if !ok {
		return false, nil
	}
	if translated, ok := translation.Text(c.Language.Language(), translation.Chapter, strings.ToLower(name)); ok {
		text = translated
	}
	book, err := rulebook.ParseChapter(text)
	if err != nil {
		return true, locale.WrapError(err, "command.say.the-chapter", message.Args{"name": name, "why": message.Of(err)})
	}
	part, err := w.part(book, strings.ToLower(name))
	if err != nil {
		return true, err
	}
	if c.JSON {
		return true, c.Document(part)
	}
	return true, c.Page(rulebook.Terminal(part, w.style(c)), w.NoPager)
}

func (w *bookFlags) style(c *console) rulebook.Style {
	width := usualWidth
	f, onScreen := c.Screen()
	if onScreen {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			width = min(columns, widest)
		}
	}
	return rulebook.Style{Language: c.Language, Width: width, Site: site, Tests: w.Tests, Bold: onScreen && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}

// part returns what --section asks for, and says what there is if there is no
// such part.
func (w *bookFlags) part(book rulebook.Book, name string) (rulebook.Book, error) {
	if w.Section == "" {
		return book, nil
	}
	if part, ok := book.Part(w.Section); ok {
		return part, nil
	}
	section, _, _ := strings.Cut(strings.TrimSpace(w.Section), ".")
	var sections, rules []string
	for _, s := range book.Sections {
		sections = append(sections, strings.TrimSpace(s.Number+" "+s.Title))
		if s.Number == "" || !strings.EqualFold(s.Number, section) {
			continue
		}
		for _, r := range s.Rules {
			rules = append(rules, r.Number)
		}
	}
	if len(rules) > 0 {
		return book, locale.NewError("command.rules.no-rule", message.Args{"name": name, "text": cli.Clip(w.Section), "section": section, "rules": message.Strings(rules)})
	}
	return book, locale.NewError("command.rules.no-section", message.Args{"name": name, "text": cli.Clip(w.Section), "sections": message.Strings(sections)})
}
