// Package protocol contains the code that the UCI and XBoard protocols share: the configuration of an engine,
// and the parsing of positions.
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
	// Rules are the available rule sets. By default, the first game is chess or, if chess is not available, the
	// first rule set.
	Rules *registry.Registry
	// Book returns the book for a rule set, or nil if it has none. Book itself
	// may be nil.
	Book func(rules.Rules) engine.Book
	// BookFile opens a book file named by the client, which replaces Book. If it is nil, the option is not
	// offered.
	BookFile func(name string) (func(rules.Rules) engine.Book, error)
	// NetFile reads an evaluation net named by the client. If it is nil, the option is not offered.
	NetFile func(r rules.Rules, name string) (eval.Evaluator, error)
	// Tables returns the endgame tables of a rule set; it may be nil. TablesFolder returns the tables in a
	// folder named by the client. If it is nil, the option is not offered.
	Tables       func(rules.Rules) search.Tables
	TablesFolder func(folder string) (func(rules.Rules) search.Tables, error)
	// RulesFile reads a rule set named by the client, which is a file name or the text of a definition. It
	// also returns notes for the user. If it is nil, the option is not offered.
	RulesFile func(name string) (r rules.Rules, notes []string, err error)
	// OwnBook is the default value of the option that enables the book.
	OwnBook bool
	// Maximum values of the options; 0 means 1024 megabytes and 256 threads.
	MaxHashMB, MaxThreads int
}

// DefaultHashMB is the default size of the transposition table in megabytes.
const DefaultHashMB = 16

// MaxMultiPV is the maximum number of lines in a search.
const MaxMultiPV = 500

// Complete sets zero fields to their defaults. It returns an error if there are no rule sets.
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

// Read adds a rule set named by the client, and returns it with notes for the user.
func (c *Config) Read(name string) (r rules.Rules, notes []string, err error) {
	r, notes, err = c.RulesFile(name)
	if err == nil {
		c.Rules = c.Rules.With(r)
	}
	return r, notes, err
}

// Books returns the books in a file, or the default books if the name is empty.
func (c *Config) Books(name string) (func(rules.Rules) engine.Book, error) {
	if name == "" {
		return c.Book, nil
	}
	return c.BookFile(name)
}

// First returns chess or, if chess is not available, the first rule set.
func (c *Config) First() rules.Rules {
	if chess, ok := c.Rules.Find("chess"); ok {
		return chess
	}
	return c.Rules.All()[0]
}

// NewGame starts a game from the starting position of a rule set.
func NewGame(r rules.Rules) (*rules.Line, error) {
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		return nil, fmt.Errorf("protocol: start of %s: %w", r.Info().Name, err)
	}
	return rules.NewLine(r, start), nil
}

// ReadPosition starts a game from a position sent by another program. It drops impossible castling rights and
// calls note for each of them. It accepts kingless positions only for analysis, and returns an error for
// other invalid positions.
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

// Refused is the error for a command that needs a position after the client's last position was rejected. The
// client assumes that the rejected position is set up, so playing a move in the previous position would be
// wrong.
type Refused struct{ Why error }

// Error returns a message with the reason for the rejection.
func (r Refused) Error() string { return fmt.Sprintf("no position, the last was rejected: %v", r.Why) }

// Unwrap returns the reason.
func (r Refused) Unwrap() error { return r.Why }
