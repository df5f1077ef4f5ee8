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

// Explain returns what is said.
func (r *refused) Explain() locale.Message { return r.said }

// Error returns it as a sentence.
func (r *refused) Error() string { return r.said.String() }

// problem is why a command was not carried out, on its way through the socket.
type problem struct {
	Error string `json:"error"`
}

func problemOf(err error) problem { return problem{Error: err.Error()} }

func (p problem) err() error { return errors.New(p.Error) }

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
