// Package sheet prints the rules of a game on two pages, to lie beside a board.
//
// The way to a sheet: Write tries the whole rulebook in good type, then smaller
// type, fewer pictures and fewer words, and takes the first that fits on two
// pages. A flow sets the blocks in two columns (flow.go). Pictures
// are those of the rulebook, drawn by render (picture.go).
package sheet

import (
	"fmt"
	"io"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"

	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/rules"
)

// Pages is how many pages a sheet has at most: both sides of a leaf.
const Pages = 2

// Options are how a sheet is printed. The zero value is A4 in English.
type Options struct {
	Letter   bool   // on US letter, not A4
	Language string // the tag of the book's language
	Foot     string // what stands at the foot of each page
}

// Write prints the rules that an illustrated book tells as PDF.
func Write(out io.Writer, r rules.Rules, book rulebook.Book, o Options) error {
	album := newAlbum(r, o.Language)
	for _, d := range details {
		f, err := set(album, book, d, o)
		if err != nil {
			return fmt.Errorf("sheet: %s: %w", book.Title, err)
		}
		if f.pages <= Pages {
			return f.pdf.Output(out)
		}
	}
	return fmt.Errorf("sheet: the rules of %s do not fit on %d pages", book.Title, Pages)
}

func newPDF(title string, o Options) *fpdf.Fpdf {
	size := "A4"
	if o.Letter {
		size = "Letter"
	}
	pdf := fpdf.New("P", "mm", size, "")
	pdf.AddUTF8FontFromBytes("text", "", goregular.TTF)
	pdf.AddUTF8FontFromBytes("text", "B", gobold.TTF)
	pdf.AddUTF8FontFromBytes("code", "", gomono.TTF)
	pdf.SetTitle(title, true)
	pdf.SetCreator("Tain", true)
	if o.Language != "" {
		pdf.SetLang(o.Language)
	}
	pdf.SetAutoPageBreak(false, 0)
	// Nothing in it tells when it was made.
	pdf.SetCreationDate(time.Unix(0, 0).UTC())
	pdf.SetModificationDate(time.Unix(0, 0).UTC())
	return pdf
}

// detail is how much of a book a sheet tells.
type detail struct {
	size     float64 // of the type, in points
	pictures int     // at most
	// others is how much is told of the rules that another book has too, own of
	// the others: every block, the first, or a sentence of it.
	own, others measure
}

type measure int

const (
	whole measure = iota
	first
	sentence
)

// details are tried in order: pictures go before words, and what another game
// has too goes before what is this game's own.
var details = func() (all []detail) {
	for _, words := range [][2]measure{{whole, whole}, {whole, first}, {whole, sentence}, {first, sentence}, {sentence, sentence}} {
		for _, pictures := range []int{9, 6, 4} {
			for _, size := range []float64{9.5, 9, 8.5, 8} {
				all = append(all, detail{size, pictures, words[0], words[1]})
			}
		}
	}
	// A book that is still too long is told in small type.
	return append(all, detail{7, 3, sentence, sentence}, detail{6, 2, sentence, sentence}, detail{5, 0, sentence, sentence})
}()

// choose returns the diagrams that are shown: those of the game's own rules
// before those of rules that another has too.
func (d detail) choose(book rulebook.Book) map[*rulebook.Diagram]bool {
	shown := map[*rulebook.Diagram]bool{}
	take := func(blocks []rulebook.Block) {
		for _, b := range blocks {
			if b.Diagram != nil && len(shown) < d.pictures {
				shown[b.Diagram] = true
			}
		}
	}
	take(book.Intro)
	for _, others := range []bool{false, true} {
		for _, s := range book.Sections {
			if !others {
				take(s.Intro)
			}
			for _, r := range s.Rules {
				if (r.From != "") == others {
					take(r.Body)
				}
			}
		}
	}
	return shown
}

// abridge returns as much of a rule as is told.
func (d detail) abridge(r rulebook.Rule) []rulebook.Block {
	m := d.own
	if r.From != "" {
		m = d.others
	}
	return m.of(r.Body)
}

func (m measure) of(body []rulebook.Block) (kept []rulebook.Block) {
	if m == whole {
		return body
	}
	for _, b := range body {
		switch {
		case b.Diagram != nil: // pictures are counted, not abridged
			kept = append(kept, b)
			continue
		case told(kept):
			continue
		case m == sentence && b.Text != "":
			b.Text = firstSentence(b.Text)
		}
		kept = append(kept, b)
	}
	return kept
}

// told reports whether there are words among blocks.
func told(blocks []rulebook.Block) bool {
	for _, b := range blocks {
		if b.Diagram == nil {
			return true
		}
	}
	return false
}

// firstSentence cuts a text after its first sentence; a full stop inside an
// abbreviation or a number ends none.
func firstSentence(text string) string {
	for i := 0; i+2 < len(text); i++ {
		if strings.IndexByte(".!?", text[i]) < 0 || text[i+1] != ' ' {
			continue
		}
		word := text[strings.LastIndexByte(text[:i], ' ')+1 : i]
		if len(word) > 1 && !strings.Contains(word, ".") && strings.Trim(word, "0123456789") != "" {
			return text[:i+1]
		}
	}
	return text
}
