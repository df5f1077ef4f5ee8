package words

import (
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/variant/space"
)

// boards writes what a board is and who moves it: section 4, numbered as in the
// book whose other sections are shared.
func (w *writer) boards() {
	w.Section("Boards")
	w.IncludeRule(shared)
	w.control()
	w.IncludeRule(shared)
	w.passenger()
	w.lost()
	w.promotion()
	w.corner()
	w.IncludeRule(shared)
}

// control writes who moves a board.
func (w *writer) control() {
	ridden := "A board with one piece on it is moved by that piece's side, whoever owns it"
	switch {
	case w.riders == nil:
		ridden = "A board with a piece on it is moved by nobody"
	case w.stays != nil:
		ridden += ", if the piece may ride (4.4)"
	}
	empty, crowded := "by its owner", " A board with two or more pieces is moved by nobody."
	if w.policy.Anyone {
		empty = "by either side, whoever owns it"
	}
	if w.riders == nil {
		crowded = ""
	}
	w.Rule("Who moves a board", ridden+". An empty board is moved "+empty+"."+crowded)
	if to := w.neighbours(0, forward, sideways, backward); to != nil {
		w.show(sample{about: "At the first start of tri-dimensional chess every attack board carries four pieces, so none can move.", position: space.Start,
			illegal: []string{"QL1-" + to[0].String()}})
	}
	s := scene{on: 2, owner: 'b'} // QL3
	move, ok := w.first(s)
	if !ok && w.policy.Turns {
		move = "QL3^180"
	}
	if move == "" {
		return
	}
	if w.policy.Anyone {
		w.show(sample{about: "The empty board on QL3 is Black's. White may move it all the same.", position: s.text(), move: move, legal: []string{move}})
		return
	}
	w.show(sample{about: "The empty board on QL3 is Black's, so White may not move it.", position: s.text(), illegal: []string{move}})
}

// first returns the first way from pin to pin that the rules open to whoever
// owns the board, in a scene.
func (w *writer) first(s scene) (move string, ok bool) {
	s.owner = 0
	for _, to := range w.neighbours(s.on, forward, sideways, backward) {
		move = s.on.String() + "-" + to.String()
		if ok, _ := w.can(s.text(), move); ok {
			return move, true
		}
	}
	return "", false
}

// letter is that of a white piece.
func letter(k board.Role) byte { return board.NewPiece(board.White, k).Letter() }

// passenger writes who rides, and how.
func (w *writer) passenger() {
	turn := w.policy.Turns
	if w.riders == nil {
		text := "No piece rides: a board with a piece on it stays where it is"
		if turn {
			text += ", and does not turn either"
		}
		w.Rule("No passengers", text+".")
		w.refuse(w.stays[0])
		return
	}
	keeps := "The piece rides along and keeps its place on the board: file and rank shift with it"
	if len(w.policy.Across) > 0 {
		keeps += ", and from a QL pin to a KL pin z becomes d and a becomes e"
	}
	keeps += "."
	switch {
	case !w.moves() && turn:
		keeps = "If the board makes a half turn, the piece goes to the opposite cell."
	case !w.moves():
		keeps = "Boards neither move nor turn, so nothing rides."
	case turn:
		keeps += " If the board makes a half turn, the piece goes to the opposite cell."
	}
	who := "Any kind of piece rides, the king too."
	if w.stays != nil {
		who = "Only " + many(w.riders, "and") + " ride. With another piece aboard a board stays where it is"
		if turn {
			who += ", and does not turn either"
		}
		who += "."
	}
	w.Rule("The passenger", keeps, who)
	k := w.riders[0]
	for _, on := range []pin{2, 1, 3, 0, 4, 5} {
		s := scene{on: on, aboard: letter(k)}
		if move, ok := w.first(s); ok {
			w.show(sample{about: "The " + k.String() + " is alone on its board, and rides along from " + on.String() + " to " + move[len(move)-3:] + ".",
				position: s.text(), move: move, legal: []string{move}})
			break
		}
	}
	if w.stays != nil {
		w.refuse(w.stays[0])
	}
}

