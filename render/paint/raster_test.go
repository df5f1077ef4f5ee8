package paint

import (
	"image"
	"image/color"
	"math"
	"testing"
)

// covered draws black shapes on white and returns the number of black pixels, counting grey pixels in part.
func covered(t *testing.T, shapes ...Shape) float64 {
	t.Helper()
	d := &Drawing{Width: 200, Height: 200, Theme: Print, Shapes: shapes}
	img, err := d.Image(200)
	if err != nil {
		t.Fatalf("d.Image: %v", err)
	}
	sum := 0.0
	for i := 0; i < len(img.Pix); i += 4 {
		sum += 1 - float64(img.Pix[i])/255
	}
	return sum
}

// TestAreas compares the number of covered pixels with the geometric area of shapes.
func TestAreas(t *testing.T) {
	black := Rgb(0)
	line := Stroked(black, 10)
	corner := Straight(Point{40, 160}, Point{40, 40}, Point{160, 40})
	for _, c := range []struct {
		what  string
		shape Shape
		want  float64
	}{
		{"rectangle", Rect{Box: Box{20.5, 30.25, 100, 50}, Paint: Filled(black)}, 5000},
		{"round rectangle", Rect{Box: Box{20, 30, 100, 50}, Round: 10, Paint: Filled(black)}, 5000 - (4-math.Pi)*100},
		{"circle", Circle{Point{100, 100}, 60, Filled(black)}, math.Pi * 3600},
		{"ring", Circle{Point{100, 100}, 60, line}, math.Pi * 1200},
		{"line with round ends", Line{Point{30, 50}, Point{150, 120}, line}, 10*math.Hypot(120, 70) + math.Pi*25},
		{"dot", Line{Point{30, 50}, Point{30, 50}, line}, math.Pi * 25},
		{"corner", Path{corner, line}, 10*240 + math.Pi*25 + math.Pi*25/4 - 25},
		{"closed path", Path{Polygon(Point{40, 40}, Point{160, 40}, Point{160, 160}, Point{40, 160}), line}, 10*480 - 4*25 + math.Pi*25},
		{"hole", Path{append(circle(Point{100, 100}, 60), Ellipse(Point{100, 100}, Point{30, 0}, Point{0, -30})...), Filled(black)}, math.Pi * 2700},
		{"dashes", Line{Point{20, 50}, Point{180, 50}, line.Dashed(20, 20)}, 4*200 + 4*math.Pi*25},
		{"dots", Line{Point{20, 50}, Point{180, 50}, line.Dashed(0, 40)}, 4 * math.Pi * 25},
		{"partly outside", Rect{Box: Box{-50, 150, 100, 100}, Paint: Filled(black)}, 2500},
		{"outside", Circle{Point{-500, -500}, 60, Filled(black)}, 0},
		{"partly visible", Group{Opacity: 0.5, Shapes: []Shape{Rect{Box: Box{20, 20, 100, 100}, Paint: Filled(black)}, Rect{Box: Box{20, 20, 100, 100}, Paint: Filled(black)}}}, 5000},
		{"invisible", Group{Opacity: 0, Shapes: []Shape{Rect{Box: Box{20, 20, 100, 100}, Paint: Filled(black)}}}, 0},
		{"no paint", Rect{Box: Box{20, 20, 100, 100}}, 0},
	} {
		if got := covered(t, c.shape); math.Abs(got-c.want) > 12+0.006*c.want {
			t.Errorf("%s covers %.0f pixels, want %.0f", c.what, got, c.want)
		}
	}
}

// TestTextIsDrawn checks that text is drawn, and where each anchor puts it.
func TestTextIsDrawn(t *testing.T) {
	left := Label{Point{100, 100}, 40, Start, "h8", Rgb(0)}.outline().Bounds()
	middle := Label{Point{100, 100}, 40, Middle, "h8", Rgb(0)}.outline().Bounds()
	right := Label{Point{100, 100}, 40, End, "h8", Rgb(0)}.outline().Bounds()
	if left.X < 100 || right.X+right.W > 100 || math.Abs(middle.X+middle.W/2-100) > 3 || left.W < 30 || left.W > 60 {
		t.Errorf("anchored at 100: start %v, middle %v, end %v", left, middle, right)
	}
	if n := covered(t, Label{Point{20, 100}, 40, Start, "a1", Rgb(0)}); n < 100 {
		t.Errorf("text covers %.0f pixels", n)
	}
	// Characters missing from the typeface become boxes.
	if o := (Label{Point{0, 0}, 40, Start, "\U0001f600\xff\x00", Rgb(0)}).outline(); len(o) == 0 {
		t.Error("characters missing from the typeface are not drawn")
	}
}

