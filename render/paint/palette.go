package paint

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// Histogram counts the colours in images, with five bits per channel.
type Histogram struct {
	counts [1 << 15]int
	sums   [1 << 15][3]int
}

func bin(r, g, b uint8) int { return int(r>>3)<<10 | int(g>>3)<<5 | int(b>>3) }

func (h *Histogram) Add(img *image.RGBA) {
	for i := 0; i+3 < len(img.Pix); i += 4 {
		p := img.Pix[i : i+3 : i+3]
		at := bin(p[0], p[1], p[2])
		h.counts[at]++
		for j := range 3 {
			h.sums[at][j] += int(p[j])
		}
	}
}

// shade is the mean colour of a histogram bin with its number of pixels.
type shade struct {
	rgb   [3]int
	count int
}

// Reduce returns a palette of at most the given number of colours. It uses median cut: it repeatedly splits
// the set of colours with the largest error along its widest channel.
func (h *Histogram) Reduce(most int) *Palette {
	var all []shade
	for at, n := range h.counts {
		if n > 0 {
			s := h.sums[at]
			all = append(all, shade{[3]int{s[0] / n, s[1] / n, s[2] / n}, n})
		}
	}
	parts := [][]shade{all}
	for len(parts) < most {
		worst, loss, along := -1, 0, 0
		for i, part := range parts {
			if l, channel := spread(part); l > loss {
				worst, loss, along = i, l, channel
			}
		}
		if worst < 0 {
			break
		}
		part := parts[worst]
		slices.SortFunc(part, func(a, b shade) int { return cmp.Compare(a.rgb[along], b.rgb[along]) })
		half := max(1, middle(part))
		parts[worst] = part[:half]
		parts = append(parts, part[half:])
	}
	p := &Palette{}
	for _, part := range parts {
		p.Colours = append(p.Colours, mean(part))
	}
	return p
}

// spread returns the error of replacing a set of colours with one colour, and the widest channel of the set.
func spread(part []shade) (loss, channel int) {
	if len(part) < 2 {
		return 0, 0
	}
	weight, widest := 0, -1
	for j := range 3 {
		low, high := part[0].rgb[j], part[0].rgb[j]
		for _, s := range part {
			low, high = min(low, s.rgb[j]), max(high, s.rgb[j])
		}
		if high-low > widest {
			widest, channel = high-low, j
		}
	}
	for _, s := range part {
		weight += s.count
	}
	// The cube of the width gives a few pixels of a distinct colour more weight than many pixels of similar
	// colours.
	return 1 + widest*widest*widest*min(weight, 4000), channel
}

// middle returns the index at which to split a sorted set of colours in two parts with about the same number
// of pixels.
func middle(part []shade) int {
	whole, sum := 0, 0
	for _, s := range part {
		whole += s.count
	}
	for i, s := range part[:len(part)-1] {
		if sum += s.count; 2*sum >= whole {
			return i + 1
		}
	}
	return len(part) - 1
}

func mean(part []shade) color.Color {
	n, sum := 0, [3]int{}
	for _, s := range part {
		n += s.count
		for j := range 3 {
			sum[j] += s.rgb[j] * s.count
		}
	}
	n = max(1, n)
	return color.RGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), 255}
}

// Palette is a set of colours. It caches the nearest colour for each histogram bin.
type Palette struct {
	Colours []color.Color
	nearest [1 << 15]uint16 // the index plus one; 0 if not cached
}

// Apply returns the image in the colours of the palette.
func (p *Palette) Apply(img *image.RGBA) *image.Paletted {
	out := image.NewPaletted(img.Rect, p.Colours)
	for i := range out.Pix {
		c := img.Pix[4*i : 4*i+3 : 4*i+3]
		at := bin(c[0], c[1], c[2])
		if p.nearest[at] == 0 {
			p.nearest[at] = 1 + uint16(color.Palette(p.Colours).Index(color.RGBA{c[0], c[1], c[2], 255}))
		}
		out.Pix[i] = uint8(p.nearest[at] - 1)
	}
	return out
}
