package wire

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// Message is an explanation for programs that have their own translations: a code with arguments. Strings,
// numbers and booleans are encoded as JSON values, and a list as an array. A square is {"square": "e4"}, a
// role {"role": "knight"}, a piece {"role": "knight", "colour": "black"}, a side {"side": "white"}, a time
// {"time": "2026-05-01T12:00:00Z"}, and a nested message {"code": ..., "args": ...}.
type Message struct{ message.Message }

// MarshalJSON encodes the code and the arguments.
func (m Message) MarshalJSON() ([]byte, error) { return json.Marshal(encodeMessage(m.Message, 0)) }

// JSONType returns the type that describes the encoding.
func (Message) JSONType() any { return encodedMessage{} }

// encodedMessage is the JSON encoding of a message.
type encodedMessage struct {
	Code message.Code   `json:"code"`
	Args map[string]any `json:"args,omitempty"`
}

func encodeMessage(m message.Message, depth int) encodedMessage {
	args := make(map[string]any, len(m.Args))
	for name, value := range m.Args {
		args[name] = encodeValue(value, depth)
	}
	return encodedMessage{m.Code, args}
}

// argument is the JSON encoding of an argument that is not a plain value.
type argument struct {
	Square *string `json:"square,omitempty"`
	Role   string  `json:"role,omitempty"`
	Colour string  `json:"colour,omitempty"`
	Side   string  `json:"side,omitempty"`
	Time   string  `json:"time,omitempty"`
}

// maxDepth limits the nesting depth of lists and messages in a message.
const maxDepth = 8

func encodeValue(value any, depth int) any {
	if depth > maxDepth {
		return "..."
	}
	switch v := value.(type) {
	case message.Square:
		return argument{Square: (*string)(&v)}
	case board.Square:
		name := v.String()
		return argument{Square: &name}
	case board.Role:
		return argument{Role: v.String()}
	case board.Piece:
		return argument{Role: v.Role().String(), Colour: v.Colour().String()}
	case board.Colour:
		return argument{Side: v.String()}
	case message.List:
		list := []any{}
		for _, one := range v {
			list = append(list, encodeValue(one, depth+1))
		}
		return list
	case time.Time:
		return argument{Time: v.UTC().Format(time.RFC3339)}
	case message.Message:
		return encodeMessage(v, depth+1)
	case string, int, bool:
		return v
	}
	return fmt.Sprint(value)
}

// Outcome is the state of a game: its result, and the draws that may be claimed.
type Outcome struct {
	Result   rules.Result   `json:"result"`
	Reason   rules.Reason   `json:"reason,omitempty"`
	Claim    []rules.Reason `json:"claim,omitempty"`
	Sentence string         `json:"sentence,omitempty"`
}

// NewOutcome returns an outcome whose sentence is translated with a catalogue.
func NewOutcome(c *locale.Catalogue, o rules.Outcome) Outcome {
	return Outcome{o.Result, o.Reason, o.Claim, c.Text(o.Message)}
}

// Fault is one reason why a position is impossible.
type Fault struct {
	Code string `json:"code"`
	// Offset is a byte offset in the text, or -1 if the fault is not at a single place.
	Offset  int    `json:"offset"`
	Message string `json:"message"`

	reason message.Message // source of Message, for [Failure.In]
}

// Faults lists all faults in a position.
type Faults []Fault

// NewFaults returns faults whose messages are translated with a catalogue.
func NewFaults(c *locale.Catalogue, faults rules.Faults) Faults {
	return convert(faults, func(f rules.Fault) Fault {
		return Fault{string(f.Code), f.Offset, c.Text(f.Message), f.Message}
	})
}

// MoveInfo describes a legal move.
type MoveInfo struct {
	Move    string   `json:"move"`           // UCI notation
	SAN     string   `json:"san"`            // standard algebraic notation
	From    string   `json:"from,omitempty"` // square of the piece; empty if a board moves
	To      string   `json:"to,omitempty"`   // destination square as written in the move
	Kind    string   `json:"kind"`           // capture, castling, promotion, ...
	Capture bool     `json:"capture"`
	Ways    []Way    `json:"ways,omitempty"` // preferred way first; pins if a board moves
	Changes []Change `json:"changes"`
	Text    string   `json:"text"` // sentence that describes the effects of the move
}

// Change is one effect of a move. A piece moves from the square From to the square To. A captured piece has
// no To, and a spawned piece has no From.
//
// To replay a move, apply its changes in order: remove the piece from From if it is still there, and put it,
// or the piece that it has become, on To. A piece already on To is replaced.
type Change struct {
	Effect describe.Effect `json:"effect"`
	Piece  string          `json:"piece,omitempty"` // FEN letter
	Into   string          `json:"into,omitempty"`  // FEN letter of the piece that it becomes
	From   string          `json:"from,omitempty"`
	To     string          `json:"to,omitempty"`
	Pin    string          `json:"pin,omitempty"`
	Onto   string          `json:"onto,omitempty"`
	Gone   []string        `json:"gone,omitempty"`
	Came   []string        `json:"came,omitempty"`
}

// Copy is one of the copies of the board that are displayed next to each other.
type Copy string

// The copies. Pieces move on the centre copy.
const (
	Left   Copy = "left"
	Centre Copy = "centre"
	Right  Copy = "right"
)

// Touch is a square that a move touches, on one copy of the board. On boards in space, the squares between
// the ends of a move are columns, and a board move touches pins.
type Touch struct {
	Board  Copy   `json:"board"`
	Square string `json:"square"`
}

