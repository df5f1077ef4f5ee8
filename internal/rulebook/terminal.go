package rulebook

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/message"
)

// Style controls how a book is printed on a terminal.
type Style struct {
	Width int // in characters; see [MinWidth]
	// Draw draws a diagram as text. If nil, diagrams are not drawn.
	Draw  func(*Diagram) string
	Site  string // prefix of links that open a position
	Tests bool   // whether to list the tests that cover each rule
	Bold  bool   // whether headings are bold
	// Language is the language of the surrounding text; nil means English.
	Language *locale.Catalogue
}

// MinWidth is the minimum text width. Narrower terminals get lines of this width.
const MinWidth = 24

// margin is the width of the margin for rule numbers.
const margin = 6

// Terminal prints a book as text. A book without a title has no heading.
func Terminal(b Book, style Style) string {
	t := &typesetter{Style: style}
	t.Width = max(MinWidth, t.Width)
	if t.Language == nil {
		t.Language = locale.English()
	}
	if b.Title != "" {
		t.heading(b.Title, "=") // the title may be user-written, so it is printed verbatim
	}
	t.blocks(b.Intro, "")
	for _, s := range b.Sections {
		t.heading(strings.TrimSpace(s.Number+" "+Plain(s.Title)), "-")
		t.blocks(s.Intro, "")
		for _, r := range s.Rules {
			t.rule(r)
		}
	}
	return strings.TrimLeft(t.out.String(), "\n")
}

// typesetter collects lines.
type typesetter struct {
	Style
	out strings.Builder
}

func (t *typesetter) say(code message.Code, args message.Args) string {
	return t.Language.Text(locale.New(code, args))
}

func (t *typesetter) bold(text string) string {
	if t.Bold {
		return "\x1b[1m" + text + "\x1b[0m"
	}
	return text
}

func (t *typesetter) heading(text, under string) {
	t.out.WriteString("\n")
	for _, line := range Wrap(text, t.Width) {
		t.out.WriteString(t.bold(line) + "\n")
	}
	t.out.WriteString(strings.Repeat(under, min(t.Width, utf8.RuneCountInString(text))) + "\n")
}

// rule prints a rule with its number in the margin.
func (t *typesetter) rule(r Rule) {
	t.out.WriteString("\n")
	indent := strings.Repeat(" ", margin)
	if r.Number == "" {
		indent = ""
	}
	for i, line := range Wrap(Plain(r.Title), t.Width-len(indent)) {
		lead := indent
		if i == 0 && r.Number != "" {
			lead = padded(r.Number, margin)
		}
		t.out.WriteString(t.bold(lead+line) + "\n")
	}
	for i, one := range r.Body {
		if i > 0 || one.Text == "" { // no empty line between the title and the first paragraph
			t.out.WriteString("\n")
		}
		t.block(one, indent)
	}
	if t.Tests {
		t.tests(r, indent)
	}
}

func (t *typesetter) tests(r Rule, indent string) {
	if r.Number == "" {
		return
	}
	t.out.WriteString("\n")
	if len(r.Tests) == 0 {
		t.out.WriteString(indent + t.say("command.rules.no-test", nil) + "\n")
	}
	file := ""
	for _, test := range r.Tests {
		if test.File != file {
			file = test.File
			t.out.WriteString(indent + t.say("command.rules.held", message.Args{"file": file}) + "\n")
		}
		t.hanging(test.Name, indent+"  ", indent+"    ")
	}
}

func (t *typesetter) blocks(all []Block, indent string) {
	for _, one := range all {
		t.out.WriteString("\n")
		t.block(one, indent)
	}
}

func (t *typesetter) block(b Block, indent string) {
	switch {
	case b.Diagram != nil:
		t.diagram(b.Diagram, indent)
	case b.Items != nil:
		for _, item := range b.Items {
			t.hanging(Plain(item), indent+"- ", indent+"  ")
		}
	case b.Rows != nil:
		t.table(b.Rows, indent)
	case b.Code != "":
		t.verbatim(b.Code, indent+"  ")
	default:
		t.hanging(Plain(b.Text), indent, indent)
	}
}

