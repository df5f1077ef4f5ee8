package ini

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/tainchess/tain/variant/betza"
)

// XBoard and Fairy-Stockfish read Betza notation with directions of their own: on a knight, f means the two
// narrow forward moves, and fh all four. The functions below translate between the two dialects by converting
// movements to leaps.

// Betza translates a movement into the dialect of XBoard and Fairy-Stockfish. It returns an error if XBoard
// cannot play it.
func Betza(move string) (string, error) {
	m, err := tainMovement(move, math.MaxInt)
	if err != nil {
		return "", err
	}
	for _, l := range m {
		if l.lame && l.long == 3 {
			return "", fmt.Errorf("n is not supported for %c", letters[[2]int{l.long, l.short}])
		}
	}
	return fairy.format(m)
}

// leap is one direction of a movement, either without capture or as a capture.
type leap struct {
	shape
	heading betza.Heading
	capture bool
	passant bool // the capture may be en passant
}

// shape contains the properties of a leap other than its direction and whether it captures.
type shape struct {
	long, short   int
	limit         int // maximum number of leaps, or betza.Unlimited
	initial, lame bool
	hurdle        betza.Hurdle
}

// rides reports whether the leap may be repeated.
func (s *shape) rides() bool { return s.limit != 1 }

// turned returns the leap as the other side sees it.
func (l leap) turned() leap {
	l.heading = l.heading.Turned()
	return l
}

// movement lists a piece's leaps, without duplicates, in the order of the text.
type movement []leap

func (m *movement) add(l leap) {
	if !slices.Contains(*m, l) {
		*m = append(*m, l)
	}
}

// tainMovement parses Tain's notation. side is the length of the longer side of the board; a range that covers
// the whole board becomes unlimited.
func tainMovement(text string, side int) (m movement, err error) {
	atoms, err := betza.Parse(text)
	for _, a := range atoms {
		s := shape{long: a.Long, short: a.Short, limit: limitOn(a.Range, side), initial: a.Initial, lame: a.Lame, hurdle: a.Hurdle}
		for _, h := range a.Headings {
			if a.Mode != betza.Capture {
				m.add(leap{shape: s, heading: h})
			}
			if a.Mode != betza.Move {
				m.add(leap{shape: s, heading: h, capture: true, passant: a.EnPassant})
			}
		}
	}
	return m, err
}

// limitOn returns a range, or betza.Unlimited if the range covers the whole board.
func limitOn(limit, side int) int {
	if limit > 1 && limit >= side-1 {
		return betza.Unlimited
	}
	return limit
}

// atom contains the leaps of one of Fairy-Stockfish's letters.
type atom struct {
	leaps [][2]int
	rides bool // unlimited, although no range follows
}

var atoms = map[byte]atom{
	'W': {leaps: [][2]int{{1, 0}}}, 'F': {leaps: [][2]int{{1, 1}}}, 'D': {leaps: [][2]int{{2, 0}}}, 'N': {leaps: [][2]int{{2, 1}}},
	'A': {leaps: [][2]int{{2, 2}}}, 'H': {leaps: [][2]int{{3, 0}}}, 'L': {leaps: [][2]int{{3, 1}}}, 'C': {leaps: [][2]int{{3, 1}}},
	'J': {leaps: [][2]int{{3, 2}}}, 'Z': {leaps: [][2]int{{3, 2}}}, 'G': {leaps: [][2]int{{3, 3}}}, 'K': {leaps: [][2]int{{1, 0}, {1, 1}}},
	'R': {[][2]int{{1, 0}}, true}, 'B': {[][2]int{{1, 1}}, true}, 'Q': {[][2]int{{1, 0}, {1, 1}}, true},
}

// letters maps leaps to the letters that the two dialects share.
var letters = map[[2]int]byte{
	{1, 0}: 'W', {1, 1}: 'F', {2, 0}: 'D', {2, 1}: 'N', {2, 2}: 'A', {3, 0}: 'H', {3, 1}: 'C', {3, 2}: 'Z', {3, 3}: 'G',
}

