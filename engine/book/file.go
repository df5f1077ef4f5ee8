package book

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/tainchess/tain/rules"
)

// ReadFile returns the contents of a book file. Errors name the file.
func ReadFile(name string) (string, error) {
	text, err := os.ReadFile(name)
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	if err != nil {
		return "", fmt.Errorf("cannot read the book %s: %w", name, err)
	}
	return string(text), nil
}

// IsPolyglot reports whether a file name ends in .bin, the extension of Polyglot books.
func IsPolyglot(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".bin") }

// ParseFile parses the contents of a file as a Polyglot book if its name ends
// in .bin, or else in our format.
func ParseFile(r rules.Rules, name, text string) (*Book, error) {
	if IsPolyglot(name) {
		return ParsePolyglot(r, []byte(text))
	}
	return Parse(r, text)
}

// Load reads a rule set's book from a file and parses it as ParseFile does. It returns an error if the book
// names another rule set or has no positions. A book need not name its rule set.
func Load(r rules.Rules, name string) (*Book, error) {
	text, err := ReadFile(name)
	if err != nil {
		return nil, err
	}
	b, err := ParseFile(r, name, text)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case b.Len() == 0:
		return nil, fmt.Errorf("%s: book: no positions", name)
	}
	return b, nil
}
