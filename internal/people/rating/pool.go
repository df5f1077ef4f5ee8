package rating

import (
	"context"
	"errors"
	"strings"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
)

// Pool is a set of games in which players are rated together: those with the same rules and speed.
type Pool struct {
	// Variant is the name of a built-in rule set, or the hash of a definition.
	Variant string
	Speed   clock.Speed
}

// PoolOf returns the pool of a game. variant is the rule set as in a stored game: a name, or name#hash.
func PoolOf(variant string, c clock.Control) Pool {
	if _, hash, ok := strings.Cut(variant, "#"); ok {
		variant = hash
	}
	return Pool{variant, c.Speed()}
}

// PublicPlayers is the number of players that a definition needs for public leaderboards. The leaderboards of built-in
// rule sets are always public.
const PublicPlayers = 20

// Player is a player of a rated game. Their rating is unchanged if Before equals After.
type Player struct {
	Person        game.Hash
	Bot           bool
	Before, After Rating
}

// Game is the record of a rated game.
type Game struct {
	ID           string
	Pool         Pool
	Score        Score // of White
	At           int64 // when the game ended
	White, Black Player
}

// Rate computes the ratings after a game from those before it. A game between a person and a bot changes only the
// bot's rating.
func (g *Game) Rate() {
	white, black := Play(g.White.Before, g.Black.Before, g.Score, g.At)
	g.White.After, g.Black.After = g.White.Before, g.Black.Before
	if g.Changes(&g.White) {
		g.White.After = white
	}
	if g.Changes(&g.Black) {
		g.Black.After = black
	}
}

// Changes reports whether the game changes a player's rating.
func (g *Game) Changes(p *Player) bool { return p.Bot || !g.White.Bot && !g.Black.Bot }

// Of returns a person's part in the game, or nil if they did not play it.
func (g *Game) Of(person game.Hash) *Player {
	switch person {
	case g.White.Person:
		return &g.White
	case g.Black.Person:
		return &g.Black
	}
	return nil
}

// Loser returns the player who lost points, or nil if there is none.
func (g *Game) Loser() *Player {
	for _, p := range []*Player{&g.White, &g.Black} {
		if p.After.Points < p.Before.Points {
			return p
		}
	}
	return nil
}

// Refund returns the adjustment that gives a player the lost points back. now is the player's current rating.
func (g *Game) Refund(p *Player, now Rating, reason string, at int64) Adjustment {
	return Adjustment{Game: g.ID, Person: p.Person, Pool: g.Pool, Points: p.Before.Points - p.After.Points, Games: now.Games, Reason: reason, At: at}
}

// Adjustment gives points back to the loser of a game after moderation.
type Adjustment struct {
	Game   string
	Person game.Hash
	Pool   Pool
	Points float64
	Games  int // number of games that had changed the rating
	Reason string
	At     int64
}

// Adjust returns a rating after the adjustment.
func (a *Adjustment) Adjust(r Rating) Rating {
	r.Points = min(maxPoints, r.Points+a.Points)
	return r
}

// Standing is a person's rating in a pool.
type Standing struct {
	Person game.Hash
	Bot    bool
	Pool   Pool
	Rating Rating
}

// Ranked is a row of a leaderboard.
type Ranked struct {
	Name   string
	Rating Rating
}

// Size is the number of players with a rating in a pool.
type Size struct {
	Pool    Pool
	Players int
}

// Board selects a leaderboard: people or bots in a pool whose rating is not provisional at a given time.
type Board struct {
	Pool Pool
	Bots bool
	At   int64
}

// BucketPoints is the width of the ranges in a distribution.
const BucketPoints = 50

// The results that stores report as errors.
var (
	ErrNotFound = errors.New("rating: the game is not rated")
	ErrAdjusted = errors.New("rating: the game has been adjusted already")
	ErrNoLoser  = errors.New("rating: nobody lost points in the game")
)

// Store reads ratings. Games are rated by the commit that ends them. It is safe for concurrent use.
// Package storetest tests implementations.
type Store interface {
	// Ratings returns the ratings of a person, by pool.
	Ratings(ctx context.Context, person game.Hash) ([]Standing, error)
	// RatingsIn returns the ratings that persons have in a pool, omitting those without games.
	RatingsIn(ctx context.Context, pool Pool, persons ...game.Hash) (map[game.Hash]Rating, error)
	// RatedGame returns the record of a rated game, or ErrNotFound.
	RatedGame(ctx context.Context, id string) (Game, error)
	// RatedGames returns up to limit rated games of a person in a pool, latest first.
	RatedGames(ctx context.Context, person game.Hash, pool Pool, limit int) ([]Game, error)
	// Leaderboard returns up to limit players, best first.
	Leaderboard(ctx context.Context, b Board, limit int) ([]Ranked, error)
	// Distribution returns the numbers of players by their points divided by BucketPoints, rounded down.
	Distribution(ctx context.Context, b Board) (map[int]int, error)
	// Pools returns the pools with ratings, largest first.
	Pools(ctx context.Context) ([]Size, error)
	// CountRated returns the number of people and bots with a rating for a variant, but at most limit.
	CountRated(ctx context.Context, variant string, limit int) (int, error)
	// Refund gives the loser of a game the points back that they lost, and returns the adjustment. It returns
	// ErrNotFound, ErrAdjusted or ErrNoLoser.
	Refund(ctx context.Context, id, reason string, at int64) (Adjustment, error)
	// Adjustments returns the adjustments of a person's ratings, or all if the person is zero, oldest first.
	Adjustments(ctx context.Context, person game.Hash) ([]Adjustment, error)
	// RatedAfter returns up to limit rated games with identifiers greater than after, in order.
	RatedAfter(ctx context.Context, after string, limit int) ([]Game, error)
	// UseAddress records that a person has begun a rated game from an address.
	UseAddress(ctx context.Context, person game.Hash, address string, at int64) error
	// Addresses returns the addresses from which a person has begun rated games, latest first, each with up to limit
	// other people.
	Addresses(ctx context.Context, person game.Hash, limit int) ([]Address, error)
	// ForgetAddresses deletes the addresses last used before a time.
	ForgetAddresses(ctx context.Context, before int64) error
}
