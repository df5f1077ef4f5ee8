package session

import (
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/rules"
)

// refusal is an error whose words are a message. It may have a cause.
type refusal struct {
	message locale.Message
	cause   error
}

// Said returns a sentence in the language of the program.
func Said(code locale.Code, args locale.Args) string { return locale.New(code, args).String() }

// Title returns what a rule set is called in that language; one that somebody
// has written is called as they wrote it.
func Title(r rules.Rules) string {
	return locale.Spoken().Or(locale.Code("variant."+r.Info().Name+".title"), r.Info().Title)
}

// Refuse returns an error that says a sentence of the catalogue.
func Refuse(code locale.Code, args locale.Args) error {
	return &refusal{message: locale.New(code, args)}
}

// Because returns an error that says a sentence of the catalogue about another,
// which it wraps.
func Because(cause error, code locale.Code, args locale.Args) error {
	return &refusal{locale.New(code, args), cause}
}

// Explain returns the message.
func (e *refusal) Explain() locale.Message { return e.message }

// Error returns it as a sentence.
func (e *refusal) Error() string { return e.message.String() }

// Unwrap returns the cause, nil if there is none.
func (e *refusal) Unwrap() error { return e.cause }
