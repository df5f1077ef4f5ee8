// Package betza parses Betza notation, which describes how a piece moves in a few letters.
//
// [Parse] turns the text of one piece into a list of [Atom] values. A text such as mRcpR consists of atoms, each with
// modifiers and a direction before its letter and a range after it. The package does not deal with boards;
// package grid finds the squares that an atom reaches.
package betza

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Atom is one way in which a piece moves: a leap, repeated up to Range times, in some directions.
type Atom struct {
	Long, Short int // the leap: Long squares along one axis and Short along the other, 0 <= Short <= Long
	Mode        Mode
	Range       int // the maximum number of leaps; 1 is a single leap, and Unlimited has no limit
	Initial     bool
	// Lame requires the squares that the leap passes over to be empty. For N, that is the square one step
	// along the long axis.
	Lame   bool
	Hurdle Hurdle
	// EnPassant lets the atom capture en passant. It is only for pawns.
	EnPassant bool
	// Headings lists the directions of the leap as White sees the board, without duplicates.
	Headings []Heading
	// Offset is the byte offset in the text of the first modifier, or of the atom if it has none.
	Offset int
}

// Rides reports whether the atom may repeat its leap.
func (a *Atom) Rides() bool { return a.Range != 1 }

// CapturesSideways reports whether the atom captures to the side, straight or diagonally. A pawn crosses the
// seam only by such a capture.
func (a *Atom) CapturesSideways() bool {
	return a.Mode != Move && slices.ContainsFunc(a.Headings, func(h Heading) bool { return h.X != 0 })
}

// Unlimited is the Range of a rider without a limit.
const Unlimited = 0

// Heading is the direction of a leap. X is the sideways part, positive to the right, and Y the forward part, as
// White sees the board.
type Heading struct{ X, Y int }

// Turned returns the heading as Black sees the board.
func (h Heading) Turned() Heading { return Heading{-h.X, -h.Y} }

// Mode limits an atom to moves without capture or to captures.
type Mode uint8

// The modes.
const (
	Both    Mode = iota // moves and captures
	Move                // moves without capture
	Capture             // captures only
)

// Hurdle is the way in which a rider jumps over pieces.
type Hurdle uint8

// The hurdles.
const (
	NoHurdle Hurdle = iota
	Cannon          // jumps over exactly one piece, anywhere before its landing square
	Hopper          // jumps over the first piece and lands on the next square
)

// Limits.
const (
	MaxText  = 400 // maximum length of a text in bytes
	maxRange = 15
)

// Error is a fault in a text.
type Error struct {
	Offset int    // in bytes
	Reason string // without the location
}

// Error returns the reason and the location.
func (e *Error) Error() string { return fmt.Sprintf("%s (at character %d)", e.Reason, e.Offset+1) }

// leaps maps the letter of each simple atom to its leap.
var leaps = map[byte][2]int{
	'W': {1, 0}, 'F': {1, 1}, 'D': {2, 0}, 'N': {2, 1}, 'A': {2, 2}, 'H': {3, 0}, 'C': {3, 1}, 'Z': {3, 2}, 'G': {3, 3},
}

// rides lists the atoms that may have a range.
const rides = "WFNDA"

// compounds maps each letter that stands for other atoms to their text. The range 0 has no limit.
var compounds = map[byte]string{'K': "WF", 'R': "W0", 'B': "F0", 'Q': "W0F0"}

// Parse parses the text of one piece. The error is an *Error.
func Parse(text string) ([]Atom, error) {
	if text == "" {
		return nil, &Error{0, "a piece needs at least one atom, such as N or WF"}
	}
	if len(text) > MaxText {
		return nil, &Error{MaxText, fmt.Sprintf("the text has %d characters: the limit is %d", len(text), MaxText)}
	}
	var all []Atom
	for i := 0; i < len(text); {
		t := term{text: text, start: i}
		atoms, end, err := t.read()
		if err != nil {
			return nil, err
		}
		all, i = append(all, atoms...), end
	}
	return all, nil
}

// term is one term of a text: modifiers, a direction, a letter and a range.
type term struct {
	text      string
	start     int
	modifiers string
	direction string
	at        int // offset of the direction
}

func (t *term) fail(offset int, format string, args ...any) error {
	return &Error{offset, fmt.Sprintf(format, args...)}
}

