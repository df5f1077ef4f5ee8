package ini

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/tainchess/tain/notation"
)

// start is a starting position.
type start struct {
	files, ranks int
	pieces       map[cell]byte // letters; upper case for White
	holes        region
	side         string
	rights       string // castling rights; empty instead of -
	passant      string
	clocks       [2]string
	checks       string // Fairy-Stockfish's remaining checks, such as 3+3, or Tain's checks given, such as +0+0
}

// parseStart parses a FEN in either program's format.
func parseStart(text string, files, ranks int) (*start, error) {
	s := &start{files: files, ranks: ranks, pieces: map[cell]byte{}, passant: "-", clocks: [2]string{"0", "1"}}
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return nil, fmt.Errorf("the position is empty")
	}
	board, hand, _ := strings.Cut(fields[0], "[")
	if hand = strings.Trim(hand, "-]"); hand != "" {
		return nil, fmt.Errorf("pieces in hand (%s) cannot be expressed", notation.Clip(hand))
	}
	rows := strings.Split(board, "/")
	if len(rows) != ranks {
		return nil, fmt.Errorf("the position has %d ranks instead of %d", len(rows), ranks)
	}
	for i, row := range rows {
		if err := s.row(ranks-1-i, row); err != nil {
			return nil, err
		}
	}
	s.side = "w"
	rest := fields[1:]
	next := func() string {
		if len(rest) == 0 {
			return ""
		}
		one := rest[0]
		rest = rest[1:]
		return one
	}
	if s.side = next(); s.side == "" {
		s.side = "w"
	}
	// Fairy-Stockfish accepts positions without the fields for castling and en passant.
	if len(rest) > 0 && (rest[0][0] < '0' || rest[0][0] > '9') {
		s.rights = strings.Trim(next(), "-")
		if len(rest) > 0 {
			s.passant = next()
		}
	}
	clock := 0
	for len(rest) > 0 {
		switch one := next(); {
		case strings.Contains(one, "+"):
			s.checks = one
		case clock < 2 && strings.Trim(one, "0123456789") == "":
			s.clocks[clock] = one
			clock++
		default:
			return nil, fmt.Errorf("unexpected %q in the position", notation.Clip(one))
		}
	}
	return s, nil
}

func (s *start) row(rank int, row string) error {
	file, promoted := 0, false
	for i := 0; i < len(row); i++ {
		c := row[i]
		switch {
		case c >= '0' && c <= '9':
			n := int(c - '0')
			if i+1 < len(row) && row[i+1] >= '0' && row[i+1] <= '9' {
				i++
				n = 10*n + int(row[i]-'0')
			}
			file += n
		case c == '*':
			s.holes.put(cell{min(file, mostFiles-1), rank})
			file++
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			s.pieces[cell{file, rank}] = c
			file++
		default:
			promoted = true
		}
		if promoted {
			return fmt.Errorf("%q in the position cannot be expressed", c)
		}
	}
	if file != s.files {
		return fmt.Errorf("rank %d of the position has %d files instead of %d", rank+1, file, s.files)
	}
	return nil
}

// board returns the first field of the FEN.
func (s *start) board() string {
	var rows []string
	for rank := s.ranks - 1; rank >= 0; rank-- {
		row, gap := "", 0
		for file := range s.files {
			c := cell{file, rank}
			letter := s.pieces[c]
			if s.holes.has(c) {
				letter = '*'
			}
			if letter == 0 {
				gap++
				continue
			}
			if gap > 0 {
				row += strconv.Itoa(gap)
			}
			row, gap = row+string(letter), 0
		}
		if gap > 0 {
			row += strconv.Itoa(gap)
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/")
}

// of returns the squares of the pieces with the given letter.
func (s *start) of(letter byte) (r region) {
	for c, one := range s.pieces {
		if one == letter {
			r.put(c)
		}
	}
	return r
}

// count returns the number of pieces with the given letter.
func (s *start) count(letter byte) (n int) {
	for _, one := range s.pieces {
		if one == letter {
			n++
		}
	}
	return n
}

// castle is a castling right of the starting position.
type castle struct {
	letter     byte
	king, rook cell
	target     int // file where the king lands
}

// castles returns the castling rights that have a king and a rook. The other rights have no effect.
func (s *start) castles(kingLetter, rookLetter byte, short, long int) (all []castle) {
	for _, letter := range []byte(s.rights) {
		upper := letter &^ 0x20
		shade := letter & 0x20
		var king cell
		found := 0
		for c, one := range s.pieces {
			if one == kingLetter&^0x20|shade {
				king, found = c, found+1
			}
		}
		if found != 1 {
			continue
		}
		isRook := func(file int) bool { return s.pieces[cell{file, king.rank}] == rookLetter&^0x20|shade }
		c := castle{letter: letter, king: king, rook: cell{-1, king.rank}}
		switch {
		case upper == 'K':
			for file := s.files - 1; file > king.file && c.rook.file < 0; file-- {
				if isRook(file) {
					c.rook.file = file
				}
			}
		case upper == 'Q':
			for file := 0; file < king.file && c.rook.file < 0; file++ {
				if isRook(file) {
					c.rook.file = file
				}
			}
		case isRook(int(upper - 'A')):
			c.rook.file = int(upper - 'A')
		}
		if c.rook.file < 0 {
			continue
		}
		if c.target = short; c.rook.file < king.file {
			c.target = long
		}
		all = append(all, c)
	}
	return all
}

// tain formats the position for Tain.
func (s *start) tain() string {
	text := s.board() + " " + s.side + " " + cmp.Or(s.rights, "-") + " " + s.passant + " " + s.clocks[0] + " " + s.clocks[1]
	if s.checks != "" {
		text += " " + s.checks
	}
	return text
}

// fairy formats the position for Fairy-Stockfish.
func (s *start) fairy() string {
	text := s.board() + " " + s.side + " " + cmp.Or(s.rights, "-") + " " + s.passant + " "
	if s.checks != "" {
		text += s.checks + " "
	}
	return text + s.clocks[0] + " " + s.clocks[1]
}
