//go:build linux

package main

import (
	"context"

	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/internal/test/passkey"
)

// Accounts that play rated games. They are few, so that an account often has several games at once. Most are bots, because
// only ten games a day between people count.
const (
	accounts = 6
	bots     = 4
)

// register creates accounts in the database and returns their cookies.
func register(ctx context.Context, url string) ([]string, error) {
	store, err := postgres.Open(ctx, postgres.Options{URL: url, Aside: true})
	if err != nil {
		return nil, err
	}
	defer store.Close()
	return passkey.Accounts(ctx, store, accounts, bots)
}

// ended returns the number of rated games that have ended.
func (h *workload) ended() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.rated
}
