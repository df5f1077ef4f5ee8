package storetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/test/oracle/glicko"
)

// Counted is a store whose ratings can be recounted.
type Counted interface {
	rating.Store
	Account(ctx context.Context, person game.Hash) (people.Account, error)
}

// Recount computes all ratings again from the entries of all games, with a second implementation of the formulas, and
// returns how many rated games it found, including those beyond [rating.DayLimit], and every difference from the stored
// ratings. Nobody may have been erased, and no game deleted or anonymised.
func Recount(ctx context.Context, s Counted, entries []room.Entry) (games int, differences []string, err error) {
	r := &recount{store: s, own: map[standing]rating.Rating{}}
	return r.run(ctx, entries)
}

type standing struct {
	person game.Hash
	pool   rating.Pool
}

type recount struct {
	store       Counted
	own         map[standing]rating.Rating
	limited     int // games that changed no ratings, because their players had many others on the same day
	differences []string
}

func (r *recount) differ(format string, args ...any) {
	r.differences = append(r.differences, fmt.Sprintf(format, args...))
}

func (r *recount) run(ctx context.Context, entries []room.Entry) (int, []string, error) {
	rows, err := r.rows(ctx)
	if err != nil {
		return 0, nil, err
	}
	if err := r.compareGames(ctx, entries, rows); err != nil {
		return 0, nil, err
	}
	adjustments, err := r.store.Adjustments(ctx, game.Hash{})
	if err != nil {
		return 0, nil, err
	}
	// A game can be counted once both players have as many earlier games as its record says.
	for waiting := rows; len(waiting) > 0; {
		later := slices.DeleteFunc(slices.Clone(waiting), func(g rating.Game) bool { return r.count(&g, adjustments) })
		if len(later) == len(waiting) {
			r.differ("%d games do not follow any others, among them %+v", len(later), later[0])
			break
		}
		waiting = later
	}
	for at := range r.own {
		r.adjust(at, adjustments)
	}
	err = r.compareRatings(ctx)
	return len(rows) + r.limited, r.differences, err
}

func (r *recount) rows(ctx context.Context) (rows []rating.Game, err error) {
	for after := ""; ; {
		more, err := r.store.RatedAfter(ctx, after, 100)
		if err != nil || len(more) == 0 {
			return rows, err
		}
		rows, after = append(rows, more...), more[len(more)-1].ID
	}
}

// compareGames compares the records with the games.
func (r *recount) compareGames(ctx context.Context, entries []room.Entry, rows []rating.Game) error {
	scores := map[string]float64{"1-0": 1, "1/2-1/2": 0.5, "0-1": 0}
	expected := map[string]room.Entry{}
	for _, e := range entries {
		if !e.Rated || e.Result == nil {
			continue
		}
		if _, counts := scores[string(e.Result.Result)]; !counts {
			continue
		}
		for _, seat := range []game.Seat{e.White, e.Black} {
			if _, err := r.store.Account(ctx, seat.Session); errors.Is(err, people.ErrNotFound) {
				r.differ("the rated game %s has a player without an account", e.ID)
			} else if err != nil {
				return err
			}
		}
		expected[e.ID] = e
	}
	for _, g := range rows {
		e, ok := expected[g.ID]
		delete(expected, g.ID)
		switch {
		case !ok:
			r.differ("%s is recorded, but no rated game with a result", g.ID)
		case e.White.Session != g.White.Person || e.Black.Session != g.Black.Person || scores[string(e.Result.Result)] != float64(g.Score) || g.At > e.Updated || g.At < e.Created:
			r.differ("%s is recorded as %+v, but the game is %+v", g.ID, g, e)
		}
	}
	for id, e := range expected {
		if limited, err := r.mayBeLimited(ctx, e, rows); err != nil {
			return err
		} else if limited {
			r.limited++
		} else {
			r.differ("%s has ended, but changed no ratings", id)
		}
	}
	return nil
}

