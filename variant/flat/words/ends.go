package words

import (
	"fmt"
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/message"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat/topology"
)

// ends writes check, mate, and every other end of a game.
func (w *writer) ends() {
	r := w.v.Reflection
	w.Section("The end of the game")
	w.Rule("Check", "A king is attacked when an enemy piece could capture on its square, even a piece that may not move because its own king would "+
		"then be attacked. A side is in **check** when a king of its own is attacked. In play a side has one king, or more; every one counts.")
	w.Rule("Legal moves", "A move is legal only if none of the mover's kings is attacked after it. What counts is the position after the whole move, with all "+
		"that was taken or promoted"+when(r != nil, ", that appeared or went on")+". Only legal moves can be played.")
	w.show(
		example{about: "The rook on e2 stands between its king and the rook on e8. It may go along the e-file, but not leave it.",
			pieces: "Ke1 Re2 re8 kb7", kings: true, legal: []string{"e2e5"}, illegal: []string{"e2c2"}},
		example{about: "The rook on e2 stands between its king and the rook on e8. It may not leave the e-file.",
			pieces: "Ke1 Re2 re8 kb7", kings: true, illegal: []string{"e2c2"}},
	)
	w.Rule("Checkmate", "A side that is in check and has no legal move is checkmated and has lost.")
	w.show(w.states("checkmate", "Checkmate: %s is in check, and no move helps.", mates)...)
	outcome := map[rules.Stalemating]string{
		rules.StalemateDraws: "the game is a draw", rules.StalemateLoses: "**it loses**", rules.StalemateWins: "**it wins**",
	}[w.v.Info().Stalemate]
	w.Rule("Stalemate", "A side that is not in check and has no legal move is stalemated, and "+outcome+".")
	w.show(w.states("stalemate", map[rules.Stalemating]string{
		rules.StalemateDraws: "Stalemate: %s has no legal move and is not in check. A draw.",
		rules.StalemateLoses: "Stalemate: %s has no legal move and is not in check, and loses.",
		rules.StalemateWins:  "Stalemate: %s has no legal move and is not in check, and wins.",
	}[w.v.Info().Stalemate], stalemates)...)
	w.Rule("Repetition", "The side to move may claim a draw when the position on the board has been there three times. Five times end the game as a draw without a claim. "+
		"Two positions are the same when the same pieces stand on the same squares, and the same side is to move"+
		when(!w.v.NoCastling, ", with the same castling rights")+when(!w.v.NoDoublePush, ", with the same legal captures en passant")+".")
	w.Rule("Fifty moves", "The side to move may claim a draw when both sides have made fifty moves in a row without a capture or a pawn move. "+
		"Seventy-five such moves end the game as a draw without a claim; a mate that stands on the board comes first."+
		when(r != nil, " What appears or goes on does not count: only a capture or a pawn move begins the count anew."))
	w.Rule("Dead positions", w.dead())
	w.Rule("Other ends", "A player may resign, and loses. Both may agree on a draw. With a clock, whoever's time is spent loses"+
		either(r != nil, ".", "; if the opponent has nothing left but a king, it is a draw."))
}

// dead tells with what material a game ends at once.
func (w *writer) dead() string {
	var all []string
	for _, m := range w.v.NoMate {
		switch {
		case m.Role == board.NoRole:
			all = append(all, "king against king")
		case m.Most == 1:
			all = append(all, fmt.Sprintf("king and one %s against king", m.Role))
		case m.OneColour:
			all = append(all, fmt.Sprintf("kings and %ss that all stand on squares of one colour", m.Role))
		}
	}
	if len(all) == 0 {
		return "No position is declared a draw for what is left on the board. The game goes on, also with two kings alone."
	}
	return "The game is a draw at once with this left on the board: " + rulebook.Words(all, "or") + "."
}

// mates and stalemates are positions that are so in most games. Those without a
// king of the side that is stuck are so in any.
var (
	mates = []string{
		"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w - - 1 3", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
		"4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "R3k3/1R6/8/8/8/8/8/4K3 b - - 0 1",
		"R3k3/1R6/8/8/8/8/6K1/8 b - - 0 1", "QQ2k3/QQ6/8/8/8/8/8/4K3 b - - 0 1", "4k3/QQ6/QQ6/8/8/8/8/6K1 b - - 0 1", "6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1",
		"Q2rkr2/3p1p2/Q3N3/8/4R3/8/8/6K1 b - - 0 1",
	}
	stalemates = []string{
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", "k7/P7/K7/8/8/8/8/8 b - - 0 1", "k7/2Q5/8/8/8/8/8/4K3 b - - 0 1",
		"k7/8/1Q6/8/8/8/8/4K3 b - - 0 1", "8/8/8/4p3/4P3/8/8/6K1 b - - 0 1", "8/8/8/2p5/2P5/8/8/8 b - - 0 1",
	}
)

