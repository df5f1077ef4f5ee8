package render_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/draw"
	"image/gif"
	"image/png"
	"io"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
)

// film returns a film of a sequence of moves.
func film(t *testing.T, name, moves string) *render.Film {
	t.Helper()
	s := scene(t, name, "")
	line := rules.NewLine(s.Rules, s.Position)
	for _, text := range strings.Fields(moves) {
		if _, err := line.PlayText(text); err != nil {
			t.Fatalf("line.PlayText(%q): %v", text, err)
		}
	}
	f, err := render.NewFilm(s, line.Moves())
	if err != nil {
		t.Fatalf("render.NewFilm: %v", err)
	}
	return f
}

// TestPlanFilm animates consecutive moves by one side, which NewFilm rejects.
func TestPlanFilm(t *testing.T) {
	s := scene(t, "trid", "W:4/4/1P2/1KB1|N:4/2n1/4/4|B:1k2/1p2/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 12")
	steps, err := notation.Plan(s.Rules, &s.Position, "Bd0KL1@q1; KL1-KL2; KL2-KL3^180; BKL3@q3xc5N")
	if err != nil {
		t.Fatalf("notation.Plan: %v", err)
	}
	var moves []board.Move
	for _, step := range steps {
		moves = append(moves, step.Move)
	}
	f, err := render.NewPlanFilm(s, moves)
	if err != nil || len(f.Frames) != 9 {
		t.Fatalf("%d frames, %v", len(f.Frames), err)
	}
	for i, frame := range f.Frames {
		if !strings.Contains(frame.Drawing.Text, "White") || strings.Contains(frame.Drawing.Text, "Black to move") {
			t.Errorf("text of frame %d = %q", i, frame.Drawing.Text)
		}
	}
	if _, err := render.NewFilm(s, moves); err == nil {
		t.Error("consecutive moves of one side were accepted as a line")
	}
}

// TestGIF decodes a film and compares each frame with its drawing.
func TestGIF(t *testing.T) {
	f := film(t, "nachfolger", "f4 c6 Ne5 Qc7")
	var b bytes.Buffer
	if err := f.GIF(&b, 240); err != nil {
		t.Fatalf("f.GIF: %v", err)
	}
	got, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatalf("gif.DecodeAll: %v", err)
	}
	if len(got.Image) != 9 || got.LoopCount != 0 || got.Config.Width != 240 {
		t.Fatalf("%d frames, %d wide, %d loops", len(got.Image), got.Config.Width, got.LoopCount)
	}
	screen := image.NewRGBA(image.Rect(0, 0, got.Config.Width, got.Config.Height))
	for i, frame := range got.Image {
		draw.Draw(screen, frame.Rect, frame, frame.Rect.Min, draw.Over)
		want, err := f.Frames[i].Drawing.Image(240)
		if err != nil {
			t.Fatalf("f.Frames[i].Drawing.Image: %v", err)
		}
		// The palette has fewer colours than the drawing.
		if off := difference(t, screen, want); off > 0.006 {
			t.Errorf("picture %d differs by %.4f", i, off)
		}
		if got.Delay[i] < 50 {
			t.Errorf("delay of picture %d = %d hundredths of a second", i, got.Delay[i])
		}
	}
	if first, second := got.Image[0].Rect, got.Image[1].Rect; second.Dx()*second.Dy() > first.Dx()*first.Dy()*2/3 {
		t.Errorf("the second frame covers %v of %v; want less", second, first)
	}
}

