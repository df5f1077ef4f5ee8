package game

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"

	"github.com/tainchess/tain/board"
)

// Side is a colour as it goes over the wire, or what holds both, or nobody.
// Nobody is written as null.
type Side string

// The sides.
const (
	Nobody Side = ""
	White  Side = "white"
	Black  Side = "black"
	Both   Side = "both"
)

// SideOf returns a colour as a Side.
func SideOf(c board.Colour) Side { return Side(c.String()) }

// Colour returns the colour of White or Black.
func (s Side) Colour() board.Colour {
	if s == Black {
		return board.Black
	}
	return board.White
}

// Other returns the opponent of White or Black.
func (s Side) Other() Side { return SideOf(s.Colour().Other()) }

// Holds reports whether a seat is that of a colour.
func (s Side) Holds(c board.Colour) bool { return s == Both || s == SideOf(c) }

// MarshalJSON writes nobody as null.
func (s Side) MarshalJSON() ([]byte, error) {
	if s == Nobody {
		return []byte("null"), nil
	}
	return []byte(`"` + string(s) + `"`), nil
}

// UnmarshalJSON reads a side, or null.
func (s *Side) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case "null":
		*s = Nobody
	case `"white"`, `"black"`, `"both"`:
		*s = Side(text[1 : len(text)-1])
	default:
		return fmt.Errorf("game: %.20q is neither white nor black", text)
	}
	return nil
}

// Hash is the SHA-256 of a secret; the zero Hash is nobody's.
type Hash [sha256.Size]byte

// MarshalText writes the hash as hexadecimal digits, nobody's as nothing.
func (h Hash) MarshalText() ([]byte, error) {
	if h == (Hash{}) {
		return nil, nil
	}
	return []byte(hex.EncodeToString(h[:])), nil
}

// UnmarshalText reads what MarshalText writes.
func (h *Hash) UnmarshalText(text []byte) error {
	*h = Hash{}
	if len(text) == 0 {
		return nil
	}
	if n, err := hex.Decode(h[:], text[:min(len(text), 2*len(h))]); err != nil || n != len(h) || len(text) != 2*len(h) {
		return fmt.Errorf("game: %.70q is not the hash of a secret", text)
	}
	return nil
}

// Browser is who asks. It is known by the secret its cookie holds; the zero
// Browser is somebody without a cookie, who may only look.
type Browser struct {
	secret string
	hash   Hash
}

// BrowserOf returns the browser whose cookie holds a secret.
func BrowserOf(secret string) Browser {
	if secret == "" {
		return Browser{}
	}
	return Browser{secret: secret, hash: sha256.Sum256([]byte(secret))}
}

// Hash returns what a browser is stored by.
func (b Browser) Hash() Hash { return b.hash }

// String names a browser in logs without telling its secret.
func (b Browser) String() string {
	if b.secret == "" {
		return "browser none"
	}
	return "browser " + hex.EncodeToString(b.hash[:4])
}

// GoString keeps the secret out of %#v.
func (b Browser) GoString() string { return b.String() }

// invite returns the token by which a friend of the browser may join a game.
// It follows from the browser's secret, so that it can be shown again although
// only its hash is kept.
func (b Browser) invite(id string) string {
	mac := hmac.New(sha256.New, []byte(b.secret))
	mac.Write([]byte("tain invite " + id))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// tokenHash returns what a token is stored by.
func tokenHash(token string) Hash { return sha256.Sum256([]byte(token)) }

// same compares hashes without telling by the time it takes where they differ.
func (h Hash) same(o Hash) bool { return subtle.ConstantTimeCompare(h[:], o[:]) == 1 }

// newID draws the name of a game: 60 bits, which nobody guesses.
func newID() string { return strings.ToLower(rand.Text()[:12]) }

// MaxName is the most characters a player's name may have.
const MaxName = 24

// CleanName makes a name fit to be shown: without control and direction
// characters, without doubled spaces, and not too long.
func CleanName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == unicode.ReplacementChar, !unicode.IsPrint(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(name[:min(len(name), 64*MaxName)], ""))
	name = strings.Join(strings.Fields(name), " ")
	if runes := []rune(name); len(runes) > MaxName {
		name = strings.TrimSpace(string(runes[:MaxName]))
	}
	return name
}
