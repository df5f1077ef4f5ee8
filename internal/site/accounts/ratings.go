package accounts

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/name"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// Limits on responses about ratings.
const (
	ranked       = 50   // players on a leaderboard
	maxRatings   = 200  // ratings of an account
	maxHistory   = 1000 // games in a history
	pointPerUnit = 100  // games in a history per unit
	freshFor     = time.Minute
	maxBoards    = 1000 // cached leaderboards
	readTimeout  = 10 * time.Second
)

// ratingRoutes lists the routes of ratings. Leaderboards are read from the store at most once a minute, which nobody pays
// for. Ratings of one account are charged by CPU time if there are many.
func (s *Service) ratingRoutes() []*request.Route {
	return []*request.Route{
		{Method: "GET", Path: "/api/v1/accounts/{name}/ratings", Cost: 4, Handle: s.measured(s.ratings)},
		{Method: "GET", Path: "/api/v1/accounts/{name}/ratings/history", Cost: 4, Handle: s.measured(s.history)},
		{Method: "GET", Path: "/api/v1/leaderboards", Cost: 4, Handle: s.leaderboards},
		{Method: "GET", Path: "/api/v1/leaderboards/{variant}/{speed}", Cost: 4, Handle: s.leaderboard},
	}
}

func (s *Service) measured(handle request.Handler) request.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		return s.Requests.Measured(r, func() error { return handle(w, r) })
	}
}

// boards caches the leaderboards. The zero value is empty.
type boards struct {
	reads singleflight.Group
	mu    sync.Mutex
	of    map[rating.Pool]wire.Leaderboard
	until map[rating.Pool]time.Time
	all   wire.Leaderboards
	fresh time.Time // until when all is current
}

// named returns the account in the path of a request.
func (s *Service) named(r *http.Request) (people.Account, error) {
	text := r.PathValue("name")
	clean, err := name.Clean(text)
	if err == nil {
		var a people.Account
		if a, err = s.People.Store.AccountNamed(r.Context(), name.Skeleton(clean)); err == nil {
			return a, nil
		}
	}
	var refused *game.Error
	if errors.Is(err, people.ErrNotFound) || errors.As(err, &refused) {
		return people.Account{}, wire.NewFailure(string(game.CodeNotFound), "account.unknown", message.Args{"text": notation.Clip(text)})
	}
	return people.Account{}, s.failure(err)
}

// pool returns a pool as sent to clients.
func (s *Service) pool(ctx context.Context, p rating.Pool) wire.Pool {
	w := wire.Pool{Variant: p.Variant, Speed: p.Speed}
	if info, ok := s.Hub.RuleSet(ctx, p.Variant); ok && info.Definition != "" {
		w.Title = info.Title
	}
	return w
}

func whole(x float64) int { return int(math.Round(x)) }

// ratings sends the ratings of an account, those with the most games first.
func (s *Service) ratings(w http.ResponseWriter, r *http.Request) error {
	a, _, err := s.shown(r)
	if err != nil {
		return err
	}
	list, err := s.People.Store.Ratings(r.Context(), a.Person)
	if err != nil {
		return s.failure(err)
	}
	slices.SortStableFunc(list, func(a, b rating.Standing) int { return b.Rating.Games - a.Rating.Games })
	list = list[:min(len(list), maxRatings)]
	answer, now := wire.Ratings{Name: a.Name, Bot: a.Role == people.Bot, Ratings: []wire.PoolRating{}}, s.Hub.Now()
	for _, one := range list {
		current := one.Rating.At(now)
		answer.Ratings = append(answer.Ratings, wire.PoolRating{
			Pool: s.pool(r.Context(), one.Pool), Rating: current.Round(), Deviation: whole(current.Deviation), Provisional: one.Rating.Provisional(now),
			Games: one.Rating.Games, Played: one.Rating.Played,
		})
	}
	return s.Requests.WriteJSON(w, r, http.StatusOK, answer)
}

// errPool is the error for a pool that does not exist.
func errPool(text string) error {
	return wire.NewFailure(string(game.CodeNotFound), "account.pool", message.Args{"text": notation.Clip(text)})
}

// parsePool parses a pool as VARIANT/SPEED. A rule set with a definition can be given by its name.
func (s *Service) parsePool(ctx context.Context, variant, speed string) (p rating.Pool, err error) {
	p.Variant = variant
	if p.Speed.UnmarshalText([]byte(speed)) != nil || len(variant) > 64 {
		return p, errPool(variant + "/" + speed)
	}
	if info, ok := s.Hub.RuleSet(ctx, variant); ok && info.Definition != "" {
		p.Variant = info.Hash
	}
	return p, nil
}

// history sends the latest ratings of an account in a pool. It does not identify the games, because anybody who knows
// the identifier of a game can read it.
func (s *Service) history(w http.ResponseWriter, r *http.Request) error {
	a, _, err := s.shown(r)
	if err != nil {
		return err
	}
	variant, speed, _ := strings.Cut(r.URL.Query().Get("pool"), "/")
	pool, err := s.parsePool(r.Context(), variant, speed)
	if err != nil {
		return err
	}
	games, err := s.People.Store.RatedGames(r.Context(), a.Person, pool, maxHistory)
	if err != nil {
		return s.failure(err)
	}
	s.Requests.Charge(r, limit.Per(len(games), pointPerUnit))
	answer := wire.RatingHistory{Name: a.Name, Pool: s.pool(r.Context(), pool), Points: []wire.RatingPoint{}}
	for _, g := range slices.Backward(games) {
		if p := g.Of(a.Person); p != nil && g.Changes(p) {
			answer.Points = append(answer.Points, wire.RatingPoint{At: g.At, Rating: p.After.Round(), Change: p.After.Round() - p.Before.Round()})
		}
	}
	return s.Requests.WriteJSON(w, r, http.StatusOK, answer)
}

