package main

import "github.com/tainchess/tain/internal/locale"

// saidError is an error whose words are a message. It may have a cause.
type saidError struct {
	message locale.Message
	cause   error
}

// refuse returns an error that says a sentence of the catalogue.
func refuse(code locale.Code, args locale.Args) error {
	return &saidError{message: locale.New(code, args)}
}

// because returns an error that says a sentence of the catalogue about another,
// which it wraps.
func because(cause error, code locale.Code, args locale.Args) error {
	return &saidError{locale.New(code, args), cause}
}

// Explain returns the message.
func (e *saidError) Explain() locale.Message { return e.message }

// Error returns it as a sentence.
func (e *saidError) Error() string { return e.message.String() }

// Unwrap returns the cause, nil if there is none.
func (e *saidError) Unwrap() error { return e.cause }
