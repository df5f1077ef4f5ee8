package ini

import (
	"errors"
	"strings"

	"github.com/tainchess/tain/variant/definition"
)

// FairyFEN converts a position of a game played by a definition. It returns an error for
// positions that cannot occur, and for castling rights that have no effect.
func FairyFEN(d *definition.Definition, fen string) (string, error) {
	w := &writer{d: d}
	w.board()
	w.castling()
	used, rights := w.used(), w.start.rights
	s, err := parseStart(fen, d.Board.Files, d.Board.Ranks)
	if err != nil {
		return "", err
	}
	for _, c := range s.pieces {
		if !used.Has(c | 0x20) {
			return "", errors.New("a piece that is not in the game")
		}
	}
	if !d.Chess960 && strings.Trim(s.rights, rights) != "" {
		return "", errors.New("a castling right that has no effect")
	}
	w.start = s
	w.goals()
	return s.fairy(), w.faults.err()
}
