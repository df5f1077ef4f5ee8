package rulebook

import (
	"fmt"
	"strings"
)

// Writer writes the text of a rulebook, from its title to its end, in the format
// that [Parse] reads. Sections and rules are numbered as they come.
type Writer struct {
	out           strings.Builder
	chapter, rank int // numbers of the last section and rule
}

// String returns what has been written.
func (w *Writer) String() string { return w.out.String() }

// Raw writes a text as it is: a title, an include, a diagram.
func (w *Writer) Raw(text string) { w.out.WriteString(text) }

// Section begins a section.
func (w *Writer) Section(title string) {
	w.chapter, w.rank = w.chapter+1, 0
	fmt.Fprintf(&w.out, "## %d %s\n\n", w.chapter, title)
}

// Rule begins a rule and says what it says, a paragraph each.
func (w *Writer) Rule(title string, paragraphs ...string) {
	w.rank++
	fmt.Fprintf(&w.out, "### %d.%d %s\n\n", w.chapter, w.rank, title)
	w.Say(paragraphs...)
}

// Include takes in the whole next section of another rulebook.
func (w *Writer) Include(variant string) {
	w.chapter, w.rank = w.chapter+1, 0
	fmt.Fprintf(&w.out, "@include %s %d\n\n", variant, w.chapter)
}

// IncludeRule takes in the next rule of another rulebook.
func (w *Writer) IncludeRule(variant string) {
	w.rank++
	fmt.Fprintf(&w.out, "@include %s %d.%d\n\n", variant, w.chapter, w.rank)
}

// Say writes paragraphs; an empty one is left out.
func (w *Writer) Say(paragraphs ...string) {
	for _, text := range paragraphs {
		if text = strings.TrimSpace(text); text != "" {
			w.out.WriteString(text + "\n\n")
		}
	}
}

// Items writes a list.
func (w *Writer) Items(all ...string) {
	for _, text := range all {
		w.out.WriteString("- " + text + "\n")
	}
	w.out.WriteString("\n")
}

// Table writes a table, its head first.
func (w *Writer) Table(rows ...[]string) {
	for n, row := range rows {
		w.out.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if n == 0 {
			w.out.WriteString(strings.Repeat("|---", len(row)) + "|\n")
		}
	}
	w.out.WriteString("\n")
}

// Words joins words: a, b and c.
func Words(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}
