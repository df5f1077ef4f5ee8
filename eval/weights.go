package eval

import (
	"bufio"
	"embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

//go:embed weights
var files embed.FS

// Weights returns a rule set's weights in a mode.
func Weights(r rules.Rules, mode Mode) ([]Pair, error) {
	name := r.Info().Name
	switch mode {
	case Hand:
		return HandSet(r)
	case Blind:
		name = "chess"
	case Learnt, "":
	default:
		return nil, fmt.Errorf("eval: unknown mode %q: it is %s, %s or %s", mode, Learnt, Hand, Blind)
	}
	text, err := files.ReadFile("weights/" + name + ".txt")
	if err != nil {
		return HandSet(r)
	}
	return ReadWeights(string(text), FlatTerms())
}

// ReadWeights reads lines of a term's name and its two weights. Every term
// must be there once; lines that start with # are comments.
func ReadWeights(text string, terms []string) ([]Pair, error) {
	at := make(map[string]int, len(terms))
	for i, t := range terms {
		at[t] = i
	}
	weights := make([]Pair, len(terms))
	seen := make([]bool, len(terms))
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) != 3 {
			return nil, fmt.Errorf("eval: line %d of the weights has %d fields, want a name and two numbers", n, len(fields))
		}
		i, ok := at[fields[0]]
		if !ok || seen[i] {
			return nil, fmt.Errorf("eval: line %d of the weights: %q is unknown or named twice", n, fields[0])
		}
		middle, err1 := strconv.ParseFloat(fields[1], 32)
		end, err2 := strconv.ParseFloat(fields[2], 32)
		if err1 != nil || err2 != nil || max(middle, -middle, end, -end) > 30000 {
			return nil, fmt.Errorf("eval: line %d of the weights has a number that cannot be read or is out of range", n)
		}
		weights[i], seen[i] = Pair{float32(middle), float32(end)}, true
	}
	for i, ok := range seen {
		if !ok {
			return nil, fmt.Errorf("eval: the weights lack %s", terms[i])
		}
	}
	return weights, lines.Err()
}

// FormatWeights writes what ReadWeights reads, under a comment.
func FormatWeights(comment string, terms []string, weights []Pair) string {
	var b strings.Builder
	for line := range strings.Lines(comment) {
		fmt.Fprintf(&b, "# %s\n", strings.TrimRight(line, "\n"))
	}
	for i, t := range terms {
		fmt.Fprintf(&b, "%s %.1f %.1f\n", t, weights[i].Middle, weights[i].End)
	}
	return b.String()
}

// FlatTerms names the terms of the flat rule sets.
func FlatTerms() (names []string) {
	add := func(name string, n int) {
		for i := range n {
			if n == 1 {
				names = append(names, name)
			} else {
				names = append(names, fmt.Sprintf("%s-%d", name, i))
			}
		}
	}
	byKind := func(name string, from, to board.Kind) {
		for k := from; k <= to; k++ {
			names = append(names, name+"-"+k.String())
		}
	}
	byKind("material", board.Pawn, board.King)
	for k := board.Pawn; k <= board.King; k++ {
		for s := board.Square(0); s < 64; s++ {
			names = append(names, k.String()+"-"+s.String())
		}
	}
	byKind("mobility", board.Knight, board.Queen)
	byKind("cramped", board.Knight, board.Queen)
	byKind("held", board.Pawn, board.King)
	byKind("open", board.Pawn, board.King)
	add("passed", 8)
	add("backed", 8)
	add("isolated", 1)
	add("doubled", 1)
	add("bishop-pair", 1)
	add("rook-open-file", 1)
	add("rook-half-open-file", 1)
	add("king-shield", 1)
	add("king-exposed", 1)
	byKind("ring", board.Knight, board.Queen)
	add("ring-attackers", 6)
	add("pawn-hits", 3)
	byKind("loose", board.Pawn, board.Queen)
	add("seam", 1)
	add("tempo", 1)
	return names
}

// Terms names the terms in the order of their weights.
func (e *Flat) Terms() []string { return FlatTerms() }
