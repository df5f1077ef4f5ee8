package pgn_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/variant"
)

func TestReadSeveralGames(t *testing.T) {
	text := "\n\n[White \"A\"]\n1. e4 *[White \"B\"]\n\n1. d4\n\n" +
		"[Event \"C\"]\n[White \"C\"]\n\n[Event \"D\"]\n\n\n1. c4 e5 1-0 1. b3 0-1 % no escape\n*; the last\n{nothing}\n"
	var got []string
	r := newReader(text)
	for {
		g, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, g.Tag("White")+": "+sketch(g))
	}
	want := []string{
		"A: e2e4 *", "B: d2d4 *", "C: *", "?: c2c4 e7e5 1-0", "?: b2b3 0-1", "line 14, column 24 (game 6): 1. %: ",
	}
	if len(got) != len(want) {
		t.Fatalf("games: %q", got)
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("game %d: %s, want %s", i+1, got[i], want[i])
		}
	}
}

func TestReadBrokenStream(t *testing.T) {
	boom := errors.New("boom")
	for _, text := range []string{"", "[White", "[White \"A\"]\n", "1. e4 e", "1. e4 {x", "1. e4 (1. d4"} {
		r := pgn.NewReader(io.MultiReader(strings.NewReader(text), iotest.ErrReader(boom)), variant.Builtin().Find)
		if g, err := r.Next(); !errors.Is(err, boom) {
			t.Errorf("%q before a stream error: %v, %v", text, g, err)
		}
		if _, err := r.Next(); !errors.Is(err, boom) {
			t.Errorf("%q before a stream error, second call: %v", text, err)
		}
	}
	r := pgn.NewReader(io.MultiReader(strings.NewReader("1. e4 *\n"), iotest.ErrReader(boom)), variant.Builtin().Find)
	if _, err := r.Next(); err != nil {
		t.Errorf("complete game before a stream error: %v", err)
	}
	if _, err := r.Next(); !errors.Is(err, boom) {
		t.Errorf("error after the game = %v", err)
	}
	if _, err := pgn.NewReader(iotest.OneByteReader(strings.NewReader("1. e4 {é\xe9}\r\n e5 *")), variant.Builtin().Find).Next(); err != nil {
		t.Errorf("byte by byte: %v", err)
	}
	if _, err := pgn.NewReader(strings.NewReader("1. e4 *"), nil).Next(); err == nil {
		t.Error("game was read without any rule set")
	}
}

// TestUTF16 reads games in UTF-16, in both byte orders, with and without a byte order mark.
func TestUTF16(t *testing.T) {
	const text = "[White \"Müller 𝔊\"]\r\n[Black \"Петров\"]\r\n\r\n1. e4 {é} e5 2. Nf3 1-0\r\n\r\n1. d4 e4 *\r\n"
	for name, order := range map[string]binary.AppendByteOrder{"little": binary.LittleEndian, "big": binary.BigEndian} {
		for _, mark := range []string{"", "\ufeff"} {
			var in []byte
			for _, unit := range utf16.Encode([]rune(mark + text)) {
				in = order.AppendUint16(in, unit)
			}
			for _, stream := range []io.Reader{bytes.NewReader(in), iotest.OneByteReader(bytes.NewReader(in)), iotest.DataErrReader(bytes.NewReader(in))} {
				r := pgn.NewReader(stream, variant.Builtin().Find)
				g, err := r.Next()
				if err != nil || g.Tag("White") != "Müller 𝔊" || g.Tag("Black") != "Петров" || len(g.Line) != 3 || g.Line[0].After[0] != "é" {
					t.Fatalf("%s-endian, mark %q: %+v, %v", name, mark, g, err)
				}
				var bad *pgn.Error
				if _, err := r.Next(); !errors.As(err, &bad) || bad.Line != 6 || bad.Column != 7 {
					t.Errorf("%s-endian, mark %q: %v; want an error in line 6, column 7", name, mark, err)
				}
				if _, err := r.Next(); err != io.EOF {
					t.Errorf("%s-endian, mark %q: %v; want the end", name, mark, err)
				}
			}
		}
	}
	if _, err := newReader("\xff\xfe1\x00.\x00\x00\xd8e\x00x").Next(); err == nil {
		t.Error("an unpaired surrogate is no move")
	}
}

// repeat is a stream that repeats a string until it has returned a given number of bytes.
type repeat struct {
	text string
	at   int
	left int
}

func (r *repeat) Read(p []byte) (n int, err error) {
	if r.left <= 0 {
		return 0, io.EOF
	}
	for n < len(p) && r.left > 0 {
		k := copy(p[n:min(len(p), n+r.left)], r.text[r.at:])
		n += k
		r.left -= k
		r.at = (r.at + k) % len(r.text)
	}
	return n, nil
}

// TestReadMemory checks that reading a long stream, including hostile input, uses at most 16 MB of heap.
func TestReadMemory(t *testing.T) {
	const most = 16 << 20
	comment := "{" + strings.Repeat("A long remark on the position. ", 1000) + "}\n"
	games := "[Event \"x\"]\n[Site \"y\"]\n\n" + comment + "1. e4 e5 " + comment + "2. Nf3 (2. f4 " + comment + ") 2... Nc6 " + comment + "1-0\n\n"
	for name, text := range map[string]string{
		"many games":      games,
		"open comment":    "1. e4 {" + strings.Repeat("x ", 1000),
		"endless comment": "; prose\n" + strings.Repeat("; more prose\n", 1000),
		"endless word":    strings.Repeat("x", 4096),
		"endless tag":     "[White \"" + strings.Repeat("x", 4096),
		"tags only":       "[White \"x\"]\n",
		"white space":     strings.Repeat(" \n", 4096),
		"brackets":        "1. e4 (" + strings.Repeat("(", 4096),
	} {
		t.Run(name, func(t *testing.T) {
			size := 24 << 20
			if name == "many games" {
				size = 64 << 20
			}
			runtime.GC()
			var before, now runtime.MemStats
			runtime.ReadMemStats(&before)
			r := pgn.NewReader(&repeat{text: text, left: size}, variant.Builtin().Find)
			var read, faults int
			for i := 0; ; i++ {
				_, err := r.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					faults++
				} else {
					read++
				}
				if i%100 == 0 {
					runtime.ReadMemStats(&now)
					if now.HeapAlloc > before.HeapAlloc+most {
						runtime.GC()
						runtime.ReadMemStats(&now)
					}
					if now.HeapAlloc > before.HeapAlloc+most {
						t.Fatalf("%d MB of heap in use after %d games", (now.HeapAlloc-before.HeapAlloc)>>20, i)
					}
				}
			}
			if name == "many games" && (read < size/len(text) || faults > 1) {
				t.Errorf("%d games read and %d rejected, want %d", read, faults, size/len(text))
			}
		})
	}
}
