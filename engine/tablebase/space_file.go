//go:build !js

package tablebase

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"

	"github.com/tainchess/tain/board"
)

// packed holds the values of a table for boards in space. A table has hundreds of millions of positions, so
// it is never decompressed as a whole. It holds only positions in which the side with the piece is to move,
// because the values of the others follow from their successors. After the header, the file has the
// compressed lengths of all chunks, four bytes each, and then the chunks, each compressed with Zstandard and
// a checksum. A lookup decompresses one chunk. Recently used chunks are cached.
//
// A chunk holds one square of the white king and all placements with White's boards on the same pins, so that
// most black moves stay within the chunk. Values are ordered by the square of the black king, then by the
// placement, then by the square of the piece, because many positions that differ only in the last two have
// equal values.
type packed struct {
	*placements
	rules   attackBoards
	lengths []uint32
	ends    []int64 // end offset of each chunk, relative to start
	start   int64   // offset of the first chunk
	data    io.ReaderAt
	name    string                  // for error messages
	recent  []atomic.Pointer[chunk] // indexed by the hash of the chunk number
}

type chunk struct {
	number int
	values []uint8
}

// recentChunks is the number of cached chunks, which use at most 46 MB per table. No chunk is larger than
// maxChunk bytes.
const (
	recentChunks = 256
	maxChunk     = 1 << 20
)

// unpacker returns the decoder for chunks. The decoder is safe for concurrent use.
var unpacker = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxChunk))
})

func newPacked(r attackBoards, of *placements, lengths []uint32, data io.ReaderAt, start int64) *packed {
	p := &packed{rules: r, placements: of, lengths: lengths, data: data, start: start, ends: make([]int64, len(lengths))}
	end := int64(0)
	for i, n := range lengths {
		end += int64(n)
		p.ends[i] = end
	}
	p.recent = make([]atomic.Pointer[chunk], min(recentChunks, len(lengths)))
	return p
}

// size returns the total size of all chunks in bytes.
func (t *packed) size() int64 { return t.ends[len(t.ends)-1] }

// value returns the value of a position in which the side with the piece is to move.
func (t *packed) value(p *board.Position, exchanged bool) (Value, error) {
	index, squares, ok := t.locate(t.rules, p, exchanged)
	if !ok {
		return Draw, fmt.Errorf("%s does not contain this placement of boards", t.name)
	}
	g := t.groups[t.group[index]]
	number := t.group[index]<<6 | int(squares[0])
	slot := &t.recent[(number*40503>>4)%len(t.recent)] // scattered, because searches probe at regular strides
	c := slot.Load()
	if c == nil || c.number != number {
		values, err := t.unpack(number)
		if err != nil {
			return Draw, fmt.Errorf("%s %w", t.name, err)
		}
		c = &chunk{number, values}
		slot.Store(c)
	}
	return Value(c.values[(int(squares[2])*(g.to-g.from)+index-g.from)<<6|int(squares[1])]), nil
}

// unpack reads and decompresses a chunk.
func (t *packed) unpack(number int) ([]uint8, error) {
	u, err := unpacker()
	if err != nil {
		return nil, err
	}
	in := make([]byte, t.lengths[number])
	if _, err := t.data.ReadAt(in, t.start+t.ends[number]-int64(len(in))); err != nil {
		return nil, fmt.Errorf("cannot be read: %w", err)
	}
	g := t.groups[number>>6]
	size := (g.to - g.from) * rowWords
	values, err := u.DecodeAll(in, make([]uint8, 0, size))
	switch {
	case err != nil:
		return nil, fmt.Errorf("is damaged: %w", err)
	case len(values) != size:
		return nil, errors.New("is damaged: a chunk has the wrong number of positions")
	}
	return values, nil
}

// check decompresses every chunk. It returns the error for a damaged chunk, or the context's error.
func (t *packed) check(ctx context.Context, workers int) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	return parallel(ctx, workers, len(t.lengths), func(number int) {
		if _, err := t.unpack(number); err != nil {
			cancel(err)
		}
	})
}

func (t *packed) close() error {
	if file, ok := t.data.(io.Closer); ok {
		return file.Close()
	}
	return nil
}

// write writes the chunk lengths and the chunks.
func (t *packed) write(w io.Writer) error {
	if err := binary.Write(w, binary.LittleEndian, t.lengths); err != nil {
		return err
	}
	_, err := io.Copy(w, io.NewSectionReader(t.data, t.start, t.size()))
	return err
}

// chunk returns the uncompressed values of a chunk. Illegal positions repeat the previous byte.
func (b *spaceBuilder) chunk(number int) []uint8 {
	g, king := b.groups[number>>6], number&63
	out := make([]uint8, 0, (g.to-g.from)*rowWords)
	before := uint8(Draw)
	for other := range 64 {
		for k := g.from; k < g.to; k++ {
			for i := k*rowWords + king<<6; i < k*rowWords+(king+1)<<6; i++ {
				if b.legalWhite[i]>>other&1 != 0 {
					before = b.plies[i<<6|other]
				}
				out = append(out, before)
			}
		}
	}
	return out
}

// pack compresses the builder's results.
func (b *spaceBuilder) pack(ctx context.Context, progress func(done float64)) (*packed, error) {
	out := make([][]byte, 64*len(b.groups))
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithEncoderConcurrency(b.workers))
	if err != nil {
		return nil, err
	}
	defer packer.Close()
	var done atomic.Int64
	err = parallel(ctx, b.workers, len(out), func(n int) {
		progress(float64(done.Add(1)) / float64(len(out)))
		out[n] = packer.EncodeAll(b.chunk(n), nil)
	})
	if err != nil {
		return nil, err
	}
	lengths := make([]uint32, len(out))
	for i, c := range out {
		lengths[i] = uint32(len(c))
	}
	return newPacked(b.rules, b.placements, lengths, bytes.NewReader(bytes.Join(out, nil)), 0), nil
}

// readSpace reads the header and the chunk lengths of a table for boards in space. Chunks are read on demand.
// Name is used in error messages.
func readSpace(r attackBoards, m Material, data io.ReaderAt, size int64, name string) (*Table, error) {
	section := io.NewSectionReader(data, 0, size)
	in := bufio.NewReader(section)
	h, err := readHeaderOf(r, m, in)
	if err != nil {
		return nil, err
	}
	of := allPlacements()
	lengths := make([]uint32, 64*len(of.groups))
	if err := binary.Read(in, binary.LittleEndian, lengths); err != nil {
		return nil, fmt.Errorf("is damaged or truncated: %w", err)
	}
	read, err := section.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, err
	}
	t := newPacked(r, of, lengths, data, read-int64(in.Buffered()))
	switch end := t.start + t.size(); {
	case end > size:
		return nil, errors.New("is damaged or truncated: it should be longer")
	case end < size:
		return nil, errors.New("is damaged: too many positions")
	}
	t.name = name
	return &Table{Header: h, packed: t}, nil
}

// loadSpace opens a table file for boards in space. The file stays open while
// the table is in use.
func loadSpace(r attackBoards, m Material, file *os.File) (*Table, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	return readSpace(r, m, file, info.Size(), file.Name())
}
