package nats

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// Options configures how a node connects to the others: through an external NATS server at URL, or through
// embedded servers with Listen and Peers.
type Options struct {
	// URL is a comma-separated list of addresses of an external NATS server, such as nats://host:4222. It may
	// contain a user and a password.
	URL string
	// Listen is the address on which the embedded server accepts other nodes. Peers are the addresses of all
	// nodes, which may include this one.
	Listen string
	Peers  []string
	// Key is the secret that all nodes share. An embedded server refuses nodes without it.
	Key string
	// Cert, CertKey and CA are PEM files for mutual TLS between nodes, or for TLS to an external server. Without
	// them the connections between embedded servers are not encrypted.
	Cert, CertKey, CA string

	// Node is the unique name of the process; it defaults to a random name.
	Node string
	// Patience is the time limit for connecting, writing and closing; it defaults to two seconds.
	Patience time.Duration
	Log      *slog.Logger
}

// shortestKey is the minimum length of a key.
const shortestKey = 20

// ReadKey reads a cluster key from a file.
func ReadKey(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("the cluster key cannot be read: %w", err)
	}
	key := strings.TrimSpace(string(text))
	if len(key) < shortestKey {
		return "", fmt.Errorf("the cluster key in %s is too short: it needs at least %d characters, such as the output of openssl rand -hex 32", path, shortestKey)
	}
	return key, nil
}

// check sets defaults and validates the options.
func (o *Options) check() error {
	if o.Node == "" {
		o.Node = strings.ToLower(rand.Text()[:8])
	}
	if o.Patience <= 0 {
		o.Patience = 2 * time.Second
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	switch {
	case o.URL != "" && (o.Listen != "" || len(o.Peers) > 0):
		return errors.New("a node must use either an external NATS server (bus) or the embedded one (cluster.listen), not both")
	case o.URL == "" && o.Listen == "":
		return errors.New("a node of a cluster needs an address at which the others can reach it (cluster.listen), or an external NATS server (bus)")
	case o.URL == "" && len(o.Key) < shortestKey:
		return errors.New("a node of a cluster needs the key that all nodes share (cluster.key)")
	case (o.Cert == "") != (o.CertKey == ""):
		return errors.New("a cluster certificate and its private key must be given together")
	case o.Cert != "" && o.URL == "" && o.CA == "":
		return errors.New("cluster.cert needs the authority that verifies the other nodes (cluster.ca)")
	}
	if o.URL != "" {
		for one := range strings.SplitSeq(o.URL, ",") {
			u, err := url.Parse(strings.TrimSpace(one))
			if err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls" {
				return fmt.Errorf("the address of the bus must have the form nats://HOST:PORT or tls://HOST:PORT, not %q", redact(one))
			}
		}
		return nil
	}
	for _, addr := range append([]string{o.Listen}, o.Peers...) {
		if _, _, err := split(addr); err != nil {
			return err
		}
	}
	return nil
}

// split parses HOST:PORT.
func split(addr string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(addr)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil || port < 1 || port > 65535 {
		return "", 0, fmt.Errorf("the address of a node must have the form HOST:PORT, not %.60q", addr)
	}
	return host, port, nil
}

// password returns the password used between nodes. It is derived from the key, which is never sent.
func (o *Options) password() string {
	mac := hmac.New(sha256.New, []byte(o.Key))
	mac.Write([]byte("tain cluster routes"))
	return hex.EncodeToString(mac.Sum(nil))
}

// where returns the address of the bus without secrets.
func (o *Options) where() string {
	if o.URL == "" {
		return o.Listen
	}
	var all []string
	for one := range strings.SplitSeq(o.URL, ",") {
		all = append(all, redact(one))
	}
	return strings.Join(all, ",")
}

// redact removes the user and password from a URL. If the URL is invalid, redact returns a placeholder.
func redact(text string) string {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || u.Host == "" {
		return "(not an address)"
	}
	return u.Scheme + "://" + u.Host
}

// hide removes secrets from a string.
func (o *Options) hide(text string) string {
	secrets := []string{o.Key, o.password()}
	for one := range strings.SplitSeq(o.URL, ",") {
		if u, err := url.Parse(strings.TrimSpace(one)); err == nil && u.User != nil {
			password, _ := u.User.Password()
			secrets = append(secrets, u.User.String(), password)
		}
	}
	for _, secret := range secrets {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, "********")
		}
	}
	return text
}

// external returns the options for an external NATS server.
func (o *Options) external() (list []nats.Option, err error) {
	safe, err := o.tls()
	if err != nil || safe == nil {
		return nil, err
	}
	return []nats.Option{nats.Secure(safe)}, nil
}

// tls returns the TLS configuration for connections between nodes or to an external server, or nil for none.
func (o *Options) tls() (*tls.Config, error) {
	if o.Cert == "" && o.CA == "" {
		return nil, nil
	}
	c := &tls.Config{MinVersion: tls.VersionTLS13}
	if o.Cert != "" {
		pair, err := tls.LoadX509KeyPair(o.Cert, o.CertKey)
		if err != nil {
			return nil, fmt.Errorf("the cluster certificate cannot be used: %w", err)
		}
		c.Certificates = []tls.Certificate{pair}
	}
	if o.CA != "" {
		text, err := os.ReadFile(o.CA)
		if err != nil {
			return nil, fmt.Errorf("the cluster's certificate authority cannot be read: %w", err)
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("%s has no certificates (PEM)", o.CA)
		}
		c.RootCAs, c.ClientCAs, c.ClientAuth = pool, pool, tls.RequireAndVerifyClientCert
	}
	return c, nil
}
