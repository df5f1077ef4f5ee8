package relational

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
)

const (
	selectRatings    = "SELECT person, variant, speed, bot, points, deviation, volatility, games, played FROM ratings "
	insertRating     = "INSERT INTO ratings (person, variant, speed, bot, points, deviation, volatility, games, played, until) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
	selectRated      = "SELECT game, white, black, data FROM rated "
	insertRated      = "INSERT INTO rated (game, white, black, variant, speed, at, data) VALUES ($1, $2, $3, $4, $5, $6, $7)"
	selectAdjustment = "SELECT game, person, variant, speed, points, games, reason, at FROM adjustments "
	insertAdjustment = "INSERT INTO adjustments (game, person, variant, speed, points, games, reason, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
)

func ratingArgs(s rating.Standing) []any {
	r := s.Rating
	return []any{s.Person[:], s.Pool.Variant, string(s.Pool.Speed), s.Bot, r.Points, r.Deviation, r.Volatility, r.Games, r.Played, r.Until()}
}

func scanStanding(scan Scan) (s rating.Standing, err error) {
	var person []byte
	r := &s.Rating
	err = scan(&person, &s.Pool.Variant, (*string)(&s.Pool.Speed), &s.Bot, &r.Points, &r.Deviation, &r.Volatility, &r.Games, &r.Played)
	copy(s.Person[:], person)
	return s, err
}

func ratedArgs(g *rating.Game, data string, white, black []byte) []any {
	return []any{g.ID, white, black, g.Pool.Variant, string(g.Pool.Speed), g.At, data}
}

func scanRated(scan Scan) (rating.Game, error) {
	var id, data string
	var white, black []byte
	if err := scan(&id, &white, &black, &data); err != nil {
		return rating.Game{}, err
	}
	g, err := store.DecodeRated(id, data, white, black)
	if err != nil {
		err = damage{fmt.Errorf("store: the ratings after %s: %w", id, err)}
	}
	return g, err
}

func adjustmentArgs(a rating.Adjustment) []any {
	return []any{a.Game, a.Person[:], a.Pool.Variant, string(a.Pool.Speed), a.Points, a.Games, a.Reason, a.At}
}

func scanAdjustment(scan Scan) (a rating.Adjustment, err error) {
	var person []byte
	err = scan(&a.Game, &person, &a.Pool.Variant, (*string)(&a.Pool.Speed), &a.Points, &a.Games, &a.Reason, &a.At)
	copy(a.Person[:], person)
	return a, err
}

// Rate changes the ratings of a game's players if the game is rated and has ended, unless it has been rated before or
// exceeds rating.DayLimit.
// It is called in the transaction that adds events to the game, after the game's row has been changed.
func Rate(ctx context.Context, tx Tx, d *Dialect, e *room.Entry) error {
	g, ok := store.RatedOf(e)
	if !ok {
		return nil
	}
	// The room may still have an erased player in memory, so the players are read from the game.
	var players [2][]byte
	var done bool
	if err := row(ctx, tx, []any{&players[0], &players[1], &done}, "SELECT white, black, EXISTS (SELECT 1 FROM rated WHERE game = $1) FROM games WHERE id = $1", e.ID); err != nil || done {
		return err
	}
	copy(g.White.Person[:], players[0])
	copy(g.Black.Person[:], players[1])
	both := []*rating.Player{&g.White, &g.Black}
	for _, p := range both {
		p.Before = rating.New()
		roles, err := rows(ctx, tx, Value[string], "SELECT role FROM accounts WHERE person = $1", p.Person[:])
		if err != nil || len(roles) == 0 {
			return err // an erased player has no rating, and the opponent's does not change
		}
		p.Bot = people.Role(roles[0]) == people.Bot
	}
	// The rows to be changed are locked in the order of their players, so that two games cannot wait for each other.
	slices.SortFunc(both, func(a, b *rating.Player) int { return bytes.Compare(a.Person[:], b.Person[:]) })
	for _, p := range both {
		lock := ""
		if g.Changes(p) {
			lock = d.ForUpdate
			if _, err := tx.Exec(ctx, insertRating+" ON CONFLICT DO NOTHING", ratingArgs(rating.Standing{Person: p.Person, Bot: p.Bot, Pool: g.Pool, Rating: p.Before})...); err != nil {
				return err
			}
		}
		found, err := rows(ctx, tx, scanStanding, selectRatings+"WHERE person = $1 AND variant = $2 AND speed = $3"+lock, p.Person[:], g.Pool.Variant, string(g.Pool.Speed))
		if err != nil {
			return err
		}
		if len(found) > 0 {
			p.Before = found[0].Rating
		}
	}
	if !g.White.Bot && !g.Black.Bot {
		over, err := exceeded(ctx, tx, &g)
		if err != nil {
			return err
		}
		if over {
			return tx.Batch(ctx, []Statement{withoutGames(g.White.Person, g.Pool), withoutGames(g.Black.Person, g.Pool)})
		}
	}
	g.Rate()
	data, err := store.EncodeRated(&g)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	statements := []Statement{{Text: insertRated, Args: ratedArgs(&g, data, players[0], players[1])}}
	for _, p := range both {
		if g.Changes(p) {
			statements = append(statements, setRating(p.Person, g.Pool, p.After))
		}
	}
	return tx.Batch(ctx, statements)
}