// shared calls read, or waits for another request that is calling it with the same key. Otherwise, all requests for
// an old leaderboard would read it at the same time.
func shared[T any](ctx context.Context, s *Service, key string, read func(context.Context) (T, error)) (T, error) {
	value, err, _ := s.boards.reads.Do(key, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readTimeout) // others may wait for it
		defer cancel()
		return read(ctx)
	})
	return value.(T), err
}

// public reports whether a pool has a public leaderboard.
func (s *Service) public(ctx context.Context, p rating.Pool) (bool, error) {
	if info, ok := s.Hub.RuleSet(ctx, p.Variant); ok && info.Definition == "" {
		return true, nil
	}
	n, err := s.People.Store.CountRated(ctx, p.Variant, rating.PublicPlayers)
	return n >= rating.PublicPlayers, err
}

// leaderboards sends the pools that have public leaderboards.
func (s *Service) leaderboards(w http.ResponseWriter, r *http.Request) error {
	b := &s.boards
	b.mu.Lock()
	answer, fresh := b.all, time.Now().Before(b.fresh)
	b.mu.Unlock()
	if fresh {
		return s.Requests.WriteJSON(w, r, http.StatusOK, answer)
	}
	answer, err := shared(r.Context(), s, "", s.readPools)
	if err != nil {
		return s.failure(err)
	}
	return s.Requests.WriteJSON(w, r, http.StatusOK, answer)
}

// readPools reads the pools that have public leaderboards from the store.
func (s *Service) readPools(ctx context.Context) (answer wire.Leaderboards, err error) {
	sizes, err := s.People.Store.Pools(ctx)
	if err != nil {
		return answer, err
	}
	answer.Pools = []wire.PoolSize{}
	for _, size := range sizes {
		ok, err := s.public(ctx, size.Pool)
		if err != nil {
			return answer, err
		}
		if ok {
			answer.Pools = append(answer.Pools, wire.PoolSize{Pool: s.pool(ctx, size.Pool), Players: size.Players})
		}
	}
	b := &s.boards
	b.mu.Lock()
	defer b.mu.Unlock()
	b.all, b.fresh = answer, time.Now().Add(freshFor)
	return answer, nil
}

// leaderboard sends the best people and bots of a pool.
func (s *Service) leaderboard(w http.ResponseWriter, r *http.Request) error {
	pool, err := s.parsePool(r.Context(), r.PathValue("variant"), r.PathValue("speed"))
	if err != nil {
		return err
	}
	b := &s.boards
	b.mu.Lock()
	answer, ok := b.of[pool]
	ok = ok && time.Now().Before(b.until[pool])
	b.mu.Unlock()
	if !ok {
		read := func(ctx context.Context) (wire.Leaderboard, error) { return s.readBoard(ctx, pool) }
		if answer, err = shared(r.Context(), s, string(pool.Speed)+"/"+pool.Variant, read); err != nil {
			return err
		}
	}
	return s.Requests.WriteJSON(w, r, http.StatusOK, answer)
}

// readBoard reads a leaderboard from the store.
func (s *Service) readBoard(ctx context.Context, pool rating.Pool) (answer wire.Leaderboard, err error) {
	ok, err := s.public(ctx, pool)
	if err != nil {
		return answer, s.failure(err)
	}
	if !ok {
		return answer, errPool(pool.Variant + "/" + string(pool.Speed))
	}
	answer = wire.Leaderboard{Pool: s.pool(ctx, pool), Width: rating.BucketPoints, Distribution: []wire.RatingRange{}}
	now := s.Hub.Now()
	for bots, into := range map[bool]*[]wire.RankedPlayer{false: &answer.People, true: &answer.Bots} {
		list, err := s.People.Store.Leaderboard(ctx, rating.Board{Pool: pool, Bots: bots, At: now}, ranked)
		if err != nil {
			return answer, s.failure(err)
		}
		*into = []wire.RankedPlayer{}
		for _, one := range list {
			*into = append(*into, wire.RankedPlayer{Name: one.Name, Rating: one.Rating.Round(), Deviation: whole(one.Rating.At(now).Deviation), Games: one.Rating.Games})
		}
	}
	counts, err := s.People.Store.Distribution(ctx, rating.Board{Pool: pool, At: now})
	for bucket, n := range counts {
		answer.Distribution = append(answer.Distribution, wire.RatingRange{From: bucket * rating.BucketPoints, Players: n})
	}
	if err != nil {
		return answer, s.failure(err)
	}
	slices.SortFunc(answer.Distribution, func(a, b wire.RatingRange) int { return a.From - b.From })
	b := &s.boards
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.of) >= maxBoards || b.of == nil {
		b.of, b.until = map[rating.Pool]wire.Leaderboard{}, map[rating.Pool]time.Time{}
	}
	b.of[pool], b.until[pool] = answer, time.Now().Add(freshFor)
	return answer, nil
}
