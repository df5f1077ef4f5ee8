package flatbook

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat"
)

func (w *writer) intro() {
	w.Raw("# " + w.v.Info().Title + "\n\n")
	w.Say(text{say("book.intro.game", nil)})
	w.Items(w.differences()...)
	w.Say(text{say("book.intro.examples", nil)})
}

// differences lists the differences from chess: the clauses of the summary, each as a sentence.
func (w *writer) differences() (all []message.Message) {
	summary := w.v.Info().Summary
	clauses, _ := summary.Args["clauses"].(message.Message)
	each, _ := clauses.Args["all"].(message.List)
	for _, clause := range each {
		all = append(all, say("book.intro.difference", message.Args{"clause": clause}))
	}
	if all == nil {
		all = append(all, summary)
	}
	return all
}

// board describes the board, the starting position and a turn.
func (w *writer) board() {
	i := w.v.Info()
	w.Section(say("book.board.section", nil))
	w.Rule(say("book.board.title", nil), text{say("book.board.squares", nil)}, text{when(i.Boards == 3, say("book.board.three", nil))})
	usual := board0(i.Start) == board0(flat.Start)
	w.Rule(say("book.start.title", nil), text{choose(usual, say("book.start.usual", nil), say("book.start.own", nil))})
	first := board.White
	if strings.Contains(i.Start, " b ") {
		first = board.Black
	}
	p, err := w.v.Guide().ParsePosition(i.Start, rules.ParseOptions{AllowNoKing: true})
	if err == nil {
		kings := p.Pieces(board.White, board.King) != 0 && p.Pieces(board.Black, board.King) != 0
		w.Raw("```diagram\nabout " + w.Text(say("book.start.shown", message.Args{"side": first})) + "\n" + either(kings, "", "study\n") + "```\n\n")
	}
	w.Rule(say("book.turns.title", nil), text{say("book.turns.turns", message.Args{"side": first})},
		text{say("book.turns.captures", message.Args{"passant": w.passant()})})
}

// board0 returns the board field of a FEN.
func board0(fen string) string {
	text, _, _ := strings.Cut(fen, " ")
	return text
}

// pieces describes how the pieces of the game move, apart from crossing the seam.
func (w *writer) pieces() {
	w.Section(say("book.pieces.section", nil))
	if sliders := w.those(func(k board.Role) bool { return k >= board.Bishop && k <= board.Queen }); sliders != nil {
		crossing := w.those(func(k board.Role) bool { return k >= board.Bishop && k <= board.Queen && w.crosses[k] })
		w.Rule(say("book.pieces.sliders.title", message.Args{"roles": list(sliders)}),
			text{when(w.has[board.Bishop], say("book.pieces.line.bishop", nil)), when(w.has[board.Rook], say("book.pieces.line.rook", nil)),
				when(w.has[board.Queen], say("book.pieces.line.queen", nil)), say("book.pieces.sliders", nil),
				when(crossing != nil, say("book.pieces.sliders.edge", message.Args{"some": len(crossing) < len(sliders)}))})
		bishop := say("book.pieces.bishop", nil)
		w.show(
			example{about: bishop, fen: "4k3/6r1/8/8/3B4/8/5P2/4K3 w - - 0 1", chosen: "d4", legal: []string{"d4g7"}, illegal: []string{"d4g1"}},
			example{about: bishop, pieces: "Bd4 rg7 Pf2", chosen: "d4", legal: []string{"d4g7"}, illegal: []string{"d4g1"}},
			example{about: say("book.pieces.bishop.alone", nil), pieces: "Bd4 Pf2", chosen: "d4"},
			example{about: say("book.pieces.slider.shown", message.Args{"role": sliders[0]}), pieces: capitalLetter(sliders[0]) + "d4", chosen: "d4"},
		)
	}
	if w.has[board.Knight] {
		w.Rule(say("book.pieces.knight.title", nil), text{say("book.pieces.knight", nil)})
		w.show(
			example{about: say("book.pieces.knight.shown", nil), pieces: "Nd4 Pd5 Pe4 Pd3 Pc4", chosen: "d4", legal: []string{"d4e6"}, illegal: []string{"d4d6"}},
			example{about: say("book.pieces.knight.shown", nil), pieces: "Nd4 Nd5 Ne4", chosen: "d4", legal: []string{"d4e6"}, illegal: []string{"d4d6"}},
		)
	}
	w.Rule(say("book.pieces.king.title", nil), text{say("book.pieces.king", nil), when(w.castles, say("book.pieces.king.castles", nil)),
		say("book.pieces.king.safe", message.Args{"rule": fmt.Sprintf("%d.2", w.last()-1)})})
	if w.has[board.Pawn] {
		w.pawns()
	}
	w.castling()
}

