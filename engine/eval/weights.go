package eval

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/tainchess/tain/rules"
)

// LoadWeights reads a rule set's weights from a file written by FormatWeights. It returns an error if the
// file names another rule set: many rule sets have the same terms, and the engine would silently play badly.
// A file that does not name a rule set is accepted.
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
		return nil, fmt.Errorf("%s holds weights for %s, not for %s", name, of, own.Name)
	case hash != "" && hash != own.Hash:
		return nil, fmt.Errorf("%s holds weights for other rules named %s", name, of)
	}
	weights, err := ReadWeights(string(text), Terms(r))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return weights, nil
}

// ReadWeights parses lines that each have a term and two weights, for the middle game and the endgame. Every
// term must occur exactly once. Lines that start with # are comments.
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
			return nil, fmt.Errorf("eval: line %d of the weights: unknown or duplicate term %q", n, fields[0])
		}
		middle, err1 := strconv.ParseFloat(fields[1], 32)
		end, err2 := strconv.ParseFloat(fields[2], 32)
		if err1 != nil || err2 != nil || !(max(middle, -middle, end, -end) <= 30000) {
			return nil, fmt.Errorf("eval: line %d of the weights has an invalid or out-of-range number", n)
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

// heading is the prefix of the comment that names a weights file's rule set.
const heading = "# Weights of "

// Key returns the name by which files refer to a rule set. For a definition, the name is followed by # and
// the hash, because people may change a definition without renaming it.
func Key(r rules.Rules) string {
	if hash := r.Info().Hash; hash != "" {
		return r.Info().Name + "#" + hash
	}
	return r.Info().Name
}

// ruleSetOf returns the key of the rule set that a weights file names, or "".
func ruleSetOf(text string) string {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), heading); ok {
			name, _, _ := strings.Cut(rest, ":")
			return strings.TrimSpace(name)
		}
	}
	return ""
}

// FormatWeights formats weights for ReadWeights. The text starts with a comment that contains the key of the
// rule set.
func FormatWeights(r rules.Rules, comment string, terms []string, weights []Score) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s: %s\n", heading, Key(r), strings.ReplaceAll(comment, "\n", "\n# "))
	for i, t := range terms {
		fmt.Fprintf(&b, "%s %.1f %.1f\n", t, weights[i].MG, weights[i].EG)
	}
	return b.String()
}
