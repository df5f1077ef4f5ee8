package accounts_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/openid"
	"github.com/tainchess/tain/internal/test/idp"
	"github.com/tainchess/tain/internal/test/passkey"
)

// school opens a site whose people can sign in at a provider.
func school(t *testing.T, change func(*people.Options)) (*site, *idp.Provider) {
	t.Helper()
	p := idp.New(t)
	return open(t, func(o *people.Options) {
		o.Provider = openid.New(openid.Options{Title: "The School", Issuer: p.Issuer, ClientID: idp.Client, Secret: idp.Secret})
		if change != nil {
			change(o)
		}
	}), p
}

// visit begins a sign-in and returns the provider's page.
func (b *browser) visit(move bool) string {
	b.t.Helper()
	var v wire.OpenIDVisit
	b.want(200, "POST", base+"/openid", wire.OpenIDRequest{Move: move}, &v)
	return v.URL
}

// back returns the request with which the account page finishes a sign-in, given the address to which the provider has
// sent the browser.
func (b *browser) back(at string) wire.OpenIDReturn {
	b.t.Helper()
	u, err := url.Parse(at)
	if err != nil || !strings.HasPrefix(at, b.url+"/account?") {
		b.t.Fatalf("the provider sends the browser to %q, %v", at, err)
	}
	q := u.Query()
	return wire.OpenIDReturn{Code: q.Get("code"), State: q.Get("state"), Issuer: q.Get("iss")}
}

// there signs in at the provider and returns the result.
func (b *browser) there(p *idp.Provider, move bool) string {
	b.t.Helper()
	var r wire.OpenIDResult
	b.want(200, "POST", base+"/openid/finish", b.back(p.Authorize(b.visit(move))), &r)
	return r.Result
}

func (b *browser) named(name string) {
	b.t.Helper()
	b.want(204, "POST", base+"/openid/register", wire.NameRequest{Name: name}, nil)
}

// TestOpenID creates an account at the provider, moves games, signs in elsewhere, and makes sensitive changes.
func TestOpenID(t *testing.T) {
	s, p := school(t, nil)
	anna := s.browser()
	anna.play("Anna")
	if st := anna.state(); st.Provider != "The School" || st.Account != nil {
		t.Fatalf("state %+v", st)
	}
	if got := anna.there(p, false); got != "unnamed" {
		t.Fatalf("the first sign-in: %s", got)
	}
	anna.refused(string(game.CodeInvalid), "POST", base+"/openid/register", wire.NameRequest{Name: "..."})
	anna.named("Anna")
	anna.refused("challenge", "POST", base+"/openid/register", wire.NameRequest{Name: "Anna again"})
	st := anna.state()
	if a := st.Account; a == nil || a.Name != "Anna" || !a.Provider || !a.Confirmed || len(a.Passkeys) != 0 || a.Codes != 0 || anna.games() != 1 {
		t.Fatalf("state %+v with %d games", st.Account, anna.games())
	}
	if a, err := s.store.AccountIdentified(t.Context(), p.Issuer, "anna"); err != nil || a.Name != "Anna" {
		t.Errorf("AccountIdentified: %+v, %v", a, err)
	}

	// On another browser, the provider remembers her: she is signed in, but not confirmed.
	second := s.browser()
	second.play("Somebody")
	p.At = time.Now().Add(-time.Hour)
	if got := second.there(p, true); got != "signed-in" || second.games() != 2 || second.state().Account.Confirmed {
		t.Fatalf("the second sign-in: %s, %d games, %+v", got, second.games(), second.state().Account)
	}
	p.Subject = "bert"
	third := s.browser()
	if got := third.there(p, true); got != "unnamed" {
		t.Fatalf("the sign-in of another person: %s", got)
	}
	third.refused(string(game.CodeTaken), "POST", base+"/openid/register", wire.NameRequest{Name: "anna"})
	third.named("Bert")

	// A sensitive change needs a new sign-in there, and the provider must report it.
	second.refused("confirm", "POST", base+"/codes", struct{}{})
	page := second.visit(false)
	if q, err := url.ParseQuery(page[strings.Index(page, "?")+1:]); err != nil || q.Get("prompt") != "login" || q.Get("max_age") != "0" {
		t.Errorf("the page %s does not ask again: %v", page, err)
	}
	for what, change := range map[string]func(){
		"another person": func() { p.Subject, p.At = "bert", time.Now() },
		"earlier":        func() { p.Subject, p.At = "anna", time.Now().Add(-time.Hour) },
		"unknown time":   func() { p.Subject, p.At = "anna", time.Time{} },
	} {
		change()
		second.refused("provider", "POST", base+"/openid/finish", second.back(p.Authorize(second.visit(false))))
		if second.state().Account.Confirmed {
			t.Errorf("%s: the account is confirmed", what)
		}
	}
	p.Subject, p.At = "anna", time.Now()
	if got := second.there(p, false); got != "confirmed" || !second.state().Account.Confirmed {
		t.Fatalf("confirming: %s", got)
	}
	key := passkey.New("localhost", s.url)
	second.want(204, "POST", base+"/passkeys", wire.CredentialRequest{Credential: key.Create(t, second.challenge("add", "")), Label: "phone"}, nil)
	second.refused("confirm", "POST", base+"/openid", wire.OpenIDRequest{}) // from now on, the passkey confirms
	fourth := s.browser()
	fourth.signIn(key, false)
	id := fourth.state().Account.Passkeys[0].ID
	fourth.want(204, "DELETE", base+"/passkeys/"+id, nil, nil) // she can still sign in at the school
	fourth.want(204, "DELETE", base, nil, nil)
	if got := second.there(p, false); got != "unnamed" {
		t.Errorf("a sign-in after closing the account: %s", got)
	}
}

