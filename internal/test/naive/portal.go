package naive

// portal is chess whose edges are a portal (11): steps wrap, and lines hop
// (11.1).
var portal = rules{wrap: true, hop: true, castles: true}

// hops lists the squares of one line that hops, up to the first piece (11.1 to
// 11.5).
func (p *Pos) hops(from, df, dr int) (squares []int) {
	at, crossed := from, false
	for {
		next := none
		switch {
		case df < 0 && file(at) == 0, df > 0 && file(at) == 7:
			if crossed {
				return squares // one crossing a line
			}
			crossed = true
			next = square(7-file(at), rank(at)) // the same rank of the other edge
		default:
			if r := rank(at) + dr; r >= 0 && r < 8 {
				next = square(file(at)+df, r)
			}
		}
		if next == none || next == from {
			return squares
		}
		squares = append(squares, next)
		if p.board[next] != empty {
			return squares
		}
		at = next
	}
}
