// Package protocol is what the two languages of engines, UCI and XBoard's, have
// in common: what an engine is made of, and how it takes a position.
package protocol

import (
	"errors"
	"fmt"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
)

// Config is what an engine is made of, whatever it speaks.
type Config struct {
	Name string
	// Rules are the rule sets that may be chosen; the game begins with the one
	// named chess, or the first.
	Rules *registry.Registry
	// Book returns the book of a rule set, nil if it has none. It may itself
	// be nil.
	Book func(rules.Rules) engine.Book
	// BookFile opens a book that the other side names: it returns what Book
	// would. Nil offers no such option.
	BookFile func(name string) (func(rules.Rules) engine.Book, error)
	// NetFile reads a net of a rule set that the other side names, to score
	// positions by. Nil offers no such option.
	NetFile func(r rules.Rules, name string) (eval.Evaluator, error)
	// Tables finds the endgame tables of a rule set; it may itself be nil.
	// TablesFolder returns the same for a folder that the other side names; nil
	// offers no such option.
	Tables       func(rules.Rules) search.Tables
	TablesFolder func(folder string) (func(rules.Rules) search.Tables, error)
	// RulesFile reads a rule set that the other side names: a file, or the text of
	// a definition. What a person must be told comes with it. Nil offers no such
	// option.
	RulesFile func(name string) (r rules.Rules, notes []string, err error)
	// OwnBook has the book used unless the other side says otherwise.
	OwnBook bool
	// The most that may be asked for; 0 means 1024 megabytes and 256 threads.
	MaxHashMB, MaxThreads int
}

// DefaultHashMB is the size of the transposition table until another is set.
const DefaultHashMB = 16

// MaxMultiPV is how many lines may be asked for.
const MaxMultiPV = 500

// Complete sets what was left out. Without a rule set there is no engine.
func (c *Config) Complete() error {
	if len(c.Rules.All()) == 0 {
		return errors.New("protocol: there are no rule sets")
	}
	if c.MaxHashMB <= 0 {
		c.MaxHashMB = 1024
	}
	if c.MaxThreads <= 0 {
		c.MaxThreads = 256
	}
	return nil
}

// Read makes a rule set known that the other side names, and returns what a person
// must be told of it.
func (c *Config) Read(name string) (r rules.Rules, notes []string, err error) {
	r, notes, err = c.RulesFile(name)
	if err == nil {
		c.Rules = c.Rules.With(r)
	}
	return r, notes, err
}

// Books returns the books of a file that the other side names, or the usual ones if
// the name is empty.
func (c *Config) Books(name string) (func(rules.Rules) engine.Book, error) {
	if name == "" {
		return c.Book, nil
	}
	return c.BookFile(name)
}

// First returns the rule set that the game begins with.
func (c *Config) First() rules.Rules {
	if chess, ok := c.Rules.Find("chess"); ok {
		return chess
	}
	return c.Rules.All()[0]
}

// NewGame begins a game from a rule set's own start.
func NewGame(r rules.Rules) (*rules.Line, error) {
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		return nil, fmt.Errorf("protocol: the start of %s: %w", r.Info().Name, err)
	}
	return rules.NewLine(r, start), nil
}

// ReadPosition begins a game from a position as other programs write it.
// Castling rights that cannot be are dropped, and tell is told of each in a
// sentence. A side may lack a king if the position is only analysed.
func ReadPosition(r rules.Rules, text string, analysed bool, tell func(sentence string)) (*rules.Line, error) {
	start, err := r.Guide().ParsePosition(text, rules.ParseOptions{
		AllowNoKing: analysed,
		Dropped:     func(f rules.Fault) { tell(fmt.Sprintf("%s; the right is dropped", f.Message)) },
	})
	if err != nil {
		return nil, err
	}
	return rules.NewLine(r, start), nil
}

// Refused is a position that was not taken, and why. Until another is taken
// there is none: the program at the other end thinks of the one refused, and a
// move of the one before would be a move of another game.
type Refused struct{ Why error }

// Error says that there is no position.
func (r Refused) Error() string {
	return fmt.Sprintf("there is no position, the last was refused: %v", r.Why)
}

// Unwrap returns why it was refused.
func (r Refused) Unwrap() error { return r.Why }