// read parses the term and returns its atoms and the offset of the next term.
func (t *term) read() (atoms []Atom, end int, err error) {
	i := t.start
	for ; i < len(t.text) && strings.IndexByte("mcinpgefblrvs", t.text[i]) >= 0; i++ {
		c := t.text[i]
		switch {
		case strings.IndexByte("fblrvs", c) >= 0:
			if t.direction == "" {
				t.at = i
			}
			t.direction += string(c)
		case strings.IndexByte(t.modifiers, c) >= 0:
			return nil, 0, t.fail(i, "the modifier %c is given twice", c)
		default:
			t.modifiers += string(c)
		}
	}
	if i == len(t.text) {
		return nil, 0, t.fail(i, "an atom must follow %q", t.text[t.start:])
	}
	letter := t.text[i]
	parts, compound := compounds[letter]
	if _, ok := leaps[letter]; !ok && !compound {
		return nil, 0, t.fail(i, "%s is neither a modifier (mcinpge), a direction (fblrvs) nor an atom (WFDNAHCZGKRBQ)", strconv.Quote(first(t.text[i:])))
	}
	at := i
	i++
	reach, ranged := 1, false
	if i < len(t.text) && t.text[i] == letter {
		reach, ranged = Unlimited, true
		i++
	}
	digits := i
	for i < len(t.text) && t.text[i] >= '0' && t.text[i] <= '9' {
		i++
	}
	if i > digits {
		if ranged {
			return nil, 0, t.fail(digits, "%c%c has no limit, so no range may follow", letter, letter)
		}
		if reach, err = t.number(digits, i); err != nil {
			return nil, 0, err
		}
		ranged = true
	}
	switch {
	case ranged && compound:
		return nil, 0, t.fail(at+1, "%c has no range: write its atoms, such as W3", letter)
	case ranged && strings.IndexByte(rides, letter) < 0:
		return nil, 0, t.fail(at+1, "%c does not ride: only W, F, N, D and A have a range", letter)
	case !compound:
		parts = string(letter)
	}
	for j := 0; j < len(parts); j++ {
		part, limit := parts[j], reach
		if j+1 < len(parts) && parts[j+1] == '0' {
			limit = Unlimited
			j++
		}
		a, err := t.atom(part, limit, at)
		if err != nil {
			return nil, 0, err
		}
		atoms = append(atoms, a)
	}
	return atoms, i, nil
}

// number parses a range.
func (t *term) number(from, to int) (int, error) {
	digits := t.text[from:to]
	n := 0
	for _, c := range digits {
		if n = 10*n + int(c-'0'); n > maxRange {
			break
		}
	}
	if n == 1 || n > maxRange || len(digits) > 1 && digits[0] == '0' {
		return 0, t.fail(from, "the range %s is not one of 2 to %d, or 0 for no limit", digits, maxRange)
	}
	return n, nil
}

// atom returns the atom of a letter with the modifiers and the direction of the term.
func (t *term) atom(letter byte, limit, at int) (Atom, error) {
	leap := leaps[letter]
	a := Atom{Long: leap[0], Short: leap[1], Range: limit, Offset: t.start}
	has := func(c byte) bool { return strings.IndexByte(t.modifiers, c) >= 0 }
	where := func(c byte) int { return t.start + strings.IndexByte(t.text[t.start:], c) }
	switch {
	case has('m') && has('c'):
		return a, t.fail(where('c'), "m and c exclude each other: without either, a piece moves and captures")
	case has('p') && has('g'):
		return a, t.fail(where('g'), "p and g exclude each other")
	case (has('p') || has('g')) && (a.Long != 1 || limit == 1):
		return a, t.fail(at, "p and g are only for riders of W and F, such as R, B, Q, W3 and F0")
	case has('n') && letter != 'N' && letter != 'D' && letter != 'A' && letter != 'H' && letter != 'G':
		return a, t.fail(where('n'), "n is only for N, D, A, H and G")
	case has('e') && has('m'):
		return a, t.fail(where('e'), "e is for captures, so it excludes m")
	}
	switch {
	case has('m'):
		a.Mode = Move
	case has('c'):
		a.Mode = Capture
	}
	a.Initial, a.Lame, a.EnPassant = has('i'), has('n'), has('e')
	switch {
	case has('p'):
		a.Hurdle = Cannon
	case has('g'):
		a.Hurdle = Hopper
	}
	var ok bool
	if a.Headings, ok = headings(leap, t.direction); !ok {
		return a, t.fail(t.at, "%q is not a direction of %c", t.direction, letter)
	}
	return a, nil
}

// headings returns the directions of a leap that a text such as "f" or "fl" selects, or false if the text is
// not a direction of the leap.
func headings(leap [2]int, direction string) (all []Heading, ok bool) {
	long, short := leap[0], leap[1]
	for _, y := range [...]int{long, short, -short, -long} {
		for _, x := range [...]int{-long, -short, short, long} {
			h := Heading{x, y}
			if abs(x)+abs(y) != long+short || max(abs(x), abs(y)) != long || slices.Contains(all, h) {
				continue
			}
			all = append(all, h)
		}
	}
	if direction == "" {
		return all, true
	}
	allowed := "f b l r v s"
	switch {
	case short == long:
		allowed = "f b l r fl fr bl br"
	case short > 0:
		allowed = "f b l r v s ff bb fs bs"
	}
	if !slices.Contains(strings.Fields(allowed), direction) {
		return nil, false
	}
	var some []Heading
	for _, h := range all {
		if h.goes(direction, leap) {
			some = append(some, h)
		}
	}
	return some, true
}

// goes reports whether a heading lies in a direction of its leap.
func (h Heading) goes(direction string, leap [2]int) bool {
	upright := abs(h.Y) == leap[0] // the long axis points forward or backward
	switch direction {
	case "v":
		return h.X == 0 || leap[1] > 0 && upright
	case "s":
		return h.Y == 0 || leap[1] > 0 && !upright
	case "ff":
		return upright && h.Y > 0
	case "bb":
		return upright && h.Y < 0
	case "fs":
		return !upright && h.Y > 0
	case "bs":
		return !upright && h.Y < 0
	}
	for _, c := range direction {
		if c == 'f' && h.Y <= 0 || c == 'b' && h.Y >= 0 || c == 'l' && h.X >= 0 || c == 'r' && h.X <= 0 {
			return false
		}
	}
	return true
}

func abs(n int) int { return max(n, -n) }

// first returns the first character of a text.
func first(text string) string {
	_, size := utf8.DecodeRuneInString(text)
	return text[:size]
}
