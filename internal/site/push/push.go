// Package push tells browsers that something has happened while nobody looked,
// by web push: RFC 8030 (the request), 8291 (what is in it is encrypted to the
// browser) and 8292 (who sends it, VAPID).
//
// A browser gives the address of a push service of its maker's choice. So the
// address comes from a stranger, and this program goes there by itself: only
// HTTPS on its usual port is taken, addresses of private networks are refused
// when they are dialled, redirects are not followed, and answers are not read.
package push

import (
	"crypto/ecdh"
	"encoding/base64"
	"errors"
	"net/url"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store"
)

const (
	maxEndpoint = 1000
	authBytes   = 16
)

// Check reads what a browser has given: its endpoint, and its keys in base64url.
func (s *Service) Check(endpoint, key, auth string) (store.Subscription, error) {
	if err := s.checkEndpoint(endpoint); err != nil {
		return store.Subscription{}, err
	}
	point, err := decode(key)
	if err == nil {
		_, err = ecdh.P256().NewPublicKey(point)
	}
	if err != nil {
		return store.Subscription{}, invalidKey()
	}
	secret, err := decode(auth)
	if err != nil || len(secret) != authBytes {
		return store.Subscription{}, invalidKey()
	}
	return store.Subscription{Endpoint: endpoint, Key: point, Auth: secret}, nil
}

// checkEndpoint refuses what no push service of a browser is called.
func (s *Service) checkEndpoint(endpoint string) error {
	if len(endpoint) > maxEndpoint {
		return invalidEndpoint()
	}
	u, err := url.Parse(endpoint)
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.Fragment != "":
		return invalidEndpoint()
	case slices.Contains(s.trusted, u.Scheme+"://"+u.Host):
		return nil
	case u.Scheme != "https" || u.Port() != "" && u.Port() != "443" || !strings.Contains(u.Hostname(), ".") || isAddress(u.Hostname()):
		return invalidEndpoint()
	}
	return nil
}

// isAddress reports whether a host is an address and no name, in any of the ways
// that some resolvers take: push services of browsers have names.
func isAddress(host string) bool {
	if strings.Contains(host, ":") {
		return true
	}
	last := strings.TrimSuffix(host, ".")
	last = last[strings.LastIndexByte(last, '.')+1:]
	return last == "" || last[0] >= '0' && last[0] <= '9'
}

// decode reads base64url, with padding or without.
func decode(text string) ([]byte, error) {
	if len(text) > 200 {
		return nil, errors.New("push: a key that is too long")
	}
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
}

func invalidEndpoint() *game.Error {
	return game.Refuse("push.invalid.endpoint", "this is not a browser push service address", nil)
}

func invalidKey() *game.Error {
	return game.Refuse("push.invalid.key", "the browser's push keys are not valid", nil)
}
