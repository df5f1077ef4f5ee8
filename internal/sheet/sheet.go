// Package sheet prints the rules of a game on two pages, to lie beside a board.
//
// The way to a sheet: Write tries the whole rulebook in good type, then smaller
// type, fewer pictures and fewer words, and takes the first that fits on two
// pages (plan.go). A flow sets the blocks in two columns (flow.go). Pictures
// are those of the rulebook, drawn by render (picture.go).
package sheet

import (
	"fmt"
	"io"
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

// newPDF begins a document.
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
