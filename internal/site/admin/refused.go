package admin

import (
	"errors"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
)

// refused is an error that says a sentence to the operator.
type refused struct{ said locale.Message }

func refuse(code locale.Code, args locale.Args) error { return &refused{locale.New(code, args)} }

// Said returns what is said.
func (r *refused) Explain() locale.Message { return r.said }

// Error returns it as a sentence.
func (r *refused) Error() string { return r.said.String() }

// problem is why a command was not carried out, on its way through the socket.
// Who reads it may speak another language than the server.
type problem struct {
	Error string         `json:"error"`
	Said  locale.Message `json:"said,omitzero"`
}

func problemOf(err error) problem {
	p := problem{Error: err.Error()}
	if m := locale.Of(err); m.Code != "error.other" {
		p.Said = m
	}
	return p
}

func (p problem) err() error {
	if p.Said.IsZero() {
		return errors.New(p.Error)
	}
	return &refused{p.Said}
}

// cut returns the beginning of a text that somebody typed.
func cut(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most])
	}
	return text
}

func sideOf(s game.Side) board.Colour {
	if s == game.Black {
		return board.Black
	}
	return board.White
}
