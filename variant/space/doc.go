// Package space plays the rule sets of tri-dimensional chess, three boards in
// space and four attack boards that move.
//
// They move pieces alike, by the rules 1 to 5 below, and differ in how attack
// boards move, which a [Policy] says. The rule sets themselves, with their rules
// for boards (6), are the sibling packages.
//
// # 1 The board
//
// Files are z a b c d e, ranks 0 to 9. A column is a file and a rank; a square
// is a column on a level, such as b3N or z0QL1. The main boards W (a-d, ranks
// 1-4, the lowest), N (ranks 3-6) and B (ranks 5-8, the highest) never move.
// Four attack boards of two files and two ranks, two owned by each side for
// good, stand on four of twelve pins. QL pins cover files z and a, KL pins d
// and e; pins 1 to 6 cover the ranks from 0, 4, 2, 6, 4 and 8 on. So QL2 and
// QL5 share their columns, as do KL2 and KL5, and both may be held. A square is
// dark if file, counted from 0, and rank add up to an even number.
//
// # 2 The start
//
// See [Start]. White owns the boards on QL1 and KL1, Black those on QL6 and
// KL6, none of them turned.
//
// # Pieces
//
// 3.1 A piece moves over columns as on a flat board and lands on any level that
// the landing column has.
//
// 3.2 It lands on an empty square, or takes an enemy on that very square. It
// never stays within its column.
//
// 3.3 A rider passes only columns that hold no piece on any level; those
// without squares do not block. In the first column that holds a piece it may
// still land. What shares the column it leaves does not hinder it.
//
// 3.4 Knights leap. A king steps to the neighbouring columns, any level.
//
// 3.5 A pawn goes one rank forward to an empty square of any level. One that
// has never moved and was never carried may go two if the column between holds
// no piece. Pawns capture one column diagonally forward.
//
// 3.6 A pawn that has just gone two may be taken by a pawn that attacks the
// column it crossed; the capture lands on any level of that column.
//
// 3.7 A pawn promotes on the furthest rank of its file, to a queen, rook, bishop
// or knight: White on rank 8 of b and c, 9 of z and e, and of a and d on 9 if a
// board is on QL6 or KL6 and on 8 if none is. Black likewise on ranks 1 and 0,
// by QL1 and KL1.
//
// 3.8 Castling needs king and rook unmoved and never carried, the king's square
// and its landing not attacked, and is not a side's first move. King's side,
// king and rook change places; queen's side, the king goes to a0QL1, which must
// be empty, and the rook to d0KL1; Black on rank 9. A captured rook takes its
// right with it.
//
// 3.9 A piece attacks what it could capture, but nothing in its own column. No
// move, of a board either, leaves an own king attacked. Games end as in chess,
// but only two bare kings are dead. Positions are the same if pieces, boards
// with their owners, side, castling, double steps and legal en passant captures
// are; a board's rotation does not tell them apart.
//
// # Boards
//
// 4.1 A turn is a move of a piece or of a board.
//
// 4.2 A board with one piece is moved by that piece's side, an empty one by its
// owner, a fuller one by nobody.
//
// 4.3 The pin it goes to must be free; a board never captures.
//
// 4.4 Any piece rides along and keeps its cell; a half turn takes it to the
// opposite cell.
//
// 4.5 A carried pawn loses its double step, a carried king or rook its
// castling.
//
// 4.6 A carried pawn that arrives on its furthest rank, as the boards then
// stand, is promoted by the mover's choice.
//
// 4.7 A pawn on a corner square of its last main rank waits there only while a
// board stands on that corner. When the board leaves, the pawn is promoted: by
// choice if it is the mover's, otherwise to a queen. One choice serves a pawn
// on the corner and one aboard.
//
// 4.8 A board move resets the halfmove clock only if it promotes.
//
// # 5 Text
//
// A position has seven fields: levels and boards, side, castling, the pawn that
// has just gone two, the pawns that still may, and the clocks. Moves are
// UCI notation or Meder's notation. Quadrants q1 to q4 of a board run
// anticlockwise from its owner's near left corner. A plan is a sequence of
// moves of one side; see [notation.Plan].
//
// # 7 Illegal moves
//
// Every reason for which a move is refused is a code, here or in package rules,
// and a sentence.
//
// # The code
//
// The way of a move through this package: gen.go and boardmove.go propose it,
// play.go plays it on a copy and looks at the mover's kings, legal.go finds or
// counts the legal ones without playing most of them. squares.go names columns,
// levels and pins, tables.go holds what follows from where the boards stand,
// state.go the words of a position that are its own, policy.go what tells the
// rule sets apart. The text_ files read and write, draft.go judges what was
// read, the illegal files explain. show.go draws, pins.go and ruledata.go tell
// other programs of the rules, look.go tells an evaluation of a position.
package space
