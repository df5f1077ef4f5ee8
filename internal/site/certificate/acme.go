package certificate

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// Authority says where certificates come from. All but Domains and Folder may be
// left out.
type Authority struct {
	Domains   []string
	Folder    string // keeps the account and the certificates
	Email     string
	Directory string // of ACME; Let's Encrypt's if it is left out
	Roots     string // a file of certificates by which the authority is known
	// AccountID and AccountKey bind the account to one the authority knows
	// already; the key is in base64url.
	AccountID, AccountKey string
}

// ACME is certificates from an authority, got when they are first needed and
// renewed before they end.
type ACME struct{ manager *autocert.Manager }

// NewACME returns certificates from an authority. It asks for none yet.
func NewACME(a Authority) (*ACME, error) {
	client := &acme.Client{DirectoryURL: a.Directory, UserAgent: "tain"}
	if a.Roots != "" {
		text, err := os.ReadFile(a.Roots)
		if err != nil {
			return nil, fmt.Errorf("certificate: the authority's own certificates cannot be read: %w", err)
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("certificate: there is no certificate in %s", a.Roots)
		}
		client.HTTPClient = &http.Client{
			Timeout:   time.Minute,
			Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}, Proxy: http.ProxyFromEnvironment},
		}
	}
	m := &autocert.Manager{
		Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(a.Folder), HostPolicy: autocert.HostWhitelist(a.Domains...),
		Email: a.Email, Client: client,
	}
	if a.AccountID != "" {
		key, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(a.AccountKey, "="))
		if err != nil {
			return nil, errors.New("certificate: the key of the account is no base64url")
		}
		m.ExternalAccountBinding = &acme.ExternalAccountBinding{KID: a.AccountID, Key: key}
	}
	return &ACME{m}, nil
}

// Config returns how a server uses them. The authority may ask its questions
// there (TLS-ALPN).
func (a *ACME) Config() *tls.Config {
	c := a.manager.TLSConfig()
	c.MinVersion = tls.VersionTLS12
	return c
}

// HTTP answers on plain HTTP what the authority asks there, and leaves the rest
// to another.
func (a *ACME) HTTP(rest http.Handler) http.Handler { return a.manager.HTTPHandler(rest) }
