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
var elsewhere = []struct {
	names string
	use   message.Message
}{
	{"edit setup", message.New("command.instead.setup", nil)},
	{"white black", message.New("command.instead.side", nil)},
	{"computer name rating ics opponent accepted rejected protover ping otim option", message.New("command.instead.xboard", nil)},
	{"isready ucinewgame setoption stop ponderhit", message.New("command.instead.uci", nil)},
	{"easy hard ponder", message.New("command.instead.ponder", nil)},
	{"random", message.New("command.instead.random", nil)},
	{"hash memory cores threads mt smp egtpath", message.New("command.instead.hash", nil)},
	{"annotate", message.New("command.instead.annotate", nil)},
	{"test solve suite", message.New("command.instead.solve", nil)},
	{"match tournament", message.New("command.instead.match", nil)},
	{"graphic flip coords colour color ansi", message.New("command.instead.graphic", nil)},
	{"pause resume", message.New("command.instead.pause", nil)},
	{"log verbose debug echo alarm", message.New("command.instead.log", nil)},
	{"version", message.New("command.instead.version", nil)},
	{"rules", message.New("command.instead.rules", nil)},
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
