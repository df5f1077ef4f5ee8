package storetest

import (
	"encoding/hex"
	"math"
	"testing"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store"
)

// TokenOf returns a token of an account.
func TokenOf(a people.Account, label string, created, expires int64) people.Token {
	return people.Token{
		ID: game.HashOf("token " + label), Person: a.Person, Label: label, Scopes: []people.Scope{people.Read, people.Play}, Created: created, Expires: expires,
	}
}

func tokens(t *testing.T, s store.Store) {
	ctx := t.Context()
	a, b := Register(t, s, "Anna", game.Hash{}), Register(t, s, "Bert", game.Hash{})
	one, two, his := TokenOf(a, "one é", 10, 20), TokenOf(a, "two", 15, math.MaxInt64), TokenOf(b, "his", 15, math.MaxInt64)
	two.Scopes = []people.Scope{people.Read}
	for _, each := range []people.Token{one, two, his} {
		fails(t, "AddToken", s.AddToken(ctx, each, 2), nil)
	}
	list, err := s.Tokens(ctx, a.Person)
	same(t, "Tokens", list, err, []people.Token{two, one})
	got, account, err := s.Token(ctx, one.ID)
	same(t, "Token", got, err, one)
	same(t, "account of a token", account, err, a)
	fails(t, "UseToken", s.UseToken(ctx, one.ID, 17), nil)
	one.Used = 17
	got, _, err = s.Token(ctx, one.ID)
	same(t, "a used token", got, err, one)
	three := TokenOf(a, "three", 19, math.MaxInt64)
	fails(t, "AddToken above the limit", s.AddToken(ctx, three, 2), people.ErrTokens)
	three.Created = 20 // the first one has expired
	fails(t, "AddToken after one has expired", s.AddToken(ctx, three, 2), nil)
	_, _, err = s.Token(ctx, one.ID)
	fails(t, "an expired token", err, people.ErrNotFound)
	stranger := TokenOf(people.Account{Person: session("nobody")}, "none", 1, 2)
	fails(t, "AddToken for nobody", s.AddToken(ctx, stranger, 9), people.ErrNotFound)

	fails(t, "RevokeToken of another account", s.RevokeToken(ctx, b.Person, two.ID), people.ErrNotFound)
	fails(t, "RevokeToken", s.RevokeToken(ctx, a.Person, two.ID), nil)
	fails(t, "RevokeToken twice", s.RevokeToken(ctx, a.Person, two.ID), people.ErrNotFound)
	_, _, err = s.Token(ctx, two.ID)
	fails(t, "a revoked token", err, people.ErrNotFound)
	short := TokenOf(a, "short", 30, 40)
	fails(t, "AddToken", s.AddToken(ctx, short, 9), nil)
	fails(t, "ForgetExpired", s.ForgetExpired(ctx, 40), nil)
	list, err = s.Tokens(ctx, a.Person)
	same(t, "Tokens after one was forgotten", list, err, []people.Token{three})

	// Whatever signs an account out everywhere also ends its tokens, and those of no other.
	_, _, d := AccountOf("Anna")
	for name, end := range map[string]func() ([]game.Hash, error){
		"SignOutOthers": func() ([]game.Hash, error) { return s.SignOutOthers(ctx, a.Person, d.ID) },
		"UseCode": func() ([]game.Hash, error) {
			fresh := d
			fresh.ID = game.HashOf("recovered")
			_, gone, err := s.UseCode(ctx, game.HashOf("one of Anna"), fresh)
			return gone, err
		},
		"SetRole": func() ([]game.Hash, error) { return []game.Hash{three.ID}, s.SetRole(ctx, a.Person, "") },
	} {
		fails(t, "AddToken", s.AddToken(ctx, three, 9), nil)
		gone, err := end()
		if err != nil || len(gone) == 0 || gone[len(gone)-1] != three.ID {
			t.Errorf("%s ends %x, %v", name, gone, err)
		}
		if list, err := s.Tokens(ctx, a.Person); err != nil || len(list) != 0 {
			t.Errorf("tokens after %s: %+v, %v", name, list, err)
		}
	}
	if operated, ok := s.(store.Operated); ok {
		fails(t, "AddToken", s.AddToken(ctx, three, 9), nil)
		fails(t, "Ban", operated.Ban(ctx, store.Ban{Subject: "192.0.2.0/24"}), nil)
		list, err = s.Tokens(ctx, a.Person)
		same(t, "Tokens after a ban of addresses", list, err, []people.Token{three})
		fails(t, "Ban", operated.Ban(ctx, store.Ban{Subject: hex.EncodeToString(a.Person[:])}), nil)
		_, _, err = s.Token(ctx, three.ID)
		fails(t, "the token of a banned person", err, people.ErrNotFound)
	}
	fails(t, "AddToken", s.AddToken(ctx, three, 9), nil)
	if _, err := s.Erase(ctx, a.Person); err != nil {
		t.Fatalf("Erase: %v", err)
	}
	_, _, err = s.Token(ctx, three.ID)
	fails(t, "the token of a closed account", err, people.ErrNotFound)
	list, err = s.Tokens(ctx, b.Person)
	same(t, "another account's tokens", list, err, []people.Token{his})
}

func bots(t *testing.T, s store.Store) {
	ctx := t.Context()
	Fill(t, s)
	a, b := Register(t, s, "Anna", session("anna")), Register(t, s, "Bert", game.Hash{})
	_, err := s.BecomeBot(ctx, a.Person)
	fails(t, "BecomeBot with games", err, people.ErrGames)
	if got, err := s.Account(ctx, a.Person); err != nil || got.Role != "" {
		t.Errorf("an account that is refused: %+v, %v", got, err)
	}
	token := TokenOf(b, "his", 1, math.MaxInt64)
	fails(t, "AddToken", s.AddToken(ctx, token, 9), nil)
	_, _, d := AccountOf("Bert")
	gone, err := s.BecomeBot(ctx, b.Person)
	same(t, "BecomeBot", gone, err, []game.Hash{d.ID, token.ID})
	if got, err := s.Account(ctx, b.Person); err != nil || got.Role != people.Bot {
		t.Errorf("a bot: %+v, %v", got, err)
	}
	_, err = s.BecomeBot(ctx, b.Person)
	fails(t, "BecomeBot twice", err, people.ErrGames)
	_, err = s.BecomeBot(ctx, session("nobody"))
	fails(t, "BecomeBot of nobody", err, people.ErrNotFound)
}
