package admin

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/game"
)

// problem is why a command failed, on its way through the socket.
type problem struct {
	Error string `json:"error"`
}

// clip returns the beginning of a text that somebody typed.
func clip(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most])
	}
	return text
}

func colourOf(s game.Side) board.Colour {
	if s == game.Black {
		return board.Black
	}
	return board.White
}