// setRating returns the statement that replaces an existing rating.
func setRating(person game.Hash, pool rating.Pool, r rating.Rating) Statement {
	return Statement{
		Text: "UPDATE ratings SET points = $4, deviation = $5, volatility = $6, games = $7, played = $8, until = $9 WHERE person = $1 AND variant = $2 AND speed = $3",
		Args: []any{person[:], pool.Variant, string(pool.Speed), r.Points, r.Deviation, r.Volatility, r.Games, r.Played, r.Until()},
	}
}

// Ratings returns the ratings of a person, by pool.
func (q *Queries) Ratings(ctx context.Context, person game.Hash) ([]rating.Standing, error) {
	return List(ctx, q.db, scanStanding, selectRatings+"WHERE person = $1 ORDER BY variant, speed", person[:])
}

// RatingsIn returns the ratings of people in a pool, omitting people without games.
func (q *Queries) RatingsIn(ctx context.Context, pool rating.Pool, persons ...game.Hash) (map[game.Hash]rating.Rating, error) {
	found := map[game.Hash]rating.Rating{}
	if len(persons) == 0 {
		return found, nil
	}
	args, places := []any{pool.Variant, string(pool.Speed)}, []string{}
	for _, person := range persons {
		args = append(args, person[:])
		places = append(places, fmt.Sprint("$", len(args)))
	}
	list, err := List(ctx, q.db, scanStanding, selectRatings+"WHERE variant = $1 AND speed = $2 AND person IN ("+strings.Join(places, ", ")+")", args...)
	for _, s := range list {
		found[s.Person] = s.Rating
	}
	return found, err
}

// RatedGame returns the record of a rated game, or rating.ErrNotFound.
func (q *Queries) RatedGame(ctx context.Context, id string) (rating.Game, error) {
	list, err := List(ctx, q.db, scanRated, selectRated+"WHERE game = $1", id)
	return first(list, err, rating.ErrNotFound)
}

// RatedGames returns up to limit rated games of a person in a pool, latest first.
func (q *Queries) RatedGames(ctx context.Context, person game.Hash, pool rating.Pool, limit int) ([]rating.Game, error) {
	const of = " = $1 AND variant = $2 AND speed = $3 ORDER BY at DESC, game LIMIT $4) AS "
	return List(ctx, q.db, scanRated, "SELECT game, white, black, data FROM (SELECT * FROM (SELECT * FROM rated WHERE white"+of+"w UNION ALL SELECT * FROM (SELECT * FROM rated WHERE black"+of+"b) AS found ORDER BY at DESC, game LIMIT $4",
		person[:], pool.Variant, string(pool.Speed), limit)
}

const ofBoard = "r.variant = $1 AND r.speed = $2 AND r.bot = $3 AND r.until > $4"

func boardArgs(b rating.Board, more ...any) []any {
	return append([]any{b.Pool.Variant, string(b.Pool.Speed), b.Bots, b.At}, more...)
}

// Leaderboard returns up to limit players, best first.
func (q *Queries) Leaderboard(ctx context.Context, b rating.Board, limit int) ([]rating.Ranked, error) {
	scan := Fields(func(r *rating.Ranked) []any {
		return []any{&r.Name, &r.Rating.Points, &r.Rating.Deviation, &r.Rating.Volatility, &r.Rating.Games, &r.Rating.Played}
	})
	return List(ctx, q.db, scan, `SELECT a.name, r.points, r.deviation, r.volatility, r.games, r.played FROM ratings r JOIN accounts a ON a.person = r.person
		WHERE `+ofBoard+" ORDER BY r.points DESC, r.person LIMIT $5", boardArgs(b, limit)...)
}

