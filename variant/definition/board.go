package definition

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/variant/grid"
)

// Limits of a board.
const (
	mostSide    = 16
	mostSquares = grid.MaxSquares // on all planes together
)

// board reads the size and the shape of the board.
func (r *reader) board(top map[string]any) {
	b := &r.d.Board
	r.holes = map[int]bool{}
	t, ok := r.table(top, "board")
	if !ok {
		return
	}
	b.Files = r.number(t, "board.", "files", mostSide, 8)
	b.Ranks = r.number(t, "board.", "ranks", mostSide, 8)
	b.Planes = r.number(t, "board.", "planes", 2, 1)
	if count := b.area() * b.Planes; count > mostSquares {
		r.fault("board", "definition.squares", "the board has {count} squares; the limit is {most}", message.Args{"count": count, "most": mostSquares})
	}
	holes := r.squares("board.holes", r.textIn(t, "board.", "holes", ""))
	for _, square := range holes {
		r.holes[square] = true
	}
	b.Holes = b.names(holes)
}

// token is a word of a text, delimited by white space.
type token struct {
	text string
	at   int // offset in the text
}

func tokens(text string) (all []token) {
	rest, at := text, 0
	for {
		trimmed := strings.TrimLeft(rest, " \t\n")
		at += len(rest) - len(trimmed)
		if trimmed == "" {
			return all
		}
		end := strings.IndexAny(trimmed, " \t\n")
		if end < 0 {
			end = len(trimmed)
		}
		all = append(all, token{trimmed[:end], at})
		rest, at = trimmed[end:], at+end
	}
}

// squares parses the names of squares. A name without a plane's letter means both planes.
func (r *reader) squares(path, text string) (all []int) {
	seen := map[int]bool{}
	for _, w := range tokens(text) {
		square, both, ok := r.square(path, w)
		if !ok {
			continue
		}
		named := []int{square}
		if both {
			named = append(named, square+r.d.Board.area())
		}
		for _, square := range named {
			if r.holes[square] {
				continue
			}
			if seen[square] {
				r.faultAt(path, w.at, "definition.letter.twice", "{text} is given twice", message.Args{"text": w.text})
				break
			}
			seen[square] = true
			all = append(all, square)
		}
	}
	return all
}

// square parses the name of a square. It adds a fault if the board has no such square or the square is a hole.
func (r *reader) square(path string, w token) (square int, both, ok bool) {
	b := &r.d.Board
	square, both, ok = b.parse(w.text)
	switch {
	case !ok && r.faulty("board.files"), !ok && r.faulty("board.ranks"), !ok && r.faulty("board.planes"):
	case !ok:
		r.faultAt(path, w.at, "definition.square", "{text, quote} is not a square of this board, which has the squares {first} to {last}",
			message.Args{"text": notation.Clip(w.text), "first": message.Square(b.name(0)), "last": message.Square(b.name(b.area()*b.Planes - 1))})
	case r.holes[square] && (!both || r.holes[square+b.area()]):
		r.faultAt(path, w.at, "definition.hole", "{text} is a hole", message.Args{"text": w.text})
		ok = false
	}
	return square, both, ok
}

// crossers reads the kinds that may cross an edge.
func (r *reader) crossers(t map[string]any, prefix string, crosses bool) Kinds {
	field := prefix + "kinds"
	kinds := KindsOf(r.letters(field, r.textIn(t, prefix, "kinds", "")))
	switch {
	case crosses && kinds == "" && !r.faulty(field):
		r.fault(field, "definition.kinds", "a crossing needs the kinds of piece that may cross, such as {kinds}", message.Args{"kinds": orthodox})
	case !crosses && kinds != "":
		r.warn(field, "definition.no-effect.crossing", "this has no effect: nothing crosses this edge", nil)
	}
	return kinds
}

func (r *reader) seam(top map[string]any) {
	s := &r.d.Seam
	t, ok := r.table(top, "seam")
	if !ok {
		return
	}
	s.Crossing = Crossing(r.word(t, "seam.", "crossing", seamWords))
	crosses := s.Crossing != NoCrossing
	s.Kinds = r.crossers(t, "seam.", crosses)
	s.Home = r.word(t, "seam.", "en_passant", landingWords) == 1
	s.Mark = r.truth(t, "seam.", "mark", false)
	switch {
	case s.Home && !(crosses && s.Kinds.Has('p')):
		r.warn("seam.en_passant", "definition.no-effect.en-passant", "this has no effect: pawns do not cross a seam", nil)
	case s.Home && !r.d.DoublePush && !r.d.own('p'):
		r.warn("seam.en_passant", "definition.no-effect.double-push", "this has no effect: no pawn advances two squares", nil)
	}
	if s.Mark && !crosses {
		r.warn("seam.mark", "definition.no-effect.crossing", "this has no effect: nothing crosses this edge", nil)
	}
	if s.Crossing == Hop && r.d.Board.Files != 8 {
		r.fault("seam.crossing", "definition.hop.files", "hop needs a board with 8 files", nil)
	}
	if s.Crossing == Hop && len(r.holes) > 0 {
		r.combined("seam.crossing", "hop", "board.holes")
	}
}

