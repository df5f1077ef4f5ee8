package engine_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/mirrorsquare"
)

// Quiet king moves have spawned kings, so White has three. Black has a mate in one.
func ExampleEngine_Analyse() {
	r := mirrorsquare.Rules
	start, err := r.Guide().ParsePosition("rnb2bnr/pppp1ppp/p1nkpqp1/1p2N3/6P1/1PKP3P/P1PPKPB1/RNBQKR2 b Q - 0 8", rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := engine.New(r, engine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	game := rules.NewLine(r, start)
	for info, err := range e.Analyse(context.Background(), game, engine.Limits{Depth: 5}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if info.Depth == 5 {
			fmt.Println(engine.FormatScore(info.Score), strings.Join(info.SAN, " "))
		}
	}
	// Output: +M1 Qxe5#
}

// Play an opponent of level 3 with an opening book. A seed makes its games
// reproducible.
func ExampleEngine_Choose() {
	r := chess.Rules
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	play := func() string {
		e, err := engine.New(r, engine.Options{Level: 3, Seed: 11, Book: engine.OwnBook(r)})
		if err != nil {
			return err.Error()
		}
		game := rules.NewLine(r, start)
		for game.Ply() < 12 {
			found, err := e.Choose(context.Background(), game, engine.Limits{}, nil)
			if err != nil {
				return err.Error()
			}
			if _, err := game.Play(found.Best); err != nil {
				return err.Error()
			}
		}
		return strings.Join(engine.SAN(r, &start, game.Moves()), " ")
	}
	once, again := play(), play()
	fmt.Println(once == again)
	// Output: true
}

// Annotate adds the score after each move, and a better line after each mistake.
func ExampleEngine_Annotate() {
	const text = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0"
	game, err := pgn.NewReader(strings.NewReader(text), registry.New(chess.Rules).Find).Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := engine.New(game.Rules, engine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := e.Annotate(context.Background(), game, engine.Limits{Depth: 4}, nil); err != nil {
		fmt.Println(err)
		return
	}
	blunder := game.Line[5]
	fmt.Println(blunder.NAGs, blunder.After)
	// Output: [4] [[%eval #1,4]]
}

// A program that serves many rule sets and levels caches the most recently used
// engines.
func ExamplePool() {
	pool := engine.Pool{Options: engine.Options{HashMB: 1}, Size: 2, Books: engine.OwnBook}
	for _, r := range []rules.Rules{chess.Rules, mirrorsquare.Rules, chess.Rules} {
		e, err := pool.Engine(context.Background(), engine.Recipe{Rules: r, Level: 5, Book: true})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(e.Rules().Info().Name)
	}
	_, held := pool.Held(engine.Recipe{Rules: mirrorsquare.Rules, Level: 5, Book: true})
	fmt.Println(held)
	// Output:
	// chess
	// mirrorsquare
	// chess
	// true
}
