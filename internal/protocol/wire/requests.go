package wire

import (
	"maps"
	"slices"

	"github.com/tainchess/tain/internal/play/clock"
)

// Opponent is whom a new game is against.
type Opponent string

// The opponents.
const (
	Computer Opponent = "computer"
	Friend   Opponent = "friend" // whoever has the invitation
	Anybody  Opponent = "open"
	Oneself  Opponent = "self" // two people at one screen
)

// NewGame says what game to create. It is the body of the request.
type NewGame struct {
	Variant  string         `json:"variant"`            // may be left out if the position is link text
	Position string         `json:"position,omitempty"` // the rule set's start if empty; link text too
	Opponent Opponent       `json:"opponent"`
	Level    int            `json:"level,omitempty"`                         // of the computer
	Colour   string         `json:"colour,omitempty" ts:"Colour | 'random'"` // nothing means random
	Control  *clock.Control `json:"control,omitempty"`
	Name     string         `json:"name,omitempty"`
	// Keep is for how many days an open challenge waits while its maker is away;
	// without it, it ends when they leave.
	Keep int `json:"keep,omitempty"`
}

// JoinRequest is what somebody who joins brings. It is the body of the request.
type JoinRequest struct {
	Token string `json:"token,omitempty"` // not needed for an open game
	Name  string `json:"name,omitempty"`
}

// OfferAction is what is done with an offer.
type OfferAction string

// The actions. To offer what the opponent has offered is to accept it.
const (
	Offer    OfferAction = "offer"
	Accept   OfferAction = "accept"
	Decline  OfferAction = "decline"
	Withdraw OfferAction = "withdraw"
)

// ClientMessage is something a page says on a socket: one of the types below,
// by their name in Type.
type ClientMessage interface{ Head() *Heading }

// Heading is what every message of a page begins with.
type Heading struct {
	Type string `json:"type"`
	N    int64  `json:"n"` // the page's own number, echoed in the answer
	Game string `json:"game,omitempty"`
}

// Head returns the heading.
func (h *Heading) Head() *Heading { return h }

// At is which state of the game a message was meant for: after how many
// moves and takebacks.
type At struct {
	Ply       int `json:"ply"`
	Takebacks int `json:"takebacks"`
}

// The messages of a page.
type (
	// MoveRequest plays a move.
	MoveRequest struct {
		Heading
		At
		Key  string `json:"key"` // of the position the move is played in
		Move string `json:"move"`
	}
	// ResignRequest gives the game up.
	ResignRequest struct{ Heading }
	// DrawOfferRequest offers a draw or answers an offer.
	DrawOfferRequest struct {
		Heading
		At
		Do OfferAction `json:"do"`
	}
	// ClaimRequest claims a draw.
	ClaimRequest struct {
		Heading
		At
	}
	// TakebackRequest asks for a takeback or answers that.
	TakebackRequest struct {
		Heading
		At
		Do OfferAction `json:"do"`
	}
	// GoneRequest claims the game because the opponent is gone, or a draw.
	GoneRequest struct {
		Heading
		At
		Draw bool `json:"draw,omitempty"`
	}
	// SayRequest says one of a few phrases to the opponent.
	SayRequest struct {
		Heading
		Phrase Phrase `json:"phrase"`
	}
	// RematchRequest offers another game or answers an offer.
	RematchRequest struct {
		Heading
		Do OfferAction `json:"do"`
	}
	// AbortRequest ends a game that has not begun.
	AbortRequest struct{ Heading }
	// SyncRequest asks for the game. What has been played up to the moves and
	// takebacks that the page knows is left out; with none it is the whole game.
	SyncRequest struct {
		Heading
		At
	}
	// PingRequest asks for the server's time.
	PingRequest struct{ Heading }
)

// clientMessages makes an empty message of each type.
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

// ClientTypes returns the names of all messages of a page.
func ClientTypes() []string { return slices.Sorted(maps.Keys(clientMessages)) }

// NewClientMessage returns an empty message of a type, nil if there is none of
// that name.
func NewClientMessage(name string) ClientMessage {
	if empty := clientMessages[name]; empty != nil {
		return empty()
	}
	return nil
}

// LanguageRequest sets the language of the answers from then on: its tag, its
// catalogue, an entry for each code, and by name the texts of rulebooks that
// others share. English needs neither.
type LanguageRequest struct {
	Language  string            `json:"language"`
	Catalogue map[string]string `json:"catalogue,omitempty"`
	Rulebooks map[string]string `json:"rulebooks,omitempty"`
}

// Language is the language of the answers.
type Language struct {
	Language string `json:"language"`
}
