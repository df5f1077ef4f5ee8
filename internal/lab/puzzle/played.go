package puzzle

import (
	"context"
	"errors"
	"io"

	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
)

// ReadPlayed reads the games of a rule set in a PGN file. It calls skipped for each
// game that it cannot read, and returns how many games of other rule sets there are.
func ReadPlayed(ctx context.Context, in io.Reader, r rules.Rules, find pgn.Finder, skipped func(*pgn.Error)) (games []PlayedGame, others int, err error) {
	reader := pgn.NewReader(in, find)
	for ctx.Err() == nil {
		g, err := reader.Next()
		var fault *pgn.Error
		switch {
		case err == io.EOF:
			return games, others, nil
		case errors.As(err, &fault):
			skipped(fault)
		case err != nil:
			return nil, 0, err
		case g.Rules != r:
			others++
		default:
			games = append(games, PlayedGame{Start: g.Start, Moves: g.Moves()})
		}
	}
	return nil, 0, ctx.Err()
}
