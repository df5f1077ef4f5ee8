package rulebook

import (
	"fmt"
	"strings"
	"unicode"
)

// Paper controls how a book is printed for the documentation.
type Paper struct {
	Site string // prefix of links that open a position
	// Picture returns the address of a diagram's picture, relative to the page. It is called
	// once per diagram, in order.
	Picture func(number string, d *Diagram) string
	// Source returns the address of a test file, relative to the page.
	Source func(file string) string
	Head   string // printed below the title, such as facts and links
	Foot   string // printed at the end of the page
}

// Markdown prints a book for the documentation.
func Markdown(b Book, paper Paper) string {
	m := &marker{Paper: paper}
	m.line("# " + b.Title)
	if paper.Head != "" {
		m.line(strings.TrimSpace(paper.Head))
	}
	m.blocks("0", b.Intro)
	if len(b.Sections) > 1 {
		var contents []string
		for _, s := range b.Sections {
			title := strings.TrimSpace(s.Number + " " + s.Title)
			contents = append(contents, fmt.Sprintf("- [%s](#%s)", title, Anchor(title)))
		}
		m.line(strings.Join(contents, "\n"))
	}
	for _, s := range b.Sections {
		m.line("## " + strings.TrimSpace(s.Number+" "+s.Title))
		m.blocks(s.Number, s.Intro)
		for _, r := range s.Rules {
			m.line("### " + strings.TrimSpace(r.Number+" "+r.Title))
			m.blocks(r.Number, r.Body)
			m.tests(r)
		}
	}
	if paper.Foot != "" {
		m.line(strings.TrimSpace(paper.Foot))
	}
	return strings.TrimRight(m.out.String(), "\n") + "\n"
}

// Anchor returns the anchor that common Markdown viewers generate for a heading.
func Anchor(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(title) {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			b.WriteRune(r)
		}
	}
	return b.String()
}

// marker collects blocks, separated by empty lines.
type marker struct {
	Paper
	out strings.Builder
}

func (m *marker) line(text string) { m.out.WriteString(text + "\n\n") }

func (m *marker) blocks(number string, all []Block) {
	for _, b := range all {
		switch {
		case b.Diagram != nil:
			m.diagram(number, b.Diagram)
		case b.Items != nil:
			m.line("- " + strings.Join(b.Items, "\n- "))
		case b.Rows != nil:
			m.table(b.Rows)
		case b.Code != "":
			m.line("```\n" + b.Code + "\n```")
		default:
			m.line(strings.Join(Wrap(b.Text, 120), "\n"))
		}
	}
}

func (m *marker) table(rows [][]string) {
	var lines []string
	for i, row := range rows {
		cells := make([]string, len(row))
		for j, cell := range row {
			cells[j] = strings.ReplaceAll(cell, "|", `\|`)
		}
		lines = append(lines, "| "+strings.Join(cells, " | ")+" |")
		if i == 0 {
			lines = append(lines, strings.Repeat("|---", len(row))+"|")
		}
	}
	m.line(strings.Join(lines, "\n"))
}

func (m *marker) diagram(number string, d *Diagram) {
	if m.Picture != nil {
		m.line(fmt.Sprintf("![%s](%s)", strings.NewReplacer("[", "(", "]", ")").Replace(Plain(d.About)), m.Picture(number, d)))
	}
	about := strings.Join(Wrap(d.About, 120), "\n")
	if d.Link != "" {
		about += fmt.Sprintf("\n[Open this position](%s%s)", m.Site, d.Link)
	}
	m.line(about)
	var claims []string
	for _, c := range d.Legal {
		claims = append(claims, "- `"+c.Move+"`: "+c.Text)
	}
	for _, c := range d.Illegal {
		claims = append(claims, "- not `"+c.Move+"`: "+c.Text)
	}
	if claims != nil {
		m.line(strings.Join(claims, "\n"))
	}
}

// tests lists the tests that cover a rule, in a collapsed block.
func (m *marker) tests(r Rule) {
	if r.Number == "" || m.Source == nil {
		return
	}
	if len(r.Tests) == 0 {
		m.line("**No test covers this rule.**")
		return
	}
	noun := "tests"
	if len(r.Tests) == 1 {
		noun = "test"
	}
	lines := []string{fmt.Sprintf("<details><summary>Covered by %d %s</summary>\n", len(r.Tests), noun)}
	for _, t := range r.Tests {
		lines = append(lines, fmt.Sprintf("- `%s` in [%s](%s)", t.Name, t.File, m.Source(t.File)))
	}
	m.line(strings.Join(append(lines, "\n</details>"), "\n"))
}

// Plain returns text from a book without markup. A link to another site is followed by its URL, unless that is
// its text, and a picture is replaced by its description. Text in backticks is unchanged.
//
// Like the parser, it does not use package regexp, which would make the WebAssembly program larger.
func Plain(text string) string {
	var b strings.Builder
	s := scanner{rest: text, missing: map[string]bool{}}
	for s.rest != "" {
		at := strings.IndexAny(s.rest, "`*[!")
		if at < 0 {
			b.WriteString(s.rest)
			break
		}
		b.WriteString(s.rest[:at])
		s.rest = s.rest[at:]
		switch {
		case s.between("`", "`"):
			b.WriteString(s.inner)
		case strings.HasPrefix(s.rest, "![") && s.link("!["):
			b.WriteString("[picture: " + s.inner + "]")
		case s.link("["):
			b.WriteString(Plain(s.inner))
			if strings.HasPrefix(s.target, "http") && s.target != s.inner {
				b.WriteString(" (" + s.target + ")")
			}
		case s.between("**", "**"):
			b.WriteString(Plain(s.inner))
		case len(s.rest) > 1 && s.rest[1] != ' ' && s.rest[1] != '*' && s.between("*", "*"):
			b.WriteString(Plain(s.inner))
		default:
			b.WriteByte(s.rest[0])
			s.rest = s.rest[1:]
		}
	}
	return b.String()
}

// scanner consumes marked-up words from the front of a string.
type scanner struct {
	rest          string
	inner, target string          // text between the last marks, and the link target
	missing       map[string]bool // marks that do not occur in the remaining text
}

// between consumes the text between two marks if the remaining text begins with the first, and reports
// whether it does.
func (s *scanner) between(open, end string) bool {
	after, ok := strings.CutPrefix(s.rest, open)
	if !ok || s.missing[end] {
		return false
	}
	inner, rest, ok := strings.Cut(after, end)
	s.missing[end] = !ok
	if !ok || inner == "" {
		return false
	}
	s.inner, s.rest = inner, rest
	return true
}

// link consumes a link if the remaining text begins with one, and reports whether it does.
func (s *scanner) link(open string) bool {
	after, ok := strings.CutPrefix(s.rest, open)
	if !ok || s.missing["]("] {
		return false
	}
	inner, rest, ok := strings.Cut(after, "](")
	s.missing["]("] = !ok
	target, rest, closed := strings.Cut(rest, ")")
	if !ok || !closed || target == "" || strings.ContainsAny(target, " \t") || strings.ContainsAny(inner, "[]") {
		return false
	}
	s.inner, s.target, s.rest = inner, target, rest
	return true
}
