// Package protocol is shared by the two engine protocols, UCI and XBoard: the
// configuration of an engine, and reading positions.
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

// Config configures an engine for either protocol.
type Config struct {
	Name string
	// Rules are the rule sets to choose from. The first game is chess, or the first
	// of them.
	Rules *registry.Registry
	// Book returns the book of a rule set, nil if it has none. The function may be
	// nil.
	Book func(rules.Rules) engine.Book
	// BookFile opens a book file that the client names, to replace Book. Nil omits
	// the option.
	BookFile func(name string) (func(rules.Rules) engine.Book, error)
	// NetFile reads an evaluation net that the client names. Nil omits the option.
	NetFile func(r rules.Rules, name string) (eval.Evaluator, error)
	// Tables returns the endgame tables of a rule set; the function may be nil.
	// TablesFolder returns those of a folder that the client names; nil omits the
	// option.
	Tables       func(rules.Rules) search.Tables
	TablesFolder func(folder string) (func(rules.Rules) search.Tables, error)
	// RulesFile reads a rule set that the client names: a file, or the text of a
	// definition. It also returns notes for the user. Nil omits the option.
	RulesFile func(name string) (r rules.Rules, notes []string, err error)
	// OwnBook is the default of the option to use the book.
	OwnBook bool
	// The limits of the options; 0 means 1024 megabytes and 256 threads.
	MaxHashMB, MaxThreads int
}

// DefaultHashMB is the default size of the transposition table in megabytes.
const DefaultHashMB = 16

// MaxMultiPV is the maximum number of lines.
const MaxMultiPV = 500

// Complete sets defaults. It returns an error if there are no rule sets.
func (c *Config) Complete() error {
	if len(c.Rules.All()) == 0 {
		return errors.New("protocol: no rule sets")
	}
	if c.MaxHashMB <= 0 {
		c.MaxHashMB = 1024
	}
	if c.MaxThreads <= 0 {
		c.MaxThreads = 256
	}
	return nil
}

// Read adds a rule set that the client names, and returns it with notes for the
// user.
func (c *Config) Read(name string) (r rules.Rules, notes []string, err error) {
	r, notes, err = c.RulesFile(name)
	if err == nil {
		c.Rules = c.Rules.With(r)
	}
	return r, notes, err
}

// Books returns the books of a file, or the default ones if the name is empty.
func (c *Config) Books(name string) (func(rules.Rules) engine.Book, error) {
	if name == "" {
		return c.Book, nil
	}
	return c.BookFile(name)
}

// First returns the rule set of the first game.
func (c *Config) First() rules.Rules {
	if chess, ok := c.Rules.Find("chess"); ok {
		return chess
	}
	return c.Rules.All()[0]
}

// NewGame starts a game from the usual start of a rule set.
func NewGame(r rules.Rules) (*rules.Line, error) {
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		return nil, fmt.Errorf("protocol: start of %s: %w", r.Info().Name, err)
	}
	return rules.NewLine(r, start), nil
}

// ReadPosition starts a game from a position of another program. Impossible castling
// rights are dropped, and note is called for each. Kingless positions are accepted
// if they are only analysed.
func ReadPosition(r rules.Rules, text string, analysed bool, note func(text string)) (*rules.Line, error) {
	start, err := r.Guide().ParsePosition(text, rules.ParseOptions{
		AllowNoKing: analysed,
		Dropped:     func(f rules.Fault) { note(fmt.Sprintf("%s; the right is dropped", f.Message)) },
	})
	if err != nil {
		return nil, err
	}
	return rules.NewLine(r, start), nil
}

// Refused is the error while there is no position because the last was rejected. The
// client believes in the rejected position, so a move in the one before it would
// belong to another game.
type Refused struct{ Why error }

// Error includes the reason.
func (r Refused) Error() string { return fmt.Sprintf("no position, the last was rejected: %v", r.Why) }

// Unwrap returns the reason.
func (r Refused) Unwrap() error { return r.Why }
