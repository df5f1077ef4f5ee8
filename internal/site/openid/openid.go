// Package openid signs people in at an OpenID Connect provider, such as that of a school, with the authorization code
// flow and PKCE. It requests only the scope openid, and reads only the issuer, the subject and the time of the sign-in.
package openid

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/tainchess/tain/internal/people"
)

// Limits on the provider's responses.
const (
	timeout   = 10 * time.Second
	maxAnswer = 1 << 20 // bytes
)

// Options configures a [Provider].
type Options struct {
	Title    string // the provider's name for people
	Issuer   string
	ClientID string
	Secret   string // empty for a public client
	// Transport sends the requests to the provider. It defaults to http.DefaultTransport.
	Transport http.RoundTripper
}

// Provider is an OpenID Connect provider. Its addresses and keys are requested when they are first needed, so a server
// starts even if the provider is down. It is safe for concurrent use.
type Provider struct {
	options Options
	client  *http.Client
	found   atomic.Pointer[found]
}

// found is a provider whose addresses are known.
type found struct {
	oauth2.Config
	verifier *oidc.IDTokenVerifier
}

// New returns a provider without contacting it.
func New(o Options) *Provider {
	if o.Transport == nil {
		o.Transport = http.DefaultTransport
	}
	return &Provider{options: o, client: &http.Client{Timeout: timeout, Transport: bounded{o.Transport}}}
}

// bounded limits the size of responses.
type bounded struct{ http.RoundTripper }

func (b bounded) RoundTrip(q *http.Request) (*http.Response, error) {
	a, err := b.RoundTripper.RoundTrip(q)
	if err == nil {
		a.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(a.Body, maxAnswer), a.Body}
	}
	return a, err
}

// Name returns the provider's name for people.
func (p *Provider) Name() string { return p.options.Title }

// Issuer returns the provider's identifier.
func (p *Provider) Issuer() string { return p.options.Issuer }

// failed returns an error that is a people.ErrProvider.
func failed(what string, err error) error {
	return fmt.Errorf("%w: %s: %w", people.ErrProvider, what, err)
}

// discover returns the provider's addresses. If they are unknown, it requests them.
func (p *Provider) discover() (*found, error) {
	if f := p.found.Load(); f != nil {
		return f, nil
	}
	// The keys are requested later with this context, so it must not end with the current request.
	provider, err := oidc.NewProvider(oidc.ClientContext(context.Background(), p.client), p.options.Issuer)
	if err != nil {
		return nil, failed("its configuration cannot be read", err)
	}
	var more struct {
		Methods []string `json:"token_endpoint_auth_methods_supported"`
	}
	if err := provider.Claims(&more); err != nil {
		return nil, failed("its configuration cannot be read", err)
	}
	f := &found{
		Config:   oauth2.Config{ClientID: p.options.ClientID, ClientSecret: p.options.Secret, Endpoint: provider.Endpoint(), Scopes: []string{oidc.ScopeOpenID}},
		verifier: provider.Verifier(&oidc.Config{ClientID: p.options.ClientID}),
	}
	f.Endpoint.AuthStyle = oauth2.AuthStyleInHeader // the default of OpenID Connect
	if p.options.Secret == "" || len(more.Methods) > 0 && !slices.Contains(more.Methods, "client_secret_basic") {
		f.Endpoint.AuthStyle = oauth2.AuthStyleInParams
	}
	p.found.Store(f)
	return f, nil
}

// URL returns the page of the provider at which a person signs in. If again is true, the provider must ask people who they
// are even if they are signed in there.
func (p *Provider) URL(_ context.Context, flow people.Flow, again bool) (string, error) {
	f, err := p.discover()
	if err != nil {
		return "", err
	}
	options := []oauth2.AuthCodeOption{oidc.Nonce(flow.Nonce), oauth2.S256ChallengeOption(flow.Verifier), oauth2.SetAuthURLParam("redirect_uri", flow.Redirect)}
	if again {
		options = append(options, oauth2.SetAuthURLParam("prompt", "login"), oauth2.SetAuthURLParam("max_age", "0"))
	}
	return f.AuthCodeURL(flow.State, options...), nil
}

// Identify returns who has signed in, given the code with which the provider sent the browser back.
func (p *Provider) Identify(ctx context.Context, flow people.Flow, code string) (who people.Identity, err error) {
	f, err := p.discover()
	if err != nil {
		return who, err
	}
	ctx = oidc.ClientContext(ctx, p.client)
	tokens, err := f.Exchange(ctx, code, oauth2.VerifierOption(flow.Verifier), oauth2.SetAuthURLParam("redirect_uri", flow.Redirect))
	if err != nil {
		return who, failed("it does not accept the code", err)
	}
	raw, _ := tokens.Extra("id_token").(string)
	token, err := f.verifier.Verify(ctx, raw)
	if err != nil {
		return who, failed("its token is invalid", err)
	}
	var claims struct {
		AuthTime int64  `json:"auth_time"`
		Party    string `json:"azp"`
	}
	if err := token.Claims(&claims); err != nil {
		return who, failed("its token is invalid", err)
	}
	switch {
	case subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(flow.Nonce)) == 0:
		return who, failed("its token is invalid", errors.New("it belongs to another sign-in"))
	case len(token.Audience) > 1 && claims.Party != p.options.ClientID:
		return who, failed("its token is invalid", errors.New("it was issued to another client"))
	case token.Subject == "" || len(token.Subject) > 255:
		return who, failed("its token is invalid", errors.New("the subject must have 1 to 255 characters"))
	}
	who = people.Identity{Issuer: token.Issuer, Subject: token.Subject}
	if claims.AuthTime > 0 {
		who.At = time.Unix(claims.AuthTime, 0)
	}
	return who, nil
}
