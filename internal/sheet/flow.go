package sheet

import (
	"fmt"
	"io"
	"strings"

	"codeberg.org/go-pdf/fpdf"

	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/rules"
)

// Page dimensions, in millimetres; leading is a multiple of the type size.
const (
	margin = 12
	gutter = 6
	foot   = 6
	// tallest is the maximum height of a picture.
	tallest = 62
	point   = 25.4 / 72
	leading = 1.28
)

// flow lays out blocks in two columns, page by page.
type flow struct {
	pdf    *fpdf.Fpdf
	album  *album
	d      detail
	foot   string
	pages  int
	column int
	top, y float64 // top of the columns, and current vertical position
	width  float64 // column width
	bottom float64
	shown  map[*rulebook.Diagram]bool
}

// set lays out a book with the given level of detail. It stops once there are too many pages.
func set(a *album, book rulebook.Book, d detail, o Options) (*flow, error) {
	pdf := newPDF(book.Title, o)
	pdf.AddPage()
	w, h := pdf.GetPageSize()
	f := &flow{pdf: pdf, album: a, d: d, foot: o.Foot, pages: 1, top: margin, y: margin, width: (w - 2*margin - gutter) / 2, bottom: h - margin - foot, shown: d.choose(book)}
	f.footLine()
	f.title(book.Title)
	if err := f.blocks(book.Intro); err != nil {
		return nil, err
	}
	for _, s := range book.Sections {
		if f.pages > Pages {
			break
		}
		f.heading(headed(s.Number, s.Title), d.size+1.5, 9)
		if err := f.blocks(s.Intro); err != nil {
			return nil, err
		}
		for _, r := range s.Rules {
			if f.pages > Pages {
				break
			}
			f.heading(headed(r.Number, r.Title), d.size, 4)
			if err := f.blocks(d.abridge(r)); err != nil {
				return nil, err
			}
		}
	}
	return f, pdf.Error()
}

// headed returns the heading of a rule or section, with its number.
func headed(number, title string) string { return strings.TrimSpace(number + "  " + title) }

func (f *flow) x() float64 { return margin + float64(f.column)*(f.width+gutter) }

// room starts the next column, or a new page, if the height does not fit in the current column.
func (f *flow) room(height float64) {
	if f.y+height <= f.bottom {
		return
	}
	if f.column++; f.column > 1 {
		f.column = 0
		f.pages++
		f.pdf.AddPage()
		f.top = margin
		f.footLine()
	}
	f.y = f.top
}

func (f *flow) footLine() {
	f.pdf.SetFont("text", "", 7)
	f.pdf.SetTextColor(110, 110, 110)
	f.pdf.Text(margin, f.bottom+foot, f.foot)
	f.pdf.SetTextColor(0, 0, 0)
}

// title prints the title across both columns.
func (f *flow) title(text string) {
	f.pdf.SetFont("text", "B", 18)
	f.pdf.Text(margin, f.y+18*point, text)
	f.top = f.y + 18*point*1.7
	f.y = f.top
}

// heading prints a heading. It also reserves room for some lines after the heading, so that it is never alone
// at the bottom of a column.
func (f *flow) heading(text string, size, lines float64) {
	f.room(lines * size * point * leading)
	if f.y > f.top {
		f.y += size * point * .5
	}
	f.lines("text", "B", size, text, 0)
}

func (f *flow) lines(family, style string, size float64, text string, indent float64) {
	f.pdf.SetFont(family, style, size)
	high := size * point * leading
	for _, line := range f.pdf.SplitText(text, f.width-indent-.5) {
		f.room(high)
		f.pdf.SetFont(family, style, size) // a page break may have changed the font
		f.pdf.Text(f.x()+indent, f.y+size*point, line)
		f.y += high
	}
}

func (f *flow) blocks(all []rulebook.Block) error {
	size := f.d.size
	for _, b := range all {
		switch {
		case b.Diagram != nil:
			if err := f.diagram(b.Diagram); err != nil {
				return err
			}
			continue
		case b.Code != "":
			for line := range strings.Lines(b.Code) {
				f.lines("code", "", size-1, strings.TrimRight(line, "\n"), 2)
			}
		case b.Rows != nil:
			for i, row := range b.Rows {
				style := ""
				if i == 0 {
					style = "B"
				}
				cells := make([]string, len(row))
				for j, cell := range row {
					cells[j] = rulebook.Plain(cell)
				}
				f.lines("text", style, size-.5, strings.Join(cells, "  ·  "), 2)
			}
		case b.Items != nil:
			for _, item := range b.Items {
				f.room(size * point * leading)
				f.pdf.SetFont("text", "", size)
				f.pdf.Text(f.x(), f.y+size*point, "•")
				f.lines("text", "", size, rulebook.Plain(item), 3)
			}
		default:
			f.lines("text", "", size, rulebook.Plain(b.Text), 0)
		}
		f.y += size * point * .35
	}
	return nil
}

// diagram prints a picture and its caption, if the picture was chosen.
func (f *flow) diagram(d *rulebook.Diagram) error {
	if !f.shown[d] {
		return nil
	}
	p, err := f.album.picture(d)
	if err != nil {
		return err
	}
	ratio := p.Height / p.Width
	width := min(f.width, tallest/ratio)
	size := f.d.size - .5
	f.pdf.SetFont("text", "", size)
	about := rulebook.Plain(d.About)
	words := float64(len(f.pdf.SplitText(about, f.width-.5))) * size * point * leading
	f.room(width*ratio + words + 3)
	f.y++
	if f.pages <= Pages {
		put(f.pdf, p, f.x()+(f.width-width)/2, f.y, width)
	}
	f.y += width*ratio + 1
	f.lines("text", "", size, about, 0)
	f.y += 1.5
	return nil
}

// Write prints an illustrated rulebook as a PDF. It returns an error if the rules do not fit on two pages.
func Write(out io.Writer, r rules.Rules, book rulebook.Book, o Options) error {
	album := newAlbum(r, o.Language)
	var last *flow
	_, found, err := largest(func(d detail) (bool, error) {
		f, err := set(album, book, d, o)
		if err != nil {
			return false, err
		}
		last = f
		return f.pages <= Pages, nil
	})
	switch {
	case err != nil:
		return fmt.Errorf("sheet: %s: %w", book.Title, err)
	case !found:
		return fmt.Errorf("sheet: the rules of %s do not fit on %d pages", book.Title, Pages)
	}
	return last.pdf.Output(out)
}