// fairyMovement parses Fairy-Stockfish's notation. Unlike Fairy-Stockfish, it reports letters that are not part
// of the notation.
func fairyMovement(text string, side int) (m movement, err error) {
	passant := strings.Contains(text, "e")
	var s shape
	var directions []string
	var moves, takes, given bool
	reset := func() { s, directions, moves, takes, given = shape{limit: 1}, nil, false, false, false }
	reset()
	for i := 0; i < len(text); i++ {
		given = true
		switch c := text[i]; {
		case c == 'm':
			moves = true
		case c == 'c':
			takes = true
		case c == 'p' && s.hurdle == betza.NoHurdle:
			s.hurdle = betza.Cannon
		case c == 'g' && s.hurdle == betza.NoHurdle:
			s.hurdle = betza.Hopper
		case c == 'n':
			s.lame = true
		case c == 'i':
			s.initial = true
		case c == 'e':
		case strings.IndexByte(vertical+horizontal, c) >= 0:
			one := string([]byte{c, c})
			if i+1 < len(text) && pairs(c, text[i+1]) {
				i++
				one = string([]byte{c, text[i]})
			}
			directions = append(directions, one)
		default:
			a, ok := atoms[c]
			if !ok {
				return nil, fmt.Errorf("%q is not supported (at character %d)", c, i+1)
			}
			if a.rides {
				s.limit = betza.Unlimited
			}
			if i+1 < len(text) && (text[i+1] == c || text[i+1] >= '0' && text[i+1] <= '9') {
				i++
				s.limit = betza.Unlimited
				if text[i] != c {
					s.limit = limitOn(int(text[i]-'0'), side)
				}
			}
			if !moves && !takes {
				moves, takes = true, true
			}
			for _, one := range a.leaps {
				s.long, s.short = one[0], one[1]
				if err := s.supported(); err != nil {
					return nil, fmt.Errorf("%w (at character %d)", err, i+1)
				}
				for _, h := range fairyHeadings(one, directions, len(a.leaps) == 1) {
					if moves {
						m.add(leap{shape: s, heading: h})
					}
					if takes && !s.initial { // Fairy-Stockfish ignores initial captures
						m.add(leap{shape: s, heading: h, capture: true, passant: passant})
					}
				}
			}
			reset()
		}
	}
	if given {
		return nil, fmt.Errorf("an atom must follow the modifiers at the end")
	}
	return m, nil
}

// Letters of vertical and horizontal directions. Fairy-Stockfish reads two equal letters, or one letter from
// each set, as one direction.
const (
	vertical   = "fbvh"
	horizontal = "rlsh"
)

func pairs(a, b byte) bool {
	is := func(set string, c byte) bool { return strings.IndexByte(set, c) >= 0 }
	return a == b || is(vertical, a) && is(horizontal, b) || is(horizontal, a) && is(vertical, b)
}

// supported returns an error if Fairy-Stockfish has no moves of this shape, although its notation can write
// them.
func (s *shape) supported() error {
	letter := letters[[2]int{s.long, s.short}]
	line := s.long == 1
	switch {
	case s.hurdle != betza.NoHurdle && (!line || !s.rides()):
		return fmt.Errorf("p and g need a line of steps, such as R, B or Q")
	case s.hurdle == betza.Hopper && s.limit != betza.Unlimited:
		return fmt.Errorf("g with a range is not supported")
	case s.rides() && !line && letter != 'N':
		return fmt.Errorf("riders of %c are not supported", letter)
	case s.lame && s.rides():
		return fmt.Errorf("n is not supported for riders")
	case s.lame && letter != 'N' && letter != 'D' && letter != 'A':
		return fmt.Errorf("n is only supported for N, D and A")
	}
	return nil
}

// fairySenses lists the eight headings of a leap, in the coordinates of the leap (2, 1), with the letter pairs
// that select each heading.
var fairySenses = [8]struct {
	heading betza.Heading
	pairs   string
}{
	{betza.Heading{X: 1, Y: 2}, "ff vv rf rv fh rh hr"}, {betza.Heading{X: -1, Y: -2}, "bb vv lb lv bh lh hr"},
	{betza.Heading{X: 2, Y: -1}, "rr ss br bs bh rh hr"}, {betza.Heading{X: -2, Y: 1}, "ll ss fl fs fh lh hr"},
	{betza.Heading{X: 2, Y: 1}, "rr ss fr fs fh rh hl"}, {betza.Heading{X: -2, Y: -1}, "ll ss bl bs bh lh hl"},
	{betza.Heading{X: 1, Y: -2}, "bb vv rb rv bh rh hl"}, {betza.Heading{X: -1, Y: 2}, "ff vv lf lv fh lh hl"},
}

