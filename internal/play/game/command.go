package game

// Command is what a player wants to do: one of the types below. A command that
// was carried out before is carried out no second time, and that is no error.
type Command interface{ command() }

// Action is what is done with an offer.
type Action string

// The actions. To offer what the opponent has offered is to accept it.
const (
	Offer    Action = "offer"
	Accept   Action = "accept"
	Decline  Action = "decline"
	Withdraw Action = "withdraw"
)

// Move plays a move, in any form the rule set takes. Ply is how many moves the
// player has seen, Takebacks how many takebacks, and Key the Zobrist hash of the
// position they led to: a move made for another position is stale, and so is
// one from before a takeback that led back to the same.
type Move struct {
	Ply, Takebacks int
	Key            string
	Move           string
	// Lag is how long the way to the player and back takes, in milliseconds, as
	// whoever keeps the game has measured it.
	Lag int64
}

// Resign gives the game up.
type Resign struct{}

// Draw offers a draw or answers an offer. An offer stands until the opponent
// moves.
type Draw struct {
	Ply, Takebacks int
	Do             Action
}

// Claim claims a draw by threefold repetition or fifty moves.
type Claim struct{ Ply, Takebacks int }

// ClaimLeft claims the game, or a draw, because the opponent is gone. Gone is since
// when, as whoever keeps the game knows; 0 means that they are here.
type ClaimLeft struct {
	Ply, Takebacks int
	Draw           bool
	Gone           int64
}

// Takeback asks to take one's last move back, with what followed it, or answers
// that. It stands until anybody moves. The computer grants it at once, and so
// does one who holds both seats. In a local game it takes back what came last,
// the end of the game included, until a person is to move.
type Takeback struct {
	Ply, Takebacks int
	Do             Action
}

// Rematch offers another game with colours swapped, after the end. Next is the
// name that game gets if it comes about.
type Rematch struct {
	Do   Action
	Next string
}

// Abort ends a game that has not begun: while a seat is free, or before both
// sides have moved.
type Abort struct{}

// Redo plays again what was taken back in a local game, until a person is to
// move.
type Redo struct{}

// Reseat gives a seat of a local game to somebody else.
type Reseat struct {
	Side   Side
	Player Seat
}

// Pause lets the clock of a local game stand until a move is made or Resume
// comes.
type Pause struct{}

// Resume goes on with a local game: its clock stood since the last thing that
// happened.
type Resume struct{}

func (Move) command()      {}
func (Resign) command()    {}
func (Draw) command()      {}
func (Claim) command()     {}
func (ClaimLeft) command() {}
func (Takeback) command()  {}
func (Rematch) command()   {}
func (Abort) command()     {}
func (Redo) command()      {}
func (Reseat) command()    {}
func (Pause) command()     {}
func (Resume) command()    {}

// Phrase is one of the few things players can say to each other. There is no free
// text: nobody is insulted, and no operator has to read along.
type Phrase string

// The phrases.
const (
	Hello      Phrase = "hello"
	GoodLuck   Phrase = "good-luck"
	HaveFun    Phrase = "have-fun"
	WellPlayed Phrase = "well-played"
	GoodGame   Phrase = "good-game"
	Thanks     Phrase = "thanks"
	Oops       Phrase = "oops"
	Sorry      Phrase = "sorry"
	OneMoment  Phrase = "one-moment"
	TakeTime   Phrase = "take-your-time"
	Goodbye    Phrase = "goodbye"
)

// Valid reports whether there is such a phrase.
func (p Phrase) Valid() bool {
	switch p {
	case Hello, GoodLuck, HaveFun, WellPlayed, GoodGame, Thanks, Oops, Sorry, OneMoment, TakeTime, Goodbye:
		return true
	}
	return false
}
