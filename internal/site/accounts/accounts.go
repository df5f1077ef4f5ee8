// Package accounts serves accounts over HTTP: registering, signing in and out, and an account's passkeys, devices,
// recovery codes and name. Package people makes the decisions.
//
// A browser that is signed in has the token of its device in a cookie; package request finds the account of each
// request. Signing out a device also closes its sockets.
package accounts

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/moderation"
	"github.com/tainchess/tain/internal/people/profile"
	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/live"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/message"
)

// Records exports and erases people's data.
type Records interface {
	// WriteExport writes the data saved about a person as JSON, in parts.
	WriteExport(ctx context.Context, w io.Writer, who game.Hash) error
	// EraseOf ends the running games of a person and erases their data.
	EraseOf(ctx context.Context, who game.Hash) error
	// Change returns an error if a person is banned, or if the server accepts no changes.
	Change(who game.Hash) error
}

// Options are the dependencies of a [Service].
type Options struct {
	Requests *request.Service
	People   *people.Service // nil if the server has no accounts
	Records  Records         // nil if games are only in memory
	// Moderation handles reports; nil if games are only in memory.
	Moderation Moderation
	Hub        *hub.Hub
	Cut        func(match func(live.Connection) bool) int
}

// Service serves accounts. It is safe for concurrent use.
type Service struct {
	Options
	boards boards
}

// New returns a service.
func New(o Options) *Service { return &Service{Options: o} }

// Prices of requests that verify a signature or write several rows, in units.
const (
	beginPrice  = 10
	finishPrice = 20
)

// Routes lists the routes of accounts.
func (s *Service) Routes() []*request.Route {
	routes := []*request.Route{{Method: "GET", Path: "/api/v1/account", Cost: 4, Quiet: true, Handle: s.state}}
	routes = append(routes, &request.Route{Method: "POST", Path: "/api/v1/reports", Own: true, Cost: reportPrice, Handle: s.report})
	if s.People == nil {
		return routes
	}
	return append(slices.Concat(routes, s.ratingRoutes(), s.profileRoutes(), s.openIDRoutes(), s.tokenRoutes(), s.moderationRoutes()),
		&request.Route{Method: "POST", Path: "/api/v1/account/challenge", Own: true, Cost: beginPrice, Handle: s.begin},
		&request.Route{Method: "POST", Path: "/api/v1/account", Own: true, Cost: finishPrice, Handle: s.register},
		&request.Route{Method: "DELETE", Path: "/api/v1/account", Own: true, Cost: finishPrice, Handle: s.signedIn(s.close)},
		&request.Route{Method: "POST", Path: "/api/v1/account/sign-in", Own: true, Cost: finishPrice, Handle: s.signIn},
		&request.Route{Method: "POST", Path: "/api/v1/account/recover", Own: true, Cost: finishPrice, Handle: s.recover},
		&request.Route{Method: "POST", Path: "/api/v1/account/confirm", Own: true, Cost: finishPrice, Handle: s.signedIn(s.confirm)},
		&request.Route{Method: "POST", Path: "/api/v1/account/sign-out", Own: true, Cost: beginPrice, Handle: s.signedIn(s.signOut)},
		&request.Route{Method: "POST", Path: "/api/v1/account/name", Own: true, Cost: finishPrice, Handle: s.signedIn(s.rename)},
		&request.Route{Method: "POST", Path: "/api/v1/account/codes", Own: true, Cost: finishPrice, Handle: s.signedIn(s.newCodes)},
		&request.Route{Method: "POST", Path: "/api/v1/account/passkeys", Own: true, Cost: finishPrice, Handle: s.signedIn(s.addPasskey)},
		&request.Route{Method: "DELETE", Path: "/api/v1/account/passkeys/{id}", Own: true, Cost: beginPrice, Handle: s.signedIn(s.deletePasskey)},
		&request.Route{Method: "GET", Path: "/api/v1/account/export", Cost: exportPrice, Handle: s.signedIn(s.export)},
	)
}

// exportPrice is the price of an export, to which the price of every game is added. It keeps a person from downloading
// more than two at a time.
const exportPrice = 200

