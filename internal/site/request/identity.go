package request

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/tainchess/tain/internal/play/room"
)

// The cookies that hold a session's secret. Over HTTPS its name begins so that
// browsers take it from this very host alone: neither a page of a neighbouring
// domain nor somebody on the line can plant one. Over plain HTTP, as on one's
// own machine, browsers know no such name.
const (
	plainCookie = "tain"
	hostCookie  = "__Host-tain"
)

// A secret is 128 random bits; browsers keep a cookie for 400 days at most.
const (
	secretBytes = 16
	cookieAge   = 400 * 24 * 60 * 60
)

// SessionOf tells who asks. Whoever has no cookie, or one that we have not made,
// may only look.
func SessionOf(r *http.Request) room.Session {
	secret, _ := secretOf(r)
	return room.SessionOf(secret)
}

// HasSession reports whether a request comes with a session's secret.
func HasSession(r *http.Request) bool {
	secret, _ := secretOf(r)
	return secret != ""
}

// secretOf returns the secret of who asks, if they have one that may be ours,
// and the cookie it is in. The plain cookie counts where there is no other:
// sessions that began before there was another have only that, and must not
// lose their seats.
func secretOf(r *http.Request) (secret, cookie string) {
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "+tokenPrefix); ok && ours(token) {
		return token, ""
	}
	for _, name := range []string{hostCookie, plainCookie} {
		c, err := r.Cookie(name)
		if err != nil {
			continue
		}
		if ours(c.Value) {
			return c.Value, name
		}
	}
	return "", ""
}

// tokenPrefix begins the token of a program, which is the secret of its session. It
// tells one from the secrets of studies, which stand in the same header.
const tokenPrefix = "tain_"

// NewToken makes the token of a program: the secret of a session of its own.
func NewToken() string { return tokenPrefix + newSecret() }

// ours reports whether a text may be a secret that we have made.
func ours(secret string) bool {
	bits, err := base64.RawURLEncoding.DecodeString(secret)
	return err == nil && len(bits) == secretBytes
}

// newSecret draws a secret.
func newSecret() string {
	bits := make([]byte, secretBytes)
	rand.Read(bits)
	return base64.RawURLEncoding.EncodeToString(bits)
}

// EnsureSession tells who asks and gives a cookie to one who has none. The cookie's
// time starts anew, so that it lasts as long as it is used. The server keeps
// only a hash of it.
func (s *Service) EnsureSession(w http.ResponseWriter, r *http.Request) room.Session {
	secret, cookie := secretOf(r)
	if secret != "" && cookie == "" {
		return room.SessionOf(secret) // a program has its token, and wants no cookie
	}
	if secret == "" {
		secret = newSecret()
	}
	s.setCookie(w, r, secret)
	return room.SessionOf(secret)
}

// setCookie gives the asker the cookie of a session, under the best name there
// is for it, and takes back the one under the other.
func (s *Service) setCookie(w http.ResponseWriter, r *http.Request, secret string) {
	c := http.Cookie{
		Name: plainCookie, Value: secret, Path: "/", MaxAge: cookieAge, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
	if s.Secure(r) {
		c.Name, c.Secure = hostCookie, true
		if _, err := r.Cookie(plainCookie); err == nil {
			http.SetCookie(w, &http.Cookie{Name: plainCookie, Path: "/", MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: true})
		}
	}
	http.SetCookie(w, &c)
}

// RenewCookie moves a session that has the old cookie over HTTPS to the new one.
func (s *Service) RenewCookie(w http.ResponseWriter, r *http.Request) {
	if secret, cookie := secretOf(r); cookie == plainCookie && s.Secure(r) {
		s.setCookie(w, r, secret)
	}
}
