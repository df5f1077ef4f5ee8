// Package sheet prints the rules of a game on two pages, as a reference for players.
//
// [Write] tries the whole rulebook in large type, then smaller type, fewer pictures and less text, until it
// fits on two pages (sheet.go). A flow lays out the blocks in two columns (flow.go). Package render draws the
// pictures in the rulebook (picture.go).
package sheet

import (
	"slices"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"

	"github.com/tainchess/tain/internal/rulebook"
)

// Pages is the maximum number of pages: both sides of a sheet of paper.
const Pages = 2

// Options define how a sheet is printed. The zero value means A4 in English.
type Options struct {
	Letter   bool   // US Letter instead of A4
	Language string // language tag of the book
	Foot     string // footer of each page
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
	// The output must not depend on the current time.
	pdf.SetCreationDate(time.Unix(0, 0).UTC())
	pdf.SetModificationDate(time.Unix(0, 0).UTC())
	return pdf
}

// detail defines how much of a book a sheet shows.
type detail struct {
	size     float64 // type size in points
	pictures int     // maximum number of pictures
	// own and others define how to abridge this game's own rules and the rules shared with other books.
	own, others measure
}

// measure selects how much of a rule's text to show.
type measure int

const (
	whole    measure = iota // all of it
	first                   // the first block with text
	sentence                // the first sentence of that block
)

// The variations to try, in order. Pictures are dropped before text, and rules shared with other games are
// abridged first. A book that is still too long gets small type.
var (
	abridgements = [][2]measure{{whole, whole}, {whole, first}, {whole, sentence}, {first, sentence}, {sentence, sentence}}
	pictures     = []int{9, 6, 4}
	sizes        = []float64{9.5, 9, 8.5, 8}
	smallest     = []detail{{7, 3, sentence, sentence}, {6, 2, sentence, sentence}, {5, 0, sentence, sentence}}
)

// largest returns the first level of detail that fits, or false if none does. Less text, fewer pictures and
// smaller type never take more room, so it tries the smallest level in a group before the others.
func largest(fits func(detail) (bool, error)) (d detail, found bool, err error) {
	try := func(d detail) bool {
		if err != nil {
			return false
		}
		var ok bool
		ok, err = fits(d)
		return ok
	}
	least := func(words [2]measure, pictures int) detail {
		return detail{sizes[len(sizes)-1], pictures, words[0], words[1]}
	}
	for _, words := range abridgements {
		if !try(least(words, pictures[len(pictures)-1])) {
			continue
		}
		for _, n := range pictures {
			if !try(least(words, n)) {
				continue
			}
			for _, size := range sizes {
				if d := (detail{size, n, words[0], words[1]}); try(d) {
					return d, true, nil
				}
			}
		}
	}
	for _, d := range smallest {
		if try(d) {
			return d, true, nil
		}
	}
	return d, false, err
}

// choose returns the diagrams to show. It prefers those in the game's own rules.
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

// abridge returns the blocks of a rule to show.
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
		case b.Diagram != nil: // choose limits the number of diagrams
			kept = append(kept, b)
			continue
		case hasText(kept):
			continue
		case m == sentence && b.Text != "":
			b.Text = firstSentence(b.Text)
		}
		kept = append(kept, b)
	}
	return kept
}

// hasText reports whether there are blocks other than diagrams.
func hasText(blocks []rulebook.Block) bool {
	return slices.ContainsFunc(blocks, func(b rulebook.Block) bool { return b.Diagram == nil })
}

// firstSentence returns the first sentence of the text. A full stop after a number or an abbreviation such as
// e.g. does not end the sentence.
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
