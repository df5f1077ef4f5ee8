package room

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"net/netip"
	"strings"

	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
)

// Session is who asks: a browser, known by the secret its cookie holds. The
// zero Session is somebody without a cookie, who may only look.
type Session struct {
	secret string
	hash   game.Hash
	from   netip.Addr
}

// SessionOf returns the session whose cookie holds a secret.
func SessionOf(secret string) Session {
	if secret == "" {
		return Session{}
	}
	return Session{secret: secret, hash: game.HashOf(secret)}
}

// RemoteSession returns the session of somebody at another node, whose secret is
// known there alone.
func RemoteSession(hash game.Hash, from netip.Addr) Session { return Session{hash: hash, from: from} }

// At returns the session as it asks from an address, by which what is scarce is
// shared. The address is never kept with a game.
func (s Session) At(from netip.Addr) Session {
	s.from = from
	return s
}

// Party returns who a session is when something scarce is shared.
func (s Session) Party() fair.Party { return fair.Party{Address: s.from, Person: s.hash} }

// Hash returns what a session is stored by.
func (s Session) Hash() game.Hash { return s.hash }

// String names a session in logs without telling its secret.
func (s Session) String() string {
	if s.secret == "" {
		return "session none"
	}
	return "session " + hex.EncodeToString(s.hash[:4])
}

// GoString keeps the secret out of %#v.
func (s Session) GoString() string { return s.String() }

// Invite returns the token by which a friend of the session may join a game.
// It follows from the session's secret, so that it can be shown again although
// only its hash is kept.
func (s Session) Invite(id string) string {
	mac := hmac.New(sha256.New, []byte(s.secret))
	mac.Write([]byte("tain invite " + id))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// idLength is how many characters the name of a game has: 60 bits.
const idLength = 12

// NewID draws the name of a game, which nobody guesses.
func NewID() string { return strings.ToLower(rand.Text()[:idLength]) }

// rematchID returns the name of the rematch of a game. It follows from the
// game's own, so that two who accept at the same time begin the same one.
func rematchID(id string) string {
	sum := sha256.Sum256([]byte("tain rematch " + id))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:idLength])
}

// ValidID reports whether a text can be the name of a game.
func ValidID(id string) bool {
	if len(id) != idLength {
		return false
	}
	for _, c := range id {
		if (c < 'a' || c > 'z') && (c < '2' || c > '7') {
			return false
		}
	}
	return true
}
