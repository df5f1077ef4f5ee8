package term

import (
	"fmt"
	"strings"

	"github.com/tainchess/tain/rules"
)

// groups are the headings under which help lists the commands, by their first
// names.
var groups = []struct{ title, names string }{
	{"The board", "d show quadrants moves list fen epd pgn"},
	{"The game", "new setboard variant usermove undo remove back redo forward claim draw resign clock plan"},
	{"The engine", "on off side switch level sd st book post nopost"},
	{"Asking", "hint eval why analyse perft divide bench"},
	{"Files and programs", "save load xboard uci"},
	{"The console", "help bye"},
}

// more explains a command beyond its line in the list.
var more = map[string]string{
	"show":     "show alone draws the board. show moves lists the legal moves, show game those played.",
	"fen":      "With a position it is the same as setboard. start is the starting position.",
	"epd":      "An EPD is a position without its clocks. With a position it is the same as setboard.",
	"new":      "The sides, the level and the clock stay. Without a position it starts where the last game did; new start is the rule set's own start.",
	"variant":  "variant alone tells which rule set is played.",
	"undo":     "Against the engine its answer is taken back too, so that you are to move.",
	"remove":   "With two people it takes back two half-moves.",
	"back":     "back 4 takes back two moves of each side. Against the engine it goes back until you are to move.",
	"forward":  "It stops where nothing more was taken back.",
	"draw":     "Where a draw may be claimed, by threefold repetition or fifty moves, it is; else one is offered. Two people agree by it; the engine thinks about it after thirty moves.",
	"clock":    "The clocks run by themselves from the third half-move on. level 0 5 3 sets them before the first move: five minutes, three seconds added.",
	"on":       "The engine moves at once, and plays that side from then on.",
	"off":      "Moves are only checked and told.",
	"switch":   "The engine moves at once if it is its turn then.",
	"level":    "level 5 is a strength. level 0 5 3 is a clock, as in XBoard: the whole game, five minutes, three seconds added after each move.",
	"sd":       "It holds for moves, hints and analysis, together with st.",
	"st":       "It holds for moves, hints and analysis, together with sd.",
	"book":     "For each move: how many games had it, and how much of them it won.",
	"post":     "A line is the depth, the score in pawns for the side to move, the time, the nodes, and the moves expected.",
	"eval":     "In pawns, for White.",
	"analyse":  "It ends by itself: after the seconds given, else by sd and st, else after five seconds. The game stays as it is.",
	"perft":    "It counts at most a minute; tain perft counts as long as it takes.",
	"bench":    "The nodes are the same in every run and on every machine; tain bench measures every rule set.",
	"save":     "The file is a PGN with sides, level and clocks. A file of another game is not written over.",
	"xboard":   "The program at the other end goes on in the protocol, in the rule set and position of the game; quit ends it all.",
	"uci":      "The program at the other end goes on in the protocol, in the rule set and position of the game; quit ends it all.",
	"usermove": "A move alone does the same, in UCI notation or SAN.",
}

// help lists the commands, or explains one.
func (c *console) help(word string) error {
	if word != "" {
		return c.explain(word)
	}
	c.say("Type a move in any notation%s, or a command; help COMMAND tells more:", c.example())
	for _, g := range groups {
		c.say("%s", g.title)
		for _, name := range strings.Fields(g.names) {
			if known, ok := find(name); ok {
				names := strings.ReplaceAll(known.names, " ", ", ")
				c.say("  %-30s %s", strings.TrimSpace(names+" "+known.args), known.help)
			}
		}
	}
	c.say("A word of another console that has no meaning here says what to use in its place.")
	return nil
}

// explain tells of one command what there is to know.
func (c *console) explain(word string) error {
	known, ok := find(word)
	if use := instead(word); !ok && use != "" {
		c.say("There is no %s here: %s.", strings.ToLower(word), use)
		return nil
	}
	if !ok {
		return fmt.Errorf("there is no command %q; help lists them", clip(tidy(word)))
	}
	names := strings.Fields(known.names)
	c.say("%s: %s.", strings.TrimSpace(names[0]+" "+known.args), known.help)
	if text := more[names[0]]; text != "" {
		c.say("%s", text)
	}
	if len(names) > 1 {
		c.say("Also: %s.", strings.Join(names[1:], ", "))
	}
	return nil
}

// example names a legal move in both notations.
func (c *console) example() string {
	p := c.game.Position()
	list := rules.LegalMoves(c.rules(), &p)
	if len(list) == 0 {
		return ""
	}
	guide := c.rules().Guide()
	return fmt.Sprintf(", such as %s or %s", guide.FormatUCI(&p, list[0]), guide.FormatSAN(&p, list[0]))
}
