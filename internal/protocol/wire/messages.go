package wire

// ServerMessage is something a server says over a socket: one of the types below.
// Each carries its name in Type, so it is sent as its plain JSON.
type ServerMessage interface{ serverMessage() }

// GameMessage tells the whole game: first, when asked, and after anything that
// is more than a move.
type GameMessage struct {
	Type string   `json:"type" ts:"'game'"`
	Game Snapshot `json:"game"`
}

// MoveMessage tells a move.
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

// HereMessage tells who watches.
type HereMessage struct {
	Type       string `json:"type" ts:"'here'"`
	White      bool   `json:"white"`
	Black      bool   `json:"black"`
	Spectators int    `json:"spectators"`
	// WhiteClaim and BlackClaim are when the absence of each may be claimed by the
	// other, by the server's time; 0 if it may not.
	WhiteClaim int64 `json:"whiteClaim,omitempty"`
	BlackClaim int64 `json:"blackClaim,omitempty"`
}

// SaidMessage tells what a player says to the other.
type SaidMessage struct {
	Type    string `json:"type" ts:"'said'"`
	By      Side   `json:"by" ts:"Colour"`
	Phrase  Phrase `json:"phrase"`
	Message string `json:"message"`
}

// ThinkingMessage tells how many games the computer has to serve before this
// one; with 0 it thinks.
type ThinkingMessage struct {
	Type  string `json:"type" ts:"'thinking'"`
	Place int    `json:"place"`
}

// DoneMessage tells that a request is done and saved.
type DoneMessage struct {
	Type string `json:"type" ts:"'done'"`
	N    int64  `json:"n"`
}

// ErrorMessage tells why a request was refused, or why the connection ends.
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

// ByeMessage tells that the server shuts down; the client connects again.
type ByeMessage struct {
	Type    string `json:"type" ts:"'bye'"`
	Message string `json:"message"`
}

// ReconnectMessage tells the client to connect again at once: its node of the server
// ends, and another takes over. A moment later the connection is closed with the
// code 1012.
type ReconnectMessage struct {
	Type string `json:"type" ts:"'reconnect'"`
}

// NoticeMessage tells what the operator of the server has to say to everybody;
// a notice without text says that the last one no longer holds.
type NoticeMessage struct {
	Type   string `json:"type" ts:"'notice'"`
	Notice Notice `json:"notice"`
}

// Notice is what the operator of a server has to say to everybody.
type Notice struct {
	Text  string `json:"text"`
	At    int64  `json:"at"`              // when it was said
	Until int64  `json:"until,omitempty"` // when it no longer holds; 0 is never
}

// Notices is the notice that holds, none with an empty text.
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
