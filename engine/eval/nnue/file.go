package nnue

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/tainchess/tain/internal/vector"
	"github.com/tainchess/tain/rules"
)

// Magic is the first line of a file that holds a net.
const Magic = "TAIN NET 2"

// Header is what a file tells of a net beside its numbers.
type Header struct {
	Rules     string // the rule set's name, for a definition with # and its hash
	Data      string // hash of the samples it was trained on
	Games     int    // that these are from
	Positions int
	Command   string // that made it
}

// maxHeader bounds the text before the numbers, and maxFile all of it. A command
// longer than maxCommand, such as one with hundreds of files, is cut.
const (
	maxHeader  = 4096
	maxCommand = 2048
	maxFile    = 4 << 20
)

// Key returns the word by which a net's file names a rule set: behind the name of
// a definition stands its hash, since people change their rules and keep the name.
func Key(r rules.Rules) string {
	if hash := r.Info().Hash; hash != "" {
		return r.Info().Name + "#" + hash
	}
	return r.Info().Name
}

// Write writes the net: the header as lines of text, an empty line, and the
// numbers, deflated.
func (n *Net) Write(w io.Writer) error {
	numbers := n.numbers()
	sum := sha256.Sum256(numbers)
	in := n.Inputs
	var head strings.Builder
	fmt.Fprintf(&head, "%s\nrules: %s\nview: %s\nshape: %d %d %d %d\n", Magic, n.Header.Rules, in.View, in.Count(), n.Width, Buckets, in.Step)
	fmt.Fprintf(&head, "data: %s\ngames: %d\npositions: %d\ncommand: %s\n", orNone(n.Header.Data), n.Header.Games, n.Header.Positions, orNone(oneLine(n.Header.Command, maxCommand)))
	fmt.Fprintf(&head, "numbers: sha256 %s\n\n", hex.EncodeToString(sum[:]))
	if head.Len() > maxHeader {
		return fmt.Errorf("nnue: the header of a net has %d bytes, more than %d", head.Len(), maxHeader)
	}
	if _, err := io.WriteString(w, head.String()); err != nil {
		return err
	}
	packer, err := flate.NewWriter(w, flate.BestCompression)
	if err != nil {
		return err
	}
	if _, err := packer.Write(spread(numbers)); err != nil {
		return err
	}
	return packer.Close()
}

// parts are the numbers in the order of a file.
func (n *Net) parts() [4][]int16 { return [4][]int16{n.Weights, n.Biases, n.Output, n.Offsets} }

// numbers are the numbers as bytes, the lower of each first.
func (n *Net) numbers() (all []byte) {
	for _, part := range n.parts() {
		for _, v := range part {
			all = binary.LittleEndian.AppendUint16(all, uint16(v))
		}
	}
	return all
}

// spread returns numbers as they are deflated: each doubled, one below zero as its
// complement, so that small ones of both signs are small; and the lower bytes of
// all before the upper ones, nearly all of which are zero. That saves a quarter.
func spread(numbers []byte) []byte {
	n := len(numbers) / 2
	out := make([]byte, 2*n)
	for i := range n {
		v := int16(binary.LittleEndian.Uint16(numbers[2*i:]))
		z := uint16(v<<1 ^ v>>15)
		out[i], out[n+i] = byte(z), byte(z>>8)
	}
	return out
}

// gather undoes what spread does.
func gather(spread []byte) []byte {
	n := len(spread) / 2
	out := make([]byte, 2*n)
	for i := range n {
		z := uint16(spread[i]) | uint16(spread[n+i])<<8
		binary.LittleEndian.PutUint16(out[2*i:], z>>1^-(z&1))
	}
	return out
}

// oneLine writes a text as a line of at most so many bytes.
func oneLine(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= most {
		return text
	}
	const more = "..."
	return strings.ToValidUTF8(text[:most-len(more)], "") + more
}

