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
// player has seen and Key the key of the position they led to: a move made for
// another position is stale.
type Move struct {
	Ply  int
	Key  string
	Move string
}

// Resign gives the game up.
type Resign struct{}

// Draw offers a draw or answers an offer. An offer stands until the opponent
// moves.
type Draw struct {
	Ply int
	Do  Action
}

// Claim claims a draw by threefold repetition or fifty moves.
type Claim struct{ Ply int }

// Takeback asks to take one's last move back, with what followed it, or answers
// that. It stands until anybody moves. The computer grants it at once, and so
// does one who holds both seats.
type Takeback struct {
	Ply int
	Do  Action
}

// Rematch offers another game with colours swapped, after the end.
type Rematch struct{ Do Action }

// Abort ends a game that has not begun: while a seat is free, or before both
// sides have moved.
type Abort struct{}

func (Move) command()     {}
func (Resign) command()   {}
func (Draw) command()     {}
func (Claim) command()    {}
func (Takeback) command() {}
func (Rematch) command()  {}
func (Abort) command()    {}
