package board_test

import (
	"fmt"

	"github.com/tainchess/tain/board"
)

// A position is a value: copy it and change the copy.
func Example() {
	before := board.Empty()
	e1, _ := board.ParseSquare("e1")
	d4, _ := board.ParseSquare("d4")
	king, knight := board.NewPiece(board.White, board.King), board.NewPiece(board.White, board.Knight)
	before.Put(e1, king)
	before.Put(d4, knight)

	after := before
	m := board.NewMove(d4, board.At(5, 4), board.NoRole)
	after.Shift(m.From(), m.To(), knight)
	after.Pass()

	for set := after.ByColour(board.White); set != 0; {
		s := set.Pop()
		fmt.Printf("%c on %v\n", after.Piece(s).Letter(), s)
	}
	fmt.Println("to move:", before.Side, "then", after.Side)
	fmt.Println("one hash:", before.Hash == after.Hash)
	// Output:
	// K on e1
	// N on f5
	// to move: white then black
	// one hash: false
}