// TestHostileVisits checks that stolen, replayed, mixed-up and forged sign-ins are refused.
func TestHostileVisits(t *testing.T) {
	s, p := school(t, nil)
	victim := s.browser()
	victim.there(p, false)
	victim.named("Anna")
	stranger, finish := s.browser(), base+"/openid/finish"

	// Login CSRF: the return of another browser's sign-in, with or without a sign-in of one's own.
	mallory := s.browser()
	his := mallory.back(p.Authorize(mallory.visit(false)))
	stranger.refused("challenge", "POST", finish, his)
	own := stranger.back(p.Authorize(stranger.visit(false)))
	stranger.refused("challenge", "POST", finish, his)
	stranger.refused("challenge", "POST", finish, own) // the sign-in was used up

	// A state, code or cookie works once.
	good := stranger.back(p.Authorize(stranger.visit(false)))
	cookie := stranger.cookie("tain-challenge")
	stranger.want(200, "POST", finish, good, nil)
	stranger.want(204, "POST", base+"/sign-out", wire.SignOutRequest{}, nil)
	stranger.setCookie("tain-challenge", cookie)
	stranger.refused("challenge", "POST", finish, good)

	// A code of another sign-in: the provider refuses the wrong verifier. A return of another issuer, and one that is late.
	other := stranger.back(p.Authorize(stranger.visit(false)))
	mixed := stranger.back(p.Authorize(stranger.visit(false)))
	stranger.refused("provider", "POST", finish, wire.OpenIDReturn{Code: other.Code, State: mixed.State})
	mixed = stranger.back(p.Authorize(stranger.visit(false)))
	mixed.Issuer = "https://evil.example.org"
	stranger.refused("challenge", "POST", finish, mixed)
	late := stranger.back(p.Authorize(stranger.visit(false)))
	s.wait(people.ChallengeTime + time.Second)
	stranger.refused("challenge", "POST", finish, late)

	// A passkey's challenge is no sign-in, and the other way round.
	stranger.challenge("sign-in", "")
	stranger.refused("challenge", "POST", finish, good)
	stranger.visit(false)
	stranger.refused("challenge", "POST", base+"/openid/register", wire.NameRequest{Name: "Eve"})

	for name, change := range map[string]func(map[string]any){
		"nonce":          func(c map[string]any) { c["nonce"] = "another" },
		"no nonce":       func(c map[string]any) { delete(c, "nonce") },
		"issuer":         func(c map[string]any) { c["iss"] = "https://evil.example.org" },
		"audience":       func(c map[string]any) { c["aud"] = "another" },
		"party":          func(c map[string]any) { c["aud"], c["azp"] = []string{idp.Client, "another"}, "another" },
		"expired":        func(c map[string]any) { c["exp"] = time.Now().Add(-time.Hour).Unix() },
		"no subject":     func(c map[string]any) { c["sub"] = "" },
		"a long subject": func(c map[string]any) { c["sub"] = strings.Repeat("a", 256) },
	} {
		p.Claims = change
		status, code := stranger.ask("POST", finish, stranger.back(p.Authorize(stranger.visit(false))), nil)
		if code != "provider" {
			t.Errorf("%s: %d %q", name, status, code)
		}
	}
	p.Claims = nil

	// The browser returns to this site only.
	request, _ := http.NewRequestWithContext(t.Context(), "POST", s.url+base+"/openid", strings.NewReader("{}"))
	request.Header.Set("Content-Type", "application/json")
	request.Host = "evil.example.org"
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusForbidden {
		t.Errorf("a request with another host: %s", answer.Status)
	}
	if stranger.state().Account != nil || victim.state().Account == nil {
		t.Error("a stranger is signed in, or the victim is not")
	}
	if log := s.log.text.String(); strings.Contains(log, good.Code) || strings.Contains(log, good.State) || strings.Contains(log, cookie) {
		t.Error("the log contains a secret")
	}
}