// combined adds a fault for a field whose value cannot be combined with another field.
func (r *reader) combined(field, value, other string) {
	r.fault(field, "definition.combined", "{value} cannot be combined with {other}", message.Args{"value": value, "other": other})
}

func (r *reader) ends(top map[string]any) {
	e, seam := &r.d.Ends, r.d.Seam.Crossing
	t, ok := r.table(top, "ends")
	if !ok {
		return
	}
	e.Crossing = endsValues[r.word(t, "ends.", "crossing", endsWords)]
	crosses := e.Crossing != NoCrossing
	e.Kinds = r.crossers(t, "ends.", crosses)
	if crosses && e.Kinds.Has('p') {
		r.warn("ends.kinds", "definition.no-effect.ends", "p has no effect: pawns never cross the ends", nil)
	}
	if crosses && seam == Hop {
		r.combined("ends.crossing", endsWords[slices.Index(endsValues, e.Crossing)], `seam.crossing = "hop"`)
	}
	if e.Crossing == Pole && (r.d.Board.Files%2 != 0 || seam != Wrap && !r.faulty("seam.crossing")) {
		r.fault("ends.crossing", "definition.pole", `a pole needs an even number of files and seam.crossing = "wrap"`, nil)
	}
}

// compass lists the directions of a step, clockwise.
var compass = []string{"n", "ne", "e", "se", "s", "sw", "w", "nw"}

// opposite returns the opposite direction.
func opposite(direction int) int { return (direction + 4) % 8 }

// step is a single step from a square.
type step struct{ square, direction int }

// links reads the links. A link works both ways. Its canonical spelling is the one whose direction comes
// first in compass or, if the directions are equal, whose square does.
func (r *reader) links(top map[string]any) {
	v, there := top["links"]
	list, ok := v.([]any)
	if there && !ok {
		r.fault("links", "definition.links", `expected a list of links, such as ["d8 n - e1 n"], instead of {value}`, message.Args{"value": echo(v)})
	}
	var all [][2]step
	used := map[step]bool{}
	for i, v := range list {
		path := "links." + strconv.Itoa(i)
		link, ok := r.link(path, v)
		if !ok {
			continue
		}
		back := [2]step{{link[1].square, opposite(link[1].direction)}, {link[0].square, opposite(link[0].direction)}}
		for _, s := range []step{link[0], back[0]} {
			if used[s] {
				r.faultAt(path, whole, "definition.link.twice", "two links for the step {direction} from {square}",
					message.Args{"direction": compass[s.direction], "square": message.Square(r.d.Board.name(s.square))})
				break
			}
		}
		used[link[0]], used[back[0]] = true, true
		if compareSteps(back[0], link[0]) < 0 {
			link = back
		}
		all = append(all, link)
	}
	if len(list) > 0 && r.d.Seam.Crossing == Hop {
		r.combined("links", "links", `seam.crossing = "hop"`)
	}
	slices.SortFunc(all, func(x, y [2]step) int {
		return cmp.Or(cmp.Compare(x[0].square, y[0].square), compareSteps(x[0], y[0]))
	})
	for _, link := range all {
		from, to := link[0], link[1]
		r.d.Links = append(r.d.Links, Link{r.d.Board.name(from.square), compass[from.direction], r.d.Board.name(to.square), compass[to.direction]})
	}
}

func compareSteps(x, y step) int {
	return cmp.Or(cmp.Compare(x.direction, y.direction), cmp.Compare(x.square, y.square))
}

// link parses a link: a step, and the square and heading where it leads.
func (r *reader) link(path string, v any) (link [2]step, ok bool) {
	text, ok := v.(string)
	words := tokens(text)
	if !ok || len(words) != 5 || words[2].text != "-" {
		r.faultAt(path, whole, "definition.link", `{value} is not a link, such as "d8 n - e1 n"`, message.Args{"value": echo(v)})
		return link, false
	}
	for i, w := range []token{words[0], words[3]} {
		square, both, known := r.square(path, w)
		if known && both {
			r.faultAt(path, w.at, "definition.link.plane", "{text} needs the letter of its plane, A or B", message.Args{"text": w.text})
		}
		heading := words[1+3*i]
		direction := slices.Index(compass, heading.text)
		if direction < 0 {
			r.faultAt(path, heading.at, "definition.word", "expected {words, or} instead of {value}{guess}",
				message.Args{"words": message.Strings(compass), "value": echo(heading.text), "guess": guess(heading.text, compass)})
		}
		link[i] = step{square, direction}
		ok = ok && known && !both && direction >= 0
	}
	if area := r.d.Board.area(); ok && link[0].square/area != link[1].square/area {
		r.faultAt(path, whole, "definition.link.planes", "a link joins squares of one plane", nil)
		return link, false
	}
	return link, ok
}
