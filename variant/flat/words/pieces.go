package words

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/message"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat"
)

// intro writes the title and what the game is.
func (w *writer) intro() {
	i := w.v.Info()
	w.Raw("# " + i.Title + "\n\n")
	w.Say("This is a game for two, White and Black, on a chessboard. They move in turn, one piece at a time, and whoever attacks the " +
		"other's king so that it cannot be saved has won. Who knows chess needs to know only this:")
	w.Items(w.differences()...)
	w.Say("All rules follow, those of chess too. The examples are positions of this very game; what is said of them was found by " +
		"playing them.")
}

// differences lists what is not as in chess.
func (w *writer) differences() (all []string) {
	for _, text := range strings.Split(strings.TrimSuffix(w.v.Info().SummarySaid.In(message.English()).String(), "."), "; ") {
		all = append(all, capital(text)+".")
	}
	return all
}

// board writes what the game is played on, and the first position.
func (w *writer) board() {
	i := w.v.Info()
	w.Section("Board and start")
	w.Rule("The board", "The board has eight files, a to h from White's left to right, and eight ranks, 1 to 8 from White's side to "+
		"Black's. A square is named by file and rank: e4. The corner a1 is dark, and colours alternate.",
		when(i.Boards == 3, "The board is shown three times in a row, Left, Centre and Right. All three show the same position, and "+
			"only the Centre is real: the others show where a way leads over the edge."))
	usual := board0(i.Start) == board0(flat.Start)
	w.Rule("The start", either(usual, "White's pieces stand on ranks 1 and 2, Black's on 8 and 7: rooks in the corners, beside them "+
		"the knights, then the bishops, the queen on the d-file, the king on the e-file, and a row of pawns before them.",
		"The game starts from the position that is drawn here, and not from the one of chess."))
	first := either(strings.Contains(i.Start, " b "), "Black", "White")
	p, err := w.v.Guide().ParsePosition(i.Start, rules.ParseOptions{AllowNoKing: true})
	if err == nil {
		kings := p.Pieces(board.White, board.King) != 0 && p.Pieces(board.Black, board.King) != 0
		w.Raw("```diagram\nabout The start. " + first + " moves first.\n" + when(!kings, "study\n") + "```\n\n")
	}
	w.Rule("Turns", first+" moves first, then both in turn. A turn is one move: a piece goes to another square that is empty, or that "+
		"an enemy piece stands on, which is thereby taken off the board. No piece goes where one of its own side stands. A turn may not be left out.",
		"A move that takes something"+w.inPassing()+" is a **capture**. Any other is a **quiet** move.")
}

// board0 is the first field of a position text.
func board0(fen string) string {
	text, _, _ := strings.Cut(fen, " ")
	return text
}

// pieces writes how the pieces move where no edge is near.
func (w *writer) pieces() {
	w.Section("The pieces")
	over := w.v.Topology.Seam
	w.Rule("Rook, bishop and queen", "A rook goes along its rank or file, a bishop along its diagonals, a queen along all of these, "+
		"as far as it likes. It leaps over nothing: it stops before a piece of its own side, and on an enemy piece, which it takes."+
		when(over, " Which of them go on over the edge is told in section 3."))
	w.show(
		example{
			about: "The bishop slides along its diagonals. It may take the rook on g7. On the way to g1 its own pawn stops it.",
			fen:   "4k3/6r1/8/8/3B4/8/5P2/4K3 w - - 0 1", chosen: "d4", legal: []string{"d4g7"}, illegal: []string{"d4g1"},
		},
		example{
			about:  "The bishop slides along its diagonals. It may take the rook on g7. On the way to g1 its own pawn stops it.",
			pieces: "Bd4 rg7 Pf2", chosen: "d4", legal: []string{"d4g7"}, illegal: []string{"d4g1"},
		},
		example{about: "The bishop slides along its diagonals. Its own pawn stops it.", pieces: "Bd4 Pf2", chosen: "d4"},
	)
	w.Rule("Knight", "A knight leaps two squares along a rank or file and one to the side, whatever stands between.")
	w.show(example{
		about: "The knight leaps over what stands around it.", pieces: "Nd4 Pd5 Pe4 Pd3 Pc4", chosen: "d4", legal: []string{"d4e6"}, illegal: []string{"d4d6"},
	})
	w.Rule("King", "A king goes to any of the eight squares around it."+when(!w.v.NoCastling && w.startRights() != "-", " It may also castle."),
		fmt.Sprintf("The king must be safe after the move: see %d.2.", w.last()-1))
	w.pawns()
	w.castling()
}

