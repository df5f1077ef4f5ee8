package admin

import (
	"context"
	"errors"
	"time"

	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
)

// Retention says how long games that have ended are kept. 0 is for ever.
type Retention struct {
	Delete    time.Duration // until they are deleted
	Anonymise time.Duration // until it is forgotten who played them
	Studies   time.Duration // until a study that nobody reads or changes is deleted
}

const (
	retainEvery = time.Hour
	// subscriptionAge is how long a browser is told things that has not asked again, as
	// long as its cookie lasts.
	subscriptionAge = 400 * 24 * time.Hour
	// together is how many games are looked for at a time; each is changed by
	// itself, so that players need not wait.
	together = 500
)

// Retain does so until the context ends, and forgets bans that have ended and
// definitions whose last game is gone.
func (s *Service) Retain(ctx context.Context, r Retention) {
	tick := time.NewTicker(retainEvery)
	defer tick.Stop()
	for {
		s.forgetBans(ctx)
		s.retain(ctx, r)
		s.pruneStudies(ctx, r.Studies)
		if err := s.store.PruneSubscriptions(ctx, now()-subscriptionAge.Milliseconds()); err != nil && ctx.Err() == nil {
			s.log.Error("admin: old subscriptions cannot be forgotten", "error", err)
		}
		s.forgetDefinitions(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// forgetBans deletes bans that have ended: nothing that tells of an address or
// a person is kept longer than it is needed.
func (s *Service) forgetBans(ctx context.Context) {
	at := now()
	if err := s.store.ForgetBans(ctx, at); err != nil {
		if ctx.Err() == nil {
			s.log.Error("admin: bans that have ended cannot be forgotten", "error", err)
		}
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bans.forget(at)
}

// forgetDefinitions deletes those no game is played by any more: there is room
// for so many.
func (s *Service) forgetDefinitions(ctx context.Context) {
	n, err := s.store.ForgetDefinitions(ctx)
	switch {
	case err != nil && ctx.Err() == nil:
		s.log.Error("admin: definitions without a game cannot be forgotten", "error", err)
	case n > 0:
		s.log.Info("admin: definitions without a game", "deleted", n)
	}
}

func (s *Service) retain(ctx context.Context, r Retention) {
	for _, part := range []struct {
		age       time.Duration
		anonymise bool
	}{{r.Delete, false}, {r.Anonymise, true}} {
		if part.age <= 0 {
			continue
		}
		answer, err := s.prune(ctx, Request{Older: part.age.Milliseconds(), Anonymise: part.anonymise})
		if err != nil {
			if ctx.Err() == nil {
				s.log.Error("admin: old games cannot be forgotten", "error", err)
			}
		} else if d := answer.(Done); d.Count > 0 {
			s.log.Info("admin: old games", "done", d.Done, "count", d.Count)
		}
	}
}

// pruneStudies deletes studies that nobody has used for so long.
func (s *Service) pruneStudies(ctx context.Context, after time.Duration) {
	if after <= 0 {
		return
	}
	switch n, err := s.store.PruneStudies(ctx, now()-after.Milliseconds()); {
	case err != nil && ctx.Err() == nil:
		s.log.Error("admin: old studies cannot be deleted", "error", err)
	case n > 0:
		s.log.Info("admin: old studies", "done", "deleted", "count", n)
	}
}

// prune deletes games that have ended long ago, or forgets who played them.
func (s *Service) prune(ctx context.Context, q Request) (any, error) {
	if q.Older <= 0 {
		return nil, errors.New("no age; give one with --older")
	}
	d := Done{Done: "deleted"}
	if q.Anonymise {
		d.Done = "anonymised"
	}
	f := store.Filter{Ended: true, Named: q.Anonymise, Before: now() - q.Older, Limit: together}
	if q.DryRun {
		f.Limit = 0
	}
	for {
		list, err := s.store.List(ctx, f)
		if err != nil {
			return nil, err
		}
		for i := range list {
			if !q.DryRun {
				if err := s.forget(ctx, list[i].ID, q.Anonymise); err != nil {
					return nil, err
				}
			}
			d.Count++
		}
		if len(list) < together || q.DryRun {
			return d, nil
		}
	}
}

// forget deletes a game, or who played it. Somebody else may have done so.
func (s *Service) forget(ctx context.Context, id string, anonymise bool) (err error) {
	if anonymise {
		err = s.store.Anonymise(ctx, id)
	} else {
		err = s.store.Delete(ctx, id)
	}
	if errors.Is(err, room.ErrNotFound) {
		err = nil
	}
	if err != nil || !s.online() {
		return err
	}
	if anonymise {
		s.hub.Refresh(ctx, []string{id})
	} else {
		s.hub.Drop(id)
	}
	return nil
}