// fairyHeadings returns the headings of a leap in the given directions. On a straight leap, unless it is part
// of K or Q, a pair of different letters means both directions.
func fairyHeadings(one [2]int, directions []string, alone bool) (all []betza.Heading) {
	var split []string
	for _, d := range directions {
		if alone && one[1] == 0 && d[0] != d[1] {
			split = append(split, d[:1]+d[:1], d[1:]+d[1:])
		} else {
			split = append(split, d)
		}
	}
	part := func(n int) int { // 2 stands for the long axis, 1 for the short one
		switch n {
		case 2, -2:
			return n / 2 * one[0]
		}
		return n * one[1]
	}
	for _, sense := range fairySenses {
		in := func(d string) bool { return slices.Contains(strings.Fields(sense.pairs), d) }
		h := betza.Heading{X: part(sense.heading.X), Y: part(sense.heading.Y)}
		if (len(split) == 0 || slices.ContainsFunc(split, in)) && !slices.Contains(all, h) {
			all = append(all, h)
		}
	}
	return all
}

// dialect describes how a notation writes directions.
type dialect struct {
	directions func(one [2]int) []string
	headings   func(one [2]int, direction string) []betza.Heading
}

var tain = dialect{
	directions: func([2]int) []string { return strings.Fields("f b l r v s ff bb fs bs fl fr bl br") },
	headings: func(one [2]int, direction string) []betza.Heading {
		parsed, err := betza.Parse(direction + string(letters[one]))
		if err != nil {
			return nil
		}
		return parsed[0].Headings
	},
}

var fairy = dialect{
	directions: func(one [2]int) []string {
		if one[0] != one[1] && one[1] != 0 {
			return strings.Fields("fh bh lh rh v s ff bb ll rr fs bs lv rv hl hr fl fr bl br lf rf lb rb")
		}
		return strings.Fields("f b l r v s fl fr bl br")
	},
	headings: func(one [2]int, direction string) []betza.Heading {
		switch {
		case direction == "":
			return fairyHeadings(one, nil, true)
		case len(direction) == 1:
			direction += direction
		}
		if one[1] == 0 && direction[0] != direction[1] || one[0] == one[1] && strings.Contains("vv ss", direction) {
			return nil
		}
		return fairyHeadings(one, []string{direction}, true)
	},
}

// format writes a movement.
func (d dialect) format(m movement) (string, error) {
	var shapes []shape
	for _, l := range m {
		if !slices.Contains(shapes, l.shape) {
			shapes = append(shapes, l.shape)
		}
	}
	var text strings.Builder
	for _, s := range shapes {
		groups := map[string][]betza.Heading{}
		var order []string
		for _, l := range m {
			if l.shape != s {
				continue
			}
			other := l
			other.capture, other.passant = !l.capture, false
			mode := "m"
			switch {
			case l.passant:
				mode = "ce"
			case slices.Contains(m, other):
				mode = ""
			case l.capture:
				mode = "c"
			}
			if !slices.Contains(order, mode) {
				order = append(order, mode)
			}
			if !slices.Contains(groups[mode], l.heading) {
				groups[mode] = append(groups[mode], l.heading)
			}
		}
		for _, mode := range order {
			if err := d.group(&text, s, mode, groups[mode]); err != nil {
				return "", err
			}
		}
	}
	return text.String(), nil
}

