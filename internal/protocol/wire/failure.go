package wire

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
)

// The codes of failures that do not come from a rule set. Codes are stable.
const (
	CodeRequest   = "request"    // a malformed request
	CodeMethod    = "method"     // an unknown method
	CodeVariant   = "variant"    // an unknown rule set
	CodePosition  = "position"   // an impossible position, with its faults
	CodeSyntax    = "syntax"     // a text that cannot be parsed
	CodeGame      = "pgn"        // a malformed game record
	CodeTooLong   = "too-long"   // a text or line that is too long
	CodeNoLink    = "no-link"    // a rule set without links
	CodeDraw      = "draw"       // a picture that cannot be drawn
	CodeOver      = "over"       // a search in a finished game
	CodeStopped   = "stopped"    // a search stopped before it began
	CodeHandle    = "handle"     // an unknown handle
	CodeTooMany   = "too-many"   // a quota is used up
	CodeBusy      = "busy"       // a full queue
	CodeNoWorkers = "no-workers" // no worker for a job
	CodeNoQueue   = "no-queue"   // a server without workers
	CodeNoTable   = "no-table"   // no endgame table for the position
	CodeInternal  = "internal"   // a bug
)

// Failure is an error response: a code for programs and a message for people, which
// [Failure.In] formats.
type Failure struct {
	Code    string  `json:"code"`
	Message string  `json:"message"`
	Said    Message `json:"said,omitzero"`
	Faults  Faults  `json:"faults,omitempty"` // of a position
	// Ply is the number of legal moves before the illegal one.
	Ply *int `json:"ply,omitempty"`
	// Place is the place of the error in a text.
	Place *notation.Place `json:"place,omitempty"`
	// Request is the id of the request in the server's log.
	Request string `json:"request,omitempty"`
}

// NewFailure returns a failure with a code and a message of the catalogues.
func NewFailure(code string, said message.Code, args message.Args) *Failure {
	return &Failure{Code: code, Said: Message{locale.New(said, args)}}
}

// FailureAs returns a failure with a code and the explanation of an error that is meant
// for people.
func FailureAs(code string, err error) *Failure {
	return &Failure{Code: code, Said: Message{message.Of(err)}}
}

// Explain returns the message.
func (f *Failure) Explain() message.Message { return f.Said.Message }

// Error returns the formatted message, in English unless [Failure.In] was called.
func (f *Failure) Error() string {
	if f.Message != "" {
		return f.Message
	}
	return locale.English().Text(f.Explain())
}

// In returns the failure with its messages in the language of a catalogue.
func (f *Failure) In(c *locale.Catalogue) *Failure {
	in := *f
	in.Message = c.Text(f.Explain())
	in.Faults = convert(f.Faults, func(one Fault) Fault {
		one.Message = c.Text(one.Said.Message)
		return one
	})
	return &in
}

// FailureOf converts an error to a failure. Unknown errors become internal ones, without
// their text, which is not meant for clients.
func FailureOf(err error) *Failure {
	var (
		failure *Failure
		refused *game.Error
		illegal *rules.IllegalMove
		faults  rules.Faults
		syntax  *notation.SyntaxError
		record  *pgn.Error
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &failure):
		return failure
	case errors.As(err, &refused):
		f := FailureAs(string(refused.Code), refused)
		f.Faults = NewFaults(locale.English(), refused.Faults)
		return f
	case errors.As(err, &faults):
		f := FailureAs(CodePosition, faults)
		f.Faults = NewFaults(locale.English(), faults)
		return f
	case errors.As(err, &record):
		f := FailureAs(CodeGame, record)
		f.Place = &record.Place
		return f
	case errors.As(err, &illegal):
		return FailureAs(string(illegal.Code), illegal)
	case errors.As(err, &syntax):
		f, at := FailureAs(CodeSyntax, syntax), syntax.Place()
		f.Place = &at
		return f
	}
	return NewFailure(CodeInternal, "error.internal", nil)
}

// Failed is the response to a request that failed.
type Failed struct {
	Error *Failure `json:"error"`
}

// EncodeFailure encodes the response to a request that failed, in the language of a
// catalogue.
func EncodeFailure(c *locale.Catalogue, f *Failure) []byte { return Encode(Failed{f.In(c)}) }

// Encode encodes a value as JSON on one line.
func Encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil { // a bug
		return EncodeFailure(locale.English(), NewFailure(CodeInternal, "error.unwritten", nil))
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
