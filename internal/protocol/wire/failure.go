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
	CodeRequest   = "request"    // a question that is not as it should be
	CodeMethod    = "method"     // a question that nobody answers
	CodeVariant   = "variant"    // a rule set that does not exist
	CodePosition  = "position"   // a position with faults, which are listed
	CodeSyntax    = "syntax"     // a text that cannot be read
	CodeGame      = "pgn"        // a game record that cannot be read or written
	CodeTooLong   = "too-long"   // a text or a line beyond its bound
	CodeNoLink    = "no-link"    // a rule set that has no link text
	CodeDraw      = "draw"       // a picture that cannot be drawn
	CodeOver      = "over"       // a search where there is no move to find
	CodeStopped   = "stopped"    // a search that was stopped before it began
	CodeHandle    = "handle"     // a line or a game that is not open, or cannot be
	CodeTooMany   = "too-many"   // something of which somebody has as much as they may
	CodeBusy      = "busy"       // a queue that is full
	CodeNoWorkers = "no-workers" // a job that no worker is there to do
	CodeNoQueue   = "no-queue"   // a job on a server that has no workers at all
	CodeNoTable   = "no-table"   // a position of which no endgame table here knows anything
	CodeInternal  = "internal"   // a mistake of this program
)

// Failure is why there is no answer: a code for programs, and a message for
// people, whose sentence [Failure.In] sets.
type Failure struct {
	Code    string  `json:"code"`
	Message string  `json:"message"`
	Said    Message `json:"said,omitzero"`
	Faults  Faults  `json:"faults,omitempty"` // of a position
	// Ply is how many moves could be played before the one that could not.
	Ply *int `json:"ply,omitempty"`
	// Place is where in a text the fault lies.
	Place *notation.Place `json:"place,omitempty"`
	// Request names the request that failed, to be found in the server's log.
	Request string `json:"request,omitempty"`
}

// NewFailure returns a failure with a code and a message of the catalogues.
func NewFailure(code string, said message.Code, args message.Args) *Failure {
	return &Failure{Code: code, Said: Message{locale.New(said, args)}}
}

// FailureAs returns a failure with a code and the explanation of an error. It is
// for errors whose words are meant for people.
func FailureAs(code string, err error) *Failure {
	return &Failure{Code: code, Said: Message{message.Of(err)}}
}

// Explain returns the message.
func (f *Failure) Explain() message.Message { return f.Said.Message }

// Error returns the sentence, in English unless [Failure.In] has set it.
func (f *Failure) Error() string {
	if f.Message != "" {
		return f.Message
	}
	return locale.English().Text(f.Explain())
}

// In returns the failure with its sentences in the language of a catalogue.
func (f *Failure) In(c *locale.Catalogue) *Failure {
	in := *f
	in.Message = c.Text(f.Explain())
	in.Faults = convert(f.Faults, func(one Fault) Fault {
		one.Message = c.Text(one.Said.Message)
		return one
	})
	return &in
}

// FailureOf returns an error as a failure. What it does not know is an
// internal one, whose words are not for strangers.
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

// Failed is a failure in place of an answer.
type Failed struct {
	Error *Failure `json:"error"`
}

// EncodeFailure writes a failure in place of an answer, in the language of a
// catalogue.
func EncodeFailure(c *locale.Catalogue, f *Failure) []byte { return Encode(Failed{f.In(c)}) }

// Encode writes a value as JSON without line breaks.
func Encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil { // a value that has no JSON is a mistake of this program
		return EncodeFailure(locale.English(), NewFailure(CodeInternal, "error.unwritten", nil))
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
