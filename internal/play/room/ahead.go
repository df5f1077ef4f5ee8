package room

import (
	"context"
	"errors"

	"github.com/tainchess/tain/internal/play/game"
)

// SetAhead saves a player's conditional moves and returns them in UCI notation. Nobody else sees them.
// The caller has acquired the room.
func (r *Room) SetAhead(ctx context.Context, by Session, key string, a game.Ahead) (game.Ahead, error) {
	if err := r.catchUp(ctx); err != nil {
		return game.Ahead{}, err
	}
	side := r.game.Seat(by.hash)
	a, err := r.game.CheckAhead(side, key, a)
	if err != nil {
		return game.Ahead{}, err
	}
	if err := r.runtime.Store.SetAhead(ctx, r.id, side, a); err != nil {
		return game.Ahead{}, r.runtime.Failed("save", err)
	}
	return a, nil
}

// Ahead returns a player's conditional moves, or no lines if none of them can still be played. The caller has
// acquired the room.
func (r *Room) Ahead(ctx context.Context, by Session) (game.Ahead, error) {
	side := r.game.Seat(by.hash)
	if side != game.White && side != game.Black {
		return game.Ahead{}, game.OnlyWatching()
	}
	a, err := r.runtime.Store.Ahead(ctx, r.id, side)
	if err != nil {
		return game.Ahead{}, r.runtime.Failed("read", err)
	}
	if _, live := r.game.Answer(side, a); !live {
		a.Lines = nil
	}
	return a, nil
}

// answerAhead plays conditional moves while the side to move has any. Each is committed and sent to watchers
// like any other move. The caller holds the room.
func (r *Room) answerAhead(ctx context.Context) {
	for range 2 * game.MaxAheadLine {
		if r.game == nil || r.game.Control() == nil || r.game.Control().Days == 0 || r.game.Waiting() {
			return
		}
		if r.game.Over() {
			r.forgetAhead(ctx)
			return
		}
		if !r.answerOne(ctx, game.SideOf(r.game.Turn())) {
			return
		}
	}
}

// forgetAhead deletes the conditional moves of a game that has ended.
func (r *Room) forgetAhead(ctx context.Context) {
	for _, side := range []game.Side{game.White, game.Black} {
		if a, err := r.runtime.Store.Ahead(ctx, r.id, side); err != nil {
			_ = r.runtime.Failed("read", err) // logged; conditional moves left in the store are never played
		} else if len(a.Lines) > 0 {
			r.clearAhead(ctx, side)
		}
	}
}

// clearAhead deletes the conditional moves of a side.
func (r *Room) clearAhead(ctx context.Context, side game.Side) {
	if err := r.runtime.Store.SetAhead(context.WithoutCancel(ctx), r.id, side, game.Ahead{}); err != nil {
		_ = r.runtime.Failed("save", err) // logged
	}
}

// answerOne plays the conditional move of the side to move, if there is one, and reports whether it
// did.
func (r *Room) answerOne(ctx context.Context, side game.Side) bool {
	a, err := r.runtime.Store.Ahead(ctx, r.id, side)
	if err != nil {
		_ = r.runtime.Failed("read", err) // logged; the player can still move
	}
	if err != nil || len(a.Lines) == 0 {
		return false
	}
	if answer, _ := r.game.Answer(side, a); answer != "" {
		move := game.Move{Ply: r.game.Ply(), Takebacks: r.game.Takebacks(), Key: r.game.Key(), Move: answer}
		_, err = r.carryOut(ctx, func(at int64) ([]game.Event, error) { return r.game.Decide(side, move, at) })
		if err == nil {
			return true
		}
	}
	// The lines can no longer be played, unless only the store failed.
	var refused *game.Error
	if err == nil || errors.As(err, &refused) && refused.Code != game.CodeStore {
		r.clearAhead(ctx, side)
	}
	return false
}
