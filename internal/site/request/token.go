package request

import (
	"context"
	"net/http"
	"regexp"
	"strings"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/game"
)

// accountToken returns the token of an account in the Authorization header, or "". Tokens anywhere else, such as in the
// URL, are ignored.
func accountToken(r *http.Request) string {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !strings.HasPrefix(token, people.TokenPrefix) {
		return ""
	}
	return token
}

// authorize checks that the token of a request, if it has one, permits a route. Routes without a scope are served as if
// the request had no token.
func authorize(r *http.Request, scope people.Scope) (*http.Request, error) {
	v := signedOf(r)
	switch {
	case v == nil || v.Token == nil:
		return r, nil
	case scope == "":
		return r.WithContext(context.WithValue(r.Context(), signedKey{}, (*signed)(nil))), nil
	case !v.Token.Permits(scope):
		return r, errScope(scope)
	}
	return r, nil
}

// Credential returns the device or token with which a request was signed in, when it expires if it is a token, or zero.
func Credential(r *http.Request) (id game.Hash, expires int64) {
	v := signedOf(r)
	if v == nil || v.err != nil {
		return game.Hash{}, 0
	}
	if v.Token != nil {
		expires = v.Token.Expires
	}
	return v.Credential(), expires
}

// TokenOf returns the account and the token of a request, if it has one.
func TokenOf(r *http.Request) (people.Signed, bool) {
	v := signedOf(r)
	if v == nil || v.err != nil || v.Token == nil {
		return people.Signed{}, false
	}
	return v.Signed, true
}

// secrets matches tokens of accounts and of bots without an account.
var secrets = regexp.MustCompile("(" + people.TokenPrefix + "|" + tokenPrefix + ")[A-Za-z0-9_-]+")

// LogPath returns the path of a request without tokens that a client may have put there by mistake.
func LogPath(r *http.Request) string { return secrets.ReplaceAllString(r.URL.Path, "$1...") }
