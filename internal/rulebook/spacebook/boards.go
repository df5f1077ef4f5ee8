package spacebook

import (
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/variant/space"
)

// boards describes who may move a board and how the move affects a piece on the board.
func (w *writer) boards() {
	w.Section(say("book.space.boards.section", nil))
	if !w.active() {
		w.Rule(say("book.space.still.title", nil), text{say("book.space.still", nil)})
		w.Replace(shared, "4.5")
		w.show(sample{about: text{say("book.space.next.none.shown", nil)}, position: scene{on: middle}.text(), illegal: []string{"QL3-QL4", "QL3^180"}})
		w.corner()
		return
	}
	w.IncludeRule(shared, "4.1")
	w.control()
	w.Replace(shared, "4.2")
	if w.moves() {
		w.IncludeRule(shared, "4.3")
	}
	w.passenger()
	if w.riders != nil {
		w.lost()
		w.Replace(shared, "4.5")
		w.promotion()
	} else {
		w.Replace(shared, "4.5")
	}
	w.corner()
	w.IncludeRule(shared, "4.8")
}

// control describes who may move a board.
func (w *writer) control() {
	ridden := say("book.space.control.ridden", message.Args{"some": w.stays != nil, "rule": either(w.moves(), "4.4", "4.3")})
	if w.riders == nil {
		ridden = say("book.space.control.nobody", nil)
	}
	w.Rule(say("book.space.control.title", nil), text{ridden, say("book.space.control.empty", message.Args{"anyone": w.policy.Anyone}),
		when(w.riders != nil, say("book.space.control.crowded", nil))})
	if to := w.neighbours(0, forward, sideways, backward); to != nil {
		w.show(sample{about: text{say("book.space.control.start", nil)}, position: space.Start,
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
		w.show(sample{about: text{say("book.space.control.anyone", nil)}, position: s.text(), move: move, legal: []string{move}})
		return
	}
	w.show(sample{about: text{say("book.space.control.owner", nil)}, position: s.text(), illegal: []string{move}})
}

// first returns White's first legal move of a scene's board to another pin, or false if there is none.
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

// letter returns the letter of a white piece.
func letter(k board.Role) byte { return board.NewPiece(board.White, k).Letter() }

// passenger describes which pieces may ride, and how.
func (w *writer) passenger() {
	turn := w.policy.Turns
	if w.riders == nil {
		w.Rule(say("book.space.passenger.none.title", nil), text{say("book.space.passenger.none", message.Args{"turns": turn})})
		w.refuse(w.stays[0])
		return
	}
	keeps := text{say("book.space.passenger.keeps", message.Args{"across": len(w.policy.Across) > 0}), when(turn, say("book.space.passenger.turned", nil))}
	if !w.moves() {
		keeps = text{say("book.space.passenger.turned", nil)}
	}
	who := choose(w.stays == nil, say("book.space.passenger.any", nil), say("book.space.passenger.some", message.Args{"roles": list(w.riders), "turns": turn}))
	w.Rule(say("book.space.passenger.title", nil), keeps, text{who})
	k := w.riders[0]
	for _, on := range []pin{2, 1, 3, 0, 4, 5} {
		s := scene{on: on, aboard: letter(k)}
		if move, ok := w.first(s); ok {
			w.show(sample{about: text{say("book.space.passenger.shown", message.Args{"role": k, "from": on.String(), "to": move[len(move)-3:]})},
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
			w.show(sample{about: text{say("book.space.passenger.stays", message.Args{"role": k, "pin": on.String()})}, position: s.text(), illegal: []string{move}})
			return
		}
	}
}

// rides reports whether a role may ride.
func (w *writer) rides(k board.Role) bool { return slices.Contains(w.riders, k) }

// lost describes the rights that a piece loses by riding.
func (w *writer) lost() {
	var castlers message.List
	for _, k := range [...]board.Role{board.King, board.Rook} {
		if w.rides(k) {
			castlers = append(castlers, k)
		}
	}
	lost := say("book.space.lost.nothing", nil)
	switch {
	case w.rides(board.Pawn) && castlers != nil:
		lost = say("book.space.lost.both", message.Args{"roles": castlers})
	case w.rides(board.Pawn):
		lost = say("book.space.lost.pawn", nil)
	case castlers != nil:
		lost = say("book.space.lost.castling", message.Args{"roles": castlers})
	}
	turned := w.policy.Turns && (w.rides(board.Pawn) || castlers != nil)
	w.Rule(say("book.space.lost.title", nil), text{lost, when(turned, say("book.space.lost.turned", nil))})
}

// promotion describes the promotion of a pawn that is carried to the end of its file.
func (w *writer) promotion() {
	if !w.rides(board.Pawn) {
		w.Rule(say("book.space.promotion.title", nil), text{say("book.space.promotion.none", nil)})
		return
	}
	w.Rule(say("book.space.promotion.title", nil), text{say("book.space.promotion", nil)})
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
		if w.show(sample{about: text{say("book.space.promotion.shown", nil)}, position: position,
			legal: []string{move + "=n"}, illegal: []string{move}}) {
			return
		}
	}
}

// corner describes the promotion of a pawn on a corner when a board leaves it.
func (w *writer) corner() {
	both := w.policy.Turns && w.rides(board.Pawn) && slices.Contains(w.policy.Across, 0)
	if !w.moves() {
		w.Rule(say("book.space.corner.title", nil), text{say("book.space.corner.still", nil)})
		return
	}
	w.Rule(say("book.space.corner.title", nil), text{say("book.space.corner", nil), when(both, say("book.space.corner.both", nil))})
	for _, white := range []string{"QL1w:2/2|QL4w:2/2", "QL2w:2/2|QL3w:2/2"} {
		for _, to := range w.neighbours(5, forward, sideways, backward) {
			move := "QL6-" + to.String()
			if w.show(sample{about: text{say("book.space.corner.shown", message.Args{"pin": to.String()})},
				position: "W:4/4/4/2K1|N:4/4/4/4|B:P3/3k/4/4|" + white + "|QL6b:2/2|KL6b:2/2 b - - - 0 9", legal: []string{move}}) {
				return
			}
		}
	}
}

// either returns yes if holds is true, and otherwise no.
func either(holds bool, yes, no string) string {
	if holds {
		return yes
	}
	return no
}
