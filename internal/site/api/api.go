// Package api answers questions about positions as values that are written as
// JSON, the same for a server and for a browser.
//
// A [Service] is handed the rule sets and has a method for each question: what
// rule sets there are, what can be played in a position and what comes of it
// (state.go), how a game ends by what a side does (ending.go), why a move can
// or cannot be played (explain.go), what is wrong with a position, what a link
// says (text.go), what a game record holds (pgn.go, tree.go), what a position
// looks like (draw.go). [Service.Call] takes the question and gives the answer as
// JSON. [Engines] asks the engine (think.go).
//
// Nothing here trusts its input. Every error is a [Failure], and everything
// that could grow without end has a bound.
package api

import (
	"errors"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// What a question may hold. A game that is longer than this has no end in
// sight: it takes 75 moves without a capture or a pawn move to be drawn.
const (
	// MaxMoves bounds the moves of a line, unless a service takes longer ones.
	MaxMoves = 2000
	// MaxGame bounds the moves of a line where the one who asks also does the
	// work, as in a browser: it is as long as a game of a server can become.
	MaxGame = 20_000
	// MaxDepth bounds how deep a game record may go. JSON may be 10,000 deep,
	// and every move takes two of that.
	MaxDepth = 4900
	// MaxRequest bounds a question's JSON, in bytes.
	MaxRequest = 4 << 20
	// MaxRecord bounds the text of game records, in bytes.
	MaxRecord = 1 << 20
	// MaxGames bounds the games of one text.
	MaxGames = 200
	// MaxNodes bounds the moves of a game record, variations included.
	MaxNodes = 20_000
	// MaxLines bounds how many lines of play a search tells of.
	MaxLines = 10
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
	// CodeInternal is a mistake of this program.
	CodeInternal = "internal"
)

// Failure is why there is no answer: a code for programs, a sentence for
// people and what it is made of.
type Failure struct {
	Code    string          `json:"code"`
	Message string          `json:"message"`
	Said    message.Message `json:"said,omitzero"`
	Faults  rules.Faults    `json:"faults,omitempty"` // of a position
	// Ply is how many moves could be played before the one that could not.
	Ply *int `json:"ply,omitempty"`
	// Place is where in a text the fault lies.
	Place *notation.Place `json:"place,omitempty"`
}

// Error returns the sentence.
func (f *Failure) Error() string { return f.Message }

// NewFailure returns a failure with a code and what is said.
func NewFailure(code string, said message.Code, args message.Args) *Failure {
	f := &Failure{Code: code}
	f.say(message.New(said, args))
	return f
}

// FailureAs returns a failure with a code that says what an error says. It is
// for errors whose words are meant for people.
func FailureAs(code string, err error) *Failure {
	f := &Failure{Code: code}
	f.say(message.Of(err))
	return f
}

// say sets what is said.
func (f *Failure) say(m message.Message) { f.Said, f.Message = m, m.String() }

// FailureOf returns an error as a failure. What it does not know is an
// internal one, whose words are not for strangers.
func FailureOf(err error) *Failure {
	var (
		failure *Failure
		refusal *rules.IllegalMove
		faults  rules.Faults
		syntax  *notation.SyntaxError
		game    *notation.PGNError
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
	case errors.As(err, &refusal):
		return FailureAs(string(refusal.Code), refusal)
	case errors.As(err, &syntax):
		f, at := FailureAs(CodeSyntax, syntax), syntax.Place()
		f.Place = &at
		return f
	}
	return NewFailure(CodeInternal, "error.internal", nil)
}

// Service answers questions about the rule sets it knows. It has no state and is
// safe for many callers.
type Service struct {
	known *rules.Registry
	// longest is the most moves of a line.
	longest int
}

// NewService returns a service that knows some rule sets.
func NewService(known *rules.Registry) *Service { return &Service{known, MaxMoves} }

// NewLongService returns a service that also takes lines of up to [MaxGame] moves. It
// is not for strangers: such a line is most of a second's work.
func NewLongService(known *rules.Registry) *Service { return &Service{known, MaxGame} }

// Rules returns the rule set with a name, which may be written in either case.
func (d *Service) Rules(name string) (rules.Rules, error) {
	for _, r := range d.known.All() {
		if strings.EqualFold(r.Info().Name, name) {
			return r, nil
		}
	}
	var names message.List
	for _, r := range d.known.All() {
		names = append(names, r.Info().Name)
	}
	if name == "" {
		return nil, NewFailure(CodeVariant, "request.variant.none", message.Args{"variants": names})
	}
	return nil, NewFailure(CodeVariant, "request.variant.unknown", message.Args{"text": notation.Clip(name), "variants": names})
}

// Position reads a position of a rule set; no text at all is its start.
func (d *Service) Position(variant, text string, study bool) (rules.Rules, board.Position, error) {
	r, err := d.Rules(variant)
	if err != nil {
		return nil, board.Position{}, err
	}
	if text = strings.TrimSpace(text); text == "" {
		text = r.Info().Start
	}
	p, err := r.Guide().ParsePosition(text, rules.ParseOptions{AllowNoKing: study})
	if err != nil {
		return nil, board.Position{}, FailureOf(err)
	}
	return r, p, nil
}

// VariantInfo is a rule set: its names, its squares with their places, and
// the pins where boards move.
type VariantInfo struct {
	Name     string             `json:"name"`
	Title    string             `json:"title"`
	Summary  string             `json:"summary"`
	PGN      string             `json:"pgn,omitempty"`
	Start    string             `json:"start"`
	Boards   int                `json:"boards"`
	Castling bool               `json:"castling"`
	Levels   []string           `json:"levels,omitempty"`
	Wraps    bool               `json:"wraps"`
	Reflects bool               `json:"reflects"`
	Squares  []rules.SquareInfo `json:"squares"`
	Pins     []rules.Mount      `json:"pins,omitempty"`
}

// NewVariantInfo describes a rule set.
func NewVariantInfo(r rules.Rules) VariantInfo {
	i := r.Info()
	v := VariantInfo{
		Name: i.Name, Title: i.Title, Summary: i.Summary, PGN: i.PGN, Start: i.Start, Boards: i.Boards,
		Castling: i.Castling, Levels: i.Levels, Wraps: i.Wraps, Reflects: i.Reflects, Squares: i.Squares,
	}
	if pinned, ok := r.(rules.MovingBoards); ok {
		v.Pins = pinned.Mounts()
	}
	return v
}

// VariantList is the rule sets.
type VariantList struct {
	Variants []VariantInfo `json:"variants"`
}

// Variants lists the rule sets in the order in which they are shown.
func (d *Service) Variants() VariantList {
	list := VariantList{Variants: []VariantInfo{}}
	for _, r := range d.known.All() {
		list.Variants = append(list.Variants, NewVariantInfo(r))
	}
	return list
}
