package main

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	flattext "github.com/tainchess/tain/variant/flat/text"
)

// grammar maps rule names of an EBNF grammar to their tokens.
type grammar map[string][]string

var token = regexp.MustCompile(`"[^"]*"|\w+|[=;|,\[\]{}]`)

func readGrammar(text string) grammar {
	g := grammar{}
	words := token.FindAllString(text, -1)
	for len(words) > 2 {
		end := slices.Index(words, ";") // a quoted semicolon is a different token
		g[words[0]] = words[2:end]
		words = words[end+1:]
	}
	return g
}

// sentence returns a random string that a rule generates.
func (g grammar) sentence(name string, random *rand.Rand) string {
	text, _ := g.any(g[name], random)
	return text
}

// any expands a random alternative up to the closing bracket. It returns the text and the remaining tokens.
func (g grammar) any(words []string, random *rand.Rand) (string, []string) {
	all := []string{""}
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		part := ""
		switch word {
		case "]", "}":
			return all[random.IntN(len(all))], words
		case "|":
			all = append(all, "")
		case ",":
		case "[", "{":
			inner := words
			for n := random.IntN(2 + 4*strings.Count(word, "{")); n > 0; n-- {
				more, _ := g.any(inner, random)
				part += more
			}
			_, words = g.any(inner, random)
		default:
			if part = strings.Trim(word, `"`); part == word {
				part = g.sentence(word, random)
			}
		}
		all[len(all)-1] += part
	}
	return all[random.IntN(len(all))], nil
}

// TestGrammar parses random links generated from the grammar in the chapter on notation. A link may have an
// invalid position, no board or duplicates, but must have no syntax errors.
func TestGrammar(t *testing.T) {
	blocks := fences(read(t, chapter), "ebnf")
	if len(blocks) != 1 {
		t.Fatalf("%s has %d grammars, want 1", chapter, len(blocks))
	}
	g := readGrammar(blocks[0])
	if len(g) < 15 {
		t.Fatalf("the grammar has %d rules: %v", len(g), g)
	}
	random := rand.New(rand.NewPCG(12, 7))
	fine := 0
	for range 3000 {
		link := g.sentence("link", random)
		read, err := flattext.ParseLink(link, variant.Builtin().Find)
		var faults rules.Faults
		if err == nil {
			fine++
			if len(read.Notices) > 0 && strings.Contains(read.Notices[0].String(), "means nothing") {
				t.Errorf("part of %s is ignored: %v", link, read.Notices[0])
			}
		} else if !errors.As(err, &faults) {
			t.Errorf("parsing %s: %v; want faults in a position", link, err)
		}
		for _, f := range faults {
			if slices.Contains(misread, string(f.Message.Code)) && !stays(link) {
				t.Errorf("ParseLink(%s): %s", link, f.Message)
			}
		}
	}
	if fine < 30 {
		t.Errorf("%d links are valid, want at least 30", fine)
	}
}

// misread lists the codes of link syntax errors.
var misread = []string{
	"fault.entry", "fault.entry.piece", "fault.entry.square", "fault.list", "fault.side.link", "fault.study", "fault.percent-escape",
	"fault.variant.unknown", "fault.variant.no-link", "fault.castling-letter.unknown", "fault.last-move.unread",
}

var lastMove = regexp.MustCompile(`lastMove=(..)\W*(..)`)

// stays reports whether the last move in a link starts and ends on the same square, which the grammar cannot
// exclude.
func stays(link string) bool {
	return slices.ContainsFunc(lastMove.FindAllStringSubmatch(link, -1), func(m []string) bool { return m[1] == m[2] })
}
