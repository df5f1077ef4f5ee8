// Package api answers questions about positions as values that are written as
// JSON, the same for a server and for a browser.
//
// A [Service] is handed the rule sets and has a method for each question: what
// rule sets there are, what their rulebooks say (rulebook.go), what can be played
// in a position and what comes of it (state.go) or of a plan (plan.go), why a move can or cannot be played
// (explain.go), what is wrong with a position, what a link says (text.go,
// open.go), what a game record holds (pgn.go), what a position looks like
// (draw.go), what endgame tables know of it (tables.go). [Service.Call] takes the question and gives the answer as JSON.
// [Engines] asks the engine (think.go).
//
// Nothing here trusts its input. Every error is a [wire.Failure], and everything
// that could grow without end has a bound.
package api

import (
	"errors"

	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
)

// What a question may hold. A game that is longer than this has no end in
// sight: it takes 75 moves without a capture or a pawn move to be drawn.
const (
	// MaxMoves bounds the moves of a line, unless a service takes longer ones.
	MaxMoves = 2000
	// MaxGame bounds the moves of a line where the one who asks also does the
	// work, as in a browser: it is as long as a game of a server can become.
	MaxGame = 20_000
	// MaxRequest bounds a question's JSON, in bytes.
	MaxRequest = 4 << 20
	// MaxRecord bounds the text of game records, in bytes.
	MaxRecord = 1 << 20
	// MaxGames bounds the games of one text.
	MaxGames = 200
	// MaxLines bounds how many lines of play a search tells of.
	MaxLines = 10
)

// failureIn returns what a rule set or a drawer says of its input as a failure.
// Whatever it says is meant for people; the code is for errors that have none.
func failureIn(code string, err error) *wire.Failure {
	if why := wire.FailureOf(err); why.Code != wire.CodeInternal {
		return why
	}
	return wire.FailureAs(code, err)
}

// moveFailure returns why a move of a line cannot be played, and which it is.
func moveFailure(ply int, text string, err error) *wire.Failure {
	why := *failureIn(wire.CodeSyntax, err)
	why.Said.Message = locale.New("request.move", message.Args{"number": ply + 1, "text": notation.Clip(text), "why": why.Explain()})
	why.Ply = &ply
	return &why
}

// Service answers questions about the rule sets it knows. It has no state and is
// safe for many callers.
type Service struct {
	known *registry.Registry
	// longest is the most moves of a line.
	longest int
	tables  Tables
	in      *locale.Catalogue // nil for English
	// rulebooks are the texts that came with the language, see [Service.WithLanguage].
	rulebooks map[string]string
}

// Tables finds the endgame tables of a rule set, nil if there are none.
type Tables func(rules.Rules) *tablebase.Set

// NewService returns a service that knows some rule sets, and of their endgame
// tables those that come with the program.
func NewService(known *registry.Registry) *Service {
	return &Service{known: known, longest: MaxMoves, tables: tablebase.Own}
}

// NewLongService returns a service that also takes lines of up to [MaxGame] moves. It
// is not for strangers: such a line is most of a second's work.
func NewLongService(known *registry.Registry) *Service {
	return &Service{known: known, longest: MaxGame, tables: tablebase.Own}
}

// WithTables returns the service with other endgame tables.
func (d *Service) WithTables(t Tables) *Service {
	other := *d
	other.tables = t
	return &other
}

// In returns the service with answers in the language of a catalogue.
func (d *Service) In(c *locale.Catalogue) *Service {
	other := *d
	other.in = c
	return &other
}

// Catalogue returns the catalogue of the answers.
func (d *Service) Catalogue() *locale.Catalogue {
	if d.in == nil {
		return locale.English()
	}
	return d.in
}

// WithLanguage returns the service with answers in a language whose texts a page
// hands over. A server has them all, see [Service.In].
func (d *Service) WithLanguage(q wire.LanguageRequest) (*Service, error) {
	other := *d
	other.in, other.rulebooks = nil, nil
	if q.Language == "en" && q.Catalogue == nil {
		return &other, nil
	}
	c, err := locale.LoadEntries(q.Language, q.Catalogue)
	if err != nil {
		return nil, wire.NewFailure(wire.CodeRequest, "request.language", message.Args{"why": message.Of(err)})
	}
	other.in, other.rulebooks = c, q.Rulebooks
	return &other, nil
}

// text formats a message in the language of the answers.
func (d *Service) text(m message.Message) string { return d.Catalogue().Text(m) }

// Rules returns the rule set with a name, which may be written in either case,
// or that of a definition.
func (d *Service) Rules(name string) (rules.Rules, error) {
	r, err := d.known.Choose(name)
	if err == nil {
		return r, nil
	}
	if !errors.As(err, new(*registry.UnknownError)) { // a definition, and what is wrong with it
		return nil, failureIn(wire.CodeVariant, err)
	}
	var names message.List
	for _, r := range d.known.All() {
		names = append(names, r.Info().Name)
	}
	if name == "" {
		return nil, wire.NewFailure(wire.CodeVariant, "request.variant.none", message.Args{"variants": names})
	}
	return nil, wire.NewFailure(wire.CodeVariant, "request.variant.unknown", message.Args{"text": notation.Clip(name), "variants": names})
}

// NewVariantInfo describes a rule set in the language of a catalogue. A title
// that a person wrote stays as it is.
func NewVariantInfo(r rules.Rules, c *locale.Catalogue) wire.VariantInfo {
	i := r.Info()
	title := i.Title
	if i.Definition == "" {
		title = c.Or(message.Code("variant."+i.Name+".title"), title)
	}
	return wire.VariantInfo{
		Name: i.Name, Title: title, Summary: c.Text(i.Summary), PGN: i.PGN, Start: i.Start, Boards: i.Boards,
		Castling: i.Castling, Levels: i.Levels, Wraps: i.Wraps, Reflects: i.Reflects, Squares: wire.NewSquares(i.Squares),
		Pins: wire.NewMounts(r), Definition: i.Definition, Hash: i.Hash,
	}
}

// Variants lists the rule sets in the order in which they are shown.
func (d *Service) Variants() wire.VariantList {
	list := wire.VariantList{Variants: []wire.VariantInfo{}}
	for _, r := range d.known.All() {
		list.Variants = append(list.Variants, NewVariantInfo(r, d.Catalogue()))
	}
	return list
}
