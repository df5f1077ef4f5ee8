package rulebook

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/message"
)

// Writer writes a complete rulebook in the format read by [Parse]. Sections and rules are
// numbered in the order of writing.
type Writer struct {
	In            *locale.Catalogue // language
	out           strings.Builder
	chapter, rank int // numbers of the last section and rule
}

// Text is a paragraph: a sequence of sentences. Zero messages are skipped.
type Text []message.Message

// If returns m if holds is true, and otherwise the zero Message.
func If(holds bool, m message.Message) message.Message {
	if holds {
		return m
	}
	return message.Message{}
}

// Either returns yes if holds is true, and otherwise no.
func Either(holds bool, yes, no message.Message) message.Message {
	if holds {
		return yes
	}
	return no
}

// Text formats sentences in the language of the book.
func (w *Writer) Text(all ...message.Message) string {
	var texts []string
	for _, m := range all {
		if text := w.In.Text(m); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, " ")
}

// String returns the text written so far.
func (w *Writer) String() string { return w.out.String() }

// Raw writes text verbatim: a title or a diagram.
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

// Include includes a section of another rulebook as the next section.
func (w *Writer) Include(variant string, section int) {
	w.chapter, w.rank = w.chapter+1, 0
	fmt.Fprintf(&w.out, "@include %s %d\n\n", variant, section)
}

// IncludeRule includes a rule of another rulebook as the next rule.
func (w *Writer) IncludeRule(variant, number string) {
	w.rank++
	fmt.Fprintf(&w.out, "@include %s %s\n\n", variant, number)
}

// Replace redirects references to a rule of another rulebook to the last rule written.
func (w *Writer) Replace(variant, number string) {
	fmt.Fprintf(&w.out, "@replace %s %s\n\n", variant, number)
}

// Say writes paragraphs. It skips empty ones.
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

// Table writes a table, header first.
func (w *Writer) Table(rows ...[]string) {
	for n, row := range rows {
		w.out.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if n == 0 {
			w.out.WriteString(strings.Repeat("|---", len(row)) + "|\n")
		}
	}
	w.out.WriteString("\n")
}

// Rank formats the squares of a rank as in a FEN. An empty square is 0.
func Rank(cells []byte) string {
	var b strings.Builder
	empty := 0
	for _, c := range cells {
		if c == 0 {
			empty++
			continue
		}
		if empty > 0 {
			fmt.Fprint(&b, empty)
		}
		empty = 0
		b.WriteByte(c)
	}
	if empty > 0 {
		fmt.Fprint(&b, empty)
	}
	return b.String()
}
