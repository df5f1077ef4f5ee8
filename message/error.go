package message

// Error is an error that explains itself with a message.
type Error struct{ why Message }

// NewError returns an error that explains itself with a message.
func NewError(code Code, english string, args Args) error {
	return &Error{New(code, english, args)}
}

// Explain returns the message.
func (e *Error) Explain() Message { return e.why }

// Error returns the message in English.
func (e *Error) Error() string { return e.why.String() }
