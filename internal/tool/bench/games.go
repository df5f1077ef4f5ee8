package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
)

// writeGames writes generated games as PGN. They are the same on every machine. Moves are random, but
// captures, the centre and safe squares are preferred, so that the games resemble real ones.
func writeGames(w io.Writer, r rules.Rules, games int) error {
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	random := rand.New(rand.NewPCG(1, 2))
	for n := range games {
		g := pgn.NewGame(r, start)
		for _, t := range []pgn.Tag{
			{Name: "Event", Value: "Measured games"}, {Name: "Site", Value: "?"},
			{Name: "Date", Value: fmt.Sprintf("%d.%02d.%02d", 1950+n%70, 1+n%12, 1+n%28)},
			{Name: "Round", Value: fmt.Sprint(1 + n%11)},
			{Name: "White", Value: fmt.Sprintf("Player%d", random.IntN(5000))},
			{Name: "Black", Value: fmt.Sprintf("Player%d", random.IntN(5000))},
			{Name: "WhiteElo", Value: fmt.Sprint(1800 + random.IntN(1000))},
			{Name: "BlackElo", Value: fmt.Sprint(1800 + random.IntN(1000))},
		} {
			if err := g.SetTag(t.Name, t.Value); err != nil {
				return err
			}
		}
		g.Result = playOut(g, random)
		if err := pgn.Write(out, g); err != nil {
			return err
		}
	}
	return out.Flush()
}

// playOut adds moves to a game until it ends or reaches a random length, and returns the result.
func playOut(g *pgn.Game, random *rand.Rand) string {
	p := g.Start
	for range 40 + random.IntN(90) {
		moves := rules.LegalMoves(g.Rules, &p)
		if len(moves) == 0 {
			break
		}
		best, most := moves[0], -1.0
		for _, m := range moves {
			if liking := liked(g.Rules, &p, m) + 3*random.Float64(); liking > most {
				best, most = m, liking
			}
		}
		var next board.Position
		g.Rules.Apply(&p, best, &next)
		g.Line = append(g.Line, &pgn.Node{Move: best})
		p = next
	}
	if o := rules.OutcomeOf(g.Rules, &p); o.Over() {
		return string(o.Result)
	}
	return []string{"1-0", "0-1", "1/2-1/2"}[random.IntN(3)]
}

var pieceValues = [8]float64{board.Pawn: 1, board.Knight: 3, board.Bishop: 3, board.Rook: 5, board.Queen: 9}

// liked returns how much a move is preferred in the random selection.
func liked(r rules.Rules, p *board.Position, m board.Move) float64 {
	role := p.Piece(m.From()).Role()
	v := pieceValues[p.Piece(m.To()).Role()] + pieceValues[m.Promotion()]
	if f, rank := m.To().File(), m.To().Rank(); f >= 2 && f <= 5 && rank >= 2 && rank <= 5 {
		v++
	}
	if role == board.King && r.Guide().Class(p, m)&rules.Castling != 0 {
		v += 3
	}
	if role == board.King {
		v--
	}
	// Avoid squares attacked by an enemy pawn.
	for _, df := range [...]int{-1, 1} {
		f, rank := m.To().File()+df, m.To().Rank()+1-2*int(p.Side)
		if f >= 0 && f < 8 && rank >= 0 && rank < 8 && p.Piece(board.At(f, rank)) == board.NewPiece(p.Side.Other(), board.Pawn) {
			v -= pieceValues[role]
			break
		}
	}
	return v
}
