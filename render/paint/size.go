package paint

import (
	"math"

	"github.com/tainchess/tain/message"
)

// Limits for the width of a picture in pixels.
const (
	MinWidth = 32
	MaxWidth = 4096
)

// CheckWidth returns an error if a width is out of range.
func CheckWidth(width int) error {
	if width < MinWidth || width > MaxWidth {
		return message.NewError("draw.width",
			"a picture must be {least} to {most} pixels wide, not {width}", message.Args{"least": MinWidth, "most": MaxWidth, "width": width})
	}
	return nil
}

// UsualWidth returns a suitable width in pixels: about 60 per square and at most 1200.
func (d *Drawing) UsualWidth() int {
	return min(1200, int(math.Round(d.Width*0.6/8))*8)
}

// HeightFor returns the height in pixels for a width in pixels.
func (d *Drawing) HeightFor(width int) int {
	return max(1, int(math.Round(float64(width)*d.Height/d.Width)))
}

// glowCore is the fraction of a glow's radius with full intensity.
const glowCore = 0.35

// em is the font size at which glyphs are loaded and measured.
const em = 1000
