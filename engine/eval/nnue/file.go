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

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/vector"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Magic is the first line of a net file.
const Magic = "TAIN NET 2"

// maxHeader limits the size of the header and maxFile the size of the file, in bytes. A command line longer
// than maxCommand, such as one with hundreds of files, is truncated.
const (
	maxHeader  = 4096
	maxCommand = 2048
	maxFile    = 4 << 20
)

// Write writes the net: the header as lines of text, an empty line, and the numbers compressed with DEFLATE.
func (n *Net) Write(w io.Writer) error {
	numbers := n.numbers()
	sum := sha256.Sum256(numbers)
	in := n.Inputs
	var head strings.Builder
	fmt.Fprintf(&head, "%s\nrules: %s\nview: %s\nshape: %d %d %d %d\n", Magic, n.Header.Rules, in.View,
		in.Count(), n.Width, Buckets, in.Step)
	fmt.Fprintf(&head, "data: %s\ngames: %d\npositions: %d\ncommand: %s\n", orNone(n.Header.Data),
		n.Header.Games, n.Header.Positions, orNone(oneLine(n.Header.Command, maxCommand)))
	fmt.Fprintf(&head, "numbers: sha256 %s\n\n", hex.EncodeToString(sum[:]))
	if head.Len() > maxHeader {
		return fmt.Errorf("nnue: header of %d bytes is longer than %d", head.Len(), maxHeader)
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

// parts returns the slices of numbers in file order.
func (n *Net) parts() [4][]int16 { return [4][]int16{n.Weights, n.Biases, n.Output, n.Offsets} }

// numbers returns the numbers as little-endian bytes.
func (n *Net) numbers() (all []byte) {
	for _, part := range n.parts() {
		for _, v := range part {
			all = binary.LittleEndian.AppendUint16(all, uint16(v))
		}
	}
	return all
}

// spread rearranges numbers so that they compress better. Zigzag encoding turns numbers near zero, of either
// sign, into small unsigned numbers. All lower bytes precede the upper bytes, which are then nearly all zero.
// This saves a quarter of the size.
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

// gather is the inverse of spread.
func gather(spread []byte) []byte {
	n := len(spread) / 2
	out := make([]byte, 2*n)
	for i := range n {
		z := uint16(spread[i]) | uint16(spread[n+i])<<8
		binary.LittleEndian.PutUint16(out[2*i:], z>>1^-(z&1))
	}
	return out
}

// oneLine returns the text as one line, truncated to at most limit bytes.
func oneLine(text string, limit int) string {
	if text = strings.Join(strings.Fields(text), " "); len(text) > limit {
		text = notation.ClipTo(text, limit-len("..."))
	}
	return text
}

func orNone(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// Load reads a rule set's net from a file. Errors name the file.
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

// unread returns an error that consists of the file name and the reason, without the failed operation.
func unread(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("cannot read the net %s: %w", name, err)
}

// others lists the prefixes of other file types that people mistake for nets, each with a description of the
// file.
var others = [][2]string{
	{"# Weights of ", "it holds weights"}, {"# tain selfplay ", "it holds training games"},
	{"TAIN SAMPLES ", "it holds training samples"},
}

// errCut means that a file is truncated.
var errCut = errors.New("is truncated: copy it again")

// errText means that a file was transferred as text, which converts line endings in the header and bytes in
// the numbers.
var errText = errors.New("is damaged: a text-mode transfer changed its line endings; copy it again in binary mode")

// Read parses a rule set's net. Errors are predicates whose subject is the file, such as "holds a net for
// chess, not for cylinder".
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
				return nil, errors.New("is not a net: " + o[1])
			}
		}
		return nil, fmt.Errorf("is not a net: want %q in the first line", Magic)
	}
	end := bytes.Index(data[:min(len(data), maxHeader)], []byte("\n\n"))
	if end < 0 {
		if len(data) < maxHeader {
			return nil, errCut
		}
		return nil, errors.New("is not a net: no empty line after the header")
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

// belongs returns an error if a net is for another rule set.
func belongs(r rules.Rules, key string) error {
	if key == eval.Key(r) {
		return nil
	}
	name, _, _ := strings.Cut(key, "#")
	if name == r.Info().Name {
		return fmt.Errorf("holds a net for other rules named %s", name)
	}
	return fmt.Errorf("holds a net for %.80s, not for %s", name, r.Info().Name)
}

// headerFields maps the names of header fields to their values.
type headerFields map[string]string

// header parses a header. Every field must occur exactly once.
func header(text string) (headerFields, error) {
	fields := headerFields{}
	for line := range strings.Lines(text) {
		name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if _, twice := fields[name]; !ok || twice {
			return nil, fmt.Errorf("has an invalid header line %.40q", line)
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

// net parses the numbers that the header describes, and checks them against it.
func (f headerFields) net(r rules.Rules, packed []byte) (*Net, error) {
	in := InputsOf(r)
	var width int
	shape := strings.Fields(f["shape"])
	if len(shape) == 4 {
		width, _ = strconv.Atoi(shape[1]) // 0 is not a valid width
		shape[1] = "*"
	}
	if View(f["view"]) != in.View || strings.Join(shape, " ") != fmt.Sprintf("%d * %d %d", in.Count(), Buckets, in.Step) {
		return nil, fmt.Errorf("has shape %.40q and view %.20q, but nets of %s have %d inputs, %d buckets of %d "+
			"pieces and view %q",
			f["shape"], f["view"], r.Info().Name, in.Count(), Buckets, in.Step, in.View)
	}
	n, err := NewNet(in, width)
	if err != nil {
		return nil, fmt.Errorf("has the width %d: it must be a multiple of %d up to %d", width, vector.Lanes, MaxWidth)
	}
	games, err1 := strconv.Atoi(f["games"])
	positions, err2 := strconv.Atoi(f["positions"])
	if err1 != nil || err2 != nil || games < 0 || positions < 0 {
		return nil, errors.New("has a header whose games or positions are not numbers")
	}
	n.Header = Header{Rules: f["rules"], Data: f["data"], Games: games, Positions: positions, Command: f["command"]}
	want := 2 * (len(n.Weights) + len(n.Biases) + len(n.Output) + len(n.Offsets))
	from := bytes.NewReader(packed)
	unpacked, err := io.ReadAll(io.LimitReader(flate.NewReader(from), int64(want)+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errCut
	case err != nil:
		return nil, errors.New("is damaged: its numbers cannot be decompressed")
	case len(unpacked) != want:
		return nil, fmt.Errorf("is damaged: its shape requires %d bytes of numbers", want)
	case from.Len() > 0:
		return nil, errors.New("is damaged: trailing data")
	}
	numbers := gather(unpacked)
	sum := sha256.Sum256(numbers)
	if f["numbers"] != "sha256 "+hex.EncodeToString(sum[:]) {
		return nil, errors.New("is damaged: its numbers do not match the checksum in its header")
	}
	for _, part := range n.parts() {
		for i := range part {
			part[i] = int16(binary.LittleEndian.Uint16(numbers))
			numbers = numbers[2:]
		}
	}
	for _, w := range n.Output {
		if w > MostOutput || w < -MostOutput {
			return nil, fmt.Errorf("has an output weight of %d; the limit is %d", w, MostOutput)
		}
	}
	return n, nil
}
