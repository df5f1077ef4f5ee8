// Package handle keeps lines and games open between calls, for a page that runs the rules itself. Each line
// or game is identified by a number, its handle.
//
// A line (line.go) can be extended and shortened move by move, so that following a game of n moves computes n
// positions instead of replaying the line n times. A game (game.go) is a local game of internal/play/game.
// Responses contain its events, which the page saves and sends back to reopen the game.
//
// [Table.Call] responds to JSON requests with JSON, and passes methods that it does not have to the
// [api.Service].
package handle

import (
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
)

// MaxHeld is the maximum number of open lines and games. A page needs only a few.
const MaxHeld = 64

// Table contains the open lines and games. It is not safe for concurrent use.
type Table struct {
	service *api.Service
	find    pgn.Finder
	last    int
	lines   map[int]*rules.Line
	games   map[int]*game.Game
}

// NewTable returns an empty table.
func NewTable(service *api.Service, known *registry.Registry) *Table {
	return &Table{service: service, find: known.Find, lines: map[int]*rules.Line{}, games: map[int]*game.Game{}}
}

// Catalogue returns the catalogue for responses.
func (t *Table) Catalogue() *locale.Catalogue { return t.service.Catalogue() }

// setLanguage sets the language of responses.
func (t *Table) setLanguage(q wire.LanguageRequest) (wire.Language, error) {
	service, err := t.service.WithLanguage(q)
	if err != nil {
		return wire.Language{}, err
	}
	t.service = service
	return wire.Language{Language: q.Language}, nil
}

// free returns the next handle, or an error if too many are in use.
func (t *Table) free() (int, error) {
	if len(t.lines)+len(t.games) >= MaxHeld {
		return 0, wire.NewFailure(wire.CodeHandle, "request.handle.limit", message.Args{"most": MaxHeld})
	}
	t.last++
	return t.last, nil
}

// unknown returns the error for a handle that is not in use.
func unknown(handle int) error {
	return wire.NewFailure(wire.CodeHandle, "request.handle.unknown", message.Args{"handle": handle})
}

// close releases the line or the game with a handle.
func (t *Table) close(q wire.HandleRequest) (struct{}, error) {
	if t.lines[q.Handle] == nil && t.games[q.Handle] == nil {
		return struct{}{}, unknown(q.Handle)
	}
	delete(t.lines, q.Handle)
	delete(t.games, q.Handle)
	return struct{}{}, nil
}