func orNone(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// Load reads the net of a rule set from a file.
func Load(r rules.Rules, name string) (*Net, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, unread(name, err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return nil, unread(name, err)
	}
	n, err := Read(r, data)
	if err != nil {
		return nil, fmt.Errorf("%s %w", name, err)
	}
	return n, nil
}

// unread says which file could not be read and why, without what was tried with it.
func unread(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("cannot read the net %s: %w", name, err)
}

// others are the beginnings of what else lies beside a net and is taken for one.
var others = [][2]string{
	{"# Weights of ", "it holds weights"}, {"# tain selfplay ", "it holds games to train one on"}, {"TAIN SAMPLES ", "it holds samples to train one on"},
}

// errCut says that a file ends too early.
var errCut = errors.New("is cut off: copy it again, whole")

// errText says that a file went through hands that took it for text: lines of the
// header end as they do on another system, and so does every such byte of the numbers.
var errText = errors.New("is damaged: a transfer as text has changed its line ends; copy it again as binary")

// Read reads the net of a rule set. An error is the rest of a sentence that begins
// with what was read, such as "holds the net of chess, not of cylinder".
func Read(r rules.Rules, data []byte) (*Net, error) {
	if len(data) > maxFile {
		return nil, fmt.Errorf("is too large for a net: over %d bytes", maxFile)
	}
	first, _, _ := bytes.Cut(data[:min(len(data), 64)], []byte("\n"))
	if string(first) != Magic {
		switch {
		case strings.HasPrefix(Magic, string(first)) && len(first) == len(data):
			return nil, errCut
		case bytes.HasPrefix(first, []byte(Magic+"\r")):
			return nil, errText
		case bytes.HasPrefix(first, []byte("TAIN NET ")):
			return nil, fmt.Errorf("is a net of another version: this program reads %q", Magic)
		}
		for _, o := range others {
			if bytes.HasPrefix(data, []byte(o[0])) {
				return nil, errors.New("is no net: " + o[1])
			}
		}
		return nil, fmt.Errorf("is no net: its first line is not %q", Magic)
	}
	end := bytes.Index(data[:min(len(data), maxHeader)], []byte("\n\n"))
	if end < 0 {
		if len(data) < maxHeader {
			return nil, errCut
		}
		return nil, errors.New("is no net: its header does not end")
	}
	fields, err := header(string(data[len(Magic)+1 : end+1]))
	if err != nil {
		return nil, err
	}
	if err := belongs(r, fields["rules"]); err != nil {
		return nil, err
	}
	return fields.net(r, data[end+2:])
}

// belongs says what is wrong with a net of another rule set.
func belongs(r rules.Rules, key string) error {
	own := Key(r)
	if key == own {
		return nil
	}
	name, _, _ := strings.Cut(key, "#")
	if name == r.Info().Name {
		return fmt.Errorf("holds the net of other rules that were called %s", name)
	}
	return fmt.Errorf("holds the net of %.80s, not of %s", name, r.Info().Name)
}

// headerFields are the lines of a header.
type headerFields map[string]string

// header reads the lines of a header. All must be there once.
func header(text string) (headerFields, error) {
	fields := headerFields{}
	for line := range strings.Lines(text) {
		name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if _, twice := fields[name]; !ok || twice {
			return nil, fmt.Errorf("has a header that cannot be read at %.40q", line)
		}
		fields[name] = value
	}
	for _, name := range []string{"rules", "view", "shape", "data", "games", "positions", "command", "numbers"} {
		if _, ok := fields[name]; !ok {
			return nil, fmt.Errorf("has a header without %q", name)
		}
	}
	return fields, nil
}

// net reads the numbers that the header tells of.
func (f headerFields) net(r rules.Rules, packed []byte) (*Net, error) {
	in := InputsOf(r)
	var width int
	shape := strings.Fields(f["shape"])
	if len(shape) == 4 {
		width, _ = strconv.Atoi(shape[1]) // what is no number is no width either
		shape[1] = "*"
	}
	if View(f["view"]) != in.View || strings.Join(shape, " ") != fmt.Sprintf("%d * %d %d", in.Count(), Buckets, in.Step) {
		return nil, fmt.Errorf("has the shape %.40q seen %.20q, but nets of %s have %d inputs, %d buckets of %d pieces and are seen %q",
			f["shape"], f["view"], r.Info().Name, in.Count(), Buckets, in.Step, in.View)
	}
	n, err := NewNet(in, width)
	if err != nil {
		return nil, fmt.Errorf("has the width %d: it must be a multiple of %d up to %d", width, vector.Lanes, MaxWidth)
	}
	games, err1 := strconv.Atoi(f["games"])
	positions, err2 := strconv.Atoi(f["positions"])
	if err1 != nil || err2 != nil || games < 0 || positions < 0 {
		return nil, errors.New("has a header whose games or positions are no numbers")
	}
	n.Header = Header{Rules: f["rules"], Data: f["data"], Games: games, Positions: positions, Command: f["command"]}
	want := 2 * (len(n.Weights) + len(n.Biases) + len(n.Output) + len(n.Offsets))
	from := bytes.NewReader(packed)
	unpacked, err := io.ReadAll(io.LimitReader(flate.NewReader(from), int64(want)+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errCut
	case err != nil:
		return nil, errors.New("is damaged: its numbers cannot be unpacked")
	case len(unpacked) != want:
		return nil, fmt.Errorf("is damaged: it does not hold the %d bytes of numbers that its shape tells of", want)
	case from.Len() > 0:
		return nil, errors.New("is damaged: something stands behind its numbers")
	}
	numbers := gather(unpacked)
	sum := sha256.Sum256(numbers)
	if f["numbers"] != "sha256 "+hex.EncodeToString(sum[:]) {
		return nil, errors.New("is damaged: its numbers are not those its header was written for")
	}
	for _, part := range n.parts() {
		for i := range part {
			part[i] = int16(binary.LittleEndian.Uint16(numbers))
			numbers = numbers[2:]
		}
	}
	for _, w := range n.Output {
		if w > MostOutput || w < -MostOutput {
			return nil, fmt.Errorf("has an output weight of %d: beyond %d sums do not fit", w, MostOutput)
		}
	}
	return n, nil
}
