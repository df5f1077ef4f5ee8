package naivetrid

// trid is the rule set of chapter 6 of trid.
var trid = &ruleSet{
	adjacent:  tridAdjacent,
	progress:  pinNumber, // trid 6.2: pins are numbered from White's home, 1, to Black's, 6
	halfTurns: true,      // trid 6.4
	shadowed:  tridShadowed,
}

// tridAdjacent reports whether two pins are adjacent (trid 6.1): their numbers differ by one, on either side,
// or are equal on opposite sides.
func tridAdjacent(from, to string) bool {
	difference := pinNumber(to) - pinNumber(from)
	return from != to && difference >= -1 && difference <= 1
}

// tridShadowed reports whether the board on a pin shares a column with a piece, other than a knight, on
// another board (trid 6.5).
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
