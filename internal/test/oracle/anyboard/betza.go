package anyboard

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// atom is one atom of a Betza text with its modifiers, direction and range (3).
type atom struct {
	leaps   []vector // seen from White
	quiet   bool     // may move without capture
	takes   bool     // may capture
	initial bool     // i
	lame    bool     // n
	jumps   bool     // p
	hops    bool     // g
	passant bool     // e
	length  int      // maximum number of leaps in a row; 0 means no limit
	// secondRank restricts the first push of a part-one pawn, instead of initial.
	secondRank bool
}

// vectors holds the leap of each atom, longer part first. The atom also has this leap with other signs and
// with the axes exchanged (3.1).
var vectors = map[byte]vector{
	'W': {1, 0}, 'F': {1, 1}, 'D': {2, 0}, 'N': {2, 1}, 'A': {2, 2},
	'H': {3, 0}, 'C': {3, 1}, 'Z': {3, 2}, 'G': {3, 3},
}

// compounds holds the letters that abbreviate other atoms (3.1).
var compounds = map[byte][]string{
	'K': {"W", "F"},
	'R': {"W0"},
	'B': {"F0"},
	'Q': {"W0", "F0"},
}

// standard holds the pieces that need no text (3.1).
var standard = map[byte]string{'n': "N", 'b': "B", 'r': "R", 'q': "Q", 'k': "K"}

// readBetza parses the text of one piece.
func readBetza(text string) ([]atom, error) {
	var atoms []atom
	for rest := text; rest != ""; {
		letter := strings.IndexFunc(rest, func(c rune) bool { return c >= 'A' && c <= 'Z' })
		if letter < 0 {
			return nil, fmt.Errorf("%q: %q has no atom", text, rest)
		}
		prefix, name := rest[:letter], rest[letter]
		rest = rest[letter+1:]
		digits := 0
		for digits < len(rest) && rest[digits] >= '0' && rest[digits] <= '9' {
			digits++
		}
		length := 1
		if digits > 0 {
			length, _ = strconv.Atoi(rest[:digits])
			rest = rest[digits:]
			if length == 1 || length > 15 {
				return nil, fmt.Errorf("%q: range %d", text, length)
			}
		} else if rest != "" && rest[0] == name {
			length, rest = 0, rest[1:]
		}
		parts, compound := compounds[name]
		if !compound {
			parts = []string{string(name)}
		} else if length != 1 {
			return nil, fmt.Errorf("%q: %c has no range", text, name)
		}
		for _, part := range parts {
			unlimited := strings.HasSuffix(part, "0")
			if unlimited {
				length = 0
			}
			a, err := readAtom(prefix, part[0], length)
			if err != nil {
				return nil, fmt.Errorf("%q: %w", text, err)
			}
			atoms = append(atoms, a)
		}
	}
	if len(atoms) == 0 {
		return nil, fmt.Errorf("no atoms")
	}
	return atoms, nil
}

// readAtom parses one atom with its modifiers, including the direction.
func readAtom(prefix string, name byte, length int) (atom, error) {
	basic, known := vectors[name]
	if !known {
		return atom{}, fmt.Errorf("unknown atom %c", name)
	}
	if length != 1 && !strings.ContainsRune("WFNDA", rune(name)) {
		return atom{}, fmt.Errorf("%c does not ride", name)
	}
	a := atom{quiet: true, takes: true, length: length}
	direction := ""
	for _, c := range prefix {
		switch c {
		case 'm':
			a.takes = false
		case 'c':
			a.quiet = false
		case 'i':
			a.initial = true
		case 'n':
			a.lame = true
		case 'p':
			a.jumps = true
		case 'g':
			a.hops = true
		case 'e':
			a.passant = true
		case 'f', 'b', 'l', 'r', 'v', 's':
			direction += string(c)
		default:
			return atom{}, fmt.Errorf("unknown modifier %c", c)
		}
	}
	switch rides := length != 1 && strings.ContainsRune("WF", rune(name)); {
	case !a.quiet && !a.takes:
		return atom{}, fmt.Errorf("m and c together")
	case a.lame && !strings.ContainsRune("DAHGN", rune(name)):
		return atom{}, fmt.Errorf("n%c", name)
	case (a.jumps || a.hops) && !rides:
		return atom{}, fmt.Errorf("p or g with %c, which is no rider of W or F", name)
	case a.jumps && a.hops:
		return atom{}, fmt.Errorf("p and g together")
	}
	for _, v := range everySign(basic) {
		if facing(name, direction, v) {
			a.leaps = append(a.leaps, v)
		}
	}
	if len(a.leaps) == 0 {
		return atom{}, fmt.Errorf("direction %q of %c", direction, name)
	}
	return a, nil
}

// everySign returns all leaps of an atom.
func everySign(v vector) []vector {
	var all []vector
	for _, w := range []vector{{v.x, v.y}, {v.y, v.x}} {
		for _, sign := range []vector{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			signed := vector{w.x * sign.x, w.y * sign.y}
			if !slices.Contains(all, signed) {
				all = append(all, signed)
			}
		}
	}
	return all
}

// facing reports whether a leap of an atom goes in the given direction (3.5).
func facing(name byte, direction string, v vector) bool {
	upright := v.x*v.x < v.y*v.y // the longer part is vertical
	side := map[string]bool{"f": v.y > 0, "b": v.y < 0, "l": v.x < 0, "r": v.x > 0}
	if in, known := side[direction]; known {
		return in
	}
	if direction == "" {
		return true
	}
	switch name {
	case 'W', 'D', 'H':
		return direction == "v" && v.x == 0 || direction == "s" && v.y == 0
	case 'F', 'A', 'G':
		if direction[0] != 'f' && direction[0] != 'b' || direction[len(direction)-1] != 'l' && direction[len(direction)-1] != 'r' || len(direction) != 2 {
			return false
		}
		return side[direction[:1]] && side[direction[1:]]
	}
	switch direction {
	case "ff":
		return upright && v.y > 0
	case "bb":
		return upright && v.y < 0
	case "fs":
		return !upright && v.y > 0
	case "bs":
		return !upright && v.y < 0
	case "v":
		return upright
	case "s":
		return !upright
	}
	return false
}
