package book

import (
	"errors"

	"github.com/tainchess/tain/rules"
)

// ParsePolyglot returns an error: a web page cannot open files, so the browser
// build does not include Polyglot's keys.
func ParsePolyglot(rules.Rules, []byte) (*Book, error) {
	return nil, errors.New("book: Polyglot books are not supported here")
}