// TestAPNG decodes an animated PNG by turning the chunks of each frame into a separate PNG.
func TestAPNG(t *testing.T) {
	f := film(t, "mirrorsquare", "e4 dxe4 Nc3")
	var b bytes.Buffer
	if err := f.APNG(&b, 240); err != nil {
		t.Fatalf("f.APNG: %v", err)
	}
	if _, err := png.Decode(bytes.NewReader(b.Bytes())); err != nil {
		t.Fatalf("png.Decode: %v", err)
	}
	data := b.Bytes()
	signature := data[:8]
	var header, control []byte
	var body bytes.Buffer
	var screen *image.RGBA
	frames, sequence := 0, uint32(0)
	show := func() {
		if control == nil {
			return
		}
		at := func(i int) int { return int(binary.BigEndian.Uint32(control[i:])) }
		var one bytes.Buffer
		one.Write(signature)
		head := bytes.Clone(header)
		copy(head, control[4:12]) // the size of the frame
		writeChunk(&one, "IHDR", head)
		writeChunk(&one, "IDAT", body.Bytes())
		writeChunk(&one, "IEND", nil)
		img, err := png.Decode(&one)
		if err != nil {
			t.Fatalf("picture %d: %v", frames, err)
		}
		if screen == nil {
			screen = image.NewRGBA(img.Bounds())
		}
		draw.Draw(screen, img.Bounds().Add(image.Pt(at(12), at(16))), img, image.Point{}, draw.Src)
		want, err := f.Frames[frames].Drawing.Image(240)
		if err != nil {
			t.Fatalf("f.Frames[frames].Drawing.Image: %v", err)
		}
		if off := difference(t, screen, want); off != 0 {
			t.Errorf("picture %d differs by %.4f", frames, off)
		}
		frames++
		body.Reset()
	}
	ordered := func(n uint32) {
		if n != sequence {
			t.Fatalf("sequence number %d, want %d", n, sequence)
		}
		sequence++
	}
	declared := uint32(0)
	for data = data[8:]; len(data) > 0; {
		length := binary.BigEndian.Uint32(data)
		kind, content := string(data[4:8]), data[8:8+length]
		data = data[12+length:]
		switch kind {
		case "IHDR":
			header = content
		case "acTL":
			declared = binary.BigEndian.Uint32(content)
		case "fcTL":
			show()
			ordered(binary.BigEndian.Uint32(content))
			control = content
		case "IDAT":
			body.Write(content)
		case "fdAT":
			ordered(binary.BigEndian.Uint32(content))
			body.Write(content[4:])
		case "IEND":
			show()
		}
	}
	if frames != 7 || declared != 7 {
		t.Errorf("%d frames, %d declared, want 7", frames, declared)
	}
}

// writeChunk writes a chunk with a valid checksum, which image/png verifies.
func writeChunk(w *bytes.Buffer, kind string, content []byte) {
	binary.Write(w, binary.BigEndian, uint32(len(content)))
	w.WriteString(kind)
	w.Write(content)
	binary.Write(w, binary.BigEndian, checksum(append([]byte(kind), content...)))
}

// TestFrameSize animates a board move, whose frame needs more space. It checks that all frames have the same
// size and that the other boards stay in place.
func TestFrameSize(t *testing.T) {
	s := scene(t, "trid", inSpace)
	s.View = render.Oblique
	played, err := rules.Play(s.Rules, &s.Position, "QL1-QL2")
	if err != nil {
		t.Fatalf(`rules.Play("QL1-QL2"): %v`, err)
	}
	f, err := render.NewFilm(s, []board.Move{played.Move})
	if err != nil {
		t.Fatalf("render.NewFilm: %v", err)
	}
	for i, frame := range f.Frames {
		if frame.Drawing.Width != f.Frames[0].Drawing.Width || frame.Drawing.Height != f.Frames[0].Drawing.Height {
			t.Errorf("picture %d is %v by %v", i, frame.Drawing.Width, frame.Drawing.Height)
		}
		if at, want := nameOf(frame.Drawing, "N"), nameOf(f.Frames[0].Drawing, "N"); at != want || at == (paint.Point{}) {
			t.Errorf("frame %d has the board N at %v, the first frame at %v", i, at, want)
		}
	}
	if s.Move != board.NoMove || len(s.Last) != 0 {
		t.Error("filming changed the scene")
	}
}

// nameOf returns the position of the label with the given words.
func nameOf(d *paint.Drawing, words string) (at paint.Point) {
	for _, s := range d.Shapes {
		if label, ok := s.(paint.Label); ok && label.Words == words {
			return label.At
		}
	}
	return at
}

func TestFilmTooLarge(t *testing.T) {
	s := scene(t, "chess", "")
	if _, err := render.NewFilm(s, make([]board.Move, render.MaxFilm+1)); err == nil {
		t.Error("a film of too many moves was accepted")
	}
	f := film(t, "chess", strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 4))
	if err := f.GIF(io.Discard, paint.MaxWidth); err == nil || !strings.Contains(err.Error(), "make it smaller") {
		t.Errorf("33 frames, %d pixels wide: %v", paint.MaxWidth, err)
	}
	if err := f.APNG(io.Discard, 1); err == nil {
		t.Error("a film one pixel wide was drawn")
	}
	if err := (&render.Film{}).GIF(io.Discard, 100); err == nil {
		t.Error("a film without frames was drawn")
	}
}

func checksum(data []byte) uint32 { return crc32.ChecksumIEEE(data) }
