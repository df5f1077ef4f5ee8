package wire

import "github.com/tainchess/tain/internal/play/game"

// ServerMessage is a message from the server on a socket. It is one of the types below. The field Type
// contains the name of the message.
type ServerMessage interface{ serverMessage() }

// GameMessage contains the whole game. The server sends it first, on request, and after every change of the game, except a
// move that changes neither the offers nor the result.
type GameMessage struct {
	Type string   `json:"type" ts:"'game'"`
	Game Snapshot `json:"game"`
}

// MoveMessage announces a move.
type MoveMessage struct {
	Type     string     `json:"type" ts:"'move'"`
	Game     string     `json:"game"`
	Ply      int        `json:"ply"` // half-moves played, including this move
	Move     PlayedMove `json:"move"`
	Position string     `json:"position"`
	Clocks   *Clocks    `json:"clocks"`
	Undo     Undo       `json:"undo"`
	Claim    []string   `json:"claim,omitempty"`
}

// HereMessage reports which players are connected.
type HereMessage struct {
	Type       string `json:"type" ts:"'here'"`
	White      bool   `json:"white"`
	Black      bool   `json:"black"`
	Spectators int    `json:"spectators"`
	// WhiteClaim and BlackClaim are the server times from which the opponent may claim the game because the
	// player has left; 0 means never.
	WhiteClaim int64 `json:"whiteClaim,omitempty"`
	BlackClaim int64 `json:"blackClaim,omitempty"`
}

// PhraseMessage is a phrase from a player.
type PhraseMessage struct {
	Type    string      `json:"type" ts:"'phrase'"`
	By      Side        `json:"by" ts:"Colour"`
	Phrase  game.Phrase `json:"phrase"`
	Message string      `json:"message"`
}

// ThinkingMessage contains the number of games ahead of this one in the computer's queue; 0 means that the
// computer is searching or about to.
type ThinkingMessage struct {
	Type  string `json:"type" ts:"'thinking'"`
	Place int    `json:"place"`
}

// DoneMessage acknowledges that a request has been executed. Any change to the game has been saved.
type DoneMessage struct {
	Type string `json:"type" ts:"'done'"`
	N    int64  `json:"n"`
}

// ErrorMessage contains the reason why a request was rejected.
type ErrorMessage struct {
	Type    string `json:"type" ts:"'error'"`
	N       *int64 `json:"n,omitempty"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// PongMessage answers a ping with the server time.
type PongMessage struct {
	Type string `json:"type" ts:"'pong'"`
	N    int64  `json:"n"`
	Now  int64  `json:"now"`
}

// ByeMessage announces that the server is shutting down. The client should reconnect later.
type ByeMessage struct {
	Type    string `json:"type" ts:"'bye'"`
	Message string `json:"message"`
}

// ReconnectMessage asks the client to reconnect immediately, because its node is shutting down and another
// node takes over. The connection is closed shortly afterwards with code 1012.
type ReconnectMessage struct {
	Type string `json:"type" ts:"'reconnect'"`
}

// NoticeMessage contains a notice from the operator to all users. An empty text withdraws the previous
// notice.
type NoticeMessage struct {
	Type   string `json:"type" ts:"'notice'"`
	Notice Notice `json:"notice"`
}

// Notice is a notice from the operator to all users.
type Notice struct {
	Text  string `json:"text"`
	At    int64  `json:"at"`              // time of publication
	Until int64  `json:"until,omitempty"` // time of expiry; 0 means never
}

// Notices is a response with the current notice. An empty text means that there is none.
type Notices struct {
	Notice Notice `json:"notice"`
}

func (GameMessage) serverMessage()      {}
func (MoveMessage) serverMessage()      {}
func (HereMessage) serverMessage()      {}
func (PhraseMessage) serverMessage()    {}
func (ThinkingMessage) serverMessage()  {}
func (DoneMessage) serverMessage()      {}
func (ErrorMessage) serverMessage()     {}
func (PongMessage) serverMessage()      {}
func (ByeMessage) serverMessage()       {}
func (ReconnectMessage) serverMessage() {}
func (NoticeMessage) serverMessage()    {}
