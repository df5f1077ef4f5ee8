package room

import (
	"context"
	"errors"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/game"
)

// ratings are the players' ratings in a rated game, as read from the store.
type ratings struct {
	of    [2]*game.Rating
	seats [2]game.Hash // the players when the ratings were read
	over  bool         // whether the game was over
	known bool
}

// readFor limits how long a snapshot waits for the ratings.
const readFor = 3 * time.Second

// addRatings adds the ratings of both players to a snapshot of a rated game. They are read from the store when a player
// joins and when the game ends. If that fails, the snapshot has none, and the next one tries again.
func (r *Room) addRatings(s *Snapshot) {
	g := r.game
	if !g.Start().Rated {
		return
	}
	seats := [2]game.Hash{g.Seats()[board.White].Session, g.Seats()[board.Black].Session}
	if !r.ratings.known || r.ratings.seats != seats || r.ratings.over != g.Over() {
		ctx, cancel := context.WithTimeout(context.Background(), readFor)
		defer cancel()
		of, err := r.runtime.readRatings(ctx, g, seats)
		if err != nil {
			_ = r.runtime.Failed("read", err) // logged
			return
		}
		r.ratings = ratings{of, seats, g.Over(), true}
	}
	for c, player := range []*game.Player{s.Players.White, s.Players.Black} {
		if player != nil {
			player.Rating = r.ratings.of[c]
		}
	}
}

// readRatings returns the ratings of the players of a game: those after it and their changes if the game has changed
// ratings, and otherwise the current ones.
func (rt *Runtime) readRatings(ctx context.Context, g *game.Game, seats [2]game.Hash) (of [2]*game.Rating, err error) {
	pool := rating.PoolOf(g.Start().Variant, *g.Control())
	if g.Over() {
		record, err := rt.Store.RatedGame(ctx, g.ID())
		if err == nil {
			for c, p := range []rating.Player{record.White, record.Black} {
				of[c] = RatingAt(p.After, record.At)
				if record.Changes(&p) {
					change := p.After.Round() - p.Before.Round()
					of[c].Change = &change
				}
			}
			return of, nil
		}
		if !errors.Is(err, rating.ErrNotFound) {
			return of, err
		}
	}
	found, err := rt.Store.RatingsIn(ctx, pool, seats[:]...)
	if err != nil {
		return of, err
	}
	for c, who := range seats {
		if who != (game.Hash{}) {
			of[c] = ratingIn(found, who, rt.Time.Now())
		}
	}
	return of, nil
}

// ratingIn returns a person's rating among those found, or that of a new player.
func ratingIn(found map[game.Hash]rating.Rating, who game.Hash, at int64) *game.Rating {
	r, ok := found[who]
	if !ok {
		r = rating.New()
	}
	return RatingAt(r, at)
}

// RatingAt returns a rating as shown at a given time.
func RatingAt(r rating.Rating, at int64) *game.Rating {
	return &game.Rating{Points: r.Round(), Provisional: r.Provisional(at)}
}

// ChallengerRatings returns the current ratings of the creators of rated games, by game.
func (rt *Runtime) ChallengerRatings(ctx context.Context, entries []Entry) map[string]*game.Rating {
	creators, all := map[rating.Pool][]game.Hash{}, map[string]*game.Rating{}
	for _, e := range entries {
		if pool, ok := e.pool(); ok {
			creators[pool] = append(creators[pool], e.Creator())
		}
	}
	for pool, persons := range creators {
		found, err := rt.Store.RatingsIn(ctx, pool, persons...)
		if err != nil {
			_ = rt.Failed("challenges", err) // logged; the list shows no ratings
			continue
		}
		for _, e := range entries {
			if of, ok := e.pool(); ok && of == pool {
				all[e.ID] = ratingIn(found, e.Creator(), rt.Time.Now())
			}
		}
	}
	return all
}

// pool returns the pool of a rated game.
func (e *Entry) pool() (p rating.Pool, ok bool) {
	if !e.Rated || e.Control == nil {
		return p, false
	}
	return rating.PoolOf(e.Variant, *e.Control), true
}
