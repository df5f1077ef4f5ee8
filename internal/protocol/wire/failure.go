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

// Failure codes, except those of rule sets. Codes never change.
const (
	CodeRequest   = "request"    // malformed request
	CodeMethod    = "method"     // unknown method
	CodeVariant   = "variant"    // unknown rule set
	CodePosition  = "position"   // impossible position, with its faults
	CodeSyntax    = "syntax"     // text that cannot be parsed
	CodeGame      = "pgn"        // malformed game record
	CodeTooLong   = "too-long"   // text or line too long
	CodeNoLink    = "no-link"    // rule set without links
	CodeDraw      = "draw"       // picture cannot be drawn
	CodeOver      = "over"       // search in a finished game
	CodeStopped   = "stopped"    // search stopped before it began
	CodeHandle    = "handle"     // unknown handle, or too many handles
	CodeTooMany   = "too-many"   // quota exceeded
	CodeBusy      = "busy"       // queue full
	CodeNoWorkers = "no-workers" // no worker for a job
	CodeNoQueue   = "no-queue"   // server without a queue for workers
	CodeNoTable   = "no-table"   // no endgame table for the position
	CodeInternal  = "internal"   // bug
)

// Failure is an error response, with a code for programs and a message for people. [Failure.In] translates
// the message.
type Failure struct {
	Code    string  `json:"code"`
	Message string  `json:"message"`
	Reason  Message `json:"reason,omitzero"`
	Faults  Faults  `json:"faults,omitempty"` // faults of a position
	// Ply is the number of legal moves before the illegal move.
	Ply *int `json:"ply,omitempty"`
	// Place is the place of the error in the submitted text.
	Place *notation.Place `json:"place,omitempty"`
	// Request is the ID of the request in the server's log.
	Request string `json:"request,omitempty"`
}

// NewFailure returns a failure with a code and a catalogue message.
func NewFailure(code string, reason message.Code, args message.Args) *Failure {
	return &Failure{Code: code, Reason: Message{locale.New(reason, args)}}
}

// FailureAs returns a failure with a code and the message of an error, which must be suitable for display to
// people.
func FailureAs(code string, err error) *Failure {
	return &Failure{Code: code, Reason: Message{message.Of(err)}}
}

// Explain returns the message.
func (f *Failure) Explain() message.Message { return f.Reason.Message }

// Error returns the message, in English unless [Failure.In] was called.
func (f *Failure) Error() string {
	if f.Message != "" {
		return f.Message
	}
	return locale.English().Text(f.Explain())
}

// In returns the failure with its messages translated by a catalogue.
func (f *Failure) In(c *locale.Catalogue) *Failure {
	in := *f
	in.Message = c.Text(f.Explain())
	in.Faults = convert(f.Faults, func(one Fault) Fault {
		one.Message = c.Text(one.reason)
		return one
	})
	return &in
}

// FailureOf converts an error to a failure. An unknown error becomes an internal failure without the text of
// the error, which is not meant for clients.
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

// Failed is the response to a failed request.
type Failed struct {
	Error *Failure `json:"error"`
}

// EncodeFailure encodes the response to a failed request, translated by a
// catalogue.
func EncodeFailure(c *locale.Catalogue, f *Failure) []byte { return Encode(Failed{f.In(c)}) }

// Encode encodes a value as a single line of JSON. If that fails, it encodes an internal failure.
func Encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil { // cannot happen
		return EncodeFailure(locale.English(), NewFailure(CodeInternal, "error.unwritten", nil))
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
