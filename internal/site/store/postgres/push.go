package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/push"
)

// Subscribe keeps a subscription.
func (s *Store) Subscribe(ctx context.Context, one push.Subscription, person, all int) error {
	return s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := counting(ctx, tx); err != nil {
			return err
		}
		if err := exec(ctx, tx, []any{one.Endpoint}, "DELETE FROM subscriptions WHERE endpoint = $1"); err != nil {
			return err
		}
		if err := exec(ctx, tx, []any{one.Person[:], person - 1},
			"DELETE FROM subscriptions WHERE person = $1 AND endpoint NOT IN (SELECT endpoint FROM subscriptions WHERE person = $1 ORDER BY created DESC, endpoint LIMIT $2)"); err != nil {
			return err
		}
		var kept int
		if err := tx.QueryRow(ctx, "SELECT count(*) FROM subscriptions").Scan(&kept); err != nil {
			return err
		}
		if kept >= all {
			return push.ErrFull
		}
		return exec(ctx, tx, []any{one.Endpoint, one.Person[:], one.Key, one.Auth, one.Created},
			"INSERT INTO subscriptions (endpoint, person, key, auth, created) VALUES ($1, $2, $3, $4, $5)")
	})
}

// Subscriptions returns those of a person, the newest first.
func (s *Store) Subscriptions(ctx context.Context, person game.Hash) ([]push.Subscription, error) {
	return rows(ctx, s, func(r pgx.Rows) (push.Subscription, error) {
		one := push.Subscription{Person: person}
		err := r.Scan(&one.Endpoint, &one.Key, &one.Auth, &one.Created)
		return one, err
	}, "SELECT endpoint, key, auth, created FROM subscriptions WHERE person = $1 ORDER BY created DESC, endpoint", person[:])
}

// Unsubscribe forgets a subscription of a person.
func (s *Store) Unsubscribe(ctx context.Context, person game.Hash, endpoint string) error {
	return s.do(ctx, statement{endpoint, "DELETE FROM subscriptions WHERE endpoint = $1 AND person = $2", []any{endpoint, person[:]}, nil}, patience)
}

// PruneSubscriptions forgets those made before a time.
func (s *Store) PruneSubscriptions(ctx context.Context, before int64) error {
	return s.do(ctx, statement{"", "DELETE FROM subscriptions WHERE created < $1", []any{before}, nil}, patience)
}
