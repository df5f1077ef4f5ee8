package train

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/eval/nnue"
	"github.com/tainchess/tain/rules"
)

// Magic is the first line of a samples file.
const Magic = "TAIN SAMPLES 1"

// Samples are the training positions of one rule set.
type Samples struct {
	Rules  string // [eval.Key] of the rule set
	Inputs *nnue.Inputs
	Games  int    // number of games that the samples were taken from
	Packed []byte // SizeOf(Inputs) bytes per sample
}

// NewSamples returns an empty set of samples for a rule set.
func NewSamples(r rules.Rules) *Samples {
	return &Samples{Rules: eval.Key(r), Inputs: nnue.InputsOf(r)}
}

// Len returns the number of samples.
func (s *Samples) Len() int { return len(s.Packed) / SizeOf(s.Inputs) }

// Add appends samples of the same rule set.
func (s *Samples) Add(more *Samples) {
	s.Games += more.Games
	s.Packed = append(s.Packed, more.Packed...)
}

// Hash returns the SHA-256 of the samples in hexadecimal.
func (s *Samples) Hash() string {
	sum := sha256.Sum256(s.Packed)
	return hex.EncodeToString(sum[:])
}

// Format returns the samples as a file: header lines, an empty line, and the samples. For the benefit of
// other training programs, the header also describes the board and its symmetries.
func (s *Samples) Format() []byte {
	mirrors, in := "no", s.Inputs
	if in.Mirrors {
		mirrors = "yes"
	}
	head := fmt.Sprintf("%s\nrules: %s\nview: %s\nstep: %d\nmirrors: %s\nboard: %d %d %d %d %d\ngames: %d\nsamples: %d\n\n",
		Magic, s.Rules, in.View, in.Step, mirrors, in.Places, in.Width, in.Ranks, in.Plane, in.Kinds(), s.Games, s.Len())
	return append([]byte(head), s.Packed...)
}

// errCut means that a file is truncated.
var errCut = errors.New("is truncated: it holds fewer samples than its header states")

// errText means that a file was transferred as text.
var errText = errors.New("is damaged: a text-mode transfer changed its line endings; copy it again in binary mode")

// Read parses a rule set's samples file and checks every sample. Errors are predicates whose subject is the
// file, such as "is truncated".
func Read(r rules.Rules, data []byte) (*Samples, error) {
	const maxHeader = 1024
	end := bytes.Index(data[:min(len(data), maxHeader)], []byte("\n\n"))
	switch begun := bytes.HasPrefix(data, []byte(Magic+"\n")); {
	case bytes.HasPrefix(data, []byte(Magic+"\r")):
		return nil, errText
	case begun && end < 0 && len(data) < maxHeader:
		return nil, errCut
	case !begun || end < 0:
		return nil, fmt.Errorf("is not a samples file: it does not start with %q and a header", Magic)
	}
	s := NewSamples(r)
	fields := map[string]string{}
	for line := range strings.Lines(string(data[len(Magic)+1 : end+1])) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		fields[name] = value
	}
	if of := fields["rules"]; of != s.Rules {
		name, _, _ := strings.Cut(of, "#")
		if name == r.Info().Name {
			return nil, fmt.Errorf("holds samples for other rules named %s", name)
		}
		return nil, fmt.Errorf("holds samples for %.80q, not for %s", name, r.Info().Name)
	}
	if nnue.View(fields["view"]) != s.Inputs.View || fields["step"] != strconv.Itoa(s.Inputs.Step) {
		return nil, fmt.Errorf("holds samples with view %.20q, but %s has view %q", fields["view"], s.Rules, s.Inputs.View)
	}
	games, err1 := strconv.Atoi(fields["games"])
	n, err2 := strconv.Atoi(fields["samples"])
	if err1 != nil || err2 != nil || games < 0 || n < 0 {
		return nil, errors.New("has a header whose games or samples are not numbers")
	}
	s.Games, s.Packed = games, data[end+2:]
	switch have, size := len(s.Packed), SizeOf(s.Inputs); {
	case have/size < n:
		return nil, errCut
	case have != n*size:
		return nil, errors.New("has more data than its header states")
	}
	var sample Sample
	for i := range n {
		if err := sample.Unpack(s.Packed[i*SizeOf(s.Inputs):], s.Inputs); err != nil {
			return nil, fmt.Errorf("is damaged at sample %d: %w", i+1, err)
		}
	}
	return s, nil
}
