package view

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// NewGame returns the game that a client requests. lastMove is the move that led to the starting position, if
// a link contains that move.
func NewGame(q wire.NewGame, lastMove string) game.Request {
	return game.Request{
		Variant: q.Variant, Position: q.Position, LastMove: lastMove, Opponent: q.Opponent, Level: q.Level, Colour: q.Colour,
		Control: q.Control, Name: q.Name, Keep: q.Keep, Rated: q.Rated,
	}
}

// Frame is a client message of any type. The implementations of [wire.ClientMessage] define which fields each
// type has.
type Frame struct {
	wire.Heading
	Ply       *int              `json:"ply"`
	Takebacks *int              `json:"takebacks"`
	Key       *string           `json:"key"`
	Move      *string           `json:"move"`
	Do        *game.OfferAction `json:"do"`
	Draw      *bool             `json:"draw"`
	Phrase    *game.Phrase      `json:"phrase"`
}

// optionalFields are the fields of a Frame that only some message types have.
var optionalFields = slices.DeleteFunc(reflect.VisibleFields(reflect.TypeFor[Frame]()), func(f reflect.StructField) bool {
	return f.Type.Kind() != reflect.Pointer
})

// frameFields returns the JSON field names of each message type, as a set.
var frameFields = sync.OnceValue(func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, name := range wire.ClientTypes() {
		all[name] = map[string]bool{}
		for _, f := range reflect.VisibleFields(reflect.TypeOf(wire.NewClientMessage(name)).Elem()) {
			all[name][jsonName(f)] = true
		}
	}
	return all
})

// jsonName returns the name of a field in JSON.
func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}

// ReadFrame parses a client message. On an error the frame still contains the message number, if there is
// one, for the reply.
func ReadFrame(text []byte) (*Frame, error) {
	f := new(Frame)
	err := wire.Decode(text, f)
	fields, known := frameFields()[f.Type]
	switch {
	case !known && (err == nil || f.Type != ""):
		return f, wire.NewFailure(wire.CodeRequest, "request.message-type", message.Args{"text": notation.Clip(f.Type), "types": message.Strings(wire.ClientTypes())})
	case err != nil:
		return f, err
	}
	for _, field := range optionalFields {
		name := jsonName(field)
		if given := !reflect.ValueOf(f).Elem().FieldByIndex(field.Index).IsNil(); given && !fields[name] {
			return f, wire.DecodeFailure(fmt.Errorf("json: unknown field %q", name))
		}
	}
	return f, nil
}

// At identifies the client's state of the game by its number of moves and number of takebacks.
func (f *Frame) At() (ply, takebacks int) { return value(f.Ply), value(f.Takebacks) }

// SentPhrase returns the phrase in a message.
func (f *Frame) SentPhrase() game.Phrase { return value(f.Phrase) }

// Command returns the command in a message, or nil if the message is not a command.
func (f *Frame) Command() game.Command {
	ply, takebacks := f.At()
	do := value(f.Do)
	switch f.Type {
	case "move":
		return game.Move{Ply: ply, Takebacks: takebacks, Key: value(f.Key), Move: value(f.Move)}
	case "draw":
		return game.Draw{Ply: ply, Takebacks: takebacks, Do: do}
	case "takeback":
		return game.Takeback{Ply: ply, Takebacks: takebacks, Do: do}
	case "claim":
		return game.Claim{Ply: ply, Takebacks: takebacks}
	case "gone":
		return game.ClaimLeft{Ply: ply, Takebacks: takebacks, Draw: value(f.Draw)}
	case "rematch":
		return game.Rematch{Do: do}
	case "resign":
		return game.Resign{}
	case "abort":
		return game.Abort{}
	}
	return nil
}

// value returns the value that a field points to, or the zero value if it is nil.
func value[T any](field *T) (v T) {
	if field != nil {
		v = *field
	}
	return v
}
