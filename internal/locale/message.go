// Package locale holds the translations of messages, keyed by code, and formats
// messages in five languages.
//
// Errors and explanations come as a [message.Message] with a sentence in
// English. A [Catalogue] formats it in one language: a catalogue is a JSON file
// with an entry for each code. What only the edge says (the page, the terminal,
// rulebooks) is made with [New] and has its English text in the English
// catalogue. All catalogues are built in, see [Languages], but in a browser only
// the English one is until the page loads another, see [Load].
package locale

import (
	"errors"
	"strings"

	"github.com/tainchess/tain/message"
)

// New returns a message whose English text is in the catalogue.
func New(code message.Code, args message.Args) message.Message { return message.New(code, "", args) }

// Error is an error that explains itself with a message of the catalogues. It may
// have a cause.
type Error struct {
	why   message.Message
	cause error
}

// NewError returns an error with a message of the catalogues.
func NewError(code message.Code, args message.Args) error { return &Error{why: New(code, args)} }

// WrapError returns an error with a message of the catalogues and a cause.
func WrapError(cause error, code message.Code, args message.Args) error {
	return &Error{New(code, args), cause}
}

// Explain returns the message.
func (e *Error) Explain() message.Message { return e.why }

// Error returns the sentence in English.
func (e *Error) Error() string { return English().Text(e.why) }

// Unwrap returns the cause, nil if there is none.
func (e *Error) Unwrap() error { return e.cause }

// Explain returns the text of an error in the language of the catalogue. If the
// error wraps one that has a message, the text around it stays as it is.
func (c *Catalogue) Explain(err error) string {
	var known interface {
		error
		Explain() message.Message
	}
	if !errors.As(err, &known) {
		return err.Error()
	}
	return strings.Replace(err.Error(), known.Error(), c.Text(known.Explain()), 1)
}