// Way lists the squares that a move touches, from origin to destination.
type Way []Touch

// NewMoveInfo returns a description of a move of a rule set, with the sentence translated with a catalogue.
func NewMoveInfo(c *locale.Catalogue, info *rules.Info, d describe.MoveInfo) MoveInfo {
	touch := func(t rules.Touch) Touch { return Touch{Copy(t.Copy.String()), t.Square} }
	return MoveInfo{
		Move: d.Move, SAN: d.SAN, From: d.From, To: d.To, Kind: d.Kind, Capture: d.Capture, Text: c.Text(d.Message),
		Ways: convert(d.Ways, func(w rules.Way) Way { return convert(w, touch) }),
		Changes: convert(d.Changes, func(c describe.Change) Change {
			return Change{c.Effect, letter(info, c.Piece), letter(info, c.Into), c.From, c.To, c.Mount, c.Onto, c.Gone, c.Came}
		}),
	}
}

func letter(info *rules.Info, pc board.Piece) string {
	if pc == board.NoPiece {
		return ""
	}
	return string(rune(info.Letter(pc)))
}

// Shape is the size of a flat board, and how its edges are joined.
type Shape struct {
	Files int `json:"files"`
	Ranks int `json:"ranks"`
	// Planes is 2 if there are two boards of this size, and absent if there is one. The squares of the second board
	// are to the right of the first, after an empty file.
	Planes int `json:"planes,omitempty"`
	// Seam is how the left and right edges are joined, and Ends how the bottom and top edges are. With wrap, each
	// square is next to the one opposite; with twist, to the one opposite it through the centre of the board; with
	// pole, to the one on the same rank, half the files further on. Absent edges are not joined.
	Seam rules.Join `json:"seam,omitempty" ts:"'wrap' | 'twist'"`
	Ends rules.Join `json:"ends,omitempty" ts:"'wrap' | 'twist' | 'pole'"`
	// Copies reports whether boards are displayed with copies beyond their joined edges.
	Copies bool `json:"copies,omitempty"`
}

// NewShape returns the shape of a flat board, or nil for a board in space.
func NewShape(i *rules.Info) *Shape {
	if i.Shape.Files == 0 {
		return nil
	}
	s := &Shape{Files: i.Shape.Files, Ranks: i.Shape.Ranks, Seam: i.Shape.Seam, Ends: i.Shape.Ends, Copies: i.Copies()}
	if i.Shape.Planes > 1 {
		s.Planes = i.Shape.Planes
	}
	return s
}

// PieceKind is a kind of piece.
type PieceKind struct {
	Letter string `json:"letter"` // FEN letter in lower case
	Name   string `json:"name"`   // the author's name, an English name in lower case, or the letter
	// Picture is the name of the kind's picture, such as knight or archbishop, or a letter, which is drawn on a disc.
	Picture paint.Picture `json:"picture"`
	Betza   string        `json:"betza,omitempty"` // moves in Betza notation, unless it moves as in chess
}

// NewKinds returns the kinds of pieces of a rule set, or nil if they are those of chess.
func NewKinds(i *rules.Info) []PieceKind {
	return convert(i.Kinds, func(k rules.Kind) PieceKind {
		return PieceKind{string(rune(k.Letter | 0x20)), k.Name, paint.PictureFor(k.Name, k.Letter, k.Betza), k.Betza}
	})
}

// SquareInfo describes a square: its name, place and shade.
type SquareInfo struct {
	Name  string `json:"name"`
	X     int    `json:"x"`
	Y     int    `json:"y"`
	Level string `json:"level,omitempty"`
	Dark  bool   `json:"dark"`
}

// NewSquares returns the squares of a rule set.
func NewSquares(all []rules.SquareInfo) []SquareInfo {
	return convert(all, func(s rules.SquareInfo) SquareInfo { return SquareInfo(s) })
}

// Mount is a pin that can hold a board.
type Mount struct {
	Name   string   `json:"name"`
	Corner string   `json:"corner"` // square that the pin is attached to
	Next   []string `json:"next"`   // pins that a board may move to from this pin
}

// NewMounts returns the pins of a rule set, or nil if its boards do not move.
func NewMounts(r rules.Rules) []Mount {
	moving, ok := r.(rules.MovingBoards)
	if !ok {
		return nil
	}
	return convert(moving.Mounts(), func(m rules.Mount) Mount { return Mount(m) })
}

// MountedBoard is a board on a pin.
type MountedBoard struct {
	Mount  string       `json:"pin"`
	Owner  board.Colour `json:"owner"`
	Turned bool         `json:"turned"` // rotated by 180°
	// Quadrants lists the squares of the board's quadrants, q1 first. Their order depends on the owner, not
	// on the rotation.
	Quadrants []string `json:"quadrants,omitempty"`
}

// NewBoards returns the boards in a position with their pins, or nil if the boards of the rule set do not
// move.
func NewBoards(r rules.Rules, p *board.Position) []MountedBoard {
	moving, ok := r.(rules.MovingBoards)
	if !ok {
		return nil
	}
	return convert(moving.Boards(p), func(b rules.MountedBoard) MountedBoard { return MountedBoard(b) })
}

// convert converts the elements of a list. A nil list stays nil.
func convert[A, B any](list []A, one func(A) B) []B {
	if list == nil {
		return nil
	}
	all := make([]B, len(list))
	for i, v := range list {
		all[i] = one(v)
	}
	return all
}
