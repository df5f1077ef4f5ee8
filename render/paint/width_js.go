package paint

// rareAdvance returns the advance width of a non-ASCII character: that of the box for a missing character.
func rareAdvance(rune) float64 { return 48000 }
