package paint

// advances holds the advance widths of the ASCII characters from space to tilde, in 64ths of a unit at the
// size em. With this table the browser build does not need the typeface. A test compares it with the
// typeface.
var advances = [...]uint16{
	17781, 19531, 26531, 35594, 35594, 56906, 44438, 13719, 21313, 21313, 36531, 37375, 19000, 37375, 19000, 17781,
	35594, 35594, 35594, 35594, 35594, 35594, 35594, 35594, 35594, 35594, 20438, 20438, 37375, 37375, 37375, 37344,
	63688, 44438, 44438, 46219, 46219, 42688, 39094, 49781, 46219, 27250, 33656, 44438, 37344, 53313, 46219, 49781,
	42688, 49781, 46219, 42688, 39094, 46219, 42688, 60406, 42688, 42688, 39094, 19531, 17781, 19531, 33688, 35594,
	21313, 35594, 37344, 33781, 37344, 35594, 19531, 37344, 37344, 17125, 17313, 33781, 18094, 55094, 37344, 37344,
	37344, 37344, 23094, 33781, 19688, 37344, 33781, 48000, 33781, 33781, 32000, 23125, 17250, 23125, 37375,
}

// TextWidth returns the width of the text. SVG viewers may use another typeface, so callers should allow some
// margin.
func (l Label) TextWidth() (w float64) {
	for _, sign := range l.Words {
		if at := int(sign) - ' '; at >= 0 && at < len(advances) {
			w += float64(advances[at]) / 64
		} else {
			w += rareAdvance(sign) / 64
		}
	}
	return w * l.Size / em
}

// TextBox returns the bounding box of the text, from the cap height to the descenders.
func (l Label) TextBox() Box {
	w := l.TextWidth()
	b := Box{l.At.X, l.At.Y - 0.75*l.Size, w, 0.97 * l.Size}
	switch l.Anchor {
	case Middle:
		b.X -= w / 2
	case End:
		b.X -= w
	}
	return b
}
