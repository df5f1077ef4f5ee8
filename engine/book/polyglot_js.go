package book

import (
	"errors"

	"github.com/tainchess/tain/rules"
)

// ParsePolyglot returns an error, because a web page cannot open files, so the browser build does not include
// the Polyglot keys.
func ParsePolyglot(rules.Rules, []byte) (*Book, error) {
	return nil, errors.New("book: Polyglot books are not supported in the browser")
}
