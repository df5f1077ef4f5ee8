package naivetrid

// trid is the rule set of section 6a.
var trid = &ruleSet{
	adjacent:  tridAdjacent,
	progress:  pinNumber, // 6a.2: levels run from White's home, 1, to Black's home, 6
	halfTurns: true,      // 6a.4
	shadowed:  tridShadowed,
}

// tridAdjacent reports whether two pins are adjacent (6a.1): one level apart on the same side or on
// opposite sides, or at the same level on opposite sides.
func tridAdjacent(from, to string) bool {
	difference := pinNumber(to) - pinNumber(from)
	return from != to && difference >= -1 && difference <= 1
}

// tridShadowed reports whether the board on a pin shares a column with a piece, other than a
// knight, on another board (6a.5).
func tridShadowed(p *Pos, pin string) bool {
	for _, cell := range cells(pin) {
		for _, square := range p.column(fileOf(cell), rankOf(cell)) {
			piece := p.at[square]
			if levelOf(square) != pin && piece != 0 && role(piece) != 'n' {
				return true
			}
		}
	}
	return false
}
