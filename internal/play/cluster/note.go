package cluster

import "github.com/tainchess/tain/internal/play/game"

// Note is what hubs tell each other about a game that they have in memory. It is
// not kept: what is lost is told again before long.
type Note struct {
	Node string `json:"node"` // who tells it
	// Ask asks the others who is at the game with them.
	Ask bool `json:"ask,omitempty"`
	// Here is who is at the game at the node.
	Here *Here `json:"here,omitempty"`
	// Said is a phrase of a player.
	Said *Said `json:"said,omitempty"`
	// Moving tells that the node sends a player to another one, who is not to be
	// charged for the way.
	Moving game.Side `json:"moving,omitempty"`
}

// Here is who is at a game at one node.
type Here struct {
	White      bool `json:"white,omitempty"`
	Black      bool `json:"black,omitempty"`
	Spectators int  `json:"spectators,omitempty"`
	Events     int  `json:"events"` // that the node knows of
	// Thinks is how many events the game has that the node's computer player
	// answers, 0 if it does not; Since for how many milliseconds it has.
	Thinks int   `json:"thinks,omitempty"`
	Since  int64 `json:"since,omitempty"`
}

// Said is a phrase that a player says.
type Said struct {
	By     game.Side   `json:"by"`
	Phrase game.Phrase `json:"phrase"`
}
