package eval

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/space"
)

// Weights returns a rule set's weights in a mode.
func Weights(r rules.Rules, mode Mode) ([]Pair, error) {
	switch mode {
	case Hand:
		return HandSet(r)
	case Blind:
		return blind(r)
	case Learnt, "":
	default:
		return nil, fmt.Errorf("eval: unknown mode %q: it is %s, %s or %s", mode, Learnt, Hand, Blind)
	}
	terms, err := Terms(r)
	if err != nil {
		return nil, err
	}
	text, ok := r.Info().File(rules.WeightsFile)
	if !ok {
		return HandSet(r)
	}
	return ReadWeights(text, terms)
}

// LoadWeights reads a rule set's weights from a file that FormatWeights wrote.
// Weights of another rule set are refused: many have the same terms, and would
// play badly without a word. A file that does not say whose it is is taken.
func LoadWeights(r rules.Rules, name string) ([]Pair, error) {
	terms, err := Terms(r)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("eval: cannot read the weights: %w", err)
	}
	if of, own := ruleSetOf(string(text)), r.Info().Name; of != "" && of != own {
		return nil, fmt.Errorf("%s holds the weights of %s, not of %s", name, of, own)
	}
	weights, err := ReadWeights(string(text), terms)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return weights, nil
}

// blind returns what is known of a rule set's terms in the game it is a variant
// of, by their names: nothing of squares that does not have, nothing of boards
// that move.
func blind(r rules.Rules) ([]Pair, error) {
	terms, err := Terms(r)
	if err != nil {
		return nil, err
	}
	parent := r
	if of := r.Info().Parent; of != nil {
		parent = of
	}
	theirs, err := Terms(parent)
	if err != nil {
		return nil, err
	}
	known, err := Weights(parent, Learnt)
	if err != nil {
		return nil, err
	}
	byName := map[string]Pair{}
	for i, name := range theirs {
		byName[name] = known[i]
	}
	weights := make([]Pair, len(terms))
	for i, name := range terms {
		weights[i] = byName[name]
	}
	return weights, nil
}

// Terms names the terms of a rule set's evaluation.
func Terms(r rules.Rules) ([]string, error) {
	switch r.(type) {
	case *flat.Rules:
		return FlatTerms(), nil
	case *space.Rules:
		return TridTerms(), nil
	}
	return nil, &UnknownError{r.Info().Name}
}

// TridTerms names the terms of tri-dimensional chess.
func TridTerms() []string {
	var n names
	n.byKind("material", board.Pawn, board.King)
	for k := board.Pawn; k <= board.King; k++ {
		n.add(k.String()+"-rank", 10)
	}
	for k := board.Pawn; k <= board.King; k++ {
		n.add(k.String()+"-file", 3)
	}
	for k := board.Pawn; k <= board.King; k++ {
		n.add(k.String()+"-storey", 4)
	}
	n.byKind("mobility", board.Knight, board.Queen)
	n.byKind("cramped", board.Knight, board.Queen)
	n.add("passed", 10)
	n.add("isolated", 1)
	n.add("bishop-pair", 1)
	n.add("king-shield", 1)
	n.byKind("ring", board.Knight, board.Queen)
	n.add("ring-attackers", 6)
	n.add("pawn-hits", 3)
	n.byKind("loose", board.Pawn, board.Queen)
	n.add("board-shifts", 1)
	n.add("board-turns", 1)
	n.add("board-riders", 1)
	n.add("tempo", 1)
	n = append(n, "hunt-near", "hunt-edge")
	return n
}

// names collects the names of terms.
type names []string

// add adds a name, numbered if there are several.
func (n *names) add(name string, many int) {
	for i := range many {
		if many == 1 {
			*n = append(*n, name)
		} else {
			*n = append(*n, fmt.Sprintf("%s-%d", name, i))
		}
	}
}

// byKind adds a name for each kind.
func (n *names) byKind(name string, from, to board.Role) {
	for k := from; k <= to; k++ {
		*n = append(*n, name+"-"+k.String())
	}
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
		if err1 != nil || err2 != nil || !(max(middle, -middle, end, -end) <= 30000) {
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

// heading begins the comment that says whose weights a file holds.
const heading = "# Weights of "

// ruleSetOf returns the name of the rule set whose weights a text says it
// holds, nothing if it does not say.
func ruleSetOf(text string) string {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), heading); ok {
			name, _, _ := strings.Cut(rest, ":")
			return strings.TrimSpace(name)
		}
	}
	return ""
}

// FormatWeights writes what ReadWeights reads, under a comment that begins with
// the rule set's name.
func FormatWeights(r rules.Rules, comment string, terms []string, weights []Pair) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s: %s\n", heading, r.Info().Name, strings.ReplaceAll(comment, "\n", "\n# "))
	for i, t := range terms {
		fmt.Fprintf(&b, "%s %.1f %.1f\n", t, weights[i].Middle, weights[i].End)
	}
	return b.String()
}

// FlatTerms names the terms of the flat rule sets.
func FlatTerms() []string {
	var n names
	n.byKind("material", board.Pawn, board.King)
	for k := board.Pawn; k <= board.King; k++ {
		for s := board.Square(0); s < 64; s++ {
			n = append(n, k.String()+"-"+s.String())
		}
	}
	n.byKind("mobility", board.Knight, board.Queen)
	n.byKind("cramped", board.Knight, board.Queen)
	n.byKind("held", board.Pawn, board.King)
	n.byKind("open", board.Pawn, board.King)
	n.add("passed", 8)
	n.add("backed", 8)
	n.add("isolated", 1)
	n.add("doubled", 1)
	n.add("bishop-pair", 1)
	n.add("rook-open-file", 1)
	n.add("rook-half-open-file", 1)
	n.add("king-shield", 1)
	n.add("king-exposed", 1)
	n.byKind("ring", board.Knight, board.Queen)
	n.add("ring-attackers", 6)
	n.add("pawn-hits", 3)
	n.byKind("loose", board.Pawn, board.Queen)
	n.add("seam", 1)
	n.add("tempo", 1)
	n.add("queenless-attackers", 6)
	n.byKind("outpost", board.Knight, board.Bishop)
	n = append(n, "minor-hits-rook", "minor-hits-queen", "rook-hits-queen")
	n = append(n, "escort-own", "escort-enemy", "blocked-own", "blocked-enemy")
	n = append(n, "hunt-near", "hunt-edge")
	n.byKind("check", board.Knight, board.Queen)
	return n
}

// Terms names the terms in the order of their weights.
func (e *Flat) Terms() []string { return FlatTerms() }
