package paint

// rareAdvance returns the advance width of the box for missing characters, for every non-ASCII character.
func rareAdvance(rune) float64 { return 48000 }
