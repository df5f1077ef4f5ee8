package message_test

import (
	"errors"
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
)

// Errors can explain themselves with a message: a code for programs, a sentence for people.
func Example() {
	err := error(occupied{board.At(3, 4)})
	why := message.Of(err)
	fmt.Println(why.Code, why.Code.Reason())
	fmt.Println(why)
	fmt.Println(message.Of(errors.New("plain")))
	// Output:
	// illegal.own-piece.example own-piece
	// d5 is occupied by your own pawn
	// plain
}

type occupied struct{ square board.Square }

func (o occupied) Explain() message.Message {
	return message.New("illegal.own-piece.example", "{square} is occupied by your own {role}",
		message.Args{"square": o.square, "role": board.Pawn})
}

func (o occupied) Error() string { return o.Explain().String() }
