package people

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/play/game"
)

// Token lets a program act for an account, within its scopes.
type Token struct {
	ID      game.Hash // hash of the token
	Person  game.Hash
	Label   string
	Scopes  []Scope
	Created int64
	Used    int64 // 0 if the token was never used
	Expires int64
}

// Scope is what a token permits.
type Scope string

// The scopes. Play includes Read.
const (
	Read Scope = "read" // read the account's games, and follow its events
	Play Scope = "play" // create, join and play games
	// Any is the scope of a request that every token permits.
	Any Scope = "any"
)

// Permits reports whether the token permits a request with a scope.
func (t *Token) Permits(s Scope) bool {
	return s == Any || slices.Contains(t.Scopes, s) || s == Read && slices.Contains(t.Scopes, Play)
}

// TokenPrefix is the start of every token, by which people and programs that search for leaked secrets recognise it.
const TokenPrefix = "tainpat_"

// MaxTokenTime is the maximum lifetime of a token, and maxTokens the maximum number of tokens of an account.
const (
	MaxTokenTime = 366 * 24 * time.Hour
	maxTokens    = 20
)

// The reasons for which a Service refuses a change to tokens or bots.
var (
	ErrTokens = errors.New("people: too many tokens")
	ErrScopes = errors.New("people: a token needs a scope and a lifetime")
	ErrGames  = errors.New("people: the account has games or a role")
)

// TokenStore stores tokens. Methods that end all devices of an account, and bans of a person, also end its tokens.
type TokenStore interface {
	// AddToken adds a token to an account. It returns ErrTokens if the account has limit tokens already, and
	// ErrNotFound if the account does not exist.
	AddToken(ctx context.Context, t Token, limit int) error
	// Token returns a token and its account, or ErrNotFound.
	Token(ctx context.Context, id game.Hash) (Token, Account, error)
	// Tokens returns the tokens of an account, newest first.
	Tokens(ctx context.Context, person game.Hash) ([]Token, error)
	// UseToken saves when a token was used.
	UseToken(ctx context.Context, id game.Hash, at int64) error
	// RevokeToken deletes a token of an account, or returns ErrNotFound.
	RevokeToken(ctx context.Context, person, id game.Hash) error
	// BecomeBot gives an account the role Bot, and ends its devices and tokens, which it returns. It returns
	// ErrGames if the account has games or a role.
	BecomeBot(ctx context.Context, person game.Hash) (gone []game.Hash, err error)
}

// hashBearer returns the hash by which a token is stored.
func hashBearer(token string) game.Hash { return game.HashOf("tain token\x00" + token) }

// NewToken adds a token to an account and returns it. The device must be confirmed.
func (s *Service) NewToken(ctx context.Context, by Signed, label string, scopes []Scope, lifetime time.Duration) (token string, t Token, err error) {
	if err := s.CheckConfirmed(ctx, by); err != nil {
		return "", t, err
	}
	var chosen []Scope
	for _, scope := range []Scope{Read, Play} {
		if slices.Contains(scopes, scope) {
			chosen = append(chosen, scope)
		}
	}
	if len(chosen) == 0 || len(chosen) != len(scopes) || lifetime <= 0 || lifetime > MaxTokenTime {
		return "", t, ErrScopes
	}
	token = TokenPrefix + newToken()
	at := s.now()
	t = Token{
		ID: hashBearer(token), Person: by.Account.Person, Label: cleanLabel(label), Scopes: chosen,
		Created: at, Expires: at + lifetime.Milliseconds(),
	}
	return token, t, s.Store.AddToken(ctx, t, maxTokens)
}

// Revoke ends a token of an account.
func (s *Service) Revoke(ctx context.Context, by Signed, id game.Hash) error {
	defer s.Forget(id)
	return s.Store.RevokeToken(ctx, by.Account.Person, id)
}

// ResolveToken returns a token with its account, like [Service.Resolve].
func (s *Service) ResolveToken(ctx context.Context, token string, pay func() error) (Signed, error) {
	if !strings.HasPrefix(token, TokenPrefix) || len(token) > maxTokenLength {
		return Signed{}, ErrNotFound
	}
	return s.resolve(ctx, hashBearer(token), pay, func(id game.Hash, at int64) (Signed, error) {
		t, a, err := s.Store.Token(ctx, id)
		if err == nil && t.Expires <= at {
			err = ErrNotFound
		}
		if err != nil {
			return Signed{}, err
		}
		if at-t.Used > touchEvery.Milliseconds() {
			t.Used = at
			_ = s.Store.UseToken(ctx, id, at) // the next request tries again
		}
		return Signed{Account: a, Token: &t}, nil
	})
}

// maxTokenLength is longer than any token.
const maxTokenLength = 64

// BecomeBot makes a bot of an account without games, for good. The device must be confirmed. It signs out all devices and
// signs in this one again; token is its new secret.
func (s *Service) BecomeBot(ctx context.Context, by Signed) (token string, gone []game.Hash, err error) {
	if err := s.CheckConfirmed(ctx, by); err != nil {
		return "", nil, err
	}
	defer s.Forget(by.Account.Person)
	d, token := s.device(by.Account.Person, by.Device.Agent)
	d.Created, d.Confirmed = by.Device.Created, by.Device.Confirmed
	if gone, err = s.Store.BecomeBot(ctx, by.Account.Person); err != nil {
		return "", nil, err
	}
	_, _, err = s.Store.SignIn(ctx, d, game.Hash{})
	return token, gone, err
}
