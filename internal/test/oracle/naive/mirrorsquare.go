package naive

// mirrorsquare is played on the plane; a quiet move makes a piece (4).
var mirrorsquare = rules{castles: true, quiet: reflectSameRole}

// reflectSameRole puts a piece of the same role in the opponent's colour on the
// reflection of the landing square, if that is empty (4.1, 4.2); kings too
// (4.4). Promotions make nothing (4.3). The origin has been left already, so
// a piece gone to its own reflection reflects onto it (4.6).
func reflectSameRole(n *Pos, m move) {
	if m.promo != 0 || n.board[mirror(m.to)] != empty {
		return
	}
	piece := n.board[m.to]
	n.board[mirror(m.to)] = coloured(role(piece), !isWhite(piece))
}
