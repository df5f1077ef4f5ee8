package request

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/game"
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

// Accounts finds the account of a browser that is signed in, or of a program with a token.
type Accounts interface {
	// Resolve returns the device with a token and its account, or people.ErrNotFound. Unless pay is nil, Resolve
	// calls it before it reads the store, and returns its error.
	Resolve(ctx context.Context, token string, pay func() error) (people.Signed, error)
	// ResolveToken is like Resolve, for the token of a program.
	ResolveToken(ctx context.Context, token string, pay func() error) (people.Signed, error)
}

// The cookies that contain the token of a device that is signed in to an account. They are separate from those of
// guests, so a guest who did not move their games to the account has them again after signing out.
const (
	plainAccountCookie = "tain-account"
	hostAccountCookie  = "__Host-tain-account"
)

// signed is the context value for a request from a browser that is signed in, or with the token of an account.
type signed struct {
	people.Signed
	secret  string // the token in the cookie or the header
	resolve func(ctx context.Context, secret string, pay func() error) (people.Signed, error)
	err     error // why the account is unknown
}

// signedKey is the context key of signed.
type signedKey struct{}

// resolvePrice is the price of reading a device or a token from the store. A browser that is signed in pays it once every
// few seconds, and a client that invents tokens with each request. guessPrice is the price of a token that does not exist.
const (
	resolvePrice = 1
	guessPrice   = 10
)

// identify finds the account of a request and adds it to the request's context.
func (s *Service) identify(r *http.Request) *http.Request {
	if s.Accounts == nil {
		return r
	}
	v := &signed{resolve: s.Accounts.Resolve}
	token := accountToken(r)
	if token != "" {
		v.secret, v.resolve = token, s.Accounts.ResolveToken
	} else {
		c, err := r.Cookie(s.cookieName(r, plainAccountCookie, hostAccountCookie))
		if err != nil || len(c.Value) > 64 || strings.HasPrefix(r.Header.Get("Authorization"), "Bearer "+tokenPrefix) {
			return r
		}
		v.secret = c.Value
	}
	v.Signed, v.err = v.resolve(r.Context(), v.secret, func() error {
		if !s.Limiter.PayAddress(s.Address(r), resolvePrice) {
			return RetryLater(0, ErrTooMany)
		}
		return nil
	})
	if errors.Is(v.err, people.ErrNotFound) {
		if token == "" {
			return r
		}
		s.Limiter.PayAddress(s.Address(r), guessPrice)
		v.err = errToken
	}
	return r.WithContext(context.WithValue(r.Context(), signedKey{}, v))
}

func signedOf(r *http.Request) *signed {
	v, _ := r.Context().Value(signedKey{}).(*signed)
	return v
}

// SignedIn returns the device and the account of a request, if its browser is signed in. A token never counts as a
// device, so no program can change the account itself.
func SignedIn(r *http.Request) (people.Signed, bool) {
	v := signedOf(r)
	if v == nil || v.err != nil || v.Token != nil {
		return people.Signed{}, false
	}
	return v.Signed, true
}

// Unidentified returns an error if the account of a request is unknown, because the store could not be read or the
// address could not pay for reading it.
func Unidentified(r *http.Request) error {
	v := signedOf(r)
	if v == nil || v.err == nil {
		return nil
	}
	var known httpError
	if errors.As(v.err, &known) {
		return v.err
	}
	return game.StoreFailed("read", v.err)
}

// StillSignedIn returns an error if the device or token of a request has ended since the request began. It may be called
// after the request has ended.
func (s *Service) StillSignedIn(r *http.Request) error {
	v := signedOf(r)
	if v == nil || v.err != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), s.Limits.Patience)
	defer cancel()
	if _, err := v.resolve(ctx, v.secret, nil); errors.Is(err, people.ErrNotFound) {
		return ErrSignedOut
	}
	return nil
}

// SessionOf returns the session of a request: that of an account, or otherwise of a guest. Without a valid cookie
// or token it returns the zero session, which may only watch.
func SessionOf(r *http.Request) room.Session {
	if v := signedOf(r); v != nil {
		if v.err != nil {
			return room.Session{}
		}
		return room.SessionOf(v.Account.Key).Named(v.Account.Name).AsBot(v.Account.Role == people.Bot)
	}
	return GuestOf(r)
}

// GuestOf returns the guest of a request, even if the browser is signed in to an account.
func GuestOf(r *http.Request) room.Session {
	secret, _ := secretOf(r)
	return room.SessionOf(secret)
}

// HasSession reports whether a request has a session.
func HasSession(r *http.Request) bool { return SessionOf(r).Hash() != game.Hash{} }

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
	if signedOf(r) != nil {
		return SessionOf(r)
	}
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

// cookieName returns the name of a cookie: the safest that the connection allows.
func (s *Service) cookieName(r *http.Request, plain, host string) string {
	if s.Secure(r) {
		return host
	}
	return plain
}

// setSecret sets a cookie that only the server can read, or deletes it if age is negative.
func (s *Service) setSecret(w http.ResponseWriter, r *http.Request, plain, host, value string, age int) {
	http.SetCookie(w, &http.Cookie{
		Name: s.cookieName(r, plain, host), Value: value, Path: "/", MaxAge: age, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.Secure(r),
	})
}

// SignIn sets the cookie of a device that has signed in. If the guest's games were moved, it also deletes the
// guest's cookie.
func (s *Service) SignIn(w http.ResponseWriter, r *http.Request, token string, moved bool) {
	s.setSecret(w, r, plainAccountCookie, hostAccountCookie, token, cookieAge)
	if !moved {
		return
	}
	for _, name := range []string{hostCookie, plainCookie} {
		if _, err := r.Cookie(name); err == nil {
			http.SetCookie(w, &http.Cookie{Name: name, Path: "/", MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.Secure(r)})
		}
	}
}

// RenewDevice renews the cookie of a device, so that it lasts while the device is in use.
func (s *Service) RenewDevice(w http.ResponseWriter, r *http.Request) {
	if v := signedOf(r); v != nil && v.err == nil && v.Token == nil {
		s.SignIn(w, r, v.secret, false)
	}
}

// SignOut deletes the cookie of a device.
func (s *Service) SignOut(w http.ResponseWriter, r *http.Request) {
	s.setSecret(w, r, plainAccountCookie, hostAccountCookie, "", -1)
}

// The cookies that tie a challenge to the browser that requested it.
const (
	plainChallengeCookie = "tain-challenge"
	hostChallengeCookie  = "__Host-tain-challenge"
)

// SetChallenge sets the cookie of a challenge.
func (s *Service) SetChallenge(w http.ResponseWriter, r *http.Request, token string, age time.Duration) {
	s.setSecret(w, r, plainChallengeCookie, hostChallengeCookie, token, int(age.Seconds()))
}

// TakeChallenge returns the token in the cookie of a challenge, or "", and deletes the cookie.
func (s *Service) TakeChallenge(w http.ResponseWriter, r *http.Request) string {
	c, err := r.Cookie(s.cookieName(r, plainChallengeCookie, hostChallengeCookie))
	if err != nil {
		return ""
	}
	s.setSecret(w, r, plainChallengeCookie, hostChallengeCookie, "", -1)
	return c.Value
}

// RenewCookie replaces a plain cookie with a __Host- cookie over HTTPS.
func (s *Service) RenewCookie(w http.ResponseWriter, r *http.Request) {
	if secret, cookie := secretOf(r); cookie == plainCookie && s.Secure(r) {
		s.setCookie(w, r, secret)
	}
}
