//go:build !js

package render

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/render/paint"
)

// Film is an animation of a sequence of moves. All frames have the same size.
type Film struct{ Frames []Frame }

// Frame is a picture and its duration.
type Frame struct {
	Drawing *paint.Drawing
	For     time.Duration
}

// Frame durations.
const (
	beforeMove = 800 * time.Millisecond
	afterMove  = 900 * time.Millisecond
	atTheEnd   = 2500 * time.Millisecond
)

// MaxFilm is the maximum number of moves in a film.
const MaxFilm = 600

// filmPixels is the maximum total number of pixels in a film. It keeps the rendering time well under a
// minute.
const filmPixels = 400e6

// NewFilm animates a sequence of moves. It shows each move first as a preview with its way and effects, then
// as played. It returns an error for an illegal move and for more than [MaxFilm] moves.
func NewFilm(start *Scene, moves []board.Move) (*Film, error) {
	return newFilm(start, moves, (*Scene).Play)
}

// NewPlanFilm is like [NewFilm], but all moves are by one side, as in [notation.Plan].
func NewPlanFilm(start *Scene, steps []board.Move) (*Film, error) {
	return newFilm(start, steps, (*Scene).PlayStep)
}

func newFilm(start *Scene, moves []board.Move, play func(*Scene, board.Move)) (*Film, error) {
	if len(moves) > MaxFilm {
		return nil, message.NewError("draw.film.long",
			"an animation of {count} moves is too long: the limit is {most}", message.Args{"count": len(moves), "most": MaxFilm})
	}
	s := *start
	film := &Film{}
	add := func(d time.Duration) error {
		drawing, err := Draw(&s)
		if err == nil {
			film.Frames = append(film.Frames, Frame{drawing, d})
		}
		return err
	}
	if err := add(afterMove); err != nil {
		return nil, err
	}
	s.Chosen = ""
	for i, m := range moves {
		s.Move = m
		if err := add(beforeMove); err != nil {
			return nil, err
		}
		s.Move = board.NoMove
		play(&s, m)
		d := afterMove
		if i == len(moves)-1 {
			d = atTheEnd
		}
		if err := add(d); err != nil {
			return nil, err
		}
	}
	film.settle()
	return film, nil
}

// settle gives all frames the same size and origin. Before that, a frame in which a board moves may be
// larger.
func (f *Film) settle() {
	var before, after paint.Point // the maximum space on either side of Zero
	for _, frame := range f.Frames {
		d := frame.Drawing
		before = paint.Point{X: max(before.X, d.Zero.X), Y: max(before.Y, d.Zero.Y)}
		after = paint.Point{X: max(after.X, d.Width-d.Zero.X), Y: max(after.Y, d.Height-d.Zero.Y)}
	}
	for _, frame := range f.Frames {
		d := frame.Drawing
		if by := before.Sub(d.Zero); by != (paint.Point{}) {
			d.Shapes = paint.MoveAll(d.Shapes, by)
		}
		d.Width, d.Height, d.Zero = before.X+after.X, before.Y+after.Y, before
	}
}

// check returns an error if the film cannot be drawn at a width in pixels.
func (f *Film) check(width int) error {
	if err := paint.CheckWidth(width); err != nil {
		return err
	}
	if len(f.Frames) == 0 {
		return message.NewError("draw.film.empty", "an animation needs at least one picture", nil)
	}
	height := f.Frames[0].Drawing.HeightFor(width)
	if float64(width)*float64(height)*float64(len(f.Frames)) > filmPixels {
		return message.NewError("draw.film.large",
			"{count} pictures of {width} by {height} pixels are too many for one animation: make it smaller, or use fewer moves", message.Args{"count": len(f.Frames), "width": width, "height": height})
	}
	return nil
}

// GIF writes the film as an animated GIF that loops forever. The width is in pixels.
func (f *Film) GIF(w io.Writer, width int) error {
	if err := f.check(width); err != nil {
		return err
	}
	colours, err := f.palette(width)
	if err != nil {
		return err
	}
	film := &gif.GIF{}
	var before *image.Paletted
	for _, frame := range f.Frames {
		img, err := frame.Drawing.Image(width)
		if err != nil {
			return err
		}
		now := colours.Apply(img)
		shown := now
		if before != nil {
			shown = now.SubImage(changed(before.Rect, func(x, y int) bool {
				return before.ColorIndexAt(x, y) != now.ColorIndexAt(x, y)
			})).(*image.Paletted)
		}
		film.Image = append(film.Image, shown)
		film.Delay = append(film.Delay, int(frame.For/(10*time.Millisecond)))
		film.Disposal = append(film.Disposal, gif.DisposalNone)
		before = now
	}
	film.Config = image.Config{ColorModel: color.Palette(colours.Colours), Width: width, Height: film.Image[0].Rect.Dy()}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, film); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

