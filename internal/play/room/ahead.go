package room

import (
	"context"
	"errors"

	"github.com/tainchess/tain/internal/play/game"
)

// AheadStore keeps what players of games of days will answer. A [Store] may be
// one; where it is not, nothing is said ahead.
type AheadStore interface {
	// SetAhead keeps what a side will answer in a game, in place of what it had
	// said before; without lines nothing stays.
	SetAhead(ctx context.Context, id string, side game.Side, a game.Ahead) error
	// Ahead returns what a side will answer, nothing if it has said nothing.
	Ahead(ctx context.Context, id string, side game.Side) (game.Ahead, error)
}

// errNoAhead is what is said where the store keeps nothing of the kind.
func errNoAhead() error { return game.UnknownCommand() }

// SetAhead stores what a player will answer to moves of the opponent. Nobody else
// is told. The caller has acquired the room.
func (r *Room) SetAhead(ctx context.Context, by Session, key string, a game.Ahead) (game.Ahead, error) {
	store, ok := r.core.Store.(AheadStore)
	if !ok {
		return game.Ahead{}, errNoAhead()
	}
	if err := r.catchUp(ctx); err != nil {
		return game.Ahead{}, err
	}
	side := r.game.Seat(by.hash)
	a, err := r.game.CheckAhead(side, key, a)
	if err != nil {
		return game.Ahead{}, err
	}
	if err := store.SetAhead(ctx, r.id, side, a); err != nil {
		return game.Ahead{}, r.core.Failed("save", err)
	}
	return a, nil
}

// Ahead returns what a player has said ahead and may still come about. The caller
// has acquired the room.
func (r *Room) Ahead(ctx context.Context, by Session) (game.Ahead, error) {
	store, ok := r.core.Store.(AheadStore)
	if !ok {
		return game.Ahead{}, errNoAhead()
	}
	side := r.game.Seat(by.hash)
	if side != game.White && side != game.Black {
		return game.Ahead{}, game.OnlyWatching()
	}
	a, err := store.Ahead(ctx, r.id, side)
	if err != nil {
		return game.Ahead{}, r.core.Failed("read", err)
	}
	if _, live := r.game.Answer(side, a); !live {
		a.Lines = nil
	}
	return a, nil
}

// answerAhead plays what the players of a game of days have said ahead, as long
// as there is an answer. Each answer is a move like any other: it is committed
// and told. The caller holds the room.
func (r *Room) answerAhead(ctx context.Context) {
	store, ok := r.core.Store.(AheadStore)
	if !ok {
		return
	}
	for range 2 * game.LongestAhead {
		if r.game == nil || r.game.Control() == nil || r.game.Control().Days == 0 || r.game.Waiting() {
			return
		}
		if r.game.Over() {
			r.forgetAhead(ctx, store)
			return
		}
		side := game.SideOf(r.game.Turn())
		if !r.answerOne(ctx, store, side) {
			return
		}
	}
}

// forgetAhead forgets what was said ahead in a game that has ended.
func (r *Room) forgetAhead(ctx context.Context, store AheadStore) {
	for _, side := range []game.Side{game.White, game.Black} {
		a, err := store.Ahead(ctx, r.id, side)
		if err == nil && len(a.Lines) > 0 {
			err = store.SetAhead(context.WithoutCancel(ctx), r.id, side, game.Ahead{})
		}
		if err != nil {
			_ = r.core.Failed("save", err) // it is logged, and does no harm
		}
	}
}

// answerOne plays the answer of the side to move, and reports whether there was
// one.
func (r *Room) answerOne(ctx context.Context, store AheadStore, side game.Side) bool {
	a, err := store.Ahead(ctx, r.id, side)
	if err != nil || len(a.Lines) == 0 {
		if err != nil {
			_ = r.core.Failed("read", err) // it is logged; the player moves by hand
		}
		return false
	}
	answer, _ := r.game.Answer(side, a)
	if answer != "" {
		move := game.Move{Ply: r.game.Ply(), Takebacks: r.game.Takebacks(), Key: r.game.Key(), Move: answer}
		_, err = r.carryOut(ctx, func(at int64) ([]game.Event, error) { return r.game.Decide(side, move, at) })
		if err == nil {
			return true
		}
	}
	// Whatever else was said cannot come about any more, unless the store fails.
	var refused *game.Error
	if err == nil || errors.As(err, &refused) && refused.Code != game.CodeStore {
		if err := store.SetAhead(context.WithoutCancel(ctx), r.id, side, game.Ahead{}); err != nil {
			_ = r.core.Failed("save", err)
		}
	}
	return false
}
