package room

import (
	"fmt"

	"github.com/tainchess/tain/internal/play/game"
)

// phrase names a sentence that is told.
type phrase string

// The phrases.
const (
	sayClosing phrase = "closing"
	sayClosed  phrase = "closed"
	sayBye     phrase = "bye"
	sayNoGame  phrase = "no-game"
	sayNoRules phrase = "no-rules"
	sayLimit   phrase = "limit"
	sayTheirs  phrase = "their-limit"
	sayStore   phrase = "store"
	sayBroken  phrase = "broken"
	saySlow    phrase = "slow"
)

var sentences = map[phrase]string{
	sayClosing: "the server is shutting down; try again in a moment",
	sayClosed:  "the server is shutting down",
	sayBye:     "the server is shutting down for a moment; your game is saved",
	sayNoGame:  "there is no game %q",
	sayNoRules: "there is no rule set called %q",
	sayLimit:   "you have %d games that are not over, and no more are allowed: finish, resign or abort one",
	sayTheirs:  "your opponent has %d games that are not over, and no more are allowed",
	sayStore:   "the server could not %s; try again in a moment",
	sayBroken:  "the record of this game cannot be read",
	saySlow:    "the connection is too slow to keep up; connect again",
}

func say(p phrase, args ...any) string { return fmt.Sprintf(sentences[p], args...) }

func refuse(code game.Code, p phrase, args ...any) *game.Error {
	return &game.Error{Code: code, Message: say(p, args...)}
}
