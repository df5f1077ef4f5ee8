// Package api answers requests about positions with values that are encoded as JSON. Both servers and
// browsers use it.
//
// A [Service] holds the rule sets and has a method for each kind of request: rule sets and their rulebooks
// (api.go), the state and legal moves of a position and the effect of a line of moves (state.go), plans and
// premoves (plan.go), why a move is legal or not (explain.go), the faults of a position and the content of a
// link (open.go), game records (pgn.go), custom rule sets (define.go), diagrams (picture.go) and endgame
// tables (tables.go). [Service.Call] accepts requests and returns responses as JSON (call.go). [Engines]
// searches positions (think.go).
//
// No input is trusted. All sizes are limited, and clients get every error as a [wire.Failure].
package api

import (
	"errors"

	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/rulebook/loader"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
)

// Limits on requests. Games rarely reach them, because a game is drawn after 75 moves without a capture or a
// pawn move.
const (
	// MaxMoves is the maximum number of moves in a line, unless a service allows more.
	MaxMoves = 2000
	// MaxGame is the maximum number of moves in a line if the client itself does the work, as in a browser. Games
	// on a server are shorter.
	MaxGame = 20_000
	// MaxRecord is the maximum size of a PGN text, in bytes.
	MaxRecord = 1 << 20
	// MaxGames is the maximum number of games in a PGN text.
	MaxGames = 200
	// MaxLines is the maximum number of lines that a search reports (MultiPV).
	MaxLines = 10
)

// failureIn converts a user-facing error from a rule set or a renderer to a failure. An error without a code
// gets the given one.
func failureIn(code string, err error) *wire.Failure {
	if why := wire.FailureOf(err); why.Code != wire.CodeInternal {
		return why
	}
	return wire.FailureAs(code, err)
}

// moveFailure returns a failure that explains which move of a line cannot be played, and why.
func moveFailure(ply int, text string, err error) *wire.Failure {
	why := *failureIn(wire.CodeSyntax, err)
	why.Reason.Message = locale.New("request.move", message.Args{"number": ply + 1, "text": notation.Clip(text), "why": why.Explain()})
	why.Ply = &ply
	return &why
}

// Service answers requests about its rule sets. It is immutable and safe for concurrent use.
type Service struct {
	known *registry.Registry
	// longest is the maximum number of moves in a line.
	longest int
	tables  Tables
	in      *locale.Catalogue // nil for English
	// rulebooks are the texts that came with the language; see [Service.WithLanguage].
	rulebooks map[string]string
}

// Tables returns the endgame tables of a rule set, or nil if there are none.
type Tables func(rules.Rules) *tablebase.Set

// NewService returns a service for the given rule sets, with their built-in endgame tables.
func NewService(known *registry.Registry) *Service {
	return &Service{known: known, longest: MaxMoves, tables: tablebase.Own}
}

// NewLongService returns a service that accepts lines of up to [MaxGame] moves. It must not be exposed to the
// public, because a line of that length takes most of a second to process.
func NewLongService(known *registry.Registry) *Service {
	return &Service{known: known, longest: MaxGame, tables: tablebase.Own}
}

// WithTables returns a copy of the service with the given endgame tables.
func (d *Service) WithTables(t Tables) *Service {
	other := *d
	other.tables = t
	return &other
}

// In returns a copy of the service that responds in the language of a catalogue.
func (d *Service) In(c *locale.Catalogue) *Service {
	other := *d
	other.in = c
	return &other
}

// Catalogue returns the catalogue for responses.
func (d *Service) Catalogue() *locale.Catalogue {
	if d.in == nil {
		return locale.English()
	}
	return d.in
}

// WithLanguage returns a copy of the service that responds in a language whose texts a page provides. It
// fails if the texts are invalid. A server has all languages built in; see [Service.In].
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

// text formats a message in the language of the responses.
func (d *Service) text(m message.Message) string { return d.Catalogue().Text(m) }

// Rules returns the rule set with the given name, ignoring case, or the rule set that a definition describes.
func (d *Service) Rules(name string) (rules.Rules, error) {
	r, err := d.known.Choose(name)
	if err == nil {
		return r, nil
	}
	if !errors.As(err, new(*registry.UnknownError)) { // a definition with faults
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

// NewVariantInfo describes a rule set in the language of a catalogue. The title of a custom rule set is not
// translated.
func NewVariantInfo(r rules.Rules, c *locale.Catalogue) wire.VariantInfo {
	i := r.Info()
	title := i.Title
	if i.Definition == "" {
		title = c.Or(message.Code("variant."+i.Name+".title"), title)
	}
	return wire.VariantInfo{
		Name: i.Name, Title: title, Summary: c.Text(i.Summary), PGN: i.PGN, Start: i.Start,
		Shape: wire.NewShape(i), Kinds: wire.NewKinds(i), Boards: i.Boards,
		Castling: i.Castling, Starts: i.Starts, Levels: i.Levels, Wraps: i.Wraps, Reflects: i.Reflects, Squares: wire.NewSquares(i.Squares),
		Pins: wire.NewMounts(r), Definition: i.Definition, Hash: i.Hash,
	}
}

// Variants lists the rule sets in display order.
func (d *Service) Variants() wire.VariantList {
	list := wire.VariantList{Variants: []wire.VariantInfo{}}
	for _, r := range d.known.All() {
		list.Variants = append(list.Variants, NewVariantInfo(r, d.Catalogue()))
	}
	return list
}

// Rulebook returns the rulebook of a rule set in the language of the responses, with the data for its
// diagrams.
func (d *Service) Rulebook(q wire.RulebookRequest) (wire.Rulebook, error) {
	source := func(name string) (string, bool) { text, ok := d.rulebooks[name]; return text, ok }
	return d.RulebookIn(q, loader.Language{In: d.Catalogue(), Source: source})
}

// RulebookIn returns the rulebook of a rule set in a language.
func (d *Service) RulebookIn(q wire.RulebookRequest, language loader.Language) (wire.Rulebook, error) {
	r, err := d.Rules(q.Variant)
	if err != nil {
		return wire.Rulebook{}, err
	}
	book, err := loader.Load(r, d.known.Find, language)
	if err == nil {
		err = rulebook.Illustrate(&book, r, language.In)
	}
	return wire.Rulebook{Book: book}, err
}
