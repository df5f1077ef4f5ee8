// Package admin is what an operator does with a server: look at its games, end
// and delete them, keep people out, rename, export and erase them, tell
// everybody something, and let no new games begin.
//
// A [Service] works on a store. While a server runs it is also the server's
// [live.Operator] and the hub's [room.Gate], and takes requests over a Unix
// socket in the data folder, which only the owner of the folder can open. While
// none runs, the same service works on the database itself. Servers that share a
// database follow what is done on one of them.
package admin

import (
	"context"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation/pgn"
)

// Mode is what a server lets happen.
type Mode string

// The modes.
const (
	Open     Mode = "open"
	Drain    Mode = "drain"     // no new games; those that run go on
	ReadOnly Mode = "read-only" // nobody changes anything
)

// Service is what an operator does. Its methods may be called at the same time.
type Service struct {
	store store.Full
	find  pgn.Finder
	log   *slog.Logger
	began time.Time
	seen  int64 // the last of what operators had done when it was read

	// These are nil while no server runs.
	hub *hub.Hub
	web *server.Server
	// Quit has the server stop, as if it had been told to by a signal.
	Quit func()
	// LastBackup tells when the server last made a backup; nil if it makes none.
	LastBackup func() time.Time

	mu       sync.RWMutex
	drained  bool
	readOnly bool
	switched int64 // when the two were last set, 0 for never
	notice   wire.Notice
	names    map[game.Hash]string
	bans     banList
}

// New returns the service of a store, with what was set in it before.
func New(ctx context.Context, kept store.Full, find pgn.Finder, log *slog.Logger) (*Service, error) {
	s := &Service{store: kept, find: find, log: log, began: time.Now()}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if shared, ok := kept.(store.Shared); ok {
		var err error
		if s.seen, err = shared.LastOperation(ctx); err != nil {
			return nil, err
		}
	}
	return s, s.reload(ctx)
}

// Attach tells the service of the server that it looks after.
func (s *Service) Attach(hub *hub.Hub, web *server.Server) { s.hub, s.web = hub, web }

// online reports whether a server runs.
func (s *Service) online() bool { return s.hub != nil }

func now() int64 { return time.Now().UnixMilli() }

// Admit returns why an address may not come in.
func (s *Service) Admit(from netip.Addr) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	b, ok := s.bans.ofAddress(from, now())
	switch {
	case !ok:
		return nil
	case b.Until == 0:
		return game.Refuse("server.banned", "this address is banned: {reason}", message.Args{"reason": reason(b)})
	}
	return game.Refuse("server.banned.until", "this address is banned until {until}: {reason}", message.Args{"reason": reason(b), "until": stamp(b.Until)})
}

// stamp writes a time for people.
func stamp(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04 UTC") }

// mode returns what the server lets happen; the caller holds the lock.
func (s *Service) mode() Mode {
	switch {
	case s.readOnly:
		return ReadOnly
	case s.drained:
		return Drain
	}
	return Open
}

// Begin returns why a person may begin no game now.
func (s *Service) Begin(by game.Hash) error {
	if err := s.Change(by); err != nil {
		return err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.drained {
		return game.Refuse("game.closed.drain", "the server is not accepting new games right now; games in progress continue", nil)
	}
	return nil
}

// Change returns why a person may change nothing in a game now.
func (s *Service) Change(by game.Hash) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.readOnly {
		return game.Refuse("game.closed.read-only", "the server is read-only right now; try again later", nil)
	}
	b, ok := s.bans.ofPerson(by, now())
	switch {
	case !ok:
		return nil
	case b.Until == 0:
		return game.Refuse("game.banned", "you are banned from playing here: {reason}", message.Args{"reason": reason(b)})
	}
	return game.Refuse("game.banned.until", "you are banned from playing here until {until}: {reason}", message.Args{"reason": reason(b), "until": stamp(b.Until)})
}

// Name returns what a person is called that asks for a name: the one that the
// operator gave them, if any.
func (s *Service) Name(by game.Hash, asked string) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if given, ok := s.names[by]; ok {
		return given
	}
	return asked
}

// Notice returns what is to be told to everybody.
func (s *Service) Notice() wire.Notice {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.notice.Until != 0 && s.notice.Until <= now() {
		return wire.Notice{}
	}
	return s.notice
}
