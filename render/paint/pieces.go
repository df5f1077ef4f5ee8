package paint

import (
	"sync"

	"github.com/tainchess/tain/board"
)

// form is a picture in a box of 100 by 100. The parts are drawn in order, each with its outline,
// so that each part covers the earlier ones.
type form struct {
	Parts []Outline
	Cuts  Outline // lines such as the cut of the mitre and the mouth of the horse
	Eye   Outline // filled
	Sign  Outline // the letter, if the piece is a letter on a disc
	Line  Outline // the highlight on the left
	other Outline // the highlight on the right, if it is not the mirror image of Line
}

// Stroke widths of a piece's outline, cuts, highlight and letter.
const (
	EdgeWidth = 3.9
	CutWidth  = 3.9
	LineWidth = 3.2
	SignWidth = 8.6
)

// Forms returns the drawings by name.
var Forms = sync.OnceValue(func() map[Picture]form {
	all := map[Picture]form{}
	all["pawn"] = form{
		Parts: []Outline{
			both("M50 46 L43 46 C43 58 38.5 67 31.5 73.5 C29 76 27.5 78.5 27.5 82 L50 82"),
			foot(23.5),
			both("M50 43.5 L38.5 43.5 C35 43.5 33.5 45.2 33.5 47 C33.5 48.9 35 50.5 38.5 50.5 L50 50.5"),
			circle(Point{50, 31.5}, 13.5),
		},
		Line: data("M42.2 32 C42 28 44.4 25 47.8 24 M47.4 55.5 C46.6 64.5 42.5 71 36.4 76"),
	}
	all["knight"] = form{
		Parts: []Outline{
			data(`M31 82 C31 75 35.6 69.6 41 65 C46.4 60.4 50.6 57.4 51.6 51.6
				C48.4 55.4 43.6 56.8 38.6 57.8 C34.6 58.6 32.2 60.6 29.6 63.4 C27 66 23.4 66.6 20.4 65
				C16 62.6 15 57 17.6 52.6 C21 47 25.4 42.8 27.4 36.4 C29.6 29 34 23.2 40.4 19.6
				L45.6 8 L53.4 18.4 C58.6 19.4 63 21.6 66.4 24.6 L65.6 28.6 C69.6 31 72.6 34 74.6 37.4 L73 41.4
				C76 45 77.8 49 78.6 53.2 L76.4 57 C78.8 65 78.6 74 76.6 82 Z`),
			data("M51.6 51.6 C52.8 48.4 52.6 45.4 51.4 42.6"), // the jaw
			foot(23),
		},
		Eye:   data("M36.6 36 C38.4 33 42 32.4 45 33.8 C44 37.4 41.2 39 37.8 38.6 C36.4 38.2 36 37 36.6 36 Z"),
		Cuts:  data("M22.8 58.4 L25.2 56"),
		Line:  data("M54.6 26 C62 29.4 67.2 36.4 69.6 45.6 C72 55 72.4 66 71.4 75.6"),
		other: data("M40.4 26.4 C36.4 29 34.2 33 32.8 37.6 C31.2 43.2 28 47.2 25.2 51"),
	}
	all["bishop"] = form{
		Parts: []Outline{
			waist(42), foot(23),
			circle(Point{50, 13.5}, 5),
			both("M50 17.5 C42.5 23.5 31.5 33.5 31.5 45.8 C31.5 51.5 35 56 39 59 L50 59"),
			collar(32, 57),
		},
		Cuts: data("M52.5 44 L61 32"),
		Line: data("M38.6 47.5 C38.2 39.5 43 32 48.2 26.8"),
	}
	all["rook"] = form{
		Parts: []Outline{
			both("M50 38 L36 38 C36.5 52 36 61 33.4 68.5 C32 72.5 28 76.5 28 82 L50 82"),
			foot(22),
			both("M50 18 L44.5 18 L44.5 25.5 L36.5 25.5 L36.5 18 L26 18 L26 33 C26 38.5 29.5 41.5 34.5 41.5 L50 41.5"),
		},
		Line: data("M42.4 47 C42.8 56 42.4 64 40.2 70.6 C39.3 73.2 38 75 36.8 76.4"),
	}
	all["queen"] = form{
		Parts: []Outline{
			waist(41), foot(21),
			both("M50 22 L43 37.5 L32.8 20 L28.8 38 L15.6 29 C18.6 43.5 31.6 49 34.4 59 L50 59"),
			circle(Point{50, 17.5}, 5.2), circle(Point{31.8, 16}, 5.2), circle(Point{68.2, 16}, 5.2),
			circle(Point{14.6, 25}, 5.2), circle(Point{85.4, 25}, 5.2),
			collar(30, 57),
		},
		Line: data("M24.6 39.4 C27.8 44.4 34.4 47.6 37.8 53"),
	}
	all["king"] = form{
		Parts: []Outline{
			waist(41), foot(21),
			data("M46.8 13 L44.2 4 L55.8 4 L53.2 13 L62.4 10.4 L62.4 22 L53.2 19.4 L55.2 31 L44.8 31 L46.8 19.4 L37.6 22 L37.6 10.4 Z"),
			both("M50 31.5 C44 26.8 32.6 26 25.4 29.6 C20.6 32 18.8 36.4 20.4 41 C23.4 49.2 31.6 51 34.4 59 L50 59"),
			collar(30, 57),
		},
		Line: data("M35.4 33 C29 33.4 25.6 36 26.6 39.8 C28.4 45.4 34.8 48 37.8 53.4"),
	}
	addFairies(all)
	addLetters(all)
	return all
})