func (w *writer) pawns() {
	double := !w.v.NoDoublePush
	w.Rule(say("book.pawn.title", nil),
		text{say("book.pawn.ahead", nil), choose(double, say("book.pawn.double", nil), say("book.pawn.single", nil)), say("book.pawn.takes", nil)})
	legal, illegal := []string{"e2e3", "e2d3"}, []string{"e2f3"}
	if double {
		legal = append(legal, "e2e4")
	} else {
		illegal = append(illegal, "e2e4")
	}
	w.show(example{about: choose(double, say("book.pawn.double.shown", nil), say("book.pawn.single.shown", nil)),
		pieces: "Pe2 nd3", chosen: "e2", legal: legal, illegal: illegal})
	if double {
		w.Rule(say("book.passant.title", nil), text{say("book.passant.rule", message.Args{"home": w.v.SeamHome && w.crosses[board.Pawn]})})
		w.show(example{about: say("book.passant.shown", nil), pieces: "Pe5 pd5", enPassant: "d6", chosen: "e5", last: "d7d5", legal: []string{"e5d6"}})
	} else {
		w.Rule(say("book.passant.none.title", nil), text{say("book.passant.none", nil)})
		w.show(example{about: say("book.passant.none.shown", nil), pieces: "Pe5 pd5", illegal: []string{"e5d6"}})
	}
	all := list(w.promotes)
	w.Rule(say("book.promotion.title", nil),
		text{say("book.promotion.rule", message.Args{"roles": all}), when(len(w.promotes) < 4, say("book.promotion.only", nil))})
	var legal2, illegal2 []string
	for _, k := range []board.Role{board.Queen, board.Rook, board.Bishop, board.Knight} {
		move := "b7b8" + strings.ToLower(string(rune(k.Letter())))
		if w.v.MayBecome(k) {
			legal2 = append(legal2, move)
		} else {
			illegal2 = append(illegal2, move)
		}
	}
	about := say("book.promotion.shown", message.Args{"roles": all})
	w.show(
		example{about: about, pieces: "Pb7", legal: legal2, illegal: illegal2},
		example{about: about, pieces: "Pb7", legal: legal2[:1], illegal: illegal2},
	)
}

// castling describes castling, or states that the game has none.
func (w *writer) castling() {
	if !w.castles {
		w.Rule(say("book.castling.none.title", nil), text{choose(w.v.NoCastling, say("book.castling.none", nil), say("book.castling.nobody", nil))})
		about := say("book.castling.none.shown", nil)
		w.show(example{about: about, pieces: "Ke1 Rh1 ke8", kings: true, illegal: []string{"e1g1"}},
			example{about: about, pieces: "Ke1 Rh1 kb7", kings: true, illegal: []string{"e1g1"}})
		return
	}
	w.Rule(say("book.castling.title", nil), text{say("book.castling.rule", nil)})
	w.Items(say("book.castling.unmoved", nil), say("book.castling.empty", nil), say("book.castling.attacked", message.Args{"kings": w.kings}), say("book.castling.crossed", nil))
	w.Say(text{w.rights()})
	about := say("book.castling.shown", nil)
	both := []string{"e1g1", "e1c1"}
	w.show(
		example{about: about, pieces: "Ke1 Ra1 Rh1 ke8", rights: "KQ", kings: true, chosen: "e1", legal: both},
		example{about: about, pieces: "Ke1 Ra1 Rh1 Pa2 Ph2 pa7 ph7 kd7", rights: "KQ", kings: true, chosen: "e1", legal: both},
		example{about: about, pieces: "Ke1 Ra1 Rh1 Pa2 Ph2 pa7 ph7 kb6", rights: "KQ", kings: true, chosen: "e1", legal: both},
	)
}

// startRights returns the castling field of the starting position.
func (w *writer) startRights() string {
	if fields := strings.Fields(w.v.Info().Start); len(fields) > 2 {
		return fields[2]
	}
	return "-"
}

// rights returns a sentence about who may castle, if the starting position does not have all castling
// rights.
func (w *writer) rights() message.Message {
	given := w.startRights()
	var sides message.List
	for _, each := range []struct {
		letters string
		side    board.Colour
	}{{"KQ", board.White}, {"kq", board.Black}} {
		short, long := strings.Contains(given, each.letters[:1]), strings.Contains(given, each.letters[1:])
		if short || long {
			wing := either(short, either(long, "both", "king"), "queen")
			sides = append(sides, say("part.book.castles", message.Args{"side": each.side, "wing": wing}))
		}
	}
	return when(len(given) < 4, say("book.castling.only", message.Args{"sides": sides}))
}
