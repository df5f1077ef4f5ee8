package wire

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
)

// The codes of failures that do not come from a rule set. Codes are stable.
const (
	// CodeRequest is a question that is not as it should be.
	CodeRequest = "request"
	// CodeMethod is a question that nobody answers.
	CodeMethod = "method"
	// CodeVariant is a rule set that does not exist.
	CodeVariant = "variant"
	// CodePosition is a position with faults, which are listed.
	CodePosition = "position"
	// CodeSyntax is a text that cannot be read.
	CodeSyntax = "syntax"
	// CodeGame is a game record that cannot be read or written.
	CodeGame = "pgn"
	// CodeTooLong is a text or a line beyond its bound.
	CodeTooLong = "too-long"
	// CodeNoLink is a rule set that has no link text.
	CodeNoLink = "no-link"
	// CodeDraw is a picture that cannot be drawn.
	CodeDraw = "draw"
	// CodeOver is a search where there is no move to find.
	CodeOver = "over"
	// CodeStopped is a search that was stopped before it began.
	CodeStopped = "stopped"
	// CodeHandle is a line or a game that is not open, or cannot be.
	CodeHandle = "handle"
	// CodeTooMany is something of which somebody has as much as they may.
	CodeTooMany = "too-many"
	// CodeBusy is a queue that is full.
	CodeBusy = "busy"
	// CodeNoWorkers is a job that no worker is there to do.
	CodeNoWorkers = "no-workers"
	// CodeNoQueue is a job on a server that has no workers at all.
	CodeNoQueue = "no-queue"
	// CodeNoTable is a position of which no endgame table here knows anything.
	CodeNoTable = "no-table"
	// CodeInternal is a mistake of this program.
	CodeInternal = "internal"
)

// Failure is why there is no answer: a code for programs, and a message for
// people, whose sentence [Failure.In] sets.
type Failure struct {
	Code    string          `json:"code"`
	Message string          `json:"message"`
	Said    message.Message `json:"said,omitzero"`
	Faults  rules.Faults    `json:"faults,omitempty"` // of a position
	// Ply is how many moves could be played before the one that could not.
	Ply *int `json:"ply,omitempty"`
	// Place is where in a text the fault lies.
	Place *notation.Place `json:"place,omitempty"`
	// Request names the request that failed, to be found in the server's log.
	Request string `json:"request,omitempty"`
}

// NewFailure returns a failure with a code and a message of the catalogues.
func NewFailure(code string, said message.Code, args message.Args) *Failure {
	return &Failure{Code: code, Said: locale.New(said, args)}
}

// FailureAs returns a failure with a code and the explanation of an error. It is
// for errors whose words are meant for people.
func FailureAs(code string, err error) *Failure {
	return &Failure{Code: code, Said: message.Of(err)}
}

// Explain returns the message.
func (f *Failure) Explain() message.Message { return f.Said }

// Error returns the sentence, in English unless [Failure.In] has set it.
func (f *Failure) Error() string {
	if f.Message != "" {
		return f.Message
	}
	return locale.English().Text(f.Said)
}

// In returns the failure with its sentences in the language of a catalogue.
func (f *Failure) In(c *locale.Catalogue) *Failure {
	in := *f
	in.Message = c.Text(f.Said)
	in.Faults = c.TranslateFaults(f.Faults)
	return &in
}

// FailureOf returns an error as a failure. What it does not know is an
// internal one, whose words are not for strangers.
func FailureOf(err error) *Failure {
	var (
		failure *Failure
		illegal *rules.IllegalMove
		faults  rules.Faults
		syntax  *notation.SyntaxError
		game    *pgn.Error
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &failure):
		return failure
	case errors.As(err, &faults):
		f := FailureAs(CodePosition, faults)
		f.Faults = faults
		return f
	case errors.As(err, &game):
		f := FailureAs(CodeGame, game)
		f.Place = &game.Place
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
