package term

import (
	"strings"

	"github.com/tainchess/tain/internal/message"
)

// command is something the console can be told to do.
type command struct {
	names string // the first is the proper one
	args  string // in brackets if they may be left out
	help  message.Message
	do    func(c *console, args string) error
}

// commands are filled in by commands.go.
var commands []command

// find returns the command of a name.
func find(word string) (command, bool) {
	for _, known := range commands {
		for _, name := range strings.Fields(known.names) {
			if strings.EqualFold(name, word) {
				return known, true
			}
		}
	}
	return command{}, false
}

// elsewhere are commands of other consoles that have no meaning here, and what
// to use in their place.
var elsewhere = []struct{ names, use string }{
	{"edit setup", "setboard POSITION, or new POSITION, sets up a position"},
	{"white black", "side white and side black choose your side; the position says who is to move"},
	{"computer name rating ics opponent accepted rejected protover ping otim option", "it is a word of the XBoard protocol; type xboard to speak it"},
	{"isready ucinewgame setoption stop ponderhit", "it is a word of the UCI protocol; type uci to speak it"},
	{"easy hard ponder", "the engine thinks on its own time only"},
	{"random", "below level 20 the engine does not always play the same; --seed makes it repeatable"},
	{"hash memory cores threads mt smp egtpath", "tain uci and tain analyse take these; the console's engine sets itself up"},
	{"annotate", "tain analyse --pgn FILE writes a file of games with scores"},
	{"test solve suite", "tain analyse VARIANT POSITION looks for the best move of a position"},
	{"match tournament", "tain match lets programs play each other"},
	{"graphic flip coords colour color ansi", "tain play without --plain is a board over the whole screen"},
	{"pause resume", "the clock stands before the third half-move and after a takeback; otherwise it runs"},
	{"log verbose debug echo alarm", "the console keeps no log; save FILE keeps the game"},
	{"version", "tain --version tells it"},
	{"rules", "tain rules VARIANT tells the rules"},
}

// instead returns what to use in place of a command of another console, "" if
// it is none.
func instead(word string) string {
	for _, e := range elsewhere {
		for _, name := range strings.Fields(e.names) {
			if strings.EqualFold(name, word) {
				return e.use
			}
		}
	}
	return ""
}
