package passkey

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/game"
)

// panicking is a TB that panics, because a failure of the authenticator is a programming error.
type panicking struct{}

func (panicking) Helper()                           {}
func (panicking) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

// Accounts creates n accounts in a store, of which the first are bots, and returns the cookies with which they are signed
// in over plain HTTP. It is for test programs that play rated games.
func Accounts(ctx context.Context, store people.Store, n, bots int) (cookies []string, err error) {
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
	for i := range n {
		key := New("localhost", origin)
		options, challenge, err := begin(people.ToRegister, fmt.Sprint("Player ", i+1))
		if err != nil {
			return nil, err
		}
		welcome, err := service.Register(ctx, challenge, key.Create(panicking{}, options), "", "", game.Hash{})
		if err == nil && i < bots {
			if err = store.SetRole(ctx, welcome.Account.Person, people.Bot); err == nil {
				if options, challenge, err = begin(people.ToSignIn, ""); err == nil {
					welcome, err = service.SignIn(ctx, challenge, key.Sign(panicking{}, options), "", game.Hash{})
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
