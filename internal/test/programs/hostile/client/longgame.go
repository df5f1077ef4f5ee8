//go:build linux

package client

import (
	"errors"
	"math/rand/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// LongGame finds random moves for a chess game that lasts long: it captures only if every other move ends
// the game, and moves a pawn only if necessary.
type LongGame struct {
	line *rules.Line
	last string // key of the position, from the server
}

func NewLongGame() (*LongGame, error) {
	r, ok := variant.Builtin().Find("chess")
	if !ok {
		return nil, errors.New("hostile: rule set chess not found")
	}
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		return nil, err
	}
	return &LongGame{line: rules.NewLine(r, start)}, nil
}

func (g *LongGame) Ply() int { return g.line.Ply() }

// Key returns the key of the current position. first is the key of the starting position.
func (g *LongGame) Key(first string) string {
	if g.last == "" {
		return first
	}
	return g.last
}

// quietPlies is the maximum number of plies without a pawn move. It is below the limit that
// ends a game.
const quietPlies = 140

// Next returns a move that does not end the game by checkmate or stalemate, or false if there is none.
func (g *LongGame) Next() (string, bool) {
	r, p := g.line.Rules(), g.line.Position()
	legal := rules.LegalMoves(r, &p)
	rand.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
	for _, pawns := range []bool{p.HalfmoveClock >= quietPlies, p.HalfmoveClock < quietPlies} {
		for _, m := range legal {
			pawn := p.Piece(m.From()).Role() == board.Pawn
			if pawn == pawns && !p.Occupied().Has(m.To()) && g.goesOn(m) {
				return r.Guide().FormatUCI(&p, m), true
			}
		}
	}
	for _, m := range legal {
		if g.goesOn(m) {
			return r.Guide().FormatUCI(&p, m), true
		}
	}
	return "", false
}

// goesOn reports whether the game continues after a move.
func (g *LongGame) goesOn(m board.Move) bool {
	r, p := g.line.Rules(), g.line.Position()
	played, err := rules.Play(r, &p, m)
	return err == nil && len(rules.LegalMoves(r, &played.Next)) > 0
}

// Played records a move accepted by the server.
func (g *LongGame) Played(move, key string) error {
	g.last = key
	_, err := g.line.PlayText(move)
	return err
}
