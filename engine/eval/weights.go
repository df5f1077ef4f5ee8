package eval

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/tainchess/tain/rules"
)

// LoadWeights reads a rule set's weights from a file that FormatWeights wrote.
// Weights of another rule set are refused: many have the same terms, and would
// play badly without a word. A file that does not say whose it is is taken.
func LoadWeights(r rules.Rules, name string) ([]Score, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("eval: cannot read the weights: %w", err)
	}
	if strings.HasPrefix(string(text), "TAIN NET ") {
		return nil, fmt.Errorf("%s is a net and holds no weights", name)
	}
	of, hash, _ := strings.Cut(ruleSetOf(string(text)), "#")
	switch own := r.Info(); {
	case of != "" && of != own.Name:
		return nil, fmt.Errorf("%s holds the weights of %s, not of %s", name, of, own.Name)
	case hash != "" && hash != own.Hash:
		return nil, fmt.Errorf("%s holds the weights of other rules that were called %s", name, of)
	}
	weights, err := ReadWeights(string(text), Terms(r))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return weights, nil
}

// ReadWeights reads lines of a term's name and its two weights. Every term
// must be there once; lines that start with # are comments.
func ReadWeights(text string, terms []string) ([]Score, error) {
	at := make(map[string]int, len(terms))
	for i, t := range terms {
		at[t] = i
	}
	weights := make([]Score, len(terms))
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
		weights[i], seen[i] = Score{float32(middle), float32(end)}, true
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
// holds, with the hash of its definition if it has one; nothing if it does not
// say.
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
// the rule set's name. The hash of a definition follows it: people change their
// rules, and keep the name.
func FormatWeights(r rules.Rules, comment string, terms []string, weights []Score) string {
	var b strings.Builder
	name := r.Info().Name
	if hash := r.Info().Hash; hash != "" {
		name += "#" + hash
	}
	fmt.Fprintf(&b, "%s%s: %s\n", heading, name, strings.ReplaceAll(comment, "\n", "\n# "))
	for i, t := range terms {
		fmt.Fprintf(&b, "%s %.1f %.1f\n", t, weights[i].MG, weights[i].EG)
	}
	return b.String()
}
