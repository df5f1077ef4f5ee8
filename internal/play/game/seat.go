package game

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"

	"github.com/tainchess/tain/board"
)

// Side is a colour, both colours or neither. Sides are stored, so their values never change.
type Side string

// The sides.
const (
	Nobody Side = ""
	White  Side = "white"
	Black  Side = "black"
	Both   Side = "both"
)

// SideOf returns a colour as a Side.
func SideOf(c board.Colour) Side {
	if c == board.Black {
		return Black
	}
	return White
}

// Colour returns the colour of a side, and White for Nobody and Both.
func (s Side) Colour() board.Colour {
	if s == Black {
		return board.Black
	}
	return board.White
}

// Other returns the opponent of White or Black.
func (s Side) Other() Side { return SideOf(s.Colour().Other()) }

// Holds reports whether a side includes a colour.
func (s Side) Holds(c board.Colour) bool { return s == Both || s == SideOf(c) }

// UnmarshalText parses a stored side.
func (s *Side) UnmarshalText(text []byte) error {
	switch side := Side(text); side {
	case Nobody, White, Black, Both:
		*s = side
		return nil
	}
	return fmt.Errorf("game: %.20q is not a side", text)
}

// Hash is the SHA-256 of a secret. The zero Hash belongs to nobody.
type Hash [sha256.Size]byte

// HashOf returns the hash of a secret.
func HashOf(secret string) Hash { return sha256.Sum256([]byte(secret)) }

// MarshalText returns the hash in hexadecimal, or an empty text for the zero Hash.
func (h Hash) MarshalText() ([]byte, error) {
	if h == (Hash{}) {
		return nil, nil
	}
	return []byte(hex.EncodeToString(h[:])), nil
}

// UnmarshalText parses the output of MarshalText.
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

// Same compares hashes in constant time.
func (h Hash) Same(o Hash) bool { return subtle.ConstantTimeCompare(h[:], o[:]) == 1 }

// Seat is the player of a colour: a session, identified by the hash of its secret; a person at the screen of
// a local game; the computer at a level; or nobody yet.
type Seat struct {
	Session  Hash   `json:"browser,omitzero"`
	Name     string `json:"name,omitempty"`
	Computer int    `json:"computer,omitempty"`
	Person   bool   `json:"person,omitempty"`
	Bot      bool   `json:"bot,omitempty"` // whether a program plays the session's account
}

// Free reports whether nobody has taken the seat.
func (s Seat) Free() bool { return s.Session == Hash{} && s.Computer == 0 && !s.Person }

// Player is a player as shown to others.
type Player struct {
	Name     string
	Computer int  // level, or 0 for a person
	Bot      bool // whether a program plays the account
	Here     bool // whether the player is present; the computer and people in local games always are
	// Claim is when the opponent may claim the game because this player has left, in milliseconds, or 0 if
	// they may not.
	Claim int64
	// Rating is nil except in rated games.
	Rating *Rating
}

// Rating is a player's rating as shown to others.
type Rating struct {
	Points      int
	Provisional bool
	// Change is what the game has changed, or nil while it is in play and if it does not count for the player.
	Change *int
}

// Players are both players as shown to others; a free seat is nil.
type Players struct{ White, Black *Player }

// PlayersOf returns the players at two seats; here reports which of them are present.
func PlayersOf(seats [2]Seat, here [2]bool) Players {
	return Players{White: seats[board.White].Player(here[board.White]), Black: seats[board.Black].Player(here[board.Black])}
}

// Player returns the player at a seat as shown to others, or nil if the seat is free.
func (s Seat) Player(here bool) *Player {
	if s.Free() {
		return nil
	}
	p := &Player{Name: s.Name, Computer: s.Computer, Bot: s.Bot, Here: here || s.Computer > 0 || s.Person}
	switch {
	case p.Name != "":
	case s.Computer > 0:
		p.Name = computerName
	default:
		p.Name = "Anonymous"
	}
	return p
}

const computerName = "Tain"

// SeatOf returns the seats of a session: none, one or both.
func SeatOf(seats [2]Seat, session Hash) Side {
	if session == (Hash{}) {
		return Nobody
	}
	return sideOfSeats(seats[0].Session.Same(session), seats[1].Session.Same(session))
}

func sideOfSeats(white, black bool) Side {
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

// MaxName is the maximum length of a player's name in characters.
const MaxName = 24

// CleanName returns a name that is safe to display: without control characters, bidirectional characters and
// repeated spaces, and truncated to MaxName.
func CleanName(name string) string { return CleanText(name, MaxName) }

// CleanText returns a single line that is safe to display, without control and bidirectional characters, and
// truncated to the given maximum length in characters.
func CleanText(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == unicode.ReplacementChar, !unicode.IsPrint(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text[:min(len(text), 64*most)], ""))
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > most {
		text = strings.TrimSpace(string(runes[:most]))
	}
	return text
}
