//go:build !js

package tablebase

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"

	"github.com/tainchess/tain/rules"
)

// A file is the magic line, the header as one line of JSON, and the values,
// packed by Zstandard with its checksum. A byte that is no position repeats the
// one before it, which packs best: tables of four pieces shrink to about a
// tenth.
const (
	magic     = "TAIN TABLEBASE 1"
	maxHeader = 4096
)

// FileName returns where the table of some material lies in a folder.
func FileName(folder string, m Material) string { return filepath.Join(folder, string(m)+".tb") }

// Write writes the table as a file.
func (t *Table) Write(w io.Writer) error {
	head, err := json.Marshal(t.Header)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "%s\n%s\n", magic, head); err != nil {
		return err
	}
	if t.packed != nil {
		return t.packed.write(w)
	}
	packer, err := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	if _, err := packer.Write(t.values); err != nil {
		return errors.Join(err, packer.Close())
	}
	return packer.Close()
}

// guarded is a writer that gives up when a context ends: packing takes seconds.
type guarded struct {
	ctx context.Context
	io.Writer
}

func (g guarded) Write(data []byte) (int, error) {
	if err := g.ctx.Err(); err != nil {
		return 0, err
	}
	return g.Writer.Write(data)
}

// WriteError says which table could not be written, and how much room it needs. The
// reason names no file: what was written into is gone.
type WriteError struct {
	Folder   string
	Material Material // empty if nothing at all can be written there
	Bytes    int64    // of the table's file
	Err      error
}

// Error tells it in a sentence.
func (e *WriteError) Error() string {
	if e.Material == "" {
		return fmt.Sprintf("tablebase: cannot write to the folder %s: %v", e.Folder, e.Err)
	}
	return fmt.Sprintf("tablebase: cannot write %s of %d bytes: %v", FileName(e.Folder, e.Material), e.Bytes, e.Err)
}

// Unwrap returns the reason.
func (e *WriteError) Unwrap() error { return e.Err }

// reason is why a file could not be written, without its name.
func reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// save writes the table to a folder, whole or not at all. It is packed before it is
// written, so that its size is known where there is no room for it.
func (t *Table) save(ctx context.Context, folder string) error {
	var packed bytes.Buffer
	if err := t.Write(guarded{ctx, &packed}); err != nil {
		return err
	}
	if err := place(FileName(folder, t.Header.Material), packed.Bytes()); err != nil {
		return &WriteError{folder, t.Header.Material, int64(packed.Len()), reason(err)}
	}
	return nil
}

// writable tries whether files can be made in a folder, before a table takes its
// minutes.
func writable(folder string) error {
	file, err := os.CreateTemp(folder, ".tain-*")
	if err != nil {
		return &WriteError{Folder: folder, Err: reason(err)}
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

// place writes a file, whole or not at all.
func place(name string, data []byte) error {
	file, err := os.CreateTemp(filepath.Dir(name), ".tain-*")
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err == nil {
		err = file.Chmod(0o644)
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		os.Remove(file.Name()) // what went wrong before says more
	}
	return err
}

// ReadHeader reads what a file says of its table, and leaves the rest.
func ReadHeader(in *bufio.Reader) (h Header, err error) {
	first, err := line(in)
	switch {
	case err != nil:
		return h, err
	case first == magic+"\r":
		return h, errors.New("is damaged: a transfer as text has changed its line ends")
	case first != magic:
		return h, fmt.Errorf("begins with %.20q, not with %q: it is no table that tain tables has written", first, magic)
	}
	second, err := line(in)
	if err != nil {
		return h, err
	}
	if err := json.Unmarshal([]byte(second), &h); err != nil {
		return h, fmt.Errorf("has a header that cannot be read: %w", err)
	}
	return h, nil
}

// readHeaderOf reads the header of a table that must be that of some material of
// a rule set.
func readHeaderOf(r rules.Rules, m Material, in *bufio.Reader) (Header, error) {
	h, err := ReadHeader(in)
	if err == nil && (h.Variant != r.Info().Name || h.Material != m) {
		err = fmt.Errorf("is the table %.20q of %.20q, not %s of %s", h.Material, h.Variant, m, r.Info().Name)
	}
	return h, err
}

// line reads a line of a bounded length.
func line(in *bufio.Reader) (string, error) {
	var text []byte
	for len(text) < maxHeader {
		b, err := in.ReadByte()
		if err != nil {
			return "", errors.New("ends within its header: it was cut off")
		}
		if b == '\n' {
			return string(text), nil
		}
		text = append(text, b)
	}
	return "", errors.New("has no header: it is no table that tain tables has written")
}

// Read reads the table of some material of a rule set.
func Read(r rules.Rules, m Material, from io.Reader) (*Table, error) {
	if s, ok := inSpace(r); ok {
		all, err := io.ReadAll(from)
		if err != nil {
			return nil, err
		}
		return readSpace(s, m, bytes.NewReader(all), int64(len(all)))
	}
	_, s, err := symmetry(r)
	if err != nil {
		return nil, err
	}
	in := bufio.NewReader(from)
	h, err := readHeaderOf(r, m, in)
	if err != nil {
		return nil, err
	}
	unpacker, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(64<<20))
	if err != nil {
		return nil, err
	}
	defer unpacker.Close()
	t := &Table{Header: h, layout: newLayout(m, s)}
	t.values = make([]uint8, t.size())
	if _, err := io.ReadFull(unpacker, t.values); err != nil {
		return nil, fmt.Errorf("is damaged or cut off: %w", err)
	}
	// The checksum is looked at when the end is reached.
	switch n, err := unpacker.Read(make([]byte, 1)); {
	case n > 0:
		return nil, errors.New("is damaged: it holds more positions than there are")
	case err != io.EOF:
		return nil, fmt.Errorf("is damaged: %w", err)
	}
	return t, nil
}

// Load reads the table of some material of a rule set from a file. One of boards
// in space stays open as long as it is used.
func Load(r rules.Rules, m Material, name string) (*Table, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if s, ok := inSpace(r); ok {
		t, err := loadSpace(s, m, file)
		if err != nil {
			return nil, fmt.Errorf("%s %w", name, errors.Join(err, file.Close()))
		}
		return t, nil
	}
	defer file.Close()
	t, err := Read(r, m, file)
	if err != nil {
		return nil, fmt.Errorf("%s %w", name, err)
	}
	return t, nil
}

// LoadHeader reads only the header of a file.
func LoadHeader(name string) (Header, error) {
	file, err := os.Open(name)
	if err != nil {
		return Header{}, err
	}
	defer file.Close()
	h, err := ReadHeader(bufio.NewReader(file))
	if err != nil {
		return h, fmt.Errorf("%s %w", name, err)
	}
	return h, nil
}
