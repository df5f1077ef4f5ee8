// Package zillions reads and plays rules files of Zillions of Games, for tests:
// it is an independent check of exported files, and shares no code with the
// exporter or with the rules of chess elsewhere.
//
// It was written from public information about the language: the parts of the
// version 2 reference that are quoted (list of keywords, meaning of the
// conditions, levels of changes), the tutorial, rules files that come with the
// program, and what authors of such files wrote about it. Where these are
// silent, the choice is documented here.
//
// # Files
//
// A file has (version ...), any number of (define ...) and one (game ...). It
// ends with a bracket: no comment may follow. Macros are replaced wherever
// their name starts a list; $1 is the first argument, also within words and
// texts. Unsupported, each with an error that says so: variants, included
// files, engines, partial moves (add-partial), counting goals, turns with a
// move type, players that move by chance, and the options listed in ruled if
// they are on.
//
// # Moves
//
// For every piece of the player to move, each block of its moves is run from
// its position. A step over the edge and a failed verify end the block. Each
// add yields a move with everything collected so far, and generation continues.
//
// The board does not change meanwhile: conditions see it as it was before the
// move, and capture, create, flip, change-owner, change-type and set-attribute
// are only recorded. Flags and position flags take effect at once; they are off
// at the start of a block, where the mark is also the starting position.
//
// When the move is made, first the pieces move, then captured ones are removed,
// then pieces are created and change their owner or type, then attributes are
// set. The reference promises no order within its levels, and says so for
// create and flip. Move.OrderOpen reports moves for which the order would
// matter; it treats the levels as wider than they are here: a capture where a
// piece starts or arrives, or an attribute set where a piece is created,
// counts. By default a created piece belongs to the player, has the moving
// piece's type and its type's attributes, and replaces what is on its position.
//
// A cascade ends the move of one piece at the current position; the piece there
// moves next, or the one on the square given by from. The last move's from and
// to are those of the first piece.
//
// Two moves with the same way and the same changes count once. The reference
// does not say; Game.KeepDuplicates shows them all.
//
// # Attacks and check
//
// A position is attacked if some move of an enemy piece would capture a piece
// of the player there, according to its blocks, whether or not that move would
// leave the enemy in check. An empty position, or one with an enemy, is treated
// as if the moving piece were on it. Within such a test attacked? and defended?
// are false, since two kings would otherwise ask each other endlessly.
//
// A loss by (checkmated PIECE) makes moves illegal that leave such a piece
// attacked. With several such pieces one attacked piece is enough (AnyRoyal):
// the quoted reference does not say, but authors of games with two kings do.
// AllRoyal is the other interpretation. Move priorities are applied before
// check.
package zillions