// mayBeLimited reports whether a game is between two people of whom one had enough other games to reach the limit. Who
// was at the same address is no longer known.
func (r *recount) mayBeLimited(ctx context.Context, e room.Entry, rows []rating.Game) (bool, error) {
	pool, most := rating.PoolOf(e.Variant, *e.Control), 0
	for _, seat := range []game.Seat{e.White, e.Black} {
		a, err := r.store.Account(ctx, seat.Session)
		switch {
		case errors.Is(err, people.ErrNotFound) || a.Role == people.Bot:
			return false, nil
		case err != nil:
			return false, err
		}
		n := 0
		for _, g := range rows {
			since := e.Updated - g.At
			if g.Pool == pool && (g.White.Person == a.Person || g.Black.Person == a.Person) && since >= 0 && since <= rating.Day.Milliseconds() {
				n++
			}
		}
		most = max(most, n)
	}
	return most >= rating.DayLimit, nil
}

func (r *recount) rating(at standing) rating.Rating {
	if found, ok := r.own[at]; ok {
		return found
	}
	return rating.New()
}

// adjust applies the adjustments that follow a player's latest game.
func (r *recount) adjust(at standing, adjustments []rating.Adjustment) rating.Rating {
	now := r.rating(at)
	for _, a := range adjustments {
		if a.Person == at.person && a.Pool == at.pool && a.Games == now.Games {
			now.Points += a.Points
			r.own[at] = now
		}
	}
	return now
}

// count counts a game, and reports whether its time has come.
func (r *recount) count(g *rating.Game, adjustments []rating.Adjustment) bool {
	white, black := standing{g.White.Person, g.Pool}, standing{g.Black.Person, g.Pool}
	before := [2]rating.Rating{r.rating(white), r.rating(black)}
	players := []*rating.Player{&g.White, &g.Black}
	for i, p := range players {
		if !g.Changes(p) {
			before[i] = p.Before
		} else if before[i].Games != p.Before.Games {
			return false
		}
	}
	for i, p := range players {
		if g.Changes(p) {
			before[i] = r.adjust(standing{p.Person, g.Pool}, adjustments)
		}
		if !glicko.Near(before[i], p.Before) {
			r.differ("before %s a player has the rating %+v, but it is recorded as %+v", g.ID, before[i], p.Before)
		}
	}
	for i, p := range players {
		after := p.Before
		if g.Changes(p) {
			score := float64(g.Score)
			if i == 1 {
				score = 1 - score
			}
			after = glicko.Update(before[i], before[1-i], score, g.At)
			r.own[standing{p.Person, g.Pool}] = after
		}
		if !glicko.Near(after, p.After) {
			r.differ("after %s a player has the rating %+v, but it is recorded as %+v", g.ID, after, p.After)
		}
	}
	return true
}

// compareRatings compares the current ratings with those counted.
func (r *recount) compareRatings(ctx context.Context) error {
	counts := map[game.Hash]int{}
	for at := range r.own {
		counts[at.person]++
	}
	players := map[rating.Pool]int{}
	for person, n := range counts {
		list, err := r.store.Ratings(ctx, person)
		if err != nil {
			return err
		}
		if len(list) != n {
			r.differ("%x has ratings in %d pools, not %d", person[:4], len(list), n)
		}
		for _, s := range list {
			players[s.Pool]++
			if own := r.own[standing{person, s.Pool}]; !glicko.Near(own, s.Rating) {
				r.differ("%x has the rating %+v in %+v, not %+v", person[:4], s.Rating, s.Pool, own)
			}
		}
	}
	pools, err := r.store.Pools(ctx)
	for _, size := range pools {
		if size.Players != players[size.Pool] {
			r.differ("%+v has %d players, not %d", size.Pool, size.Players, players[size.Pool])
		}
	}
	slices.SortFunc(r.differences, cmp.Compare[string])
	return err
}
