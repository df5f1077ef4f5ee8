package cluster

import "github.com/tainchess/tain/internal/play/game"

// Note is a message between hubs about a game that they have in memory. It is not
// stored, and sent again soon if it gets lost.
type Note struct {
	Node string `json:"node"` // the sender
	// Ask asks the other nodes who is at the game there.
	Ask bool `json:"ask,omitempty"`
	// Here is who is at the game at the sender.
	Here *Here `json:"here,omitempty"`
	// Said is a phrase of a player.
	Said *Said `json:"said,omitempty"`
	// Moving announces that the sender sends a player to another node, who must not
	// be charged for the time on the way.
	Moving game.Side `json:"moving,omitempty"`
}

// Here is who is at a game at one node.
type Here struct {
	White      bool `json:"white,omitempty"`
	Black      bool `json:"black,omitempty"`
	Spectators int  `json:"spectators,omitempty"`
	Events     int  `json:"events"` // that the node knows of
	// Thinks is the number of events of the position that the node's computer
	// player thinks about, 0 if it does not; Since is for how many milliseconds it
	// has.
	Thinks int   `json:"thinks,omitempty"`
	Since  int64 `json:"since,omitempty"`
}

// Said is a phrase from a player.
type Said struct {
	By     game.Side   `json:"by"`
	Phrase game.Phrase `json:"phrase"`
}
