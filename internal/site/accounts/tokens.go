package accounts

import (
	"encoding/hex"
	"errors"
	"net/http"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/live"
	"github.com/tainchess/tain/internal/site/request"
)

// tokenRoutes lists the routes of tokens and bot accounts.
func (s *Service) tokenRoutes() []*request.Route {
	return []*request.Route{
		{Method: "GET", Path: "/api/v1/account/tokens", Cost: 4, Quiet: true, Handle: s.signedIn(s.tokens)},
		{Method: "POST", Path: "/api/v1/account/tokens", Own: true, Cost: finishPrice, Handle: s.signedIn(s.createToken)},
		{Method: "DELETE", Path: "/api/v1/account/tokens/{id}", Own: true, Cost: beginPrice, Handle: s.signedIn(s.revokeToken)},
		{Method: "POST", Path: "/api/v1/account/bot", Own: true, Cost: finishPrice, Handle: s.signedIn(s.becomeBot)},
		{Method: "GET", Path: "/api/v1/token", Cost: 4, Quiet: true, Scope: people.Any, Handle: s.token},
	}
}

// tokenInfo returns a token as its owner sees it.
func tokenInfo(t people.Token) wire.Token {
	return wire.Token{
		ID: hex.EncodeToString(t.ID[:]), Label: t.Label, Scopes: scopeNames(t.Scopes), Created: t.Created, Used: t.Used, Expires: t.Expires,
	}
}

func scopeNames(scopes []people.Scope) (names []string) {
	for _, each := range scopes {
		names = append(names, string(each))
	}
	return names
}

// tokens lists the tokens of the account that have not expired.
func (s *Service) tokens(w http.ResponseWriter, r *http.Request, by people.Signed) error {
	list, err := s.People.Store.Tokens(r.Context(), by.Account.Person)
	if err != nil {
		return err
	}
	answer, now := wire.Tokens{Tokens: []wire.Token{}}, s.People.Now().UnixMilli()
	for _, t := range list {
		if t.Expires > now {
			answer.Tokens = append(answer.Tokens, tokenInfo(t))
		}
	}
	return s.Requests.WriteJSON(w, r, http.StatusOK, answer)
}

func (s *Service) createToken(w http.ResponseWriter, r *http.Request, by people.Signed) error {
	var q wire.TokenRequest
	if err := s.Requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	if s.Records != nil { // a ban ends all tokens, so a banned person cannot create others
		if err := s.Records.Change(by.Account.Person); err != nil {
			return err
		}
	}
	var scopes []people.Scope
	for _, each := range q.Scopes {
		scopes = append(scopes, people.Scope(each))
	}
	const day = 24 * time.Hour
	days := min(max(q.Days, 0), int(people.MaxTokenTime/day)+1) // so that the product cannot overflow
	token, t, err := s.People.NewToken(r.Context(), by, q.Label, scopes, time.Duration(days)*day)
	if err != nil {
		return err
	}
	return s.Requests.WriteJSON(w, r, http.StatusCreated, wire.NewToken{Token: token, Info: tokenInfo(t)})
}

func (s *Service) revokeToken(w http.ResponseWriter, r *http.Request, by people.Signed) error {
	bits, err := hex.DecodeString(r.PathValue("id"))
	if err != nil || len(bits) != len(game.Hash{}) {
		return request.ErrNotFound
	}
	id := game.Hash(bits)
	if err := s.People.Revoke(r.Context(), by, id); errors.Is(err, people.ErrNotFound) {
		return request.ErrNotFound
	} else if err != nil {
		return err
	}
	s.cut(id)
	return s.Requests.NoContent(w, r)
}

// becomeBot makes a bot of the account.
func (s *Service) becomeBot(w http.ResponseWriter, r *http.Request, by people.Signed) error {
	token, gone, err := s.People.BecomeBot(r.Context(), by)
	if err != nil {
		return err
	}
	s.Requests.SignIn(w, r, token, false)
	s.cut(gone...)
	s.Cut(func(c live.Connection) bool { return c.Who == by.Account.Person })
	return s.Requests.NoContent(w, r)
}

// token describes the token of the request.
func (s *Service) token(w http.ResponseWriter, r *http.Request) error {
	by, ok := request.TokenOf(r)
	if !ok {
		return request.ErrNoToken
	}
	return s.Requests.WriteJSON(w, r, http.StatusOK, wire.TokenOwner{
		Name: by.Account.Name, Bot: by.Account.Role == people.Bot, Scopes: scopeNames(by.Token.Scopes), Expires: by.Token.Expires,
	})
}
