// Package protocol holds the parts that UCI and XBoard share: the configuration
// of an engine, and reading positions.
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
	// Rules are the available rule sets. The first game is chess or, if that is
	// missing, the first rule set.
	Rules *registry.Registry
	// Book returns the book for a rule set, or nil if it has none. Book itself
	// may be nil.
	Book func(rules.Rules) engine.Book
	// BookFile opens a book file named by the client, which replaces Book. If
	// nil, the option is not offered.
	BookFile func(name string) (func(rules.Rules) engine.Book, error)
	// NetFile reads an evaluation net named by the client. If nil, the option
	// is not offered.
	NetFile func(r rules.Rules, name string) (eval.Evaluator, error)
	// Tables returns the endgame tables of a rule set. It may be nil.
	// TablesFolder returns the tables in a folder named by the client. If nil,
	// the option is not offered.
	Tables       func(rules.Rules) search.Tables
	TablesFolder func(folder string) (func(rules.Rules) search.Tables, error)
	// RulesFile reads a rule set named by the client: a file, or the text of a
	// definition. It also returns notes for the user. If nil, the option is not
	// offered.
	RulesFile func(name string) (r rules.Rules, notes []string, err error)
	// OwnBook is the default of the option that enables the book.
	OwnBook bool
	// Limits of the options; 0 means 1024 megabytes and 256 threads.
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

// Read adds a rule set named by the client, and returns it with notes for the
// user.
func (c *Config) Read(name string) (r rules.Rules, notes []string, err error) {
	r, notes, err = c.RulesFile(name)
	if err == nil {
		c.Rules = c.Rules.With(r)
	}
	return r, notes, err
}

// Books returns the books in a file, or the default ones if the name is empty.
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

// NewGame starts a game from the standard starting position of a rule set.
func NewGame(r rules.Rules) (*rules.Line, error) {
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		return nil, fmt.Errorf("protocol: start of %s: %w", r.Info().Name, err)
	}
	return rules.NewLine(r, start), nil
}

// ReadPosition starts a game from a position sent by another program. It drops
// impossible castling rights and calls note for each. It accepts kingless
// positions only for analysis.
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

// Refused is the error while there is no position because the last one was
// rejected. The client assumes the rejected position, so playing a move in the
// previous one would be wrong.
type Refused struct{ Why error }

// Error returns the reason, with the fact that there is no position.
func (r Refused) Error() string { return fmt.Sprintf("no position, the last was rejected: %v", r.Why) }

// Unwrap returns the reason.
func (r Refused) Unwrap() error { return r.Why }