// failures are the codes and messages of the service's results.
var failures = []struct {
	err  error
	code string
	text message.Code
}{
	{people.ErrClosed, string(game.CodeClosed), "account.closed"},
	{people.ErrChallenge, codeChallenge, "account.challenge"},
	{people.ErrCredential, codePasskey, "account.passkey"},
	{people.ErrUnconfirmed, codeConfirm, "account.confirm"},
	{people.ErrCode, codeRecovery, "account.code"},
	{people.ErrNoName, string(game.CodeInvalid), "account.no-name"},
	{people.ErrNameTaken, string(game.CodeTaken), "account.name-taken"},
	{people.ErrTooSoon, string(game.CodeTooSoon), "account.too-soon"},
	{people.ErrKnown, string(game.CodeTaken), "account.known-passkey"},
	{people.ErrFull, string(game.CodeLimit), "account.passkeys"},
	{people.ErrLast, codePasskey, "account.last-passkey"},
	{people.ErrTokens, string(game.CodeLimit), "account.tokens"},
	{people.ErrScopes, string(game.CodeInvalid), "account.scopes"},
	{people.ErrGames, codeGames, "account.has-games"},
	{people.ErrNotFound, request.CodeSignedOut, "account.signed-out"},
	{people.ErrProvider, codeProvider, "account.provider"},
	{people.ErrOther, codeProvider, "account.other-person"},
	{profile.ErrFull, string(game.CodeLimit), "account.full"},
	{people.ErrRPID, string(game.CodeClosed), "account.closed"},
	{errNotOperator, codeOperator, "moderation.operators-only"},
	{moderation.ErrOperator, codeOperator, "moderation.against-operator"},
	{moderation.ErrReason, wire.CodeRequest, "moderation.no-reason"},
	{moderation.ErrState, wire.CodeRequest, "moderation.no-sanction"},
	{rating.ErrNotFound, wire.CodeRequest, "moderation.not-rated"},
	{rating.ErrAdjusted, wire.CodeRequest, "moderation.refunded-already"},
	{rating.ErrNoLoser, wire.CodeRequest, "moderation.no-loser"},
	{moderation.ErrNotFound, string(game.CodeNotFound), "moderation.unknown"},
	{moderation.ErrRepeated, string(game.CodeTooSoon), "moderation.repeated"},
	{moderation.ErrTooMany, string(game.CodeLimit), "moderation.too-many"},
}

// Codes of errors that only accounts have.
const (
	codeChallenge = "challenge"
	codePasskey   = "passkey"
	codeConfirm   = "confirm"
	codeRecovery  = "recovery-code"
	codeProvider  = "provider"
	codeGames     = "has-games"
	codeOperator  = "operator"
)

// failure returns an error in the form that clients see.
func (s *Service) failure(err error) error {
	var refusal *game.Error
	var why *wire.Failure
	if err == nil || errors.As(err, &refusal) || errors.As(err, &why) {
		return err
	}
	for _, f := range failures {
		if !errors.Is(err, f.err) {
			continue
		}
		switch f.err {
		case people.ErrCredential, people.ErrRPID:
			s.Requests.Log.Info("accounts: a passkey was refused", "error", err)
		case people.ErrProvider:
			s.Requests.Log.Warn("accounts: a sign-in at the OpenID Connect provider failed", "error", err)
		}
		why := wire.NewFailure(f.code, f.text, nil)
		switch f.code {
		case codeConfirm, codeOperator, request.CodeSignedOut, string(game.CodeClosed): // not temporary, as for games
			return request.Forbidden(why)
		}
		return why
	}
	if !errors.Is(err, context.Canceled) { // otherwise the client has left
		s.Requests.Log.Error("accounts: the store failed", "error", err)
	}
	return game.StoreFailed("other", err)
}

// signedIn returns a handler that needs an account.
func (s *Service) signedIn(handle func(w http.ResponseWriter, r *http.Request, by people.Signed) error) request.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		by, ok := request.SignedIn(r)
		if !ok {
			return s.failure(people.ErrNotFound)
		}
		return s.failure(handle(w, r, by))
	}
}

// state sends whether the page can use accounts, and the account to which the browser is signed in.
func (s *Service) state(w http.ResponseWriter, r *http.Request) error {
	st := wire.AccountState{Guest: request.GuestOf(r).Hash() != game.Hash{}}
	if s.People == nil {
		st.Why = "off"
		return s.Requests.WriteJSON(w, r, http.StatusOK, st)
	}
	st.Passkeys, st.Why = s.usable(r)
	st.Open = s.People.Open
	if s.People.Provider != nil {
		st.Provider = s.People.Provider.Name()
	}
	if st.Why == "address" {
		st.Site = s.People.Origins[0]
	}
	by, ok := request.SignedIn(r)
	if !ok {
		return s.Requests.WriteJSON(w, r, http.StatusOK, st)
	}
	s.Requests.RenewDevice(w, r)
	a, err := s.account(r.Context(), by)
	if err != nil {
		return s.failure(err)
	}
	st.Account = a
	return s.Requests.WriteJSON(w, r, http.StatusOK, st)
}

