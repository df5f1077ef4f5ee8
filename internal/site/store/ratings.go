package store

import (
	"encoding/json"

	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/rules"
)

// RatedOf returns the record of a rated game that has ended, without the players and their ratings. It returns false
// for all other games.
func RatedOf(e *room.Entry) (g rating.Game, ok bool) {
	if !e.Rated || e.Result == nil || e.Control == nil {
		return g, false
	}
	g = rating.Game{ID: e.ID, Pool: rating.PoolOf(e.Variant, *e.Control), At: e.Updated}
	switch e.Result.Result {
	case rules.WhiteWins:
		g.Score = 1
	case rules.Draw:
		g.Score = 0.5
	case rules.BlackWins:
	default:
		return g, false // the game was aborted
	}
	return g, true
}

// savedGame is the stored form of a rated game. The columns white and black contain the players, so that the record
// contains no personal data.
type savedGame struct {
	Variant string      `json:"variant"`
	Speed   string      `json:"speed"`
	At      int64       `json:"at"`
	Score   float64     `json:"score"`
	White   savedPlayer `json:"white"`
	Black   savedPlayer `json:"black"`
}

type savedPlayer struct {
	Bot    bool        `json:"bot,omitempty"`
	Before savedRating `json:"before"`
	After  savedRating `json:"after"`
}

type savedRating struct {
	Points     float64 `json:"points"`
	Deviation  float64 `json:"deviation"`
	Volatility float64 `json:"volatility"`
	Games      int     `json:"games"`
	Played     int64   `json:"played"`
}

func savePlayer(p *rating.Player) savedPlayer {
	return savedPlayer{p.Bot, savedRating(p.Before), savedRating(p.After)}
}

func (p *savedPlayer) player(who []byte) (v rating.Player) {
	copy(v.Person[:], who)
	v.Bot, v.Before, v.After = p.Bot, rating.Rating(p.Before), rating.Rating(p.After)
	return v
}

// EncodeRated returns the stored form of a rated game.
func EncodeRated(g *rating.Game) (string, error) {
	text, err := json.Marshal(savedGame{g.Pool.Variant, string(g.Pool.Speed), g.At, float64(g.Score), savePlayer(&g.White), savePlayer(&g.Black)})
	return string(text), err
}

// DecodeRated decodes the stored form of a rated game between two people.
func DecodeRated(id, text string, white, black []byte) (rating.Game, error) {
	var k savedGame
	if err := json.Unmarshal([]byte(text), &k); err != nil {
		return rating.Game{}, err
	}
	g := rating.Game{ID: id, At: k.At, Score: rating.Score(k.Score), White: k.White.player(white), Black: k.Black.player(black)}
	g.Pool.Variant = k.Variant
	return g, g.Pool.Speed.UnmarshalText([]byte(k.Speed))
}
