package locale

import (
	"github.com/tainchess/tain/message"
)

// New returns a message whose English text is in the catalogue.
func New(code message.Code, args message.Args) message.Message { return message.New(code, "", args) }

// Error is an error whose message is in the catalogues. It may have a cause.
type Error struct {
	why   message.Message
	cause error
}

// NewError returns an error with a message from the catalogues.
func NewError(code message.Code, args message.Args) error { return &Error{why: New(code, args)} }

// WrapError returns an error with a message from the catalogues and a cause.
func WrapError(cause error, code message.Code, args message.Args) error {
	return &Error{New(code, args), cause}
}

// Explain returns the message.
func (e *Error) Explain() message.Message { return e.why }

// Error returns the English text.
func (e *Error) Error() string { return English().Text(e.why) }

// Unwrap returns the cause, or nil.
func (e *Error) Unwrap() error { return e.cause }
