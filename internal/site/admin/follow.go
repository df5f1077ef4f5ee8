package admin

import (
	"context"
	"encoding/hex"
	"slices"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/live"
	"github.com/tainchess/tain/internal/site/store"
)

// followEvery is how often a server reads operations from a shared store.
const followEvery = time.Second

// Follow applies operations from other servers that share the store, until the context is cancelled. If the
// store is not shared, it returns immediately.
func (s *Service) Follow(ctx context.Context) {
	shared, ok := s.store.(store.Shared)
	if !ok {
		return
	}
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	last := s.seen
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		notes, err := shared.Operations(ctx, last)
		if err != nil {
			continue // /readyz reports the error
		}
		for _, n := range notes {
			if err := s.applyNote(ctx, n); err != nil {
				s.log.Error("admin: cannot apply an operation from another server", "error", err)
				break // retried at the next tick
			}
			last = n.Number
		}
	}
}

// applyNote applies an operation to this server. It may also be called for this server's own operations,
// because applying an operation twice is harmless.
func (s *Service) applyNote(ctx context.Context, n store.Note) error {
	switch n.What {
	case store.Deleted:
		for _, id := range n.Games {
			s.hub.Drop(id)
		}
	case store.Changed:
		if err := s.reload(ctx); err != nil {
			return err
		}
		s.hub.Refresh(ctx, n.Games)
	case store.SignedOut:
		var ids []game.Hash
		for _, text := range n.Games {
			if bits, err := hex.DecodeString(text); err == nil && len(bits) == len(game.Hash{}) {
				ids = append(ids, game.Hash(bits))
			}
		}
		if s.Forget != nil {
			s.Forget(ids...)
		}
		s.web.Cut(func(c live.Connection) bool { return c.Device != game.Hash{} && slices.Contains(ids, c.Device) })
	case store.Listed:
		before := s.Notice()
		if err := s.reload(ctx); err != nil {
			return err
		}
		if now := s.Notice(); now != before {
			s.hub.Broadcast(room.NoticeUpdate{Notice: room.Notice(now)})
		}
		s.web.Cut(s.isBanned)
	}
	return nil
}

// isBanned reports whether a connected client is banned.
func (s *Service) isBanned(c live.Connection) bool {
	if s.Admit(c.Address) != nil {
		return true
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	_, banned := s.bans.ofPerson(c.Who, now())
	return banned && c.Who != (game.Hash{})
}
