package naive

// nachfolger is played on the plane without castling; a quiet move makes the
// successor or sends king and queen on (5).
var nachfolger = rules{quiet: succeed}

// succeed looks at the reflection of the landing square; if that is held
// nothing happens, and the origin counts as empty (5.5).
func succeed(n *Pos, m move) {
	reflection := mirror(m.to)
	if n.board[reflection] != empty {
		return
	}
	piece := n.board[m.to]      // after a promotion the promoted piece (5.3)
	opponent := !isWhite(piece) // whose the successor is
	switch role(piece) {
	case 'p':
		n.board[reflection] = coloured('n', opponent) // 5.1
	case 'n':
		n.board[reflection] = coloured('b', opponent)
	case 'b':
		n.board[reflection] = coloured('r', opponent)
	case 'r':
		n.board[reflection] = coloured('q', opponent)
	case 'q', 'k':
		if m.promo == 0 { // a new queen stays (5.3)
			n.board[m.to] = empty // 5.2
			n.board[reflection] = piece
		}
	}
}
