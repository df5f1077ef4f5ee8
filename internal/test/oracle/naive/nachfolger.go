package naive

// nachfolger has no seam and no castling. A quiet move spawns the successor, and kings and queens go on
// (chapter 2).
var nachfolger = rules{quiet: succeed}

// succeed spawns the successor on the image of the landing square, or moves a king or queen there, if the
// image is empty. The origin counts as empty (2.5).
func succeed(n *Pos, m move) {
	reflection := mirror(m.to)
	if n.board[reflection] != empty {
		return
	}
	piece := n.board[m.to]      // the new piece after a promotion (2.3)
	opponent := !isWhite(piece) // the colour of the successor
	switch role(piece) {
	case 'p':
		n.board[reflection] = coloured('n', opponent) // 2.1
	case 'n':
		n.board[reflection] = coloured('b', opponent)
	case 'b':
		n.board[reflection] = coloured('r', opponent)
	case 'r':
		n.board[reflection] = coloured('q', opponent)
	case 'q', 'k':
		if m.promo == 0 { // a new queen stays (2.3)
			n.board[m.to] = empty // 2.2
			n.board[reflection] = piece
		}
	}
}
