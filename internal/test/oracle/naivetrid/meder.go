package naivetrid

// meder is the rule set of section 6b.
var meder = &ruleSet{
	adjacent: mederAdjacent,
	progress: func(pin string) int { return extents[pin].rank }, // 6b.2
	// 6b.3: no half turns and no shadow.
	halfTurns: false,
	shadowed:  func(*Pos, string) bool { return false },
}

// mederAdjacent reports whether two pins are adjacent (6b.1): one or two levels apart on the
// same side, or at the same level on opposite sides.
func mederAdjacent(from, to string) bool {
	difference := pinNumber(to) - pinNumber(from)
	if from[0] != to[0] {
		return difference == 0
	}
	return difference != 0 && difference >= -2 && difference <= 2
}
