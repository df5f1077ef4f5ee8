package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// PGNGame is a game record with its moves as a tree.
type PGNGame struct {
	Variant string   `json:"variant"`
	Start   string   `json:"start"`
	Study   bool     `json:"study,omitempty"` // whether the starting position is kingless
	Tags    []PGNTag `json:"tags"`            // without the tags that other fields imply
	Result  string   `json:"result"`
	// Root is the starting position. Its comment is the comment before the first move.
	Root *PGNNode `json:"root"`
	// Warnings describe the places where the reader had to guess.
	Warnings []PGNNote `json:"warnings,omitempty"`
}

// PGNNote is a note about a place in the PGN text.
type PGNNote struct {
	Message string `json:"message"`
	Game    int    `json:"game"`   // number of the game in the text, from 1
	Line    int    `json:"line"`   // from 1
	Column  int    `json:"column"` // from 1, in characters
	Offset  int    `json:"offset"` // in bytes, from 0
}

// PGNTag is a tag of a game.
type PGNTag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// ReadPGNRequest requests the games in the PGN text.
type ReadPGNRequest struct {
	Text string `json:"text"`
}

// PGNGames are the games read from a PGN text.
type PGNGames struct {
	Games []PGNGame `json:"games"`
	// Skipped holds the errors for games that could not be read.
	Skipped []PGNNote `json:"skipped,omitempty"`
}

// WritePGNRequest requests a game as text.
type WritePGNRequest struct {
	Game PGNGame `json:"game"`
}

// PGNText is a game as text.
type PGNText struct {
	Text string `json:"text"`
}

// NewStudy is a request to save a study on the server. The chapters are in PGN.
type NewStudy struct {
	PGN string `json:"pgn"`
}

// StudyChange is a request to replace the given version of a study.
type StudyChange struct {
	Version int    `json:"version"`
	PGN     string `json:"pgn"`
}

// StudyInfo is a saved study.
type StudyInfo struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Version int    `json:"version"` // from 1, incremented by each change
	Created int64  `json:"created"`
	Updated int64  `json:"updated"`
	PGN     string `json:"pgn,omitempty"` // omitted when a study is created or changed
}

// OneStudy is a response with a study.
type OneStudy struct {
	Study StudyInfo `json:"study"`
	// Secret permits changes to the study. It is sent only once, to the creator.
	Secret string `json:"secret,omitempty"`
}

const (
	// MaxDepth is the maximum depth of a game record. The limit of encoding/json is 10,000, and every move
	// takes two levels.
	MaxDepth = 4900
	// MaxNodes is the maximum number of moves in a game record, including variations.
	MaxNodes = 20_000
)

// PGNNode is a move in a game with its annotations. The first child continues the main line; the other
// children are variations.
//
// The depth of its JSON encoding grows with the length of the game. The node is encoded and decoded without
// recursion, because a browser's stack is small.
type PGNNode struct {
	Move     string // UCI notation; empty at the root
	SAN      string
	Before   string // comment before the move
	Comment  string // comment after the move
	NAGs     []int
	Shapes   []PGNShape // drawn on the board after the move
	Eval     *PGNEval   // evaluation after the move
	Clock    *int64     // remaining time after the move, in milliseconds
	Children []*PGNNode
}

// PGNShape is a circle around a square, or an arrow from one square to another.
type PGNShape struct {
	Colour string `json:"colour" ts:"'green' | 'red' | 'yellow' | 'blue'"`
	From   string `json:"from"`
	To     string `json:"to,omitempty"`
}

// PGNEval is an evaluation from White's point of view, in centipawns or as the number of moves to mate, which
// is negative if Black mates.
type PGNEval struct {
	CP    int `json:"cp,omitempty"`
	Mate  int `json:"mate,omitempty"`
	Depth int `json:"depth,omitempty"`
}

