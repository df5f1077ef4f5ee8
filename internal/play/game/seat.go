package game

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// Side is a colour, or what holds both, or nobody.
type Side = wire.Side

// The sides.
const (
	Nobody = wire.Nobody
	White  = wire.White
	Black  = wire.Black
	Both   = wire.Both
)

// Hash is the SHA-256 of a secret; the zero Hash is nobody's.
type Hash [sha256.Size]byte

// HashOf returns the hash of a secret.
func HashOf(secret string) Hash { return sha256.Sum256([]byte(secret)) }

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

// Same compares hashes without telling by the time it takes where they differ.
func (h Hash) Same(o Hash) bool { return subtle.ConstantTimeCompare(h[:], o[:]) == 1 }

// Seat is who sits at a colour: somebody known by the hash of a session's
// secret, a person at the screen of a local game, the computer at a level, or
// nobody yet.
type Seat struct {
	Session  Hash   `json:"browser,omitzero"`
	Name     string `json:"name,omitempty"`
	Computer int    `json:"computer,omitempty"`
	Person   bool   `json:"person,omitempty"`
}

// Free reports whether nobody has taken the seat.
func (s Seat) Free() bool { return s.Session == Hash{} && s.Computer == 0 && !s.Person }

// Info returns a seat as others see it, nil if it is free. The computer is
// always here.
func (s Seat) Info(here bool) *wire.PlayerInfo {
	if s.Free() {
		return nil
	}
	info := &wire.PlayerInfo{Name: s.Name, Computer: s.Computer, Here: here || s.Computer > 0 || s.Person}
	switch {
	case info.Name != "":
	case s.Computer > 0:
		info.Name = computerName
	default:
		info.Name = "Anonymous"
	}
	return info
}

// computerName is what the computer is called.
const computerName = "Tain"

// SeatOf returns the seat of a session among the two: none, one or both.
func SeatOf(seats [2]Seat, session Hash) Side {
	if session == (Hash{}) {
		return Nobody
	}
	return held(seats[0].Session.Same(session), seats[1].Session.Same(session))
}

// held names the seats that somebody holds.
func held(white, black bool) Side {
	switch {
	case white && black:
		return Both
	case white:
		return White
	case black:
		return Black
	}
	return Nobody
}

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
