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

// Authority configures certificates from an ACME authority. Only Domains and Folder are required.
type Authority struct {
	Domains   []string
	Folder    string // folder in which the account and the certificates are stored
	Email     string
	Directory string // ACME directory URL; defaults to Let's Encrypt
	Roots     string // PEM file of certificates that verify the authority
	// AccountID and AccountKey bind the ACME account to an existing account (external account binding). The
	// key is base64url-encoded.
	AccountID, AccountKey string
}

// ACME provides certificates from an authority. It requests them on first use and renews them before they
// expire.
type ACME struct{ manager *autocert.Manager }

// NewACME returns an ACME for an authority. It requests certificates only on first use.
func NewACME(a Authority) (*ACME, error) {
	client := &acme.Client{DirectoryURL: a.Directory, UserAgent: "tain"}
	if a.Roots != "" {
		text, err := os.ReadFile(a.Roots)
		if err != nil {
			return nil, fmt.Errorf("certificate: the authority's root certificates cannot be read: %w", err)
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("certificate: no certificate in %s", a.Roots)
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
			return nil, errors.New("certificate: the account key is not base64url")
		}
		m.ExternalAccountBinding = &acme.ExternalAccountBinding{KID: a.AccountID, Key: key}
	}
	return &ACME{m}, nil
}

// Config returns the TLS configuration of a server. It also answers TLS-ALPN challenges.
func (a *ACME) Config() *tls.Config {
	c := a.manager.TLSConfig()
	c.MinVersion = tls.VersionTLS12
	return c
}

// HTTP returns a handler for plain HTTP that answers challenges and passes other requests to rest.
func (a *ACME) HTTP(rest http.Handler) http.Handler { return a.manager.HTTPHandler(rest) }