// usable reports whether the page of a request can use passkeys, and otherwise why not.
func (s *Service) usable(r *http.Request) (ok bool, why string) {
	origin := s.Requests.Origin(r)
	if slices.Contains(s.People.Origins, origin) {
		return true, ""
	}
	host := r.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	if !s.Requests.Secure(r) && host != "localhost" {
		for _, o := range s.People.Origins {
			if u, err := url.Parse(o); err == nil && u.Hostname() == host {
				return false, "https"
			}
		}
	}
	return false, "address"
}

// account returns an account as its owner sees it.
func (s *Service) account(ctx context.Context, by people.Signed) (*wire.Account, error) {
	store := s.People.Store
	device, account, err := store.Device(ctx, by.Device.ID) // by may be cached
	if err != nil {
		return nil, err
	}
	passkeys, err := store.Passkeys(ctx, account.Person)
	if err != nil {
		return nil, err
	}
	devices, err := store.Devices(ctx, account.Person)
	if err != nil {
		return nil, err
	}
	codes, err := store.CountCodes(ctx, account.Person)
	if err != nil {
		return nil, err
	}
	a := &wire.Account{
		Name: account.Name, Role: string(account.Role), Created: account.Created, Confirmed: s.People.Confirmed(device), Codes: codes, Provider: account.Issuer != "",
		Passkeys: []wire.Passkey{}, Devices: []wire.Device{},
	}
	if s.Moderation != nil {
		if a.Notices, err = s.Moderation.Notices(ctx, account.Person); err != nil {
			return nil, err
		}
	}
	for _, p := range passkeys {
		a.Passkeys = append(a.Passkeys, wire.Passkey{ID: base64.RawURLEncoding.EncodeToString(p.ID), Label: p.Label, Created: p.Created, Used: p.Used})
	}
	for _, d := range devices {
		a.Devices = append(a.Devices, wire.Device{ID: hex.EncodeToString(d.ID[:]), Agent: d.Agent, Created: d.Created, Used: d.Used, Here: d.ID == by.Device.ID})
	}
	return a, nil
}

// beginning reads a request that begins a ceremony, and returns the account that is signed in, or nil. It returns an
// error if the page cannot use accounts, or the address has begun too many ceremonies.
func (s *Service) beginning(w http.ResponseWriter, r *http.Request, q any) (*people.Account, error) {
	if err := s.Requests.ReadJSON(w, r, q); err != nil {
		return nil, err
	}
	if ok, _ := s.usable(r); !ok {
		return nil, request.Forbidden(wire.NewFailure(string(game.CodeClosed), "account.address", message.Args{"site": s.People.Origins[0]}))
	}
	if wait, ok := s.Requests.Limiter.BeginCeremony(s.Requests.Party(r)); !ok {
		return nil, request.RetryLater(wait, request.ErrTooMany)
	}
	if signed, ok := request.SignedIn(r); ok {
		return &signed.Account, nil
	}
	return nil, nil
}

// begin sends a challenge.
func (s *Service) begin(w http.ResponseWriter, r *http.Request) error {
	var q wire.ChallengeRequest
	by, err := s.beginning(w, r, &q)
	if err != nil {
		return err
	}
	options, token, err := s.People.Begin(r.Context(), people.Purpose(q.Purpose), by, q.Name)
	if err != nil {
		return s.failure(err)
	}
	s.Requests.SetChallenge(w, r, token, people.ChallengeTime)
	text, err := json.Marshal(options)
	if err != nil {
		return err
	}
	return s.Requests.WriteJSON(w, r, http.StatusOK, wire.PasskeyChallenge{Options: text})
}

// finish reads the response to a challenge and the challenge's token.
func (s *Service) finish(w http.ResponseWriter, r *http.Request) (q wire.CredentialRequest, token string, err error) {
	token = s.Requests.TakeChallenge(w, r)
	err = s.Requests.ReadJSON(w, r, &q)
	return q, token, err
}

