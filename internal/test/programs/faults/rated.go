//go:build linux

package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/internal/test/passkey"
)

// Accounts that play rated games. They are few, so that an account often has several games at once.
const (
	accounts = 6
	bots     = 2
)

// register creates accounts in the database, some of them bots, and returns the cookies with which they are signed in.
func register(ctx context.Context, url string) (cookies []string, err error) {
	defer catch(&err)
	store, err := postgres.Open(ctx, postgres.Options{URL: url, Aside: true})
	if err != nil {
		return nil, err
	}
	defer store.Close()
	const origin = "http://localhost"
	service, err := people.New(people.Options{Store: store, RPID: "localhost", Origins: []string{origin}, Open: true})
	if err != nil {
		return nil, err
	}
	begin := func(purpose people.Purpose, name string) ([]byte, string, error) {
		options, challenge, err := service.Begin(ctx, purpose, nil, name)
		if err != nil {
			return nil, "", err
		}
		text, err := json.Marshal(options)
		return text, challenge, err
	}
	for i := range accounts {
		key := passkey.New("localhost", origin)
		options, challenge, err := begin(people.ToRegister, fmt.Sprint("Player ", i+1))
		if err != nil {
			return nil, err
		}
		welcome, err := service.Register(ctx, challenge, key.Create(&host{}, options), "", "", game.Hash{})
		if err == nil && i < bots {
			if err = store.SetRole(ctx, welcome.Account.Person, people.Bot); err == nil {
				if options, challenge, err = begin(people.ToSignIn, ""); err == nil {
					welcome, err = service.SignIn(ctx, challenge, key.Sign(&host{}, options), "", game.Hash{})
				}
			}
		}
		if err != nil {
			return nil, err
		}
		cookies = append(cookies, "tain-account="+welcome.Token)
	}
	return cookies, nil
}

// ended returns the number of rated games that have ended.
func (h *workload) ended() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.rated
}
