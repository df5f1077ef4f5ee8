package naivetrid

// meder is the rule set of chapter 6 of meder.
var meder = &ruleSet{
	adjacent: mederAdjacent,
	progress: func(pin string) int { return extents[pin].rank }, // meder 6.2
	// meder 6.3: no half turns and no shadow.
	halfTurns: false,
	shadowed:  func(*Pos, string) bool { return false },
}

// mederAdjacent reports whether two pins are adjacent (meder 6.1): their numbers differ by one or two on the
// same side, or are equal on opposite sides.
func mederAdjacent(from, to string) bool {
	difference := pinNumber(to) - pinNumber(from)
	if from[0] != to[0] {
		return difference == 0
	}
	return difference != 0 && difference >= -2 && difference <= 2
}
