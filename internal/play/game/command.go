package game

// OfferAction is a player's action on an offer, such as offering or declining.
type OfferAction string

// The actions. Offering a draw or a rematch that the opponent has already offered accepts it.
const (
	Offer    OfferAction = "offer"
	Accept   OfferAction = "accept"
	Decline  OfferAction = "decline"
	Withdraw OfferAction = "withdraw"
)

// Move plays a move, in any notation that the rule set parses. Ply, Takebacks and Key (a Zobrist hash)
// identify the position that the player has seen. A move for any other position is stale, and so is a move
// from before a takeback, even if the same position has occurred again. Repeating a move that has not been
// taken back has no effect.
type Move struct {
	Ply, Takebacks int
	Key            string
	Move           string
	// Lag is the player's measured round-trip time, plus the time of a move to another node, in
	// milliseconds. The server sets it.
	Lag int64
}

// Resign resigns the game.
type Resign struct{}

// Draw offers a draw or responds to an offer. An offer is valid until the opponent moves.
type Draw struct {
	Ply, Takebacks int
	Do             OfferAction
}

// Claim claims a draw by threefold repetition or the fifty-move rule.
type Claim struct{ Ply, Takebacks int }

// ClaimLeft claims a win or a draw because the opponent has left. Gone is the time at which they left,
// or 0 if they are present. The server sets it.
type ClaimLeft struct {
	Ply, Takebacks int
	Draw           bool
	Gone           int64
}

// Takeback asks to take back the player's last move and the moves after it, or responds to such a request. A
// request is valid until either side moves. The computer accepts it immediately; a player who holds both
// seats needs no permission. In a local game Takeback undoes the end of the game, if it has ended, and then
// moves until it is a person's turn.
type Takeback struct {
	Ply, Takebacks int
	Do             OfferAction
}

// Rematch offers another game with colours swapped, or responds to such an offer, after the game has ended.
// Next is the ID of the new game.
type Rematch struct {
	Do   OfferAction
	Next string
}

// Abort ends a game without a result. It is allowed while a seat is free or before both sides have
// moved.
type Abort struct{}

// Redo replays moves that were taken back in a local game, until it is a person's turn.
type Redo struct{}

// Reseat gives a seat of a local game to another player.
type Reseat struct {
	Side   Side
	Player Seat
}

// Pause stops the clock of a local game until the next move or Resume.
type Pause struct{}

// Resume restarts the clock of a local game. If it is running, the time since it was last started is
// not counted.
type Resume struct{}

// Phrase is one of a few predefined messages that players can send each other. There is no free text, so
// players cannot be insulted and operators need not moderate.
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

// Valid reports whether p is one of the predefined phrases.
func (p Phrase) Valid() bool {
	switch p {
	case Hello, GoodLuck, HaveFun, WellPlayed, GoodGame, Thanks, Oops, Sorry, OneMoment, TakeTime, Goodbye:
		return true
	}
	return false
}
