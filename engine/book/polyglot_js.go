package book

import (
	"errors"

	"github.com/tainchess/tain/rules"
)

// ParsePolyglot returns an error. The browser build does not read book files, so it omits the Polyglot keys.
func ParsePolyglot(rules.Rules, []byte) (*Book, error) {
	return nil, errors.New("book: Polyglot books are not supported in the browser")
}