// states returns examples that are in a state.
func (w *writer) states(state, about string, fens []string) (all []example) {
	for _, fen := range fens {
		side := "Black"
		if fen[len(board0(fen))+1] == 'w' {
			side = "White"
		}
		all = append(all, example{about: fmt.Sprintf(about, side), fen: fen, state: state})
	}
	return all
}

// notation writes how moves and positions are written.
func (w *writer) notation() {
	r := w.v.Reflection
	w.Section("How it is written")
	w.Rule("Moves", "A move is written as in chess: the piece's letter (N, B, R, Q, K; none for a pawn), the square it goes to, x before the square if it takes, "+
		"= and a letter for what a pawn becomes, + for check and # for mate. Where two pieces could be meant, the file or rank it comes from is added.")
	if r != nil && r.GoesOn != [8]bool{} {
		w.Say("A move is written by the square it first lands on. Where the piece goes on to follows after an @.")
	}
	if r != nil && r.Made != [8]board.Role{} {
		w.Say("What appears is not written: it follows from the move.")
	}
	var all []string
	add := func(pieces, enPassant, rights string, kings bool, move string) bool {
		e := example{pieces: pieces, enPassant: enPassant, rights: rights, kings: kings, legal: []string{move}}
		p, ok := w.find(e)
		if ok {
			played, _ := rules.Play(w.v, &p, move)
			all = append(all, fmt.Sprintf("`%s`, in UCI notation `%s`: %s.", w.v.Guide().FormatSAN(&p, played.Move), w.v.Guide().FormatUCI(&p, played.Move), rules.TellMessage(w.v, &p, played.Move).In(message.English())))
		}
		return ok
	}
	add("Ng1", "", "", false, "g1f3")
	if r != nil {
		for _, k := range these(func(k board.Role) bool { return r.GoesOn[k] && k != board.King }) {
			if slices.ContainsFunc(trips[k], func(t trip) bool { return add(capitalLetter(k)+t.from, "", "", false, t.from+t.to) }) {
				break
			}
		}
	}
	if w.v.Topology.Seam {
		w.crossingText(add)
	}
	if !w.v.NoDoublePush {
		if w.v.SeamHome && w.crosses[board.Pawn] {
			add("Pa5 ph5", "h6", "", false, "a5h7")
		} else {
			add("Pe5 pd5", "d6", "", false, "e5d6")
		}
	}
	add("Pb7", "", "", false, "b7b8"+string(rune(w.promotes[0].Letter()+'a'-'A')))
	if !w.v.NoCastling {
		add("Ke1 Rh1 ke8", "", "K", true, "e1g1")
	}
	w.Items(all...)
	w.Say(when(w.v.Info().SeamMark && w.v.Topology.Seam, "A * after the landing square marks a move that leads over the seam. It may be left out when a move is typed."))
	w.Rule("Positions", "A position is written as FEN, six fields in one line: the board, the side to move, the castling rights, the square that a pawn has just crossed, and two counters. "+
		"The start is `"+w.v.Info().Start+"`."+when(w.v.NoCastling, " The castling field is always `-`."),
		"[The notation chapter](notation.md) (`tain rules notation`) tells all of it, and how games and links are written.")
}

// crossingText adds a move over the seam.
func (w *writer) crossingText(add func(pieces, enPassant, rights string, kings bool, move string) bool) {
	switch {
	case w.crosses[board.Knight]:
		add("Na3", "", "", false, "a3h5")
	case w.crosses[board.Rook]:
		add("Ra4 Pc4", "", "", false, "a4h4")
	case w.crosses[board.Pawn]:
		add("Pa4 nh5", "", "", false, "a4h5")
	case w.crosses[board.King]:
		add("Ka4 ke8", "", "", true, "a4h4")
	case w.crosses[board.Bishop]:
		add("Bb3", "", "", false, either(w.crossing == topology.Hop, "b3h4", "b3h5"))
	default:
		add("Qb3", "", "", false, either(w.crossing == topology.Hop, "b3h4", "b3h5"))
	}
}

// find returns the position in which the claims of an example are so.
func (w *writer) find(e example) (p board.Position, ok bool) {
	e.holds = func(found *board.Position) bool { p = *found; return true }
	_, ok = w.diagram(e)
	return p, ok
}
