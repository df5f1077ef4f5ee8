// Package space plays the rule sets of tri-dimensional chess, three boards in
// space and four attack boards that move.
//
// They move pieces alike, by rules 1 to 5 of their rulebooks, and differ in how
// attack boards move (6), which a [Policy] says. The rulebooks are those of the
// sibling packages trid, which has the rules that both share, and meder; the
// numbers that are cited here are theirs.
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
