package book

import (
	"errors"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// A page opens no files, so it need not bear Polyglot's keys.

// PolyglotKey returns 0: the page has no Polyglot books.
func PolyglotKey(*board.Position) uint64 { return 0 }

// ParsePolyglot refuses to read.
func ParsePolyglot(rules.Rules, []byte) (*Book, error) {
	return nil, errors.New("book: there are no Polyglot books here")
}
