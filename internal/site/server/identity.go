package server

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/tainchess/tain/internal/play/room"
)

// cookieName is the cookie that holds a session's secret.
const cookieName = "tain"

// A secret is 128 random bits; browsers keep a cookie for 400 days at most.
const (
	secretBytes = 16
	cookieAge   = 400 * 24 * 60 * 60
)

// sessionOf tells who asks. Whoever has no cookie, or one that we have not made,
// may only look.
func sessionOf(r *http.Request) room.Session {
	c, err := r.Cookie(cookieName)
	if err != nil {
		return room.Session{}
	}
	secret, err := base64.RawURLEncoding.DecodeString(c.Value)
	if err != nil || len(secret) != secretBytes {
		return room.Session{}
	}
	return room.SessionOf(c.Value)
}

// known tells who asks and gives a cookie to one who has none. The cookie's
// time starts anew, so that it lasts as long as it is used. The server keeps
// only a hash of it.
func (s *Server) known(w http.ResponseWriter, r *http.Request) room.Session {
	secret := ""
	if (sessionOf(r) != room.Session{}) {
		c, _ := r.Cookie(cookieName) // sessionOf has read it
		secret = c.Value
	} else {
		bits := make([]byte, secretBytes)
		rand.Read(bits)
		secret = base64.RawURLEncoding.EncodeToString(bits)
	}
	http.SetCookie(w, &http.Cookie{
		Name: cookieName, Value: secret, Path: "/", MaxAge: cookieAge,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: strings.HasPrefix(s.origin(r), "https:"),
	})
	return room.SessionOf(secret)
}
