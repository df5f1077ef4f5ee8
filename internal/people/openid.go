package people

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/name"
)

// Provider is an OpenID Connect provider. It is safe for concurrent use. Package openid implements it.
type Provider interface {
	// Name is the provider's name for people, and Issuer its identifier.
	Name() string
	Issuer() string
	// URL returns the page of the provider at which a person signs in. If again is true, the provider must ask people
	// who they are even if they are signed in there.
	URL(ctx context.Context, f Flow, again bool) (string, error)
	// Identify returns who has signed in, given the code with which the provider sent the browser back.
	Identify(ctx context.Context, f Flow, code string) (Identity, error)
}

// Flow holds the secrets of a sign-in at a provider.
type Flow struct {
	Redirect string `json:"redirect"` // where the provider sends the browser
	State    string `json:"state"`    // returned with the code
	Nonce    string `json:"nonce"`    // returned in the signed token
	Verifier string `json:"verifier"` // proves that the server that redeems the code has requested it (PKCE)
}

// Identity is what a provider says about a person. The subject is unique and permanent at the issuer.
type Identity struct {
	Issuer  string    `json:"issuer"`
	Subject string    `json:"subject"`
	At      time.Time `json:"at"` // when the person last proved who they are; zero if the provider does not say
}

// visit is the stored data of a sign-in at a provider.
type visit struct {
	Flow   Flow   `json:"flow"`
	Issuer string `json:"issuer"`
	Began  int64  `json:"began"`
	Move   bool   `json:"move,omitempty"` // whether the guest's games are moved to the account
}

// maxClockSkew is the permitted difference between the clocks of the provider and this server.
const maxClockSkew = time.Minute

// Visit begins a sign-in at the provider. It returns the provider's page and a token that the same browser must send to
// finish. by is the account whose device is to be confirmed, or nil to sign in; only an account without passkeys is
// confirmed by the provider. redirect is the page to which the provider sends the browser.
func (s *Service) Visit(ctx context.Context, by *Account, redirect string, move bool) (url, token string, err error) {
	if s.Provider == nil {
		return "", "", ErrProvider
	}
	c := Challenge{Purpose: ToSignInThere}
	if by != nil {
		passkeys, err := s.Store.Passkeys(ctx, by.Person)
		if err != nil {
			return "", "", err
		}
		if by.Issuer != s.Provider.Issuer() || len(passkeys) > 0 {
			return "", "", ErrUnconfirmed
		}
		c.Purpose, c.Person = ToConfirmThere, by.Person
	}
	v := visit{Flow{redirect, newToken(), newToken(), newToken()}, s.Provider.Issuer(), s.now(), move}
	if url, err = s.Provider.URL(ctx, v.Flow, by != nil); err != nil {
		return "", "", err
	}
	token, err = s.put(ctx, c, v)
	return url, token, err
}

// CheckName returns why a new account cannot have a name, or nil.
func (s *Service) CheckName(ctx context.Context, requested string) error {
	_, err := s.freeName(ctx, requested, game.Hash{})
	return err
}

// Return is what the provider has added to the address of the page to which it sent the browser.
type Return struct {
	Code, State string
	Issuer      string // may be empty
}

// identify ends a visit and returns who has signed in.
func (s *Service) identify(ctx context.Context, token string, r Return, purpose Purpose, by game.Hash) (v visit, who Identity, err error) {
	if err := s.takeInto(ctx, token, purpose, by, &v); err != nil {
		return v, who, err
	}
	if s.Provider == nil {
		return v, who, ErrProvider
	}
	issuer := s.Provider.Issuer()
	if subtle.ConstantTimeCompare([]byte(r.State), []byte(v.Flow.State)) == 0 || v.Issuer != issuer || r.Issuer != "" && r.Issuer != issuer {
		return v, who, ErrChallenge
	}
	who, err = s.Provider.Identify(ctx, v.Flow, r.Code)
	if err == nil && (who.Issuer != issuer || who.Subject == "") {
		err = ErrProvider
	}
	return v, who, err
}