// refuse shows a piece that may not ride.
func (w *writer) refuse(k board.Role) {
	for _, on := range []pin{2, 1, 3, 0, 4, 5} {
		move, ok := w.first(scene{on: on})
		if !ok && w.policy.Turns {
			move, ok = on.String()+"^180", true
		}
		if !ok {
			continue
		}
		s := scene{on: on, aboard: letter(k)}
		if _, why := w.can(s.text(), move); why == space.CodeNoPassenger {
			w.show(sample{about: "With the " + k.String() + " aboard the board on " + on.String() + " stays where it is.", position: s.text(), illegal: []string{move}})
			return
		}
	}
}

// rides reports whether a role may ride.
func (w *writer) rides(k board.Role) bool { return slices.Contains(w.riders, k) }

// lost writes what riding costs.
func (w *writer) lost() {
	var all []string
	if w.rides(board.Pawn) {
		all = append(all, "a carried pawn loses its double step")
	}
	var castlers []string
	for _, k := range [...]board.Role{board.King, board.Rook} {
		if w.rides(k) {
			castlers = append(castlers, k.String())
		}
	}
	if castlers != nil {
		verb := map[bool]string{true: " loses", false: ""}[all == nil]
		all = append(all, "a carried "+rulebook.Words(castlers, "or")+verb+" its castling rights")
	}
	text := "Nothing: neither pawns, rooks nor kings ride."
	if all != nil {
		text = "A" + strings.Join(all, ", ")[1:] + "."
		if w.policy.Turns {
			text += " A half turn on the spot carries too."
		}
	}
	w.Rule("What is lost by riding", text)
}

// promotion writes what becomes of a pawn that is carried to the end.
func (w *writer) promotion() {
	if !w.rides(board.Pawn) {
		w.Rule("Promotion aboard", "Pawns do not ride, so none is promoted aboard.")
		return
	}
	w.Rule("Promotion aboard", "A carried pawn that arrives on its furthest rank, with the boards as they stand after the move, is promoted in the same move; the mover "+
		"chooses. A pawn that arrives on a8 aboard is not: with a board on QL6 the a-file ends on rank 9.")
	end := pin(5) // QL6
	for _, on := range []pin{4, 3, 2, 1, 10, 9, 8, 7} {
		if !slices.Contains(w.neighbours(on, forward, sideways), end) {
			continue
		}
		move := on.String() + "-QL6"
		boards := []string{on.String() + "w:P1/2", "KL1b:2/2"}
		if on.side() == 1 {
			slices.Reverse(boards)
		}
		position := "W:4/4/4/2K1|N:4/4/4/4|B:2k1/4/4/4|QL1w:2/2|" + strings.Join(boards, "|") + "|KL6b:2/2 w - - - 0 9"
		if w.show(sample{about: "The board carries the pawn to z9, the end of its file. It is promoted, here to a knight.", position: position,
			legal: []string{move + "=n"}, illegal: []string{move}}) {
			return
		}
	}
}

// corner writes of the pawn that waits on a corner.
func (w *writer) corner() {
	both := ""
	if w.policy.Turns && w.rides(board.Pawn) && slices.Contains(w.policy.Across, 0) {
		both = " One choice serves a pawn on the corner and one aboard."
	}
	w.Rule("The pawn on the corner", "A white pawn on a8B or d8B waits there unpromoted only while a board stands on QL6 or KL6, a black one on a1W or d1W while one stands on "+
		"QL1 or KL1. When that board leaves, the pawn is promoted at once: the mover chooses if it is his, otherwise it becomes a queen. The "+
		"move is legal only if the mover's king is not attacked after that."+both)
	for _, white := range []string{"QL1w:2/2|QL4w:2/2", "QL2w:2/2|QL3w:2/2"} {
		for _, to := range w.neighbours(5, forward, sideways, backward) {
			move := "QL6-" + to.String()
			if w.show(sample{about: "White's pawn waits on a8B under Black's board. If Black moves the board to " + to.String() + ", the pawn becomes a queen.",
				position: "W:4/4/4/2K1|N:4/4/4/4|B:P3/3k/4/4|" + white + "|QL6b:2/2|KL6b:2/2 b - - - 0 9", legal: []string{move}}) {
				return
			}
		}
	}
}