// nodeHead is a node without its children.
type nodeHead struct {
	Move    string     `json:"move,omitempty"`
	SAN     string     `json:"san,omitempty"`
	Before  string     `json:"before,omitempty"`
	Comment string     `json:"comment,omitempty"`
	NAGs    []int      `json:"nags,omitempty"`
	Shapes  []PGNShape `json:"shapes,omitempty"`
	Eval    *PGNEval   `json:"eval,omitempty"`
	Clock   *int64     `json:"clock,omitempty"`
}

// MarshalJSON encodes the node and its descendants.
func (n *PGNNode) MarshalJSON() ([]byte, error) {
	type open struct {
		node *PGNNode
		next int // index of the next child
	}
	var b bytes.Buffer
	begin := func(n *PGNNode) open {
		head := bytes.TrimSuffix(Encode(nodeHead{n.Move, n.SAN, n.Before, n.Comment, n.NAGs, n.Shapes, n.Eval, n.Clock}), []byte("}"))
		b.Write(head)
		if len(head) > 1 {
			b.WriteByte(',')
		}
		b.WriteString(`"children":[`)
		return open{node: n}
	}
	stack := []open{begin(n)}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.node.Children) {
			b.WriteString("]}")
			stack = stack[:len(stack)-1]
			continue
		}
		if top.next > 0 {
			b.WriteByte(',')
		}
		child := top.node.Children[top.next]
		top.next++
		if child == nil {
			return nil, NewFailure(CodeInternal, "request.missing-move", nil)
		}
		stack = append(stack, begin(child))
	}
	return b.Bytes(), nil
}

// UnmarshalJSON decodes the node and its descendants.
func (n *PGNNode) UnmarshalJSON(text []byte) error {
	*n = PGNNode{}
	type open struct {
		node *PGNNode
		list bool // whether the decoder is inside the node's children
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if err := expect(d, json.Delim('{')); err != nil {
		return err
	}
	nodes := 0
	for stack := []open{{node: n}}; len(stack) > 0; {
		top := &stack[len(stack)-1]
		token, err := d.Token()
		if err != nil {
			return err
		}
		name, named := token.(string)
		switch {
		case token == json.Delim('}'):
			stack = stack[:len(stack)-1]
		case token == json.Delim(']'):
			top.list = false
		case token == json.Delim('{') && top.list:
			if nodes++; nodes > MaxNodes {
				return NewFailure(CodeTooLong, "request.too-long.moves", message.Args{"most": MaxNodes})
			}
			if len(stack) > MaxDepth {
				return NewFailure(CodeTooLong, "request.too-long.half-moves", message.Args{"most": MaxDepth})
			}
			child := new(PGNNode)
			top.node.Children = append(top.node.Children, child)
			stack = append(stack, open{node: child})
		case named && !top.list:
			if err := top.node.field(d, name); err != nil {
				return err
			}
			top.list = name == "children"
		default:
			return fmt.Errorf("wire: unexpected %v in the moves of a game", token)
		}
	}
	return nil
}

// field decodes a field of a node. For the children, it reads only the opening bracket.
func (n *PGNNode) field(d *json.Decoder, name string) error {
	switch name {
	case "move":
		return d.Decode(&n.Move)
	case "san":
		return d.Decode(&n.SAN)
	case "before":
		return d.Decode(&n.Before)
	case "comment":
		return d.Decode(&n.Comment)
	case "nags":
		return d.Decode(&n.NAGs)
	case "shapes":
		return d.Decode(&n.Shapes)
	case "eval":
		return d.Decode(&n.Eval)
	case "clock":
		return d.Decode(&n.Clock)
	case "children":
		if n.Children != nil {
			return errors.New("wire: duplicate children in a move")
		}
		n.Children = []*PGNNode{}
		return expect(d, json.Delim('['))
	}
	return fmt.Errorf("wire: unknown field %q in a move", notation.Clip(name))
}

// expect reads a token and returns an error if it is not the expected one.
func expect(d *json.Decoder, want json.Delim) error {
	token, err := d.Token()
	if err == nil && token != want {
		err = fmt.Errorf("wire: got %v, want %v", token, want)
	}
	return err
}
