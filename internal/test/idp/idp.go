// Package idp is a small OpenID Connect provider for tests. It signs in one person at a time, without asking, and can
// misbehave. It shares no code with package openid.
package idp

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"
)

// The client that the provider knows.
const (
	Client = "tain"
	Secret = "a secret of the client & the provider"
)

// Provider is a provider. Tests may change its fields between requests.
type Provider struct {
	Issuer  string
	Subject string    // person who is signed in
	At      time.Time // when that person signed in; zero to leave it out
	// Claims, unless it is nil, changes the claims of a token.
	Claims func(map[string]any)
	Broken bool // every request fails
	// Methods are the ways in which clients can identify themselves; none means client_secret_basic.
	Methods []string

	t     testing.TB
	key   *rsa.PrivateKey
	mu    sync.Mutex
	codes map[string]url.Values // authorization requests by code
}

// New starts a provider that stops when the test ends.
func New(t testing.TB) *Provider {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatalf("rsa.GenerateKey: %v", err)
	}
	p := &Provider{Subject: "anna", At: time.Now(), t: t, key: key, codes: map[string]url.Values{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		send(w, 200, map[string]any{
			"token_endpoint_auth_methods_supported": p.Methods,
			"issuer":                                p.Issuer, "authorization_endpoint": p.Issuer + "/authorize", "token_endpoint": p.Issuer + "/token", "jwks_uri": p.Issuer + "/keys",
			"response_types_supported": []string{"code"}, "subject_types_supported": []string{"public"}, "id_token_signing_alg_values_supported": []string{"RS256"},
		})
	})
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		send(w, 200, map[string]any{"keys": []any{map[string]any{
			"kty": "RSA", "kid": "1", "use": "sig", "alg": "RS256", "n": encode(key.N.Bytes()), "e": encode(big.NewInt(int64(key.E)).Bytes()),
		}}})
	})
	mux.HandleFunc("GET /authorize", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, p.Authorize(r.URL.String()), http.StatusFound)
	})
	mux.HandleFunc("POST /token", p.token)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p.Broken {
			http.Error(w, "out of order", http.StatusServiceUnavailable)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	p.Issuer = server.URL
	return p
}

var encode = base64.RawURLEncoding.EncodeToString

func send(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// Authorize signs in the person, given the page that the client wants the browser to open, and returns the page to which
// the provider sends the browser.
func (p *Provider) Authorize(page string) string {
	at, err := url.Parse(page)
	q := at.Query()
	for name, want := range map[string]string{"client_id": Client, "response_type": "code", "scope": "openid", "code_challenge_method": "S256"} {
		if err != nil || q.Get(name) != want {
			p.t.Errorf("the page %s has the %s %q, %v; want %q", page, name, q.Get(name), err, want)
		}
	}
	code := rand.Text()
	p.mu.Lock()
	p.codes[code] = q
	p.mu.Unlock()
	return q.Get("redirect_uri") + "?" + url.Values{"code": {code}, "state": {q.Get("state")}, "iss": {p.Issuer}}.Encode()
}

// token exchanges a code for a token, once.
func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	client, secret, _ := r.BasicAuth()
	secret, _ = url.QueryUnescape(secret)
	expected := Secret
	if len(p.Methods) > 0 {
		client, secret = r.PostFormValue("client_id"), r.PostFormValue("client_secret")
		if p.Methods[0] == "none" {
			expected = ""
		}
	}
	p.mu.Lock()
	q, known := p.codes[r.PostFormValue("code")]
	delete(p.codes, r.PostFormValue("code"))
	p.mu.Unlock()
	hash := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	if client != Client || secret != expected || !known || encode(hash[:]) != q.Get("code_challenge") || r.PostFormValue("redirect_uri") != q.Get("redirect_uri") {
		send(w, 400, map[string]any{"error": "invalid_grant"})
		return
	}
	claims := map[string]any{
		"iss": p.Issuer, "sub": p.Subject, "aud": Client, "iat": time.Now().Unix(), "exp": time.Now().Add(time.Minute).Unix(), "nonce": q.Get("nonce"),
		"email": "somebody@example.org", "email_verified": true, "name": "Somebody",
	}
	if !p.At.IsZero() {
		claims["auth_time"] = p.At.Unix()
	}
	if p.Claims != nil {
		p.Claims(claims)
	}
	text, _ := json.Marshal(claims)
	signed := encode([]byte(`{"alg":"RS256","kid":"1","typ":"JWT"}`)) + "." + encode(text)
	digest := sha256.Sum256([]byte(signed))
	signature, err := rsa.SignPKCS1v15(nil, p.key, crypto.SHA256, digest[:])
	if err != nil {
		p.t.Errorf("rsa.SignPKCS1v15: %v", err)
	}
	send(w, 200, map[string]any{"access_token": "unused", "token_type": "Bearer", "id_token": signed + "." + encode(signature)})
}
