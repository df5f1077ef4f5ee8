// Package push sends web push notifications to browsers while the page is closed. It implements RFC 8030 (the
// request), RFC 8291 (encryption for the browser) and RFC 8292 (identification of the sender, VAPID).
//
// The browser specifies the URL of its vendor's push service, so an untrusted client chooses an address that
// this server calls. Therefore the URL must use HTTPS on port 443, the dialler rejects private networks, and
// the client neither follows redirects nor reads response bodies.
package push

import (
	"encoding/base64"
	"errors"
	"strings"

	"github.com/tainchess/tain/internal/play/game"
)

// isAddress reports whether a host is an IP address in any notation that a resolver may accept. Push services
// use host names instead.
func isAddress(host string) bool {
	if strings.Contains(host, ":") {
		return true
	}
	last := strings.TrimSuffix(host, ".")
	last = last[strings.LastIndexByte(last, '.')+1:]
	return last == "" || last[0] >= '0' && last[0] <= '9'
}

// decode decodes base64url with or without padding.
func decode(text string) ([]byte, error) {
	if len(text) > 200 {
		return nil, errors.New("push: the key is too long")
	}
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
}

func invalidEndpoint() *game.Error {
	return game.Refuse("push.invalid.endpoint", "this is not a browser push service address", nil)
}

func invalidKey() *game.Error {
	return game.Refuse("push.invalid.key", "the browser's push keys are not valid", nil)
}
