package game

// Action is a step in the life of an offer.
type Action string

// The actions. Offering what the opponent has already offered accepts it.
const (
	Offer    Action = "offer"
	Accept   Action = "accept"
	Decline  Action = "decline"
	Withdraw Action = "withdraw"
)

// Move plays a move, in any notation that the rule set parses. Ply, Takebacks and Key
// (a Zobrist hash) identify the position that the player has seen: a move for any
// other position is stale, and so is one from before a takeback, even if the same
// position has come up again.
type Move struct {
	Ply, Takebacks int
	Key            string
	Move           string
	// Lag is the player's measured round-trip time in milliseconds. The server sets
	// it.
	Lag int64
}

// Resign resigns the game.
type Resign struct{}

// Draw offers a draw or answers an offer. An offer is valid until the opponent moves.
type Draw struct {
	Ply, Takebacks int
	Do             Action
}

// Claim claims a draw by threefold repetition or fifty moves.
type Claim struct{ Ply, Takebacks int }

// ClaimLeft claims a win, or a draw, because the opponent has left. Gone is when they
// left, 0 if they are present. The server sets it.
type ClaimLeft struct {
	Ply, Takebacks int
	Draw           bool
	Gone           int64
}

// Takeback asks to take back the player's last move and what followed it, or answers
// such a request. A request is valid until either side moves. The computer grants it
// at once; a player who holds both seats needs no permission. In a local game it
// undoes the last event, which may be the end of the game, and continues until it is
// a person's turn.
type Takeback struct {
	Ply, Takebacks int
	Do             Action
}

// Rematch offers another game with colours swapped, or answers such an offer, after
// the end. Next is the id of the new game.
type Rematch struct {
	Do   Action
	Next string
}

// Abort ends a game that has not started: while a seat is free, or before both sides
// have moved.
type Abort struct{}

// Redo plays moves again that were taken back in a local game, until it is a person's
// turn.
type Redo struct{}

// Reseat gives a seat of a local game to another player.
type Reseat struct {
	Side   Side
	Player Seat
}

// Pause stops the clock of a local game until the next move or Resume.
type Pause struct{}

// Resume restarts the clock of a local game. The time since the last event is not
// counted.
type Resume struct{}

// Phrase is one of a few messages that players can send each other. There is no free
// text, so nobody can be insulted and no operator has to moderate.
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

// Valid reports whether the phrase exists.
func (p Phrase) Valid() bool {
	switch p {
	case Hello, GoodLuck, HaveFun, WellPlayed, GoodGame, Thanks, Oops, Sorry, OneMoment, TakeTime, Goodbye:
		return true
	}
	return false
}