// palette chooses the colours of the film by sampling its frames.
func (f *Film) palette(width int) (*paint.Palette, error) {
	const most = 9
	var count paint.Histogram
	step := max(1, len(f.Frames)/most)
	for i := 0; i < len(f.Frames); i += step {
		img, err := f.Frames[i].Drawing.Image(min(width, 600))
		if err != nil {
			return nil, err
		}
		count.Add(img)
	}
	return count.Reduce(256), nil
}

// changed returns the smallest rectangle that contains all differing pixels. If there are none it returns one
// pixel, because a frame cannot be empty.
func changed(all image.Rectangle, differs func(x, y int) bool) image.Rectangle {
	var r image.Rectangle
	for y := all.Min.Y; y < all.Max.Y; y++ {
		for x := all.Min.X; x < all.Max.X; x++ {
			if differs(x, y) {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if r.Empty() {
		r = image.Rectangle{Min: all.Min, Max: all.Min.Add(image.Pt(1, 1))}
	}
	return r
}

// APNG writes the film as an animated PNG in full colour that loops forever. The width is in pixels. A viewer
// that does not support animation shows the first frame.
func (f *Film) APNG(w io.Writer, width int) error {
	if err := f.check(width); err != nil {
		return err
	}
	out := &chunks{}
	var before *image.RGBA
	for i, frame := range f.Frames {
		img, err := frame.Drawing.Image(width)
		if err != nil {
			return err
		}
		at := img.Rect
		if before != nil {
			at = changed(img.Rect, func(x, y int) bool { return before.RGBAAt(x, y) != img.RGBAAt(x, y) })
		}
		before = img
		if err := out.frame(i, len(f.Frames), img.SubImage(at), frame.For); err != nil {
			return err
		}
	}
	out.chunk("IEND", nil)
	_, err := w.Write(out.Bytes())
	return err
}

type chunks struct {
	bytes.Buffer
	sequence uint32
}

func (c *chunks) chunk(kind string, data []byte) {
	sum := crc32.NewIEEE()
	io.WriteString(sum, kind)
	sum.Write(data)
	binary.Write(c, binary.BigEndian, uint32(len(data)))
	c.WriteString(kind)
	c.Write(data)
	binary.Write(c, binary.BigEndian, sum.Sum32())
}

// frame writes one frame. It encodes the image with image/png and renames the chunks for animation.
func (c *chunks) frame(i, of int, img image.Image, duration time.Duration) error {
	var plain bytes.Buffer
	if err := png.Encode(&plain, img); err != nil {
		return err
	}
	const signature = 8
	data := plain.Bytes()
	if i == 0 {
		c.Write(data[:signature])
	}
	for data = data[signature:]; len(data) >= 12; {
		length := binary.BigEndian.Uint32(data)
		kind, body := string(data[4:8]), data[8:8+length]
		data = data[12+length:]
		switch {
		case kind == "IHDR":
			if i == 0 {
				c.chunk(kind, body)
				c.chunk("acTL", binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(of)), 0))
			}
			c.control(img.Bounds(), duration)
		case kind == "IDAT" && i == 0:
			c.chunk(kind, body)
		case kind == "IDAT":
			c.chunk("fdAT", append(binary.BigEndian.AppendUint32(nil, c.next()), body...))
		}
	}
	return nil
}

// control writes the size, position and duration of a frame.
func (c *chunks) control(at image.Rectangle, duration time.Duration) {
	b := binary.BigEndian.AppendUint32(nil, c.next())
	for _, n := range [...]int{at.Dx(), at.Dy(), at.Min.X, at.Min.Y} {
		b = binary.BigEndian.AppendUint32(b, uint32(n))
	}
	b = binary.BigEndian.AppendUint16(b, uint16(duration.Milliseconds()))
	b = binary.BigEndian.AppendUint16(b, 1000)
	c.chunk("fcTL", append(b, 0, 0)) // keep the frame and draw the next one over it
}

func (c *chunks) next() uint32 {
	c.sequence++
	return c.sequence - 1
}
