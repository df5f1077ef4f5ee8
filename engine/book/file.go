package book

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/tainchess/tain/rules"
)

// heading begins the line by which a book tells its rule set.
const heading = "# Book of "

// RuleSetOf returns the name of the rule set that a book says it is of, empty
// if it does not say.
func RuleSetOf(text string) string {
	name, _ := ruleSetOf(text)
	return name
}

// ruleSetOf is RuleSetOf with the hash of the definition, if there is one.
func ruleSetOf(text string) (name, hash string) {
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), heading); ok {
			if words := strings.FieldsFunc(rest, func(c rune) bool { return c == ' ' || c == ':' || c == '\t' }); len(words) > 0 {
				name, hash, _ = strings.Cut(words[0], "#")
				return name, hash
			}
		}
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			break // the moves begin
		}
	}
	return "", ""
}

// ReadFile reads the text of a book. An error says which file it is.
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

// IsPolyglot reports whether a file is named as Polyglot books are.
func IsPolyglot(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".bin") }

// ParseFile reads the text of a file: a Polyglot book if its name says so, or else
// one of ours.
func ParseFile(r rules.Rules, name, text string) (*Book, error) { return parseAny(r, name, text) }

func parseAny(r rules.Rules, name, text string) (*Book, error) {
	if IsPolyglot(name) {
		return ParsePolyglot(r, []byte(text))
	}
	return Parse(r, text)
}

// Load reads a rule set's book from a file that String or Format wrote. A book
// of another rule set is refused: its moves would hardly ever be found, and
// never be meant. A file that does not say whose it is is taken.
func Load(r rules.Rules, name string) (*Book, error) {
	text, err := ReadFile(name)
	if err != nil {
		return nil, err
	}
	b, err := parseAny(r, name, text)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case b.Len() == 0:
		return nil, fmt.Errorf("%s: book: there is no position in it", name)
	}
	return b, nil
}