// guest returns the guest whose games are moved to an account. A banned guest cannot move them.
func (s *Service) guest(r *http.Request, move bool) (game.Hash, error) {
	who := request.GuestOf(r).Hash()
	if s.Records != nil {
		if err := s.Records.Change(who); err != nil {
			return game.Hash{}, err
		}
	}
	if !move {
		return game.Hash{}, nil
	}
	return who, nil
}

// limited takes a registration or a use of a recovery code from the client's quota.
func (s *Service) limited(r *http.Request) error {
	if wait, ok := s.Requests.Limiter.AddAccount(s.Requests.Party(r)); !ok {
		return request.RetryLater(wait, request.ErrAccounts)
	}
	return nil
}

// welcome signs in the browser, and updates the games that were moved.
func (s *Service) welcome(w http.ResponseWriter, r *http.Request, result people.Welcome, guest game.Hash) {
	moved := guest != game.Hash{}
	s.Requests.SignIn(w, r, result.Token, moved)
	s.changed(r, result.Games)
	if moved { // sockets of the guest have lost their seats
		s.Cut(func(c live.Connection) bool { return c.Who == guest })
	}
	if old, ok := request.SignedIn(r); ok { // the browser has a new token
		_ = s.People.SignOut(r.Context(), old, old.Device.ID) // it expires anyway
		result.Gone = append(result.Gone, old.Device.ID)
	}
	s.cut(result.Gone...)
}

// changedPerUnit is the number of games per unit whose players can be changed.
const changedPerUnit = 5

// changed charges for changing the players of games, and shows them to everybody who watches.
func (s *Service) changed(r *http.Request, games []string) {
	s.Requests.Charge(r, limit.Per(len(games), changedPerUnit))
	s.Hub.Refresh(r.Context(), games)
}

// cut closes the sockets of devices.
func (s *Service) cut(devices ...game.Hash) {
	if len(devices) > 0 {
		s.Cut(func(c live.Connection) bool { return slices.Contains(devices, c.Device) })
	}
}

func (s *Service) register(w http.ResponseWriter, r *http.Request) error {
	q, token, err := s.finish(w, r)
	if err != nil {
		return err
	}
	if err := s.limited(r); err != nil {
		return err
	}
	guest, err := s.guest(r, true)
	if err != nil {
		return err
	}
	result, err := s.People.Register(r.Context(), token, q.Credential, q.Label, Agent(r.UserAgent()), guest)
	if err != nil {
		return s.failure(err)
	}
	s.welcome(w, r, result, guest)
	return s.Requests.WriteJSON(w, r, http.StatusCreated, wire.RecoveryCodes{Codes: result.Codes})
}

func (s *Service) signIn(w http.ResponseWriter, r *http.Request) error {
	q, token, err := s.finish(w, r)
	if err != nil {
		return err
	}
	guest, err := s.guest(r, q.Move)
	if err != nil {
		return err
	}
	result, err := s.People.SignIn(r.Context(), token, q.Credential, Agent(r.UserAgent()), guest)
	if err != nil {
		return s.failure(err)
	}
	if result.Account.Role == people.Bot {
		guest = game.Hash{} // the games of a guest stay theirs
	}
	s.welcome(w, r, result, guest)
	return s.Requests.NoContent(w, r)
}

func (s *Service) recover(w http.ResponseWriter, r *http.Request) error {
	var q wire.RecoveryRequest
	if err := s.Requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	if err := s.limited(r); err != nil {
		return err
	}
	result, err := s.People.Recover(r.Context(), q.Code, Agent(r.UserAgent()))
	if err != nil {
		return s.failure(err)
	}
	s.welcome(w, r, result, game.Hash{})
	return s.Requests.NoContent(w, r)
}

func (s *Service) confirm(w http.ResponseWriter, r *http.Request, by people.Signed) error {
	q, token, err := s.finish(w, r)
	if err != nil {
		return err
	}
	if err := s.People.Confirm(r.Context(), token, q.Credential, by); err != nil {
		return err
	}
	return s.Requests.NoContent(w, r)
}

func (s *Service) addPasskey(w http.ResponseWriter, r *http.Request, by people.Signed) error {
	q, token, err := s.finish(w, r)
	if err != nil {
		return err
	}
	if err := s.People.AddPasskey(r.Context(), token, q.Credential, q.Label, by); err != nil {
		return err
	}
	return s.Requests.NoContent(w, r)
}

