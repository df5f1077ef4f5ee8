package admin

import (
	"context"
	"math"
	"time"

	"github.com/tainchess/tain/internal/people"
)

// Retention is how long data is stored. 0 means forever.
type Retention struct {
	Delete    time.Duration // time from the end of a game until its deletion
	Anonymise time.Duration // time until players are anonymised
	Studies   time.Duration // time from a study's last use until its deletion
	Addresses time.Duration // time since a rated game was last begun from an address
	Reports   time.Duration // time since a report was closed
	Audit     time.Duration // time since an entry of the audit log
}

const (
	retainEvery = time.Hour
	// subscriptionAge is how long a subscription is stored without renewal: the lifetime of the cookie.
	subscriptionAge = 400 * 24 * time.Hour
)

// Retain enforces r until the context is cancelled. It also deletes expired bans, old push subscriptions, accounts'
// expired devices and challenges, unused accounts, and unused definitions.
func (s *Service) Retain(ctx context.Context, r Retention) {
	tick := time.NewTicker(retainEvery)
	defer tick.Stop()
	for {
		s.forgetBans(ctx)
		s.retain(ctx, r)
		s.pruneStudies(ctx, r.Studies)
		s.Prune(ctx, r)
		s.failed(ctx, "admin: expired devices and challenges cannot be deleted", s.store.ForgetExpired(ctx, now()))
		s.pruneAccounts(ctx)
		s.failed(ctx, "admin: old subscriptions cannot be deleted", s.store.PruneSubscriptions(ctx, now()-subscriptionAge.Milliseconds()))
		s.forgetDefinitions(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// failed reports whether a task failed, and logs its error unless the server is stopping.
func (s *Service) failed(ctx context.Context, text string, err error) bool {
	if err != nil && ctx.Err() == nil {
		s.log.Error(text, "error", err)
	}
	return err != nil
}

// forgetBans deletes expired bans, because personal data is not stored longer than needed.
func (s *Service) forgetBans(ctx context.Context) {
	at := now()
	if s.failed(ctx, "admin: expired bans cannot be deleted", s.store.ForgetBans(ctx, at)) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bans.forget(at)
}

// pruneAccounts deletes accounts that nobody uses, because other people may want their names.
func (s *Service) pruneAccounts(ctx context.Context) {
	n, err := s.store.ForgetAccounts(ctx, now()-people.UnusedTime.Milliseconds())
	if !s.failed(ctx, "admin: unused accounts cannot be deleted", err) && n > 0 {
		s.log.Info("admin: deleted unused accounts", "count", n)
	}
}

// forgetDefinitions deletes definitions that no game uses, because their number is limited.
func (s *Service) forgetDefinitions(ctx context.Context) {
	n, err := s.store.ForgetDefinitions(ctx)
	if !s.failed(ctx, "admin: unused definitions cannot be deleted", err) && n > 0 {
		s.log.Info("admin: deleted unused definitions", "count", n)
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
		if s.failed(ctx, "admin: old games cannot be deleted", err) {
			continue
		}
		if d := answer.(Done); d.Count > 0 {
			s.log.Info("admin: old games", "done", d.Done, "count", d.Count)
		}
	}
}

// pruneStudies deletes studies that have not been used for the given time. 0 means never.
func (s *Service) pruneStudies(ctx context.Context, after time.Duration) {
	if after <= 0 {
		return
	}
	n, err := s.store.PruneStudies(ctx, now()-after.Milliseconds())
	if !s.failed(ctx, "admin: old studies cannot be deleted", err) && n > 0 {
		s.log.Info("admin: old studies", "done", "deleted", "count", n)
	}
}

// Prune deletes old addresses, closed reports and entries of the audit log.
func (s *Service) Prune(ctx context.Context, r Retention) {
	before := func(age time.Duration) int64 {
		if age <= 0 {
			return math.MinInt64
		}
		return now() - age.Milliseconds()
	}
	s.failed(ctx, "admin: old addresses cannot be deleted", s.store.ForgetAddresses(ctx, before(r.Addresses)))
	s.failed(ctx, "admin: old reports cannot be deleted", s.store.ForgetModeration(ctx, before(r.Reports), before(r.Audit)))
}
