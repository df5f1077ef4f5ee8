// Package zillions reads rules files of Zillions of Games and plays them, for
// tests: it is a second opinion on files that are exported, and shares nothing
// with what writes them or with the rules of chess elsewhere.
//
// It was written from what is public about the language: the reference of
// version 2 as far as it is quoted (list of keywords, meaning of the
// conditions, levels of changes), the tutorial, rules files that come with the
// program, and what authors of such files wrote about it. Where these are
// silent the choice is named here.
//
// # A file
//
// A file has (version ...), any number of (define ...) and one (game ...). It
// ends with a bracket: no comment may follow.
// Macros are replaced wherever their name starts a list; $1 is the first
// argument, also within words and texts. Unsupported, each with an error that
// says so: variants, included files, engines, partial moves (add-partial),
// counting goals, turns with a move type, players that move by chance, and
// the options of the list named ruled where they are on.
//
// # How a move is made
//
// For every piece of the player whose turn it is, each block of its moves is
// run from its position. A step over the edge and a verify that fails end the
// block. Each add gives a move of all that has been gathered so far, and
// generation goes on with it.
//
// The board does not change meanwhile: conditions see it as it was before the
// move, and capture, create, flip, change-owner, change-type and set-attribute
// are only noted. Flags and position flags count at once; they are off when a
// block begins, where also the mark is the starting position.
//
// When the move is made, first the pieces move, then captured ones go, then
// pieces are created and change their owner or type, then attributes are set.
// The reference promises no order within its levels, and says so of create and
// flip. Move.OrderOpen tells of moves for which the order would matter; it
// takes the levels for wider than they are played here: a capture where a piece
// sets out or arrives, or an attribute set where a piece is created, counts. A
// created piece is the player's and of the moving piece's type where nothing
// else is said, has its type's attributes, and replaces what stands on its
// position.
//
// A cascade ends the way of one piece at the current position; what stood
// there is the next piece to move, or what stands where from is said. The last
// move's from and to are those of the first piece.
//
// Two moves with the same way and the same changes count once. The reference is
// silent here as far as it could be read; Game.KeepDuplicates shows them all.
//
// # Attacks and check
//
// A position is attacked if some move of an enemy piece would take a piece of
// the player there, as its blocks say, whether or not that move would leave
// the enemy in check. An empty position, or one with an enemy, is looked at as
// if the moving piece stood there. Within such a test attacked? and defended?
// are false, since two kings would else ask each other without end.
//
// A loss by (checkmated PIECE) makes moves illegal that leave such a piece
// attacked. With several such pieces one that is attacked is enough (AnyRoyal):
// what could be read of the reference is silent, authors of games with two
// kings say so. AllRoyal is the other reading. Priorities of moves are settled
// before check is.
package zillions