func (s *Service) deletePasskey(w http.ResponseWriter, r *http.Request, by people.Signed) error {
	id, err := base64.RawURLEncoding.DecodeString(r.PathValue("id"))
	if err != nil {
		return request.ErrNotFound
	}
	if err := s.People.DeletePasskey(r.Context(), by, id); err != nil {
		return err
	}
	return s.Requests.NoContent(w, r)
}

// signOut signs out this browser, one of the account's devices, or all others.
func (s *Service) signOut(w http.ResponseWriter, r *http.Request, by people.Signed) error {
	var q wire.SignOutRequest
	if err := s.Requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	if q.Others {
		gone, err := s.People.SignOutOthers(r.Context(), by)
		if err != nil {
			return err
		}
		s.cut(gone...)
		return s.Requests.NoContent(w, r)
	}
	device := by.Device.ID
	if q.Device != "" {
		bits, err := hex.DecodeString(q.Device)
		if err != nil || len(bits) != len(device) {
			return request.ErrNotFound
		}
		device = game.Hash(bits)
	}
	devices, err := s.People.Store.Devices(r.Context(), by.Account.Person)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(devices, func(d people.Device) bool { return d.ID == device }) {
		return request.ErrNotFound
	}
	if err := s.People.SignOut(r.Context(), by, device); err != nil {
		return err
	}
	s.cut(device)
	if device == by.Device.ID {
		s.Requests.SignOut(w, r)
	}
	return s.Requests.NoContent(w, r)
}

func (s *Service) rename(w http.ResponseWriter, r *http.Request, by people.Signed) error {
	var q wire.NameRequest
	if err := s.Requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	if s.Records != nil {
		if err := s.Records.Change(by.Account.Person); err != nil {
			return err
		}
	}
	games, err := s.People.Rename(r.Context(), by, q.Name)
	if err != nil {
		return err
	}
	s.changed(r, games)
	return s.Requests.NoContent(w, r)
}

func (s *Service) newCodes(w http.ResponseWriter, r *http.Request, by people.Signed) error {
	codes, err := s.People.NewCodes(r.Context(), by)
	if err != nil {
		return err
	}
	return s.Requests.WriteJSON(w, r, http.StatusOK, wire.RecoveryCodes{Codes: codes})
}

// close closes the account and erases the person's data.
func (s *Service) close(w http.ResponseWriter, r *http.Request, by people.Signed) error {
	if s.Records == nil {
		games, err := s.People.Close(r.Context(), by)
		if err != nil {
			return err
		}
		s.Hub.Refresh(r.Context(), games)
	} else {
		if err := s.People.CheckConfirmed(r.Context(), by); err != nil {
			return err
		}
		if err := s.Records.EraseOf(r.Context(), by.Account.Person); err != nil {
			return err
		}
		s.People.Forget(by.Account.Person)
	}
	s.Cut(func(c live.Connection) bool { return c.Who == by.Account.Person })
	s.Requests.SignOut(w, r)
	return s.Requests.NoContent(w, r)
}

// export sends the data saved about the person as a file.
func (s *Service) export(w http.ResponseWriter, r *http.Request, by people.Signed) error {
	w.Header().Set("Content-Disposition", `attachment; filename="tain-account.json"`)
	if s.Records != nil {
		return s.Requests.Stream(w, r, "application/json", func(to io.Writer) error {
			return s.Records.WriteExport(r.Context(), to, by.Account.Person)
		})
	}
	data, err := s.account(r.Context(), by)
	if err != nil {
		return err
	}
	return s.Requests.WriteJSON(w, r, http.StatusOK, data)
}

// Agent returns a short description of a browser, such as "Firefox, Android", or "" if it is unknown.
func Agent(header string) string {
	find := func(names ...string) string { // pairs of a mark and a name
		for i := 0; i < len(names); i += 2 {
			if strings.Contains(header, names[i]) {
				return names[i+1]
			}
		}
		return ""
	}
	browser := find("Edg", "Edge", "OPR/", "Opera", "SamsungBrowser", "Samsung Internet", "Firefox", "Firefox", "FxiOS", "Firefox",
		"Chrome", "Chrome", "CriOS", "Chrome", "Safari", "Safari")
	system := find("Android", "Android", "iPhone", "iPhone", "iPad", "iPad", "Windows", "Windows", "Mac OS X", "macOS", "CrOS", "ChromeOS", "Linux", "Linux")
	return strings.Trim(browser+", "+system, ", ")
}
