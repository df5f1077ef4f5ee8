package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/push"
)

// Subscribe keeps a subscription.
func (s *Store) Subscribe(ctx context.Context, one push.Subscription, person, all int) error {
	return s.do(ctx, operation(func(ctx context.Context, conn *sql.Conn) error {
		err := subscribe(ctx, conn, one, person, all)
		if err != nil && !errors.Is(err, push.ErrFull) {
			err = fmt.Errorf("sqlite: %w", err)
		}
		return err
	}))
}

func subscribe(ctx context.Context, conn *sql.Conn, one push.Subscription, person, all int) error {
	if err := exec(ctx, conn, []any{one.Endpoint}, "DELETE FROM subscriptions WHERE endpoint = ?"); err != nil {
		return err
	}
	if err := exec(ctx, conn, []any{one.Person[:], person - 1},
		"DELETE FROM subscriptions WHERE person = ?1 AND endpoint NOT IN (SELECT endpoint FROM subscriptions WHERE person = ?1 ORDER BY created DESC, endpoint LIMIT ?2)"); err != nil {
		return err
	}
	var kept int
	if err := conn.QueryRowContext(ctx, "SELECT count(*) FROM subscriptions").Scan(&kept); err != nil {
		return err
	}
	if kept >= all {
		return push.ErrFull
	}
	return exec(ctx, conn, []any{one.Endpoint, one.Person[:], one.Key, one.Auth, one.Created},
		"INSERT INTO subscriptions (endpoint, person, key, auth, created) VALUES (?, ?, ?, ?, ?)")
}

// Subscriptions returns those of a person, the newest first.
func (s *Store) Subscriptions(ctx context.Context, person game.Hash) (list []push.Subscription, err error) {
	rows, err := s.read.QueryContext(ctx, "SELECT endpoint, key, auth, created FROM subscriptions WHERE person = ? ORDER BY created DESC, endpoint", person[:])
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		one := push.Subscription{Person: person}
		if err := rows.Scan(&one.Endpoint, &one.Key, &one.Auth, &one.Created); err != nil {
			return nil, fmt.Errorf("sqlite: %w", err)
		}
		list = append(list, one)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	return list, nil
}

// Unsubscribe forgets a subscription of a person.
func (s *Store) Unsubscribe(ctx context.Context, person game.Hash, endpoint string) error {
	return s.operate(ctx, func(ctx context.Context, conn *sql.Conn) error {
		return exec(ctx, conn, []any{endpoint, person[:]}, "DELETE FROM subscriptions WHERE endpoint = ? AND person = ?")
	})
}

// PruneSubscriptions forgets those made before a time.
func (s *Store) PruneSubscriptions(ctx context.Context, before int64) error {
	return s.operate(ctx, func(ctx context.Context, conn *sql.Conn) error {
		return exec(ctx, conn, []any{before}, "DELETE FROM subscriptions WHERE created < ?")
	})
}