// hanging prints text with one indentation for the first line and another for the following lines.
func (t *typesetter) hanging(text, first, rest string) {
	for i, line := range Wrap(text, t.Width-utf8.RuneCountInString(rest)) {
		lead := rest
		if i == 0 {
			lead = first
		}
		t.out.WriteString(strings.TrimRight(lead+line, " ") + "\n")
	}
}

// verbatim indents lines, and does not wrap them.
func (t *typesetter) verbatim(text, indent string) {
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		t.out.WriteString(strings.TrimRight(indent+strings.TrimRight(line, "\n"), " ") + "\n")
	}
}

func (t *typesetter) diagram(d *Diagram, indent string) {
	if t.Draw != nil {
		t.verbatim(t.Draw(d), indent+"  ")
		t.out.WriteString("\n")
	}
	t.hanging(Plain(d.About), indent+"  ", indent+"  ")
	for _, c := range d.Legal {
		t.hanging(claimText(c), indent+"  + ", indent+"    ")
	}
	if rest := d.rest(); rest != nil {
		reach := t.say("book.reach", message.Args{"square": d.Chosen, "squares": message.Strings(rest)})
		if len(rest) < len(d.Reach) {
			reach = t.say("book.reach.also", message.Args{"square": d.Chosen, "squares": message.Strings(rest)})
		}
		t.hanging(reach, indent+"  + ", indent+"    ")
	}
	for _, c := range d.Illegal {
		t.hanging(t.say("book.not", message.Args{"claim": claimText(c)}), indent+"  - ", indent+"    ")
	}
	if d.Link != "" {
		t.out.WriteString(indent + "  " + t.Site + d.Link + "\n")
	}
}

func claimText(c Claim) string {
	if c.Text == "" {
		return c.Move
	}
	return c.Move + ": " + c.Text
}

// table prints cells in columns. If the table is too wide for the terminal, it prints each row
// as a list of column headings and cells.
func (t *typesetter) table(rows [][]string, indent string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(Plain(cell)))
		}
	}
	total := len(indent) + 2*len(widths)
	for _, w := range widths {
		total += w
	}
	if total > t.Width && len(rows) > 1 {
		for _, row := range rows[1:] {
			for i, cell := range row {
				lead, head := "    ", ""
				if i == 0 {
					lead = "- "
				}
				if i < len(rows[0]) && rows[0][i] != "" {
					head = Plain(rows[0][i]) + ": "
				}
				t.hanging(head+Plain(cell), indent+lead, indent+"    ")
			}
		}
		return
	}
	for n, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString(padded(Plain(cell), widths[i]+2))
		}
		text := strings.TrimRight(line.String(), " ")
		t.out.WriteString(strings.TrimRight(indent+text, " ") + "\n")
		if n == 0 {
			t.out.WriteString(indent + strings.Repeat("-", max(1, total-len(indent)-2)) + "\n")
		}
	}
}

// padded pads a string to a width, with at least one space at the end.
func padded(text string, width int) string {
	return text + strings.Repeat(" ", max(1, width-utf8.RuneCountInString(text)))
}

// breaks reports whether a line may break at this character. It may not break at a no-break
// space, which French uses before a colon.
func breaks(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' && r != '\u202f' }

// Wrap breaks text into lines at spaces. A word longer than a line gets its own line.
func Wrap(text string, width int) (lines []string) {
	var line []string
	length := 0
	for word := range strings.FieldsFuncSeq(text, breaks) {
		n := utf8.RuneCountInString(word)
		if length > 0 && length+1+n > width {
			lines = append(lines, strings.Join(line, " "))
			line, length = line[:0], 0
		}
		length += min(length, 1) + n // includes the space before the word
		line = append(line, word)
	}
	if length > 0 || len(lines) == 0 {
		lines = append(lines, strings.Join(line, " "))
	}
	return lines
}