// pawns writes what pawns do.
func (w *writer) pawns() {
	double := !w.v.NoDoublePush
	w.Rule("Pawn", "A pawn goes one square straight ahead to an empty square: up the board for White, down for Black. "+
		either(double, "From its side's second rank (2 for White, 7 for Black) it may go two, if both squares are empty, wherever the pawn came from. ",
			"**It never goes two squares**, not even the first time. ")+
		"It takes otherwise than it goes: one square diagonally ahead. It never goes back.")
	legal, illegal := []string{"e2e3", "e2d3"}, []string{"e2f3"}
	about := "The pawn on e2 may go to e3, or take the knight on d3. It cannot go to e4: pawns go one square at a time. Nothing stands on f3, so it cannot go there either."
	if double {
		legal = append(legal, "e2e4")
		about = "The pawn on e2 may go to e3 or e4, or take the knight on d3. Nothing stands on f3, so it cannot go there."
	} else {
		illegal = append(illegal, "e2e4")
	}
	w.show(example{about: about, pieces: "Pe2 nd3", chosen: "e2", legal: legal, illegal: illegal})
	if double {
		w.Rule("En passant", "When a pawn goes two squares, an enemy pawn that attacks the square it crossed may take it in the very next "+
			"move, as though it had gone only one: the capturing pawn lands on the crossed square, and the other is removed. After that "+
			"one reply the right is gone.")
		w.show(example{
			about:  "Black has just played d7-d5, past the white pawn. It may be taken: the white pawn lands on d6.",
			pieces: "Pe5 pd5", enPassant: "d6", chosen: "e5", last: "d7d5", legal: []string{"e5d6"},
		})
	} else {
		w.Rule("No en passant", "Since no pawn goes two squares, there is no en passant.")
		w.show(example{
			about: "A pawn on d5 has come there one square at a time. It cannot be taken en passant.", pieces: "Pe5 pd5", illegal: []string{"e5d6"},
		})
	}
	all := one(w.promotes, "or")
	w.Rule("Promotion", "A pawn that reaches the last rank (8 for White, 1 for Black) becomes "+all+" of its side in the same move"+
		either(len(w.promotes) > 1, ", as its owner chooses. ", ". ")+"It need not be a piece that was taken before."+
		when(len(w.promotes) < 4, " It may become nothing else."))
	var legal2, illegal2 []string
	for _, k := range []board.Role{board.Queen, board.Rook, board.Bishop, board.Knight} {
		move := "b7b8" + strings.ToLower(string(rune(k.Letter())))
		if w.v.MayBecome(k) {
			legal2 = append(legal2, move)
		} else {
			illegal2 = append(illegal2, move)
		}
	}
	w.show(
		example{about: "The pawn goes to b8 and becomes " + all + ".", pieces: "Pb7", legal: legal2, illegal: illegal2},
		example{about: "The pawn goes to b8 and becomes " + all + ".", pieces: "Pb7", legal: legal2[:1], illegal: illegal2},
	)
}

// castling writes how king and rook move together, or that they do not.
func (w *writer) castling() {
	if w.v.NoCastling {
		w.Rule("No castling", "There is no castling in this game.")
		w.show(example{about: "King and rook stand at home, and may not castle.", pieces: "Ke1 Rh1 ke8", kings: true, illegal: []string{"e1g1"}},
			example{about: "King and rook stand at home, and may not castle.", pieces: "Ke1 Rh1 kb7", kings: true, illegal: []string{"e1g1"}})
		return
	}
	w.Rule("Castling", "Once in a game king and rook may move together: the king goes two squares from e1 (Black: e8) towards a rook "+
		"in the corner, and the rook goes to the square that the king crossed. This is allowed if all of these hold:")
	w.Items("neither that king nor that rook has moved, and both are of the start;",
		"all squares between them are empty;",
		"no king of the side is attacked, before or after;",
		"the square that the king crosses is not attacked.")
	w.Say(w.rights())
	about := "White may castle to either side. Short, to g1, is written O-O; long, to c1, is O-O-O."
	both := []string{"e1g1", "e1c1"}
	w.show(
		example{about: about, pieces: "Ke1 Ra1 Rh1 ke8", rights: "KQ", kings: true, chosen: "e1", legal: both},
		example{about: about, pieces: "Ke1 Ra1 Rh1 Pa2 Ph2 pa7 ph7 kd7", rights: "KQ", kings: true, chosen: "e1", legal: both},
		example{about: about, pieces: "Ke1 Ra1 Rh1 Pa2 Ph2 pa7 ph7 kb6", rights: "KQ", kings: true, chosen: "e1", legal: both},
	)
}

// startRights returns the castling rights of the start, as its text has them.
func (w *writer) startRights() string {
	if fields := strings.Fields(w.v.Info().Start); len(fields) > 2 {
		return fields[2]
	}
	return "-"
}

// rights tells who may castle from a start that does not let everybody.
func (w *writer) rights() string {
	given := w.startRights()
	if given == "-" {
		return "**The start of this game gives nobody the right to castle.** Only a position that is set up with the right has castling."
	}
	var sides []string
	for _, each := range []struct{ letters, name string }{{"KQ", "White"}, {"kq", "Black"}} {
		short, long := strings.Contains(given, each.letters[:1]), strings.Contains(given, each.letters[1:])
		switch {
		case short && long:
			sides = append(sides, "to "+each.name+" on both sides")
		case short:
			sides = append(sides, "to "+each.name+" on the king's side")
		case long:
			sides = append(sides, "to "+each.name+" on the queen's side")
		}
	}
	return when(len(given) < 4, "The start of this game gives the right to castle only "+rulebook.Words(sides, "and")+".")
}
