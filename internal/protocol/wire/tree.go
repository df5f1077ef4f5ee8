package wire

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

const (
	// MaxDepth bounds how deep a game record may go. JSON may be 10,000 deep,
	// and every move takes two of that.
	MaxDepth = 4900
	// MaxNodes bounds the moves of a game record, variations included.
	MaxNodes = 20_000
)

// PGNNode is a move in a game and what is said about it. The first child goes
// on with the main line, the others are played instead of it.
//
// Its JSON is as deep as the game is long. It is read and written without
// recursion, since a browser's stack is small.
type PGNNode struct {
	Move     string // UCI notation; empty at the root
	SAN      string
	Before   string // the comment before the move
	Comment  string // the one after it
	NAGs     []int
	Shapes   []PGNShape // drawn on the board after the move
	Eval     *PGNEval   // how the position stands then
	Clock    *int64     // what is left to who moved, in milliseconds
	Children []*PGNNode
}

// PGNShape is a circle round a square, or an arrow to another.
type PGNShape struct {
	Colour string `json:"colour" ts:"'green' | 'red' | 'yellow' | 'blue'"`
	From   string `json:"from"`
	To     string `json:"to,omitempty"`
}

// PGNEval is how a position stands as White sees it: centipawns, or moves to
// mate, which are negative if Black mates.
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

// MarshalJSON writes the tree under a node.
func (n *PGNNode) MarshalJSON() ([]byte, error) {
	type open struct {
		node *PGNNode
		next int // the child to be written next
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

// UnmarshalJSON reads the tree under a node.
func (n *PGNNode) UnmarshalJSON(text []byte) error {
	*n = PGNNode{}
	type open struct {
		node *PGNNode
		list bool // its children are being read
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
			return fmt.Errorf("%v has no place among the moves of a game", token)
		}
	}
	return nil
}

// field reads one field of a node; of the children only their opening.
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
			return fmt.Errorf("a move has its children twice")
		}
		n.Children = []*PGNNode{}
		return expect(d, json.Delim('['))
	}
	return fmt.Errorf("a move of a game has no field %q", notation.Clip(name))
}

// expect reads a token that has to come.
func expect(d *json.Decoder, want json.Delim) error {
	token, err := d.Token()
	if err == nil && token != want {
		err = fmt.Errorf("%v stands where %v should", token, want)
	}
	return err
}
