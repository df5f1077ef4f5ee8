package book

import (
	"errors"

	"github.com/tainchess/tain/rules"
)

// ParsePolyglot returns an error: a web page opens no files, so the program for the
// browser does not contain Polyglot's keys.
func ParsePolyglot(rules.Rules, []byte) (*Book, error) {
	return nil, errors.New("book: Polyglot books are not supported here")
}
