package wire

import (
	"maps"
	"slices"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
)

// NewGame is a request to create a game.
type NewGame struct {
	Variant  string         `json:"variant"`            // may be omitted if the position is in link format
	Position string         `json:"position,omitempty"` // position, or position in link format; empty means the starting position
	Opponent game.Opponent  `json:"opponent"`
	Level    int            `json:"level,omitempty"`                         // level of the computer
	Colour   string         `json:"colour,omitempty" ts:"Colour | 'random'"` // defaults to random
	Control  *clock.Control `json:"control,omitempty"`
	Name     string         `json:"name,omitempty"`
	// Keep is the number of days for which an open challenge stays open while its creator is away. If it is 0,
	// the challenge ends soon after the creator leaves.
	Keep int `json:"keep,omitempty"`
	// Rated makes the game count for the players' ratings. Both need accounts.
	Rated bool `json:"rated,omitempty"`
}

// JoinRequest is a request to join a game.
type JoinRequest struct {
	Token string `json:"token,omitempty"` // not needed for an open game
	Name  string `json:"name,omitempty"`
}

// ClientMessage is a message from a client on a socket. It is one of the types below. The field Type contains
// the name of the message.
type ClientMessage interface{ Head() *Heading }

// Heading is part of every client message.
type Heading struct {
	Type string `json:"type"`
	N    int64  `json:"n"` // sequence number of the client, echoed in the response
	Game string `json:"game,omitempty"`
}

// Head returns the heading.
func (h *Heading) Head() *Heading { return h }

// At identifies the state of a game that a message refers to, by the number of half-moves and takebacks.
type At struct {
	Ply       int `json:"ply"`
	Takebacks int `json:"takebacks"`
}

// The client messages.
type (
	// MoveRequest plays a move.
	MoveRequest struct {
		Heading
		At
		Key  string `json:"key"` // key of the position in which the move is played
		Move string `json:"move"`
	}
	// ResignRequest resigns.
	ResignRequest struct{ Heading }
	// DrawOfferRequest makes, withdraws or answers a draw offer.
	DrawOfferRequest struct {
		Heading
		At
		Do game.OfferAction `json:"do"`
	}
	// ClaimRequest claims a draw.
	ClaimRequest struct {
		Heading
		At
	}
	// TakebackRequest makes, withdraws or answers a takeback offer.
	TakebackRequest struct {
		Heading
		At
		Do game.OfferAction `json:"do"`
	}
	// GoneRequest claims the game, or a draw, because the opponent has left.
	GoneRequest struct {
		Heading
		At
		Draw bool `json:"draw,omitempty"`
	}
	// SayRequest sends a phrase to the opponent.
	SayRequest struct {
		Heading
		Phrase game.Phrase `json:"phrase"`
	}
	// RematchRequest makes, withdraws or answers a rematch offer.
	RematchRequest struct {
		Heading
		Do game.OfferAction `json:"do"`
	}
	// AbortRequest aborts a game in which the sides have not both moved.
	AbortRequest struct{ Heading }
	// SyncRequest requests the game, without the moves that the client already has.
	SyncRequest struct {
		Heading
		At
	}
	// PingRequest requests the server time.
	PingRequest struct{ Heading }
)

// clientMessages maps each message name to its constructor.
var clientMessages = map[string]func() ClientMessage{
	"move":     func() ClientMessage { return new(MoveRequest) },
	"resign":   func() ClientMessage { return new(ResignRequest) },
	"draw":     func() ClientMessage { return new(DrawOfferRequest) },
	"claim":    func() ClientMessage { return new(ClaimRequest) },
	"gone":     func() ClientMessage { return new(GoneRequest) },
	"say":      func() ClientMessage { return new(SayRequest) },
	"takeback": func() ClientMessage { return new(TakebackRequest) },
	"rematch":  func() ClientMessage { return new(RematchRequest) },
	"abort":    func() ClientMessage { return new(AbortRequest) },
	"sync":     func() ClientMessage { return new(SyncRequest) },
	"ping":     func() ClientMessage { return new(PingRequest) },
}

// ClientTypes returns the sorted names of all client messages.
func ClientTypes() []string { return slices.Sorted(maps.Keys(clientMessages)) }

// NewClientMessage returns an empty message with the given name, or nil if the name is unknown.
func NewClientMessage(name string) ClientMessage {
	if empty := clientMessages[name]; empty != nil {
		return empty()
	}
	return nil
}

// LanguageRequest sets the language of all later responses. It contains the language tag, the catalogue
// entries, and shared rulebook texts by name. English needs only the tag.
type LanguageRequest struct {
	Language  string            `json:"language"`
	Catalogue map[string]string `json:"catalogue,omitempty"`
	Rulebooks map[string]string `json:"rulebooks,omitempty"`
}

// Language is the language of the responses.
type Language struct {
	Language string `json:"language"`
}
