// Package zillions reads and plays rules files for Zillions of Games, for tests of exported files. It
// is independent: it shares no code with the exporter or with other implementations of the rules.
//
// It is based on public information about the language: the publicly quoted parts of the version 2 reference
// (list of keywords, meaning of the conditions, levels of changes), the tutorial, rules files distributed
// with the program, and descriptions by authors of such files. If these do not specify a behaviour, the
// choice is documented here.
//
// # Files
//
// A file contains (version ...), any number of (define ...) and one (game ...). It ends with the closing
// bracket; no comment may follow. A macro is expanded in every list that starts with its name. $1 is replaced
// by the first argument, even inside words and texts. The following are not supported and cause an error:
// variants, included files, engines, partial moves (add-partial), counting goals, turns with a move type,
// players that move by chance, and the options listed in ruled if they are on.
//
// # Moves
//
// For every piece of the player to move, each block of its moves runs from its position. A step
// off the board or a failed verify ends the block. Each add yields a move with all changes
// collected so far, and generation continues.
//
// The board does not change during generation. Conditions see the board before the move, and capture, create,
// flip, change-owner, change-type and set-attribute are only recorded. Flags and position flags take effect
// immediately. At the start of a block they are off, and the mark is the position of the piece.
//
// When the move is made, first the pieces move, then captured pieces are removed, then pieces are created or
// change their owner or type, then attributes are set. The reference defines no order within these levels,
// and states this explicitly for create and flip. Move.OrderOpen reports moves for which the order would
// matter. To be safe it also reports a capture on a square where a piece starts or arrives, and an attribute
// set where a piece is created. By default, a created piece belongs to the player to move, has the moving
// piece's type and the default attributes of that type, and replaces any piece on its position.
//
// A cascade ends one piece's move at the current position. The piece there moves next, or the
// piece on the square given by from. The last move's from and to are those of the first piece.
//
// Moves with the same path and the same changes count once. The reference does not specify this;
// Game.KeepDuplicates lists them all.
//
// # Attacks and check
//
// A position is attacked if a block of an enemy piece generates a move that would capture a piece of
// the player there. Whether that move would leave the enemy in check does not matter. If the position
// is empty or holds an enemy piece, the moving piece is assumed to be on it. Within such a test,
// attacked? and defended? are false, because two kings would otherwise recurse endlessly.
//
// With a loss by (checkmated PIECE), moves that leave such a piece attacked are illegal. If there are several
// such pieces, one attacked piece is enough (AnyRoyal). The quoted reference does not specify this, but
// authors of games with two kings describe it this way. AllRoyal is the other interpretation. Move priorities
// are applied before check is considered.
package zillions
