// Package rulebooks prints rulebooks as text, as JSON or as PDF sheets.
package rulebooks

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/tainchess/tain/docs"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/position"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/rulebook/loader"
	"github.com/tainchess/tain/internal/sheet"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/translation"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space"
)

// Printer prints rulebooks on a console.
type Printer struct {
	*cli.Console
	Section string // section or rule to print; empty for the whole book
	Tests   bool   // whether to list the tests that cover each rule
	ASCII   bool
	NoPager bool
}

// Width of the text in columns when the output is not a terminal, and maximum width on a terminal.
const (
	defaultWidth = 80
	maxWidth     = 100
)

// site is the base URL of links in a rulebook: a server on the reader's machine.
const site = "http://localhost:8080"

// load loads a rule set's rulebook in the console's language.
func load(c *cli.Console, r rules.Rules) (rulebook.Book, error) {
	book, err := loader.Load(r, c.Rules.Find, loader.Language{In: c.Language, Source: translation.Rulebooks(c.Language.Language())})
	if r.Info().Definition != "" {
		book.Title = translation.Title(c.Language, r)
	}
	return book, err
}

// WritePDF writes a two-page PDF sheet of the rules.
func WritePDF(c *cli.Console, r rules.Rules, name string, o sheet.Options) error {
	file, err := c.Create(name)
	if err != nil {
		return err
	}
	book, err := load(c, r)
	if err != nil {
		return err
	}
	if err := rulebook.Illustrate(&book, r, c.Language); err != nil {
		return err
	}
	o.Language = c.Language.Language()
	var out bytes.Buffer
	if err := sheet.Write(&out, r, book, o); err != nil {
		return err
	}
	return file.CommitText(out.String())
}

var _ = cli.AddFormat[rulebook.Book]("rulebook", 1, "rules")

// Book prints the rulebook of a rule set, or part of it.
func (c *Printer) Book(r rules.Rules) error {
	book, err := load(c.Console, r)
	if err != nil {
		return err
	}
	part, err := c.part(book, r.Info().Name)
	if err != nil {
		return err
	}
	if err := rulebook.Illustrate(&part, r, c.Language); err != nil {
		return err
	}
	if c.JSON {
		return c.Document(part)
	}
	if r.Info().Definition != "" { // links would contain the definition and be too long
		part.Diagrams(func(_ string, d *rulebook.Diagram) { d.Link = "" })
	}
	style := c.style()
	style.Draw = func(d *rulebook.Diagram) string {
		p, err := r.Guide().ParsePosition(d.Position, rules.ParseOptions{AllowNoKing: d.Study})
		if err != nil {
			return "" // cannot happen: Illustrate has already parsed the diagram
		}
		return position.Style{ASCII: c.ASCII}.Draw(r, cli.Opening{Position: p}, c.Text)
	}
	if c.Section != "" {
		return c.Page(rulebook.Terminal(part, style), c.NoPager)
	}
	head := rulebook.Terminal(rulebook.Book{Title: part.Title}, style)
	part.Title = ""
	text := head + "\n" + c.facts(r) + "\n" + rulebook.Terminal(part, style)
	if data, ok := space.RuleData(r); ok {
		text += "\n" + c.neighbours(data)
	}
	return c.Page(text, c.NoPager)
}

// facts returns the summary, starting position and PGN tag of a rule set.
func (c *Printer) facts(r rules.Rules) string {
	i := r.Info()
	start := c.say("command.rules.start", message.Args{"text": i.Start})
	text := start + "\n"
	if i.Definition == "" { // a generated rulebook includes the summary
		text = api.NewVariantInfo(r, c.Language).Summary + "\n\n" + text
	}
	if i.PGN != "" {
		label, _, _ := strings.Cut(start, i.Start)
		text += fmt.Sprintf("%-*s[Variant %q]\n", utf8.RuneCountInString(label), "PGN", i.PGN)
	}
	return text
}

// Chapter prints a chapter that accompanies the rulebooks, and reports whether it exists.
func (c *Printer) Chapter(name string) (bool, error) {
	text, ok := docs.Chapter(name)
	if !ok {
		return false, nil
	}
	if translated, ok := translation.Text(c.Language.Language(), translation.Chapter, strings.ToLower(name)); ok {
		text = translated
	}
	book, err := rulebook.ParseChapter(text)
	if err != nil {
		return true, locale.WrapError(err, "command.rules.chapter", message.Args{"name": name, "why": message.Of(err)})
	}
	part, err := c.part(book, strings.ToLower(name))
	if err != nil {
		return true, err
	}
	if c.JSON {
		return true, c.Document(part)
	}
	return true, c.Page(rulebook.Terminal(part, c.style()), c.NoPager)
}

func (c *Printer) style() rulebook.Style {
	style := rulebook.Style{Language: c.Language, Width: defaultWidth, Site: site, Tests: c.Tests}
	if screen := cli.Terminal(c.Sink); screen != nil {
		columns, _ := cli.TerminalSize(screen)
		style.Width, style.Bold = min(columns, maxWidth), os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	}
	return style
}

// part returns the section or rule to print. If it is unknown, the error lists the existing
// ones.
func (c *Printer) part(book rulebook.Book, name string) (rulebook.Book, error) {
	if c.Section == "" {
		return book, nil
	}
	if part, ok := book.Part(c.Section); ok {
		return part, nil
	}
	section, _, _ := strings.Cut(strings.TrimSpace(c.Section), ".")
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
		return book, locale.NewError("command.rules.no-rule", message.Args{"name": name, "text": notation.Clip(c.Section), "section": section, "rules": message.Strings(rules)})
	}
	return book, locale.NewError("command.rules.no-section", message.Args{"name": name, "text": notation.Clip(c.Section), "sections": message.Strings(sections)})
}

// neighbours lists the pins that a board can move to from each pin, for White.
func (c *Printer) neighbours(d space.Data) string {
	var b strings.Builder
	b.WriteString(c.say("command.rules.boards", nil) + "\n")
	for _, pin := range d.Pins {
		ways := map[rules.Direction][]string{}
		for _, a := range d.Adjacency {
			if a.From == pin.Name {
				ways[a.White] = append(ways[a.White], a.To)
			}
		}
		b.WriteString(c.say("command.rules.pin", message.Args{"pin": pin.Name, "square": pin.Corner}))
		sep := " "
		for _, way := range []rules.Direction{rules.Forward, rules.Sideways, rules.Backward} {
			if len(ways[way]) > 0 {
				b.WriteString(sep + c.say("command.rules.way", message.Args{"way": string(way), "pins": strings.Join(ways[way], " ")}))
				sep = ", "
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// say returns a sentence from the catalogue in the console's language.
func (c *Printer) say(code message.Code, args message.Args) string {
	return c.Text(locale.New(code, args))
}
