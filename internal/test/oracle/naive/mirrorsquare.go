package naive

// mirrorsquare has no seam. A quiet move spawns a piece (chapter 2).
var mirrorsquare = rules{castles: true, quiet: reflectSameRole}

// reflectSameRole spawns a piece of the same role in the opponent's colour on the image of the landing
// square, if it is empty (2.1, 2.2). This includes kings (2.4). Promotions spawn nothing (2.3). The origin is
// already empty, so a piece that moves to the opposite square spawns a piece on its origin (2.6).
func reflectSameRole(n *Pos, m move) {
	if m.promo != 0 || n.board[mirror(m.to)] != empty {
		return
	}
	piece := n.board[m.to]
	n.board[mirror(m.to)] = coloured(role(piece), !isWhite(piece))
}
