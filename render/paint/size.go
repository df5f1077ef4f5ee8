package paint

import (
	"math"

	"github.com/tainchess/tain/message"
)

// The widths a picture may have, in pixels. The height follows from it.
const (
	MinWidth = 32
	MaxWidth = 4096
)

// CheckWidth returns an error if a picture cannot have a width.
func CheckWidth(width int) error {
	if width < MinWidth || width > MaxWidth {
		return message.NewError("draw.width",
			"a picture must be {least} to {most} pixels wide, not {width}", message.Args{"least": MinWidth, "most": MaxWidth, "width": width})
	}
	return nil
}

// UsualWidth returns the width in pixels that suits the drawing: sixty for a
// square, less where there are many.
func (d *Drawing) UsualWidth() int {
	return min(1200, int(math.Round(d.Width*0.6/8))*8)
}

// HeightFor returns the height of a drawing of a width, in pixels.
func (d *Drawing) HeightFor(width int) int {
	return max(1, int(math.Round(float64(width)*d.Height/d.Width)))
}

// glowCore is the part of a glow's radius that has its full light.
const glowCore = 0.35