// SignInThere signs in a device of a person who has signed in at the provider, and moves the games of a guest, who may be
// zero, to the account if the person wanted that. If the person has no account yet, it returns a token for
// RegisterThere.
func (s *Service) SignInThere(ctx context.Context, token string, r Return, agent string, guest game.Hash) (w Welcome, unnamed string, err error) {
	v, who, err := s.identify(ctx, token, r, ToSignInThere, game.Hash{})
	if err != nil {
		return w, "", err
	}
	a, err := s.Store.AccountIdentified(ctx, who.Issuer, who.Subject)
	if errors.Is(err, ErrNotFound) {
		if !s.Open {
			return w, "", ErrClosed
		}
		unnamed, err = s.put(ctx, Challenge{Purpose: ToName}, who)
		return w, unnamed, err
	}
	if err != nil {
		return w, "", err
	}
	if !v.Move || a.Role == Bot {
		guest = game.Hash{}
	}
	w.Moved = guest
	d, secret := s.visitor(a.Person, agent, who)
	w.Account, w.Token = a, secret
	w.Games, w.Gone, err = s.Store.SignIn(ctx, d, guest)
	s.Forget(w.Gone...)
	return w, "", err
}

// visitor returns a new device of a person who has signed in at the provider. It is confirmed only if that was just now,
// because many providers remember people.
func (s *Service) visitor(person game.Hash, agent string, who Identity) (d Device, token string) {
	d, token = s.device(person, agent)
	d.Confirmed = max(0, min(d.Confirmed, who.At.UnixMilli()))
	return d, token
}

// RegisterThere creates an account with a name for a person who has signed in at the provider, signs in the device, and
// moves the games of a guest, who may be zero, to the account. Until it succeeds, it can be called again with another
// name.
func (s *Service) RegisterThere(ctx context.Context, token, requested, agent string, guest game.Hash) (Welcome, error) {
	if !s.Open {
		return Welcome{}, ErrClosed
	}
	clean, err := s.freeName(ctx, requested, game.Hash{})
	if err != nil {
		return Welcome{}, err
	}
	var who Identity
	if err := s.takeInto(ctx, token, ToName, game.Hash{}, &who); err != nil {
		return Welcome{}, err
	}
	if err := s.fix(ctx); err != nil {
		return Welcome{}, err
	}
	key := newToken()
	d, secret := s.visitor(game.HashOf(key), agent, who)
	a := Account{
		Person: d.Person, Key: key, Name: clean, Skeleton: name.Skeleton(clean), Created: s.now(), Issuer: who.Issuer, Subject: who.Subject,
	}
	// The people of a club or school choose themselves whether others see their profile.
	if err := s.Store.SetHidden(ctx, a.Person, true); err != nil {
		return Welcome{}, err
	}
	games, err := s.Store.Register(ctx, a, Passkey{}, d, nil, guest)
	if err != nil {
		return Welcome{}, errors.Join(err, s.Store.SetHidden(ctx, a.Person, false))
	}
	return Welcome{Account: a, Token: secret, Games: games, Moved: guest}, err
}

// ConfirmThere records on a device that the person has signed in at the provider again.
func (s *Service) ConfirmThere(ctx context.Context, token string, r Return, by Signed) error {
	v, who, err := s.identify(ctx, token, r, ToConfirmThere, by.Account.Person)
	switch {
	case err != nil:
		return err
	case who.Issuer != by.Account.Issuer || who.Subject != by.Account.Subject:
		return ErrOther
	case who.At.UnixMilli() < v.Began-maxClockSkew.Milliseconds(): // zero if the provider does not say when
		return fmt.Errorf("%w: the token does not show that the person has just signed in (auth_time %v)", ErrProvider, who.At)
	}
	defer s.Forget(by.Device.ID)
	return s.Store.ConfirmDevice(ctx, by.Device.ID, s.now())
}
