package admin

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/moderation"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/name"
	"github.com/tainchess/tain/internal/site/live"
	"github.com/tainchess/tain/notation"
)

// Account is an account in a list.
type Account struct {
	Person  string `json:"person"` // hash
	Name    string `json:"name"`
	Role    string `json:"role,omitempty"`
	Created string `json:"created"`
}

// Accounts is a list of accounts.
type Accounts struct {
	Accounts []Account `json:"accounts"`
}

// ExportAccount is what is saved about an account, except secrets.
type ExportAccount struct {
	Name     string          `json:"name"`
	Role     string          `json:"role,omitempty"`
	Created  int64           `json:"created"`
	Renamed  int64           `json:"renamed,omitempty"`
	Issuer   string          `json:"issuer,omitempty"`  // OpenID Connect provider at which the person signs in
	Subject  string          `json:"subject,omitempty"` // identifier of the person there
	Codes    int             `json:"codes"`             // unused recovery codes
	Passkeys []ExportPasskey `json:"passkeys"`
	Devices  []ExportDevice  `json:"devices"`
	Tokens   []ExportToken   `json:"tokens,omitempty"`
	Ratings  []ExportRating  `json:"ratings,omitempty"`
	Profile  ExportProfile   `json:"profile"`
}

// AccountDetails is an account with its passkeys, devices and tokens.
type AccountDetails struct {
	Person string `json:"person"` // hash
	ExportAccount
}

// ExportPasskey is a passkey of an account.
type ExportPasskey struct {
	Label   string `json:"label,omitempty"`
	Created int64  `json:"created"`
	Used    int64  `json:"used"`
}

// ExportDevice is a browser that is signed in to an account.
type ExportDevice struct {
	Agent   string `json:"agent,omitempty"`
	Created int64  `json:"created"`
	Used    int64  `json:"used"`
}

// ExportToken is a token with which programs act for an account.
type ExportToken struct {
	Label   string         `json:"label,omitempty"`
	Scopes  []people.Scope `json:"scopes"`
	Created int64          `json:"created"`
	Used    int64          `json:"used,omitempty"`
	Expires int64          `json:"expires"`
}

func describe(a people.Account) Account {
	return Account{
		Person: hex.EncodeToString(a.Person[:]), Name: a.Name, Role: string(a.Role),
		Created: time.UnixMilli(a.Created).UTC().Format(time.RFC3339),
	}
}

func (s *Service) accounts(ctx context.Context, q Request) (any, error) {
	list, err := s.store.Accounts(ctx, cmp.Or(q.Limit, defaultLimit))
	all := Accounts{[]Account{}}
	for _, a := range list {
		all.Accounts = append(all.Accounts, describe(a))
	}
	return all, err
}

// findAccount returns an account by its name, or by its person as in other commands.
func (s *Service) findAccount(ctx context.Context, text string) (people.Account, error) {
	a, err := s.store.AccountNamed(ctx, name.Skeleton(text))
	if !errors.Is(err, people.ErrNotFound) {
		return a, err
	}
	who, err := s.person(ctx, text)
	if err == nil {
		a, err = s.store.Account(ctx, who)
	} else {
		err = people.ErrNotFound
	}
	if errors.Is(err, people.ErrNotFound) {
		err = fmt.Errorf("unknown account %q; tain admin account list shows the accounts", notation.Clip(text))
	}
	return a, err
}

func (s *Service) account(ctx context.Context, q Request) (any, error) {
	a, err := s.findAccount(ctx, q.Account)
	if err != nil {
		return nil, err
	}
	x, err := s.exportAccount(ctx, a.Person)
	if err != nil {
		return nil, err
	}
	return AccountDetails{hex.EncodeToString(a.Person[:]), *x}, nil
}

// exportAccount returns what is saved about an account, or nil if the person has none.
func (s *Service) exportAccount(ctx context.Context, who game.Hash) (*ExportAccount, error) {
	a, err := s.store.Account(ctx, who)
	if errors.Is(err, people.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	x := &ExportAccount{
		Name: a.Name, Role: string(a.Role), Created: a.Created, Renamed: a.Renamed, Issuer: a.Issuer, Subject: a.Subject,
		Passkeys: []ExportPasskey{}, Devices: []ExportDevice{},
	}
	if x.Ratings, err = s.exportRatings(ctx, who); err != nil {
		return nil, err
	}
	if x.Profile, err = s.exportProfile(ctx, who); err != nil {
		return nil, err
	}
	if x.Codes, err = s.store.CountCodes(ctx, who); err != nil {
		return nil, err
	}
	passkeys, err := s.store.Passkeys(ctx, who)
	if err != nil {
		return nil, err
	}
	for _, p := range passkeys {
		x.Passkeys = append(x.Passkeys, ExportPasskey{p.Label, p.Created, p.Used})
	}
	devices, err := s.store.Devices(ctx, who)
	if err != nil {
		return nil, err
	}
	for _, d := range devices {
		x.Devices = append(x.Devices, ExportDevice{d.Agent, d.Created, d.Used})
	}
	tokens, err := s.store.Tokens(ctx, who)
	if err != nil {
		return nil, err
	}
	for _, t := range tokens {
		x.Tokens = append(x.Tokens, ExportToken{t.Label, t.Scopes, t.Created, t.Used, t.Expires})
	}
	return x, nil
}

func (s *Service) closeAccount(ctx context.Context, q Request) (any, error) {
	a, err := s.findAccount(ctx, q.Account)
	if err != nil {
		return nil, err
	}
	done, err := s.eraseFor(ctx, q, a.Person)
	done.Done = "closed"
	return done, err
}

// setRole changes the role of an account, and signs the account out everywhere.
func (s *Service) setRole(ctx context.Context, q Request) (any, error) {
	role := people.Role(q.Role)
	if role != "" && role != people.Operator {
		return nil, fmt.Errorf("unknown role %q; give operator or none", notation.Clip(q.Role))
	}
	a, err := s.findAccount(ctx, q.Account)
	if err != nil {
		return nil, err
	}
	if a.Role == people.Bot {
		return nil, fmt.Errorf("%s is a bot account, and remains one", a.Name)
	}
	if err := s.store.SetRole(ctx, a.Person, role); err != nil {
		return nil, err
	}
	s.forgetAccounts(a.Person)
	if s.online() {
		s.web.Cut(func(c live.Connection) bool { return c.Who == a.Person })
	}
	return Done{Done: "changed", Count: 1}, s.record(ctx, q, moderation.Action{Kind: moderation.RoleSet, Person: a.Person, Reason: cmp.Or(string(role), "none")})
}

// forgetAccounts removes accounts from the server's cache.
func (s *Service) forgetAccounts(ids ...game.Hash) {
	if s.Forget != nil {
		s.Forget(ids...)
	}
}

// EraseOf ends the running games of a person and erases their data.
func (s *Service) EraseOf(ctx context.Context, who game.Hash) error {
	_, err := s.erasePerson(ctx, who)
	return err
}
