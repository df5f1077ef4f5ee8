package pgn_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/variant"
)

// This example reads the games in a PGN text. After an error, the reader continues with the next game.
func ExampleReader() {
	const text = `[White "Anna"]
[Black "Bert"]
[Variant "cylinder"]
[Result "*"]

1. e4 e5 2. Nf3 (2. Ba6) *

[White "Cora"]

1. e4 Ke4 *

1. d4 *
`
	games := pgn.NewReader(strings.NewReader(text), variant.Builtin().Find)
	for {
		g, err := games.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(g.Rules.Info().Name, len(g.Moves()), g.Result)
	}
	// Output:
	// cylinder 3 *
	// line 10, column 7 (game 2): 1... Ke4: a king on e8 cannot reach e4
	// chess 1 *
}

// This example writes a game as PGN.
func ExampleWrite() {
	text := "[Event \"A friendly game\"]\n\n1. e4 e5 2. Nf3 Nc6 {as usual} *"
	g, err := pgn.NewReader(strings.NewReader(text), variant.Builtin().Find).Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := g.SetTag("White", "Anna"); err != nil {
		fmt.Println(err)
		return
	}
	g.Result = "1-0"
	if err := pgn.Write(os.Stdout, g); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Event "A friendly game"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "Anna"]
	// [Black "?"]
	// [Result "1-0"]
	//
	// 1. e4 e5 2. Nf3 Nc6 {as usual} 1-0
}
