package locale

import (
	"errors"
	"strings"

	"github.com/tainchess/tain/message"
)

// Error is an error that explains itself with a message of the catalogues. It may
// have a cause.
type Error struct {
	why   Message
	cause error
}

// NewError returns an error with a message of the catalogues.
func NewError(code Code, args Args) error { return &Error{why: New(code, args)} }

// WrapError returns an error with a message of the catalogues and a cause.
func WrapError(cause error, code Code, args Args) error { return &Error{New(code, args), cause} }

// Explain returns the message.
func (e *Error) Explain() Message { return e.why }

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
