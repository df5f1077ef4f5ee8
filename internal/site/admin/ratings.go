package admin

import (
	"context"
	"encoding/hex"
	"errors"
	"math"

	"github.com/tainchess/tain/internal/people/moderation"
	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/notation"
)

// Refund is the result of giving points back to the loser of a game.
type Refund struct {
	Game   string  `json:"game"`
	Person string  `json:"person"` // hash
	Name   string  `json:"name"`
	Points float64 `json:"points"`
}

// ExportRating is an account's rating for games with the same rules and speed.
type ExportRating struct {
	Variant    string              `json:"variant"`
	Speed      string              `json:"speed"`
	Rating     float64             `json:"rating"`
	Deviation  float64             `json:"deviation"`
	Volatility float64             `json:"volatility"`
	Games      int                 `json:"games"`
	Played     int64               `json:"played"`
	Changes    []ExportRatedGame   `json:"changes"`
	Refunds    []ExportRatedRefund `json:"refunds,omitempty"`
}

// ExportRatedGame is what a game has changed.
type ExportRatedGame struct {
	Game   string  `json:"game"`
	At     int64   `json:"at"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

// ExportRatedRefund is what the person got back after moderation.
type ExportRatedRefund struct {
	Game   string  `json:"game"`
	At     int64   `json:"at"`
	Points float64 `json:"points"`
}

// exportRatings returns the ratings of an account.
func (s *Service) exportRatings(ctx context.Context, who game.Hash) (all []ExportRating, err error) {
	list, err := s.store.Ratings(ctx, who)
	if err != nil {
		return nil, err
	}
	refunds, err := s.store.Adjustments(ctx, who)
	if err != nil {
		return nil, err
	}
	for _, one := range list {
		r := one.Rating
		x := ExportRating{
			Variant: one.Pool.Variant, Speed: string(one.Pool.Speed), Rating: r.Points, Deviation: r.Deviation, Volatility: r.Volatility,
			Games: r.Games, Played: r.Played, Changes: []ExportRatedGame{},
		}
		games, err := s.store.RatedGames(ctx, who, one.Pool, math.MaxInt32)
		if err != nil {
			return nil, err
		}
		for _, g := range games {
			if p := g.Of(who); p != nil && g.Changes(p) {
				x.Changes = append(x.Changes, ExportRatedGame{g.ID, g.At, p.Before.Points, p.After.Points})
			}
		}
		for _, a := range refunds {
			if a.Pool == one.Pool {
				x.Refunds = append(x.Refunds, ExportRatedRefund{a.Game, a.At, a.Points})
			}
		}
		all = append(all, x)
	}
	return all, nil
}

// refund gives the loser of a rated game the points back.
func (s *Service) refund(ctx context.Context, q Request) (any, error) {
	reason, err := needReason(q)
	if err != nil {
		return nil, err
	}
	if err := s.checkReport(ctx, q); err != nil {
		return nil, err
	}
	if len(q.Games) != 1 {
		return nil, errors.New("give one game")
	}
	id := q.Games[0]
	a, err := s.store.Refund(ctx, id, reason, now())
	switch {
	case errors.Is(err, rating.ErrNotFound):
		return nil, explain(err, "the game %q is not rated, or its loser has no account", notation.Clip(id))
	case errors.Is(err, rating.ErrAdjusted):
		return nil, explain(err, "the points lost in %v have been given back already", id)
	case errors.Is(err, rating.ErrNoLoser):
		return nil, explain(err, "nobody lost points in %v", id)
	case err != nil:
		return nil, err
	}
	if err := s.record(ctx, q, moderation.Action{Kind: moderation.Refunded, Person: a.Person, Game: id, Reason: reason}); err != nil {
		return nil, err
	}
	loser, err := s.store.Account(ctx, a.Person)
	return Refund{Game: id, Person: hex.EncodeToString(a.Person[:]), Name: loser.Name, Points: a.Points}, err
}
