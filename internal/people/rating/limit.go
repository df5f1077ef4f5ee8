package rating

import (
	"time"

	"github.com/tainchess/tain/internal/play/game"
)

// DayLimit is the number of a person's games within [Day] that count in a pool against the same opponent, and against
// all opponents at their own address together. It limits what people gain by losing to themselves or to a friend. Games
// with bots are not limited, because they change no person's rating.
const DayLimit = 10

// Day is the period of DayLimit, and how long two people who have begun rated games from the same address count as
// neighbours.
const Day = 24 * time.Hour

// Rival is the opponent in one of a person's recent games.
type Rival struct {
	Person    game.Hash
	Neighbour bool // whether both have begun rated games from the same address
}

// Exceeded reports whether another game against an opponent would exceed DayLimit. recent are a person's opponents in
// the games of the last Day.
func Exceeded(opponent Rival, recent []Rival) bool {
	same, neighbours := 0, 0
	for _, o := range recent {
		if o.Person == opponent.Person {
			same++
		}
		if o.Neighbour {
			neighbours++
		}
	}
	return same >= DayLimit || opponent.Neighbour && neighbours >= DayLimit
}

// Address is an address from which a person has begun rated games.
type Address struct {
	Address string
	Seen    int64
	Others  []game.Hash // other people at the address
}