// TestVisitOfTwoNodes begins a sign-in on one node of a cluster, finishes it on another, and chooses the name on the first.
func TestVisitOfTwoNodes(t *testing.T) {
	s, p := school(t, nil)
	o := s.people.Options
	o.Provider = openid.New(openid.Options{Issuer: p.Issuer, ClientID: idp.Client, Secret: idp.Secret})
	second, err := people.New(o)
	if err != nil {
		t.Fatalf("people.New: %v", err)
	}
	page, token, err := s.people.Visit(t.Context(), nil, s.url+"/account", false)
	if err != nil {
		t.Fatalf("Visit: %v", err)
	}
	back := s.browser().back(p.Authorize(page))
	r := people.Return{Code: back.Code, State: back.State, Issuer: back.Issuer}
	_, unnamed, err := second.SignInThere(t.Context(), token, r, "", game.Hash{})
	if err != nil {
		t.Fatalf("SignInThere: %v", err)
	}
	if _, _, err := s.people.SignInThere(t.Context(), token, r, "", game.Hash{}); !errors.Is(err, people.ErrChallenge) {
		t.Errorf("a sign-in finished twice: %v", err)
	}
	w, err := s.people.RegisterThere(t.Context(), unnamed, "Anna", "", game.Hash{})
	if err != nil || w.Account.Name != "Anna" {
		t.Errorf("RegisterThere: %+v, %v", w, err)
	}
	if hidden, err := s.people.Store.Hidden(t.Context(), w.Account.Person); err != nil || !hidden {
		t.Errorf("the profile of a new person is hidden: %t, %v, want true", hidden, err)
	}
}

// TestProviderMethods signs in at providers that do not know client_secret_basic, and as a client without a secret.
func TestProviderMethods(t *testing.T) {
	for method, secret := range map[string]string{"client_secret_post": idp.Secret, "none": ""} {
		s, p := school(t, func(o *people.Options) {
			o.Provider = openid.New(openid.Options{Title: "Club", Issuer: o.Provider.Issuer(), ClientID: idp.Client, Secret: secret})
		})
		p.Methods = []string{method}
		if got := s.browser().there(p, false); got != "unnamed" {
			t.Errorf("%s: %s", method, got)
		}
	}
}

// TestProviderDown checks that people can sign in once the provider works again, without a restart.
func TestProviderDown(t *testing.T) {
	s, p := school(t, nil)
	p.Broken = true
	b := s.browser()
	b.refused("provider", "POST", base+"/openid", wire.OpenIDRequest{})
	b.register("Bert") // passkeys work
	p.Broken = false
	anna := s.browser()
	back := anna.back(p.Authorize(anna.visit(false)))
	p.Broken = true
	anna.refused("provider", "POST", base+"/openid/finish", back)
	p.Broken = false
	if got := anna.there(p, false); got != "unnamed" {
		t.Errorf("sign-in after the provider was down: %s", got)
	}
}

// TestProviderRegistration checks that a closed site creates no accounts for people of the provider, and that one
// without a provider has no sign-in there.
func TestProviderRegistration(t *testing.T) {
	s, p := school(t, func(o *people.Options) { o.Open = false })
	b := s.browser()
	b.refused(string(game.CodeClosed), "POST", base+"/openid/finish", b.back(p.Authorize(b.visit(false))))
	none := open(t, nil).browser()
	if status, code := none.ask("POST", base+"/openid", wire.OpenIDRequest{}, nil); status != http.StatusNotFound || none.state().Provider != "" {
		t.Errorf("without a provider: %s", fmt.Sprint(status, code))
	}
}
