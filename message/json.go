package message

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"github.com/tainchess/tain/board"
)

// wireValue is a value in JSON. Texts, numbers and booleans are themselves, a
// list is an array, a square {"square": "e4"}, a role {"role": "knight"}, a
// piece {"role": "knight", "colour": "black"}, a side {"side": "white"}, a time
// {"time": "2026-05-01T12:00:00Z"}, a nested message {"code": ..., "args": ...}.
type wireValue struct {
	Square *Square `json:"square,omitempty"`
	Role   string  `json:"role,omitempty"`
	Colour string  `json:"colour,omitempty"`
	Side   string  `json:"side,omitempty"`
	Time   string  `json:"time,omitempty"`
	Code   Code    `json:"code,omitempty"`
	Args   Args    `json:"args,omitempty"`
}

// MarshalJSON writes the arguments as an object.
func (a Args) MarshalJSON() ([]byte, error) {
	out := make(map[string]any, len(a))
	for name, value := range a {
		out[name] = toWire(value, 0)
	}
	return json.Marshal(out)
}

func toWire(value any, depth int) any {
	switch v := value.(type) {
	case Square:
		return wireValue{Square: &v}
	case board.Square:
		name := Square(v.String())
		return wireValue{Square: &name}
	case board.Role:
		return wireValue{Role: v.String()}
	case board.Piece:
		return wireValue{Role: v.Role().String(), Colour: v.Colour().String()}
	case board.Colour:
		return wireValue{Side: v.String()}
	case List:
		list := []any{}
		for _, one := range v {
			if depth > maxDepth {
				break
			}
			list = append(list, toWire(one, depth+1))
		}
		return list
	case time.Time:
		return wireValue{Time: v.UTC().Format(time.RFC3339)}
	case Message, string, int, bool:
		return v
	}
	return fmt.Sprint(value)
}

// UnmarshalJSON reads arguments as MarshalJSON writes them.
func (a *Args) UnmarshalJSON(data []byte) error {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	*a = make(Args, len(raw))
	for name, one := range raw {
		value, err := fromWire(one, 0)
		if err != nil {
			return fmt.Errorf("message: the argument %q: %w", name, err)
		}
		(*a)[name] = value
	}
	return nil
}

func fromWire(data json.RawMessage, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("lists are nested more than %d deep", maxDepth)
	}
	switch data[0] {
	case '{':
		return fromObject(data)
	case '[':
		var raw []json.RawMessage
		if err := json.Unmarshal(data, &raw); err != nil {
			return nil, err
		}
		list := make(List, 0, len(raw))
		for _, one := range raw {
			value, err := fromWire(one, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		return list, nil
	}
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		return nil, err
	}
	switch v := value.(type) {
	case float64:
		if v != math.Trunc(v) || math.Abs(v) > 1<<53 {
			return nil, fmt.Errorf("%v is not a whole number", v)
		}
		return int(v), nil
	case nil:
		return nil, fmt.Errorf("null is not a value")
	}
	return value, nil
}

func fromObject(data []byte) (any, error) {
	var v wireValue
	if err := json.Unmarshal(data, &v); err != nil {
		return nil, err
	}
	switch {
	case v.Square != nil:
		return *v.Square, nil
	case v.Code != "":
		return Message{Code: v.Code, Args: v.Args}, nil
	case v.Side != "":
		return colour(v.Side)
	case v.Time != "":
		return time.Parse(time.RFC3339, v.Time)
	}
	role, err := role(v.Role)
	if err != nil || v.Colour == "" {
		return role, err
	}
	side, err := colour(v.Colour)
	return board.NewPiece(side, role), err
}

func colour(name string) (board.Colour, error) {
	for _, c := range []board.Colour{board.White, board.Black} {
		if c.String() == name {
			return c, nil
		}
	}
	return 0, fmt.Errorf("%q is not a side", name)
}

func role(name string) (board.Role, error) {
	for r := board.NoRole; r <= board.King; r++ {
		if r.String() == name {
			return r, nil
		}
	}
	return 0, fmt.Errorf("%q is not a piece", name)
}