// Distribution returns the numbers of players by their points divided by rating.BucketPoints, rounded down.
func (q *Queries) Distribution(ctx context.Context, b rating.Board) (map[int]int, error) {
	type bucket struct{ points, players int }
	list, err := List(ctx, q.db, Fields(func(b *bucket) []any { return []any{&b.points, &b.players} }),
		fmt.Sprintf("SELECT "+q.sql.Whole+", count(*) FROM ratings r WHERE "+ofBoard+" GROUP BY 1", fmt.Sprintf("r.points / %d", rating.BucketPoints)), boardArgs(b)...)
	counts := map[int]int{}
	for _, b := range list {
		counts[b.points] = b.players
	}
	return counts, err
}

// maxPools is the maximum number of pools that Pools returns.
const maxPools = 1000

// Pools returns the pools with ratings, largest first.
func (q *Queries) Pools(ctx context.Context) ([]rating.Size, error) {
	scan := Fields(func(s *rating.Size) []any { return []any{&s.Pool.Variant, (*string)(&s.Pool.Speed), &s.Players} })
	return List(ctx, q.db, scan, "SELECT variant, speed, count(*) FROM ratings GROUP BY variant, speed ORDER BY 3 DESC, 1, 2 LIMIT $1", maxPools)
}

// CountRated returns the number of people and bots with a rating for a variant, but at most limit.
func (q *Queries) CountRated(ctx context.Context, variant string, limit int) (n int, err error) {
	err = Row(ctx, q.db, []any{&n}, "SELECT count(*) FROM (SELECT DISTINCT person FROM ratings WHERE variant = $1 LIMIT $2) AS found", variant, limit)
	return n, err
}

// Refund returns the points that the loser of a game lost, and reports the adjustment. It returns
// rating.ErrNotFound, rating.ErrAdjusted or rating.ErrNoLoser.
func (q *Queries) Refund(ctx context.Context, id, reason string, at int64) (a rating.Adjustment, err error) {
	err = q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		found, err := rows(ctx, tx, scanAdjustment, selectAdjustment+"WHERE game = $1", id)
		if err != nil {
			return err
		}
		if len(found) > 0 {
			if a = found[0]; tx.Retried() && a.At == at && a.Reason == reason {
				return nil
			}
			return rating.ErrAdjusted
		}
		list, err := rows(ctx, tx, scanRated, selectRated+"WHERE game = $1", id)
		g, err := first(list, err, rating.ErrNotFound)
		if err != nil {
			return err
		}
		p := g.Loser()
		if p == nil {
			return rating.ErrNoLoser
		}
		standings, err := rows(ctx, tx, scanStanding, selectRatings+"WHERE person = $1 AND variant = $2 AND speed = $3"+q.sql.ForUpdate, p.Person[:], g.Pool.Variant, string(g.Pool.Speed))
		s, err := first(standings, err, rating.ErrNotFound)
		if err != nil {
			return err
		}
		a = g.Refund(p, s.Rating, reason, at)
		return tx.Batch(ctx, []Statement{{Text: insertAdjustment, Args: adjustmentArgs(a)}, setRating(a.Person, a.Pool, a.Adjust(s.Rating))})
	})
	return a, err
}

// Adjustments returns the adjustments of a person's ratings, or all if the person is zero, oldest first.
func (q *Queries) Adjustments(ctx context.Context, person game.Hash) ([]rating.Adjustment, error) {
	if person == (game.Hash{}) {
		return List(ctx, q.db, scanAdjustment, selectAdjustment+"ORDER BY at, game")
	}
	return List(ctx, q.db, scanAdjustment, selectAdjustment+"WHERE person = $1 ORDER BY at, game", person[:])
}

// RatedAfter returns up to limit rated games with identifiers greater than after, in order.
func (q *Queries) RatedAfter(ctx context.Context, after string, limit int) ([]rating.Game, error) {
	return List(ctx, q.db, scanRated, selectRated+"WHERE game > $1 ORDER BY game LIMIT $2", after, limit)
}

// PutRated returns the statement that copies the ratings of a game, or none if the game is not rated.
func PutRated(g *store.Game) ([]Statement, error) {
	if g.Rated == "" {
		return nil, nil
	}
	r, err := store.DecodeRated(g.ID, g.Rated, g.White, g.Black)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the ratings after %s cannot be read", g.ID), err)
	}
	return []Statement{{Text: insertRated + " ON CONFLICT DO NOTHING", Args: ratedArgs(&r, g.Rated, g.White, g.Black)}}, nil
}
