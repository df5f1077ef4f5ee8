package request

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/tainchess/tain/internal/play/room"
)

// The cookies that contain a session's secret. Browsers accept a cookie with the __Host- prefix only from
// this host and only over HTTPS, so that neither a sibling domain nor an attacker on the network can set it.
// The prefix is not allowed over plain HTTP, for example on localhost.
const (
	plainCookie = "tain"
	hostCookie  = "__Host-tain"
)

// A secret is 128 random bits. Browsers store a cookie for at most 400 days.
const (
	secretBytes = 16
	cookieAge   = 400 * 24 * 60 * 60
)

// SessionOf returns the session of a request. Without a valid cookie or token it returns the zero session,
// which may only watch.
func SessionOf(r *http.Request) room.Session {
	secret, _ := secretOf(r)
	return room.SessionOf(secret)
}

// HasSession reports whether a request has a session.
func HasSession(r *http.Request) bool {
	secret, _ := secretOf(r)
	return secret != ""
}

// secretOf returns the session's secret and the cookie that contains it, if any. It falls back to the plain
// cookie even over HTTPS, so that people whose session began over plain HTTP keep their seats.
func secretOf(r *http.Request) (secret, cookie string) {
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "+tokenPrefix); ok && ours(token) {
		return token, ""
	}
	for _, name := range []string{hostCookie, plainCookie} {
		if c, err := r.Cookie(name); err == nil && ours(c.Value) {
			return c.Value, name
		}
	}
	return "", ""
}

// tokenPrefix marks a program's token, which contains the secret of its session. It distinguishes tokens from study
// secrets, which use the same header.
const tokenPrefix = "tain_"

// NewToken returns a new token for a program. The token contains the secret of a new session.
func NewToken() string { return tokenPrefix + newSecret() }

// ours reports whether a string has the form of a session secret.
func ours(secret string) bool {
	bits, err := base64.RawURLEncoding.DecodeString(secret)
	return err == nil && len(bits) == secretBytes
}

// newSecret returns a random secret.
func newSecret() string {
	bits := make([]byte, secretBytes)
	rand.Read(bits)
	return base64.RawURLEncoding.EncodeToString(bits)
}

// EnsureSession returns the session of a request, starting one if there is none. It renews the cookie, so a
// session lasts while it is in use. The server stores only a hash of the secret.
func (s *Service) EnsureSession(w http.ResponseWriter, r *http.Request) room.Session {
	return s.ensureSession(w, r, newSecret)
}

// EnsureKeyedSession is like EnsureSession, but for a request that a client may repeat because the response
// was lost, and the cookie with it. A client without a session that repeats a request to the same path with
// the same Idempotency-Key gets the same session. It returns an error if the key is too short or too long.
func (s *Service) EnsureKeyedSession(w http.ResponseWriter, r *http.Request) (room.Session, error) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		return s.EnsureSession(w, r), nil
	}
	if len(key) < minKey || len(key) > maxKey {
		return room.Session{}, errKey
	}
	return s.ensureSession(w, r, func() string {
		sum := sha256.Sum256([]byte("tain session\x00" + r.URL.Path + "\x00" + key))
		return base64.RawURLEncoding.EncodeToString(sum[:secretBytes])
	}), nil
}

// The minimum and maximum length of an Idempotency-Key. The session's secret is derived from the key, so it
// must be hard to guess: 22 characters encode 128 random bits in base64.
const (
	minKey = 22
	maxKey = 255
)

func (s *Service) ensureSession(w http.ResponseWriter, r *http.Request, begin func() string) room.Session {
	secret, cookie := secretOf(r)
	if secret != "" && cookie == "" {
		return room.SessionOf(secret) // a program with a token needs no cookie
	}
	if secret == "" {
		secret = begin()
	}
	s.setCookie(w, r, secret)
	return room.SessionOf(secret)
}

// setCookie sets the session's cookie under the safest name that the connection allows. Over HTTPS it also
// removes the plain cookie.
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

// RenewCookie replaces a plain cookie with a __Host- cookie over HTTPS.
func (s *Service) RenewCookie(w http.ResponseWriter, r *http.Request) {
	if secret, cookie := secretOf(r); cookie == plainCookie && s.Secure(r) {
		s.setCookie(w, r, secret)
	}
}
