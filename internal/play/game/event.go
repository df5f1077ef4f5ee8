package game

// EventType is what sort of thing has happened.
type EventType string

// The sorts of events. They are stored: their names never change.
const (
	Created   EventType = "created"   // always the first
	Joined    EventType = "joined"    // Side by Player
	Moved     EventType = "move"      // Move
	Offered   EventType = "offered"   // What by Side
	Declined  EventType = "declined"  // What, by Side, who had been offered it
	Withdrawn EventType = "withdrawn" // What, by Side, who had offered it
	TakenBack EventType = "takeback"  // to the position after Ply moves
	Resigned  EventType = "resigned"  // by Side
	Flagged   EventType = "flagged"   // Side's time is spent
	Agreed    EventType = "agreed"    // on a draw
	Claimed   EventType = "claimed"   // a draw, by Side, for Reason
	Aborted   EventType = "aborted"   // by Side, or by nobody where it lapsed
	Rematched EventType = "rematched" // Next is the new game
)

// Subject is what an offer is about.
type Subject string

// The subjects.
const (
	OfDraw     Subject = "draw"
	OfTakeback Subject = "takeback"
	OfRematch  Subject = "rematch"
)

// Event is something that happened in a game. Events are only ever added, and
// hold nothing that follows from those before them.
type Event struct {
	Type EventType `json:"type"`
	At   int64     `json:"at"` // milliseconds of the server's time
	Side Side      `json:"side,omitempty"`

	Start  *Start  `json:"start,omitempty"`
	Player *Seat   `json:"player,omitempty"`
	Move   string  `json:"move,omitempty"` // UCI notation
	What   Subject `json:"what,omitempty"`
	Ply    int     `json:"ply,omitempty"`
	Reason string  `json:"reason,omitempty"`
	Next   string  `json:"next,omitempty"`
}

// Start is what a game begins with.
type Start struct {
	ID       string   `json:"id"`
	Variant  string   `json:"variant"`
	Position string   `json:"position"`
	Control  *Control `json:"control,omitempty"`
	White    Seat     `json:"white"`
	Black    Seat     `json:"black"`
	// Invite is the hash of the token that lets a friend join.
	Invite Hash `json:"invite,omitzero"`
	// Open lets anybody join.
	Open bool `json:"open,omitempty"`
	// Previous is the game this is the rematch of.
	Previous string `json:"previous,omitempty"`
}
