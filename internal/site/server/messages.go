package server

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/tainchess/tain/internal/message"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/notation"
)

// request is something a page says on a socket. The method is unexported, so
// the types below are all there are. What a page is told is in package game.
type request interface{ head() *heading }

// heading is what every message begins with.
type heading struct {
	Type string `json:"type"`
	N    int64  `json:"n"` // the page's own number, echoed in the answer
	Game string `json:"game,omitempty"`
}

func (h *heading) head() *heading { return h }

// order is a message that becomes a command of the game.
type order interface {
	request
	command() game.Command
}

// state is which state of the game a message was meant for: after how many
// moves and takebacks.
type state struct {
	Ply       int `json:"ply"`
	Takebacks int `json:"takebacks"`
}

// The messages.
type (
	moveMessage struct {
		heading
		state
		Key  string `json:"key"` // of the position the move is played in
		Move string `json:"move"`
	}
	resignMessage struct{ heading }
	drawMessage   struct {
		heading
		state
		Do game.Action `json:"do"`
	}
	claimMessage struct {
		heading
		state
	}
	takebackMessage struct {
		heading
		state
		Do game.Action `json:"do"`
	}
	rematchMessage struct {
		heading
		Do game.Action `json:"do"`
	}
	abortMessage struct{ heading }
	syncMessage  struct{ heading }
	pingMessage  struct{ heading }
)

func (m *moveMessage) command() game.Command {
	return game.Move{Ply: m.Ply, Takebacks: m.Takebacks, Key: m.Key, Move: m.Move}
}
func (m *drawMessage) command() game.Command {
	return game.Draw{Ply: m.Ply, Takebacks: m.Takebacks, Do: m.Do}
}
func (m *takebackMessage) command() game.Command {
	return game.Takeback{Ply: m.Ply, Takebacks: m.Takebacks, Do: m.Do}
}
func (m *claimMessage) command() game.Command {
	return game.Claim{Ply: m.Ply, Takebacks: m.Takebacks}
}
func (m *rematchMessage) command() game.Command { return game.Rematch{Do: m.Do} }
func (m *resignMessage) command() game.Command  { return game.Resign{} }
func (m *abortMessage) command() game.Command   { return game.Abort{} }

// messageTypes makes an empty message of each type.
var messageTypes = map[string]func() request{
	"move":     func() request { return new(moveMessage) },
	"resign":   func() request { return new(resignMessage) },
	"draw":     func() request { return new(drawMessage) },
	"claim":    func() request { return new(claimMessage) },
	"takeback": func() request { return new(takebackMessage) },
	"rematch":  func() request { return new(rematchMessage) },
	"abort":    func() request { return new(abortMessage) },
	"sync":     func() request { return new(syncMessage) },
	"ping":     func() request { return new(pingMessage) },
}

// decodeMessage reads a message. On an error the number it bears comes back all
// the same, if there is one, so that the answer can name it.
func decodeMessage(text []byte) (request, int64, error) {
	var h heading
	if err := json.Unmarshal(text, &h); err != nil {
		return nil, h.N, api.Unreadable(err)
	}
	empty := messageTypes[h.Type]
	if empty == nil {
		var names message.List
		for _, name := range slices.Sorted(maps.Keys(messageTypes)) {
			names = append(names, name)
		}
		return nil, h.N, api.NewFailure(api.CodeRequest, "request.message-type", message.Args{"text": notation.Clip(h.Type), "types": names})
	}
	m := empty()
	if err := api.Decode(text, m); err != nil {
		return nil, h.N, err
	}
	return m, h.N, nil
}