// data parses path data and panics if it is invalid.
func data(text string) Outline {
	o, err := ParseOutline(text)
	if err != nil {
		panic(err)
	}
	return o
}

// both parses the left half of a part and adds its mirror image.
func both(half string) Outline {
	return whole(data(half))
}

func whole(left Outline) Outline {
	right := left.Fit(-1, 1, Point{100, 0}).reversed()
	return append(left, right[1:]...).close()
}

// foot returns the base of a piece. The argument x is its left end.
func foot(x float64) Outline {
	r := 100 - x
	return Outline{}.MoveTo(Point{x + 5, 79.5}).LineTo(Point{r - 5, 79.5}).
		CurveTo(Point{r - 2, 79.5}, Point{r, 82}, Point{r, 85}).LineTo(Point{r, 90}).LineTo(Point{x, 90}).LineTo(Point{x, 85}).
		CurveTo(Point{x, 82}, Point{x + 2, 79.5}, Point{x + 5, 79.5}).close()
}

// waist returns the part between collar and foot. The argument x is its left edge at the collar.
func waist(x float64) Outline {
	o := Outline{}.MoveTo(Point{50, 62}).LineTo(Point{x, 62}).
		CurveTo(Point{x - 0.2, 68.5}, Point{x - 3.5, 72.5}, Point{x - 9, 75.8}).
		CurveTo(Point{x - 12, 77.6}, Point{x - 13.6, 79.6}, Point{x - 13.6, 82}).LineTo(Point{50, 82})
	return whole(o)
}

// collar returns the ring below the head, with its left edge at x and its upper edge at y.
func collar(x, y float64) Outline {
	return whole(Outline{}.MoveTo(Point{50, y}).LineTo(Point{x + 5, y}).
		CurveTo(Point{x + 1.5, y}, Point{x, y + 1.8}, Point{x, y + 3.6}).
		CurveTo(Point{x, y + 5.6}, Point{x + 1.5, y + 7.2}, Point{x + 5, y + 7.2}).LineTo(Point{50, y + 7.2}))
}

// Highlight returns the cuts and the highlight of an ordinary piece or, if mirrored is set, of a spawned one,
// whose highlight is on the other side.
func (f *form) Highlight(mirrored bool) (cuts, line Outline) {
	switch {
	case !mirrored:
		return f.Cuts, f.Line
	case f.other != nil:
		return f.Cuts, f.other
	}
	return f.Cuts.Fit(-1, 1, Point{100, 0}), f.Line.Fit(-1, 1, Point{100, 0})
}

// PiecePaths returns the paths of a piece in a box of 100 by 100.
func (t *Theme) PiecePaths(p Picture, c board.Colour, mirrored bool) (paths []Path) {
	ink := t.White
	if c == board.Black {
		ink = t.Black
	}
	f := Forms()[p]
	if Seen(ink.Rim) {
		for _, part := range f.Parts {
			paths = append(paths, Path{part, Stroked(ink.Rim, EdgeWidth+3.6)})
		}
	}
	for _, part := range f.Parts {
		paths = append(paths, Path{part, Paint{Fill: ink.Body, Stroke: ink.Edge, Width: EdgeWidth}})
	}
	mark := ink.Edge
	if c == board.Black {
		mark = ink.Line
	}
	cuts, line := f.Highlight(mirrored)
	if len(cuts) > 0 {
		paths = append(paths, Path{cuts, Stroked(mark, CutWidth)})
	}
	if len(f.Sign) > 0 {
		paths = append(paths, Path{f.Sign, Stroked(mark, SignWidth)})
	}
	if len(f.Eye) > 0 {
		paths = append(paths, Path{f.Eye, Filled(mark)})
	}
	return append(paths, Path{line, Stroked(ink.Line, LineWidth)})
}