func TestGlowFades(t *testing.T) {
	dark := *Print
	dark.Glow = Rgb(0)
	d := &Drawing{Width: 200, Height: 200, Theme: &dark, Shapes: []Shape{Glow{Point{100, 100}, 80}}}
	img, err := d.Image(200)
	if err != nil {
		t.Fatalf("d.Image: %v", err)
	}
	last := -1
	for _, x := range []int{100, 140, 160, 175, 185} {
		if now := int(img.RGBAAt(x, 100).R); now < last || x == 100 && now > 2 || x == 185 && now != 255 {
			t.Errorf("brightness at %d = %d, previously %d", x, now, last)
		} else {
			last = now
		}
	}
}

func TestArrowEndsAtItsTip(t *testing.T) {
	for _, along := range []Outline{Straight(Point{20, 100}, Point{150, 60}), Arc(Point{20, 150}, Point{160, 120}, 80), Bow(Point{20, 20}, Point{150, 150}, 0.2)} {
		a := Arrow{Along: along, Colour: Rgb(0), Casing: Rgb(0xff0000), Width: 8}
		tip := along[len(along)-1].End()
		parts := a.parts()
		head := parts[len(parts)-1].(Path).Outline
		if head[0].P[0] != tip {
			t.Errorf("the head is at %v, want %v", head[0].P[0], tip)
		}
		shaft := parts[len(parts)-2].(Path).Outline
		if end := shaft[len(shaft)-1].End(); end.Sub(tip).Length() < 8 || end.Sub(tip).Length() > 30 {
			t.Errorf("the shaft ends at %v, the tip is at %v", end, tip)
		}
	}
	if got := (Arrow{}).parts(); got != nil {
		t.Errorf("arrow of length zero = %v", got)
	}
}

// TestPalette checks that an image with few colours keeps them, and that the palette approximates an image
// with many colours.
func TestPalette(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 64, 64))
	few := []color.RGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {16, 24, 32, 255}}
	for i := range 64 * 64 {
		img.SetRGBA(i%64, i/64, few[i%3])
	}
	var count Histogram
	count.Add(img)
	p := count.Reduce(256)
	if out := p.Apply(img); len(p.Colours) != 3 || out.At(0, 0) != few[0] || out.At(1, 0) != few[1] {
		t.Errorf("three colours became %v", p.Colours)
	}
	for i := range 64 * 64 {
		img.SetRGBA(i%64, i/64, color.RGBA{uint8(i % 64 * 4), uint8(i / 64 * 4), 128, 255})
	}
	count = Histogram{}
	count.Add(img)
	p = count.Reduce(256)
	if len(p.Colours) != 256 {
		t.Errorf("the palette has %d colours, want 256", len(p.Colours))
	}
	out := p.Apply(img)
	for i := range 64 * 64 {
		want, got := img.RGBAAt(i%64, i/64), out.At(i%64, i/64).(color.RGBA)
		if math.Abs(float64(want.R)-float64(got.R)) > 20 || math.Abs(float64(want.G)-float64(got.G)) > 20 {
			t.Fatalf("%v became %v", want, got)
		}
	}
}

func TestOutlineText(t *testing.T) {
	const text = "M10 20.5L-3 4C1 2 3 4 5 6Z"
	o, err := ParseOutline("M 10,20.5 L-3 4 C1 2 3 4 5 6\nZ")
	if err != nil || o.String() != text {
		t.Errorf("ParseOutline = %v, %v; want %s", o, err, text)
	}
	if o, err := ParseOutline("M1 2 3 4"); err != nil || o.String() != "M1 2L3 4" {
		t.Errorf("points after M were read as %v, %v", o, err)
	}
	for _, bad := range []string{"L1 2", "M1", "M1 2 Q1 2 3 4", "M1 2 Z 3 4", "Mx y", "M1 2 L", "9", "M1..2 3"} {
		if o, err := ParseOutline(bad); err == nil {
			t.Errorf("%q was read as %v", bad, o)
		}
	}
}

func FuzzParseOutline(f *testing.F) {
	f.Add("M10 20.5L-3 4C1 2 3 4 5 6Z")
	f.Add("M1 2 3 4")
	f.Add("M0 0Z L1 1 Z")
	f.Fuzz(func(t *testing.T, data string) {
		o, err := ParseOutline(data)
		if err != nil {
			return
		}
		again, err := ParseOutline(o.String())
		if err != nil || again.String() != o.String() {
			t.Errorf("%q was written as %q and read back as %q, %v", data, o, again, err)
		}
		o.polylines(1)
		o.Bounds()
	})
}

// TestAdvances compares the table of advances with the typeface.
func TestAdvances(t *testing.T) {
	for i, got := range advances {
		if want := rareAdvance(rune(' ' + i)); float64(got) != want {
			t.Errorf("advance of %q = %d, want %v", rune(' '+i), got, want)
		}
	}
	if len(advances) != '~'-' '+1 {
		t.Errorf("%d advances", len(advances))
	}
}
