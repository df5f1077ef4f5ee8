package rulebook

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/message"
)

// Writer writes the text of a rulebook, from its title to its end, in the format
// that [Parse] reads. Sections and rules are numbered as they come.
type Writer struct {
	In            *locale.Catalogue // the language
	out           strings.Builder
	chapter, rank int // numbers of the last section and rule
}

// Text is a paragraph: its sentences one after the other. One that is zero is
// left out.
type Text []message.Message

// If returns a sentence if something holds, else none.
func If(holds bool, m message.Message) message.Message {
	if holds {
		return m
	}
	return message.Message{}
}

// Either returns one of two sentences.
func Either(holds bool, yes, no message.Message) message.Message {
	if holds {
		return yes
	}
	return no
}

// Text returns sentences in the language of the book.
func (w *Writer) Text(all ...message.Message) string {
	var texts []string
	for _, m := range all {
		if text := w.In.Text(m); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, " ")
}

// String returns what has been written.
func (w *Writer) String() string { return w.out.String() }

// Raw writes a text as it is: a title, an include, a diagram.
func (w *Writer) Raw(text string) { w.out.WriteString(text) }

// Section begins a section.
func (w *Writer) Section(title message.Message) {
	w.chapter, w.rank = w.chapter+1, 0
	fmt.Fprintf(&w.out, "## %d %s\n\n", w.chapter, w.Text(title))
}

// Rule begins a rule and writes its paragraphs.
func (w *Writer) Rule(title message.Message, paragraphs ...Text) {
	w.rank++
	fmt.Fprintf(&w.out, "### %d.%d %s\n\n", w.chapter, w.rank, w.Text(title))
	w.Say(paragraphs...)
}

// Include adds a section of another rulebook.
func (w *Writer) Include(variant string, section int) {
	w.chapter, w.rank = w.chapter+1, 0
	fmt.Fprintf(&w.out, "@include %s %d\n\n", variant, section)
}

// IncludeRule adds a rule of another rulebook.
func (w *Writer) IncludeRule(variant, number string) {
	w.rank++
	fmt.Fprintf(&w.out, "@include %s %s\n\n", variant, number)
}

// Replace sends references to a rule of another rulebook to the last rule.
func (w *Writer) Replace(variant, number string) {
	fmt.Fprintf(&w.out, "@replace %s %s\n\n", variant, number)
}

// Say writes paragraphs; an empty one is left out.
func (w *Writer) Say(paragraphs ...Text) {
	for _, sentences := range paragraphs {
		if text := w.Text(sentences...); text != "" {
			w.out.WriteString(text + "\n\n")
		}
	}
}

// Items writes a list.
func (w *Writer) Items(all ...message.Message) {
	for _, m := range all {
		w.out.WriteString("- " + w.Text(m) + "\n")
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
