package wire

// ServerMessage is a message of the server on a socket, one of the types below. Each has
// its name in Type.
type ServerMessage interface{ serverMessage() }

// GameMessage is the whole game: at first, on request, and after changes other than
// moves.
type GameMessage struct {
	Type string   `json:"type" ts:"'game'"`
	Game Snapshot `json:"game"`
}

// MoveMessage is a move.
type MoveMessage struct {
	Type     string     `json:"type" ts:"'move'"`
	Game     string     `json:"game"`
	Ply      int        `json:"ply"` // after it
	Move     PlayedMove `json:"move"`
	Position string     `json:"position"`
	Clocks   *Clocks    `json:"clocks"`
	Undo     Undo       `json:"undo"`
	Claim    []string   `json:"claim,omitempty"`
}

// HereMessage is who is connected.
type HereMessage struct {
	Type       string `json:"type" ts:"'here'"`
	White      bool   `json:"white"`
	Black      bool   `json:"black"`
	Spectators int    `json:"spectators"`
	// WhiteClaim and BlackClaim are the server times at which the opponent may claim the
	// game because the player has left; 0 if they may not.
	WhiteClaim int64 `json:"whiteClaim,omitempty"`
	BlackClaim int64 `json:"blackClaim,omitempty"`
}

// SaidMessage is a phrase of a player.
type SaidMessage struct {
	Type    string `json:"type" ts:"'said'"`
	By      Side   `json:"by" ts:"Colour"`
	Phrase  Phrase `json:"phrase"`
	Message string `json:"message"`
}

// ThinkingMessage is the number of games before this one in the computer's queue; at 0
// it thinks.
type ThinkingMessage struct {
	Type  string `json:"type" ts:"'thinking'"`
	Place int    `json:"place"`
}

// DoneMessage acknowledges a request that is done and saved.
type DoneMessage struct {
	Type string `json:"type" ts:"'done'"`
	N    int64  `json:"n"`
}

// ErrorMessage is why a request was rejected or the connection ends.
type ErrorMessage struct {
	Type    string `json:"type" ts:"'error'"`
	N       *int64 `json:"n,omitempty"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// PongMessage answers a ping with the server's time.
type PongMessage struct {
	Type string `json:"type" ts:"'pong'"`
	N    int64  `json:"n"`
	Now  int64  `json:"now"`
}

// ByeMessage announces that the server shuts down; the client reconnects.
type ByeMessage struct {
	Type    string `json:"type" ts:"'bye'"`
	Message string `json:"message"`
}

// ReconnectMessage asks the client to reconnect at once, because its node shuts down and
// another takes over. Shortly after, the connection is closed with code 1012.
type ReconnectMessage struct {
	Type string `json:"type" ts:"'reconnect'"`
}

// NoticeMessage is a notice of the operator to everybody; one without text withdraws the
// last.
type NoticeMessage struct {
	Type   string `json:"type" ts:"'notice'"`
	Notice Notice `json:"notice"`
}

// Notice is a notice of the operator to everybody.
type Notice struct {
	Text  string `json:"text"`
	At    int64  `json:"at"`              // when it was published
	Until int64  `json:"until,omitempty"` // when it expires; 0 is never
}

// Notices is the current notice; an empty text means none.
type Notices struct {
	Notice Notice `json:"notice"`
}

func (GameMessage) serverMessage()      {}
func (MoveMessage) serverMessage()      {}
func (HereMessage) serverMessage()      {}
func (SaidMessage) serverMessage()      {}
func (ThinkingMessage) serverMessage()  {}
func (DoneMessage) serverMessage()      {}
func (ErrorMessage) serverMessage()     {}
func (PongMessage) serverMessage()      {}
func (ByeMessage) serverMessage()       {}
func (ReconnectMessage) serverMessage() {}
func (NoticeMessage) serverMessage()    {}
