// Package admin lets an operator manage a server: list, end and delete games; ban, rename, export and erase
// people; handle reports about them (moderation.go); post notices; and stop new games.
//
// A [Service] operates on a store. While a server runs, the service is also the server's [live.Operator] and
// the hub's [room.Gate], and accepts requests on a Unix socket in the data folder, which only the server's
// user can open. Without a server, the same service works on the database directly; a PostgreSQL database may
// be in use by servers meanwhile. Servers that share a database apply the changes made on any of them.
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

// Mode defines which changes a server accepts.
type Mode string

// The modes.
const (
	Open     Mode = "open"
	Drain    Mode = "drain"     // no new games; running ones continue
	ReadOnly Mode = "read-only" // no changes
	Stopping Mode = "stopping"  // the server hands over its players and stops
)

// Service carries out an operator's commands. It is safe for concurrent use.
type Service struct {
	store store.Full
	find  pgn.Finder
	log   *slog.Logger
	began time.Time
	seen  int64 // latest operation when the store was first read

	// hub and web are nil unless the service is attached to a server.
	hub *hub.Hub
	web *server.Server
	// Quit stops the server as a signal would.
	Quit func()
	// Forget removes devices and accounts from the server's cache. It is nil if the server has no accounts.
	Forget func(ids ...game.Hash)
	// LastBackup returns the time of the server's latest backup. It is nil if the server makes no backups.
	LastBackup func() time.Time

	erasing sync.Mutex // held while a person is erased
	journal journal    // of erasures
	listing sync.Mutex // held while the studies of a person are read for an export

	mu       sync.RWMutex
	drained  bool
	readOnly bool
	switched int64 // when drained or readOnly was last set, or 0
	notice   wire.Notice
	names    map[game.Hash]string
	bans     banList
}

// New returns a service for a store, with the names, bans and notice saved in it. A nil log discards all
// messages.
func New(ctx context.Context, games store.Full, find pgn.Finder, log *slog.Logger) (*Service, error) {
	s := &Service{store: games, find: find, log: log, began: time.Now()}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if shared, ok := games.(store.Shared); ok {
		var err error
		if s.seen, err = shared.LastOperation(ctx); err != nil {
			return nil, err
		}
	}
	return s, s.reload(ctx)
}

// Attach connects the service to a running server. Call it before Serve.
func (s *Service) Attach(hub *hub.Hub, web *server.Server) { s.hub, s.web = hub, web }

// online reports whether the service is attached to a server.
func (s *Service) online() bool { return s.hub != nil }

func now() int64 { return time.Now().UnixMilli() }

// Admit returns an error if an address is banned.
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

// stamp formats a time for people.
func stamp(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04 UTC") }

// mode returns the server's mode. The caller holds the lock.
func (s *Service) mode() Mode {
	switch {
	case s.readOnly:
		return ReadOnly
	case s.drained:
		return Drain
	}
	return Open
}

// Begin returns an error if a person may not currently start a game.
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

// Change returns an error if a person may not currently change a game.
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

// Speak returns an error if a person may not challenge people or send phrases at the moment.
func (s *Service) Speak(by game.Hash) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	b, ok := s.bans.muteOf(by, now())
	switch {
	case !ok:
		return nil
	case b.Until == 0:
		return game.Refuse("game.banned.muted", "you may not challenge people or send messages here: {reason}", message.Args{"reason": reason(b)})
	}
	return game.Refuse("game.banned.muted-until", "you may not challenge people or send messages here until {until}: {reason}", message.Args{"reason": reason(b), "until": stamp(b.Until)})
}

// Name returns a person's name: the one the operator gave them, or otherwise the one they requested.
func (s *Service) Name(by game.Hash, requested string) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if given, ok := s.names[by]; ok {
		return given
	}
	return requested
}

// Notice returns the current notice. Its text is empty if there is none.
func (s *Service) Notice() wire.Notice {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.notice.Until != 0 && s.notice.Until <= now() {
		return wire.Notice{}
	}
	return s.notice
}

// reload reads the names, the bans and the notice from the store.
func (s *Service) reload(ctx context.Context) error {
	names, err := s.store.Names(ctx)
	if err != nil {
		return err
	}
	var notice wire.Notice
	if err := s.store.Setting(ctx, "notice", &notice); err != nil {
		return err
	}
	bans, err := s.store.Bans(ctx)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names, s.notice, s.bans = names, notice, newBanList(bans)
	return nil
}
