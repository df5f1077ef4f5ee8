package naive

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Definition is a user-defined rule set in JSON. Numbers in the comments of this file refer to
// the rules of definitions. The parser rejects only definitions that it could not play.
//
// This package interprets ambiguities in the rules of definitions as follows:
//
//   - The default map is rotate and the default colour is opponent: the first
//     values that the rules list.
//   - A promotion reflects unless promotions is false, because the rules' example sets it to true. A
//     capturing promotion reflects only if captures is true as well.
//   - The moving piece itself goes on. A piece type listed in both goes_on and makes goes on; after a
//     promotion, it spawns.
//   - Without castling, the starting position has no rights, even if it lists them.
//   - A side is in check if any of its kings is attacked, no matter which side spawned it.
//   - Two lone kings are a dead position if neither can spawn a piece, as the
//     rules state, unless kings go on and stalemate is not a draw: a lone king
//     can then run out of moves (on a1 and h8 if the map is rotate), so the game
//     can still be won.
//   - Castling has its own notation, so SAN ignores it when it disambiguates
//     king moves.
type Definition struct {
	rules rules
	start string
}

// written is the JSON form of a definition.
type written struct {
	Name, Title, Start string
	Seam               *struct {
		Crossing, Kinds string
		EnPassant       string `json:"en_passant"`
	}
	Reflection *struct {
		Map, Colour string
		Makes       map[string]string
		GoesOn      string `json:"goes_on"`
		Captures    bool
		Promotions  *bool
	}
	Castling   *bool
	DoublePush *bool `json:"double_push"`
	Promotes   string
	Stalemate  string
	Boards     int
}

// Define parses a definition.
func Define(text string) (*Definition, error) {
	var w written
	if err := json.Unmarshal([]byte(text), &w); err != nil {
		return nil, err
	}
	d := &Definition{start: w.Start}
	if d.start == "" {
		d.start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	}
	if w.Seam != nil && (w.Seam.Crossing == "wrap" || w.Seam.Crossing == "hop") {
		d.rules.crossers = w.Seam.Kinds
		d.rules.hop = w.Seam.Crossing == "hop"
		if w.Seam.EnPassant == "home" {
			d.rules.epLanding = seamLanding
		}
	}
	if r := w.Reflection; r != nil {
		d.rules.captures = r.Captures
		image, found := maps[r.Map]
		if !found {
			return nil, fmt.Errorf("unknown map %q", r.Map)
		}
		promotions := r.Promotions == nil || *r.Promotions
		d.rules.quiet = func(n *Pos, m move) {
			if m.promo != 0 && !promotions {
				return
			}
			n.reflect(m.to, image(m.to), m.promo == 0, r.GoesOn, r.Makes, r.Colour == "own")
		}
	}
	d.rules.barren = true
	if w.Reflection != nil {
		kingGoesOn := strings.Contains(w.Reflection.GoesOn, "k")
		decides := w.Stalemate == "loss" || w.Stalemate == "win"
		d.rules.barren = !kingGoesOn && w.Reflection.Makes["k"] == "" || kingGoesOn && !decides
	}
	d.rules.castles = w.Castling == nil || *w.Castling
	if fields := strings.Fields(d.start); !d.rules.castles && len(fields) == 6 {
		fields[2] = "-"
		d.start = strings.Join(fields, " ")
	}
	d.rules.noDouble = w.DoublePush != nil && !*w.DoublePush
	d.rules.promotes = w.Promotes
	d.rules.stalemate = w.Stalemate
	_, err := d.Parse(d.start)
	return d, err
}

// Start returns the text of the starting position.
func (d *Definition) Start() string { return d.start }

// Parse parses a FEN with six fields.
func (d *Definition) Parse(fen string) (*Pos, error) { return d.rules.parse(fen) }

// maps holds the reflection functions by name.
var maps = map[string]func(int) int{
	"":       mirror,
	"rotate": mirror,
	"files":  func(sq int) int { return square(7-file(sq), rank(sq)) },
	"ranks":  func(sq int) int { return square(file(sq), 7-rank(sq)) },
}

// reflect applies the effects of landing on a square if its image is empty. The origin and any
// captured piece are already removed (5).
func (p *Pos) reflect(landing, image int, mayGoOn bool, goesOn string, makes map[string]string, own bool) {
	if p.board[image] != empty {
		return
	}
	piece := p.board[landing]
	kind := string(role(piece))
	if mayGoOn && strings.Contains(goesOn, kind) {
		p.board[landing] = empty
		p.board[image] = piece
		return
	}
	made := makes[kind]
	switch {
	case made == "":
		return
	case made == "p" && (rank(image) == 0 || rank(image) == 7):
		return // pawns are never spawned on these ranks
	}
	p.board[image] = coloured(made[0], isWhite(piece) == own)
}

// hops adds the squares that a hopping rider attacks beyond the seam. From the edge square, its
// line continues at the other edge of the same rank, once (2). Lines along a file never cross.
func (p *Pos) hops(from int, steps [][2]int, squares []int) []int {
	for _, s := range steps {
		at, crossed := from, false
		for {
			to := step(at, s[0], s[1], false)
			leftEdge := s[0] < 0 && file(at) == 0
			rightEdge := s[0] > 0 && file(at) == 7
			if (leftEdge || rightEdge) && !crossed {
				crossed = true
				to = square(7-file(at), rank(at))
			}
			if to == none || to == from {
				break
			}
			squares = append(squares, to)
			if p.board[to] != empty {
				break
			}
			at = to
		}
	}
	return squares
}
