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

// Session is a guest, identified by the secret in their cookie, or an account, identified by its key. The zero Session
// has no cookie and may only watch.
type Session struct {
	secret string
	hash   game.Hash
	from   netip.Addr
	name   string // of an account
	bot    bool
}

// SessionOf returns the session with a secret.
func SessionOf(secret string) Session {
	if secret == "" {
		return Session{}
	}
	return Session{secret: secret, hash: game.HashOf(secret)}
}

// Named returns the session with the name of its account.
func (s Session) Named(name string) Session {
	s.name = name
	return s
}

// AsBot returns the session marked as that of a bot account, or not.
func (s Session) AsBot(bot bool) Session {
	s.bot = bot
	return s
}

// Bot reports whether a program plays the session's account.
func (s Session) Bot() bool { return s.bot }

// Account reports whether the session belongs to an account.
func (s Session) Account() bool { return s.name != "" }

// Name returns the name of the session's account, or "" for a guest.
func (s Session) Name() string { return s.name }

// At returns the session with an address, which is used to share scarce resources fairly. The address is
// never stored with a game.
func (s Session) At(from netip.Addr) Session {
	s.from = from
	return s
}

// Party returns the party to which the session's use of scarce resources is charged.
func (s Session) Party() fair.Party { return fair.Party{Address: s.from, Person: s.hash} }

// Hash returns the hash that identifies the session in the store.
func (s Session) Hash() game.Hash { return s.hash }

// String identifies a session in logs without its secret.
func (s Session) String() string {
	if s.secret == "" {
		return "session none"
	}
	return "session " + hex.EncodeToString(s.hash[:4])
}

// GoString hides the secret from %#v.
func (s Session) GoString() string { return s.String() }

// Invite returns the token with which a friend can join a game. It is derived from the session's secret, so
// it can be shown again although only its hash is stored.
func (s Session) Invite(id string) string {
	mac := hmac.New(sha256.New, []byte(s.secret))
	mac.Write([]byte("tain invite " + id))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// idLength is the length of a game ID: 60 bits.
const idLength = 12

// NewID returns a random game ID that cannot be guessed.
func NewID() string { return strings.ToLower(rand.Text()[:idLength]) }

// rematchID returns the ID of a game's rematch. It is derived from the game's ID, so that two players who
// accept at the same time create the same game.
func rematchID(id string) string {
	sum := sha256.Sum256([]byte("tain rematch " + id))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:idLength])
}

// ValidID reports whether a string can be a game ID.
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
