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
	"slices"

	"github.com/klauspost/compress/zstd"

	"github.com/tainchess/tain/rules"
)

// FileName returns the path of a material's table file in a folder.
func FileName(folder string, m Material) string { return filepath.Join(folder, string(m)+".tb") }

// Write writes the table in the file format.
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

// guarded is a writer that fails once its context has ended, because compression takes seconds.
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

// WriteError names the table that could not be written and its size, or the folder. Err does not contain the
// name of the temporary file.
type WriteError struct {
	Folder   string
	Material Material // empty if the folder is not writable
	Bytes    int64    // size of the table file
	Err      error
}

func (e *WriteError) Error() string {
	if e.Material == "" {
		return fmt.Sprintf("tablebase: cannot write to the folder %s: %v", e.Folder, e.Err)
	}
	return fmt.Sprintf("tablebase: cannot write %s of %d bytes: %v", FileName(e.Folder, e.Material), e.Bytes, e.Err)
}

// Unwrap returns Err.
func (e *WriteError) Unwrap() error { return e.Err }

// reason returns the cause of a write error without the file name.
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

// save writes the table to a folder atomically. It compresses the table in memory first, so that the error
// can state the size of the file if the disk is full.
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

// writable returns an error if files cannot be created in a folder. It is called before a build spends
// minutes on a table.
func writable(folder string) error {
	file, err := os.CreateTemp(folder, ".tain-*")
	if err != nil {
		return &WriteError{Folder: folder, Err: reason(err)}
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

// place writes data to a file atomically.
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
		os.Remove(file.Name()) // best effort: the write error matters more
	}
	return err
}

// Read reads a rule set's table for a material. Errors are predicates whose subject is the file, such as "is
// damaged".
func Read(r rules.Rules, m Material, from io.Reader) (*Table, error) {
	if s, ok := inSpace(r); ok {
		all, err := io.ReadAll(from)
		if err != nil {
			return nil, err
		}
		return readSpace(s, m, bytes.NewReader(all), int64(len(all)), string(m))
	}
	l, err := layoutOf(r, m)
	if err != nil {
		return nil, err
	}
	in := bufio.NewReader(from)
	h, err := readHeaderOf(r, m, in)
	if err != nil {
		return nil, err
	}
	unpacker, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(128<<20))
	if err != nil {
		return nil, err
	}
	defer unpacker.Close()
	t := &Table{Header: h, layout: l, values: make([]uint8, l.size())}
	if _, err := io.ReadFull(unpacker, t.values); err != nil {
		return nil, fmt.Errorf("is damaged or truncated: %w", err)
	}
	// Reading to the end verifies the checksum.
	switch n, err := unpacker.Read(make([]byte, 1)); {
	case n > 0:
		return nil, errors.New("is damaged: too many positions")
	case err != io.EOF:
		return nil, fmt.Errorf("is damaged: %w", err)
	}
	return t, nil
}

// Load reads a rule set's table for a material from a file. For boards in space, the file stays open while
// the table is in use. Errors name the file.
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

// LoadHeader reads the header of a table file.
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

// Open returns the tables in a folder, which need not exist. The set reads each table on first use. If a
// table cannot be read, the set passes the error to onError, which may be nil, and treats the table as
// missing.
func Open(r rules.Rules, folder string, onError func(error)) (*Set, error) {
	s, err := NewSet(r)
	if err != nil {
		return nil, err
	}
	if onError != nil {
		s.onError = onError
	}
	for _, m := range MaterialsOf(r, MaxPieces) {
		name := FileName(folder, m)
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			s.add(m, func() (*Table, error) { return Load(r, m, name) })
		}
	}
	return s, nil
}

// Find returns the tables in a folder, as Open does, and the embedded tables. Memory limits the total size of
// the tables read from the folder; nil means no limit.
func Find(r rules.Rules, folder string, memory *Memory, onError func(error)) (*Set, error) {
	s, err := Open(r, folder, onError)
	if err != nil {
		return nil, err
	}
	s.memory = memory
	s.addOwn(r)
	return s, nil
}

// Headers reads the headers of a rule set's tables in a folder, in the order of [MaterialsOf].
func Headers(r rules.Rules, folder string) (all []Header, err error) {
	for _, m := range MaterialsOf(r, MaxPieces) {
		h, err := LoadHeader(FileName(folder, m))
		switch {
		case errors.Is(err, os.ErrNotExist):
		case err != nil:
			return all, err
		default:
			all = append(all, h)
		}
	}
	return slices.Clip(all), nil
}
