package console

import (
	"strings"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/message"
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
var elsewhere = []struct {
	names string
	use   message.Message
}{
	{"edit setup", locale.New("command.instead.setup", nil)},
	{"white black", locale.New("command.instead.side", nil)},
	{"computer name rating ics opponent accepted rejected protover ping otim option", locale.New("command.instead.xboard", nil)},
	{"isready ucinewgame setoption stop ponderhit", locale.New("command.instead.uci", nil)},
	{"easy hard ponder", locale.New("command.instead.ponder", nil)},
	{"random", locale.New("command.instead.random", nil)},
	{"hash memory cores threads mt smp egtpath", locale.New("command.instead.hash", nil)},
	{"annotate", locale.New("command.instead.annotate", nil)},
	{"test solve suite", locale.New("command.instead.solve", nil)},
	{"match tournament", locale.New("command.instead.match", nil)},
	{"graphic flip coords colour color ansi", locale.New("command.instead.graphic", nil)},
	{"pause resume", locale.New("command.instead.pause", nil)},
	{"log verbose debug echo alarm", locale.New("command.instead.log", nil)},
	{"version", locale.New("command.instead.version", nil)},
	{"rules", locale.New("command.instead.rules", nil)},
}

// instead returns what to use in place of a command of another console, nothing
// if it is none.
func instead(word string) message.Message {
	for _, e := range elsewhere {
		for _, name := range strings.Fields(e.names) {
			if strings.EqualFold(name, word) {
				return e.use
			}
		}
	}
	return message.Message{}
}
