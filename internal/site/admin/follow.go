package admin

import (
	"context"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/live"
	"github.com/tainchess/tain/internal/site/store"
)

// followEvery is how often a server looks at what operators have done on others
// that share its store.
const followEvery = time.Second

// Follow takes note, until the context ends, of what operators do on other
// servers that share the store. Of a store that nobody shares it returns at once.
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
			continue // readiness tells of it
		}
		for _, n := range notes {
			if err := s.applyNote(ctx, n); err != nil {
				s.log.Error("admin: what was done on another server cannot be followed", "error", err)
				break // it is tried again
			}
			last = n.Number
		}
	}
}

// applyNote does what another server's operator has done already, as far as it
// concerns this one. What this one's did comes here too, and does no harm twice.
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

// isBanned reports whether somebody who is connected has been banned.
func (s *Service) isBanned(c live.Connection) bool {
	if s.Admit(c.Address) != nil {
		return true
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	_, banned := s.bans.ofPerson(c.Who, now())
	return banned && c.Who != (game.Hash{})
}

// reload reads the names, the bans and the notice anew.
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