// group writes the leaps of one shape and mode.
func (d dialect) group(text *strings.Builder, s shape, mode string, headings []betza.Heading) error {
	one := [2]int{s.long, s.short}
	before, after := "", mode // XBoard needs this order
	if s.initial {
		before = "i"
	}
	after += []string{betza.NoHurdle: "", betza.Cannon: "p", betza.Hopper: "g"}[s.hurdle]
	if s.lame {
		after += "n"
	}
	switch {
	case s.limit == betza.Unlimited && s.long == 1:
		after += []string{"R", "B"}[s.short]
	case s.limit != 1:
		after += string(letters[one]) + fmt.Sprint(s.limit)
	default:
		after += string(letters[one])
	}
	wanted := func(h betza.Heading) bool { return slices.Contains(headings, h) }
	if all := d.headings(one, ""); len(headings) == len(all) {
		text.WriteString(before + after)
		return nil
	}
	type choice struct {
		direction string
		headings  []betza.Heading
	}
	var choices []choice
	for _, direction := range d.directions(one) {
		if some := d.headings(one, direction); len(some) > 0 && !slices.ContainsFunc(some, func(h betza.Heading) bool { return !wanted(h) }) {
			choices = append(choices, choice{direction, some})
		}
	}
	slices.SortStableFunc(choices, func(a, b choice) int { return cmp.Compare(len(b.headings), len(a.headings)) })
	done := map[betza.Heading]bool{}
	for _, c := range choices {
		if slices.ContainsFunc(c.headings, func(h betza.Heading) bool { return !done[h] }) {
			text.WriteString(before + c.direction + after)
			for _, h := range c.headings {
				done[h] = true
			}
		}
	}
	if len(done) < len(headings) {
		return fmt.Errorf("no direction of %c has exactly these leaps", letters[one])
	}
	return nil
}

// same reports whether two movements contain the same leaps, in any order.
func (m movement) same(other movement) bool {
	return len(m) == len(other) && !slices.ContainsFunc(m, func(l leap) bool { return !slices.Contains(other, l) })
}

// without returns the movement without en passant.
func (m movement) without() (all movement) {
	for _, l := range m {
		l.passant = false
		all.add(l)
	}
	return all
}

// exact returns an error if Fairy-Stockfish would play a movement differently from its notation.
// Fairy-Stockfish looks up a piece's lines by axis and filters the result by the squares that the piece can
// reach on an empty board, so different kinds of lines on the same axis are mixed up.
func (m movement) exact() error {
	type axis struct {
		initial, capture bool
		name             string
	}
	lines := map[axis]movement{}
	for _, l := range m {
		if err := l.supported(); err != nil {
			return err
		}
		if l.initial && l.capture {
			return fmt.Errorf("i is only supported for moves without capture")
		}
		for _, other := range m {
			if other.heading == l.heading && other.capture == l.capture && other.initial == l.initial && other.long == l.long &&
				other.rides() == l.rides() && other.hurdle == betza.NoHurdle == (l.hurdle == betza.NoHurdle) && other.shape != l.shape {
				return fmt.Errorf("two different %c moves in one direction are not supported", letters[[2]int{l.long, l.short}])
			}
		}
		name := "oblique"
		switch {
		case !l.rides() && !l.lame:
			continue
		case l.heading.X == 0:
			name = "files"
		case l.heading.Y == 0:
			name = "ranks"
		case l.heading.X == l.heading.Y || l.heading.X == -l.heading.Y:
			name = "diagonals"
		}
		at := axis{l.initial, l.capture, name}
		lines[at] = append(lines[at], l)
	}
	for _, at := range slices.SortedFunc(maps.Keys(lines), func(a, b axis) int { return cmp.Compare(a.name, b.name) }) {
		all := lines[at]
		for _, l := range all {
			other := slices.IndexFunc(all, func(o leap) bool { return o.hurdle != l.hurdle || o.lame != l.lame || o.long != l.long })
			if other < 0 {
				continue
			}
			met := func(hurdled bool) (headings []betza.Heading) {
				for _, o := range all {
					if o.hurdle != betza.NoHurdle == hurdled {
						headings = append(headings, o.heading)
					}
				}
				return headings
			}
			open, hurdled := met(false), met(true)
			unlimited := !slices.ContainsFunc(all, func(o leap) bool { return o.limit != betza.Unlimited || o.lame })
			one := !slices.ContainsFunc(all, func(o leap) bool { return o.hurdle != betza.NoHurdle && o.hurdle != max(l.hurdle, all[other].hurdle) })
			if !unlimited || !one || len(open) != len(hurdled) || slices.ContainsFunc(open, func(h betza.Heading) bool { return !slices.Contains(hurdled, h) }) {
				return fmt.Errorf("different kinds of lines along the %s are not supported", at.name)
			}
		}
	}
	return nil
}
