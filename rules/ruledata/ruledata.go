// Package ruledata exports rule sets as data for other programs. Each rule set has a JSON document and a JSON
// Schema.
//
// A rule set that implements [Source] creates its own document. All documents include [Common]: how games
// end, the fields of a position's text, worked examples, and reasons why moves are illegal, each with an
// example. The source of an example is only a position and a move. [Work] and [Refusals] compute the other
// fields with the rule set. [Schema] derives the schema from the Go types of the document.
package ruledata

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Source is a rule set that exports its rules as data.
type Source interface {
	rules.Rules
	// RuleData returns the document: a struct that embeds [Common].
	RuleData() any
}

// Of returns the document for a rule set. If the rule set is not a [Source], the document is a [Common].
func Of(r rules.Rules) any {
	if s, ok := r.(Source); ok {
		return s.RuleData()
	}
	return NewCommon(r, schemaCommon)
}

// Encode formats a document as indented JSON. The command line and the API use it.
func Encode(document any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(document); err != nil {
		return nil, err
	}
	return append(indent(nil, bytes.TrimSpace(b.Bytes()), "\n"), '\n'), nil
}

// width is the length up to which an array or an object stays on one line. Long lists of squares would otherwise
// consist mostly of white space.
const width = 120

// indent appends a compact JSON value to out. newline is a line break with the indentation of the value.
func indent(out, value []byte, newline string) []byte {
	if len(newline)+len(value) <= width || value[0] != '{' && value[0] != '[' {
		return append(out, value...)
	}
	end := len(value) - 1
	out = append(out, value[0])
	for start := 1; start < end; {
		size := element(value[start:end])
		out = append(append(out, newline...), "  "...)
		one := value[start : start+size]
		if value[0] == '{' {
			key := quoted(one)
			out = append(append(out, one[:key]...), ": "...)
			one = one[key+1:]
		}
		out = indent(out, one, newline+"  ")
		if start += size + 1; start < end {
			out = append(out, ',')
		}
	}
	return append(append(out, newline...), value[end])
}

// element returns the length of the first element of a list, without the comma after it.
func element(list []byte) int {
	depth := 0
	for i := 0; i < len(list); i++ {
		switch list[i] {
		case '"':
			i += quoted(list[i:]) - 1
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',':
			if depth == 0 {
				return i
			}
		}
	}
	return len(list)
}

// quoted returns the length of the string at the beginning of a text.
func quoted(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// schemaCommon is the $id of the schema for [Common].
const schemaCommon = "urn:tain:rules:1"

// Common is the part that all documents share.
type Common struct {
	Schema  string       `json:"$schema" doc:"the $id of the schema of this document"`
	Name    string       `json:"name" pattern:"^[a-z0-9-]+$" doc:"the rule set's id"`
	Title   string       `json:"title"`
	Summary string       `json:"summary"`
	PGN     string       `json:"pgn,omitempty" doc:"the Variant tag of game records; absent in orthodox chess"`
	Hash    string       `json:"hash,omitempty" doc:"hash of the definition of a user-defined rule set"`
	Parent  string       `json:"parent,omitempty" doc:"the game it is a variant of"`
	Start   string       `json:"start" doc:"the starting position"`
	Boards  int          `json:"boards" min:"1" doc:"number of copies of the board shown in a row"`
	Squares []SquareInfo `json:"squares" doc:"all squares that can exist; x and y are file and rank, counted from 0"`

	Ends       []End      `json:"ends" doc:"how games end, in order of precedence"`
	Repetition Repetition `json:"repetition"`
	Clock      Clock      `json:"halfmoveClock"`
	Text       Text       `json:"text" doc:"the notation of positions and moves"`
	Examples   []Example  `json:"examples" doc:"worked examples: a position, a move and its result"`
	Refusals   []Refusal  `json:"refusals" doc:"reasons why moves are illegal, each with an example"`
}

// SquareInfo is the name and location of a square.
type SquareInfo struct {
	Name  string `json:"name"`
	X     int    `json:"x"`
	Y     int    `json:"y"`
	Level string `json:"level,omitempty"`
	Dark  bool   `json:"dark"`
}

// End is a way in which a game can end.
type End struct {
	Reason string `json:"reason" doc:"the code used in results"`
	Result string `json:"result" enum:"loss|draw|win|none" doc:"for the side to move, or the side whose player acts"`
	How    string `json:"how" enum:"automatic|claim|player" doc:"automatically, by a claim of the side to move, or by an action of a player"`
	Times  int    `json:"times,omitempty" doc:"number of occurrences of the position"`
	Moves  int    `json:"halfMoves,omitempty" doc:"value of the halfmove clock"`
	DrawIf string `json:"drawIf,omitempty" doc:"condition under which a loss is a draw instead"`
}

// Repetition defines when two positions are the same.
type Repetition struct {
	Same    []string `json:"same" doc:"positions that are equal in these respects are the same"`
	Ignored []string `json:"ignored" doc:"respects in which they may differ"`
}

// Clock describes the halfmove clock.
type Clock struct {
	Resets []string `json:"resets" doc:"moves that reset it to 0"`
	Counts []string `json:"counts" doc:"moves that do not reset it, contrary to what one might expect"`
}

// Text describes the notation of positions and moves.
type Text struct {
	Fields []Field `json:"fields" doc:"the fields of a position, separated by spaces"`
	Moves  []Field `json:"moves" doc:"the notations of a move"`
}

// Field is a field of a position, or a notation of a move.
type Field struct {
	Name    string `json:"name"`
	Pattern string `json:"pattern" doc:"a regular expression that every string in the output matches; a string that matches may still be invalid"`
	Says    string `json:"says"`
	Example string `json:"example"`
}

// Piece describes the moves of a role on an empty board, in steps of files and ranks. Pawn moves are
// described separately.
type Piece struct {
	Role   string   `json:"role" enum:"pawn|knight|bishop|rook|queen|king"`
	Letter string   `json:"letter" doc:"letter in notation; a capital for White in positions"`
	Royal  bool     `json:"royal" doc:"no move may leave the piece attacked"`
	Rides  bool     `json:"rides" doc:"the piece repeats its step until it is blocked"`
	Steps  [][2]int `json:"steps" doc:"files and ranks of one step"`
}

// Dead describes the material with which neither side can checkmate, so that the game ends.
type Dead struct {
	Kings int       `json:"kings" doc:"number of kings per side; with more or fewer no position is dead"`
	With  []Remains `json:"with" doc:"material of both sides together, other than the kings; if empty, no position is dead"`
}

// Remains is material other than the kings.
type Remains struct {
	Role      string `json:"role" enum:"none|pawn|knight|bishop|rook|queen"`
	Most      int    `json:"most" doc:"maximum count; -1 for any number"`
	OneColour bool   `json:"oneColour" doc:"all on squares of one colour"`
}

// NewCommon returns the common part of a rule set's document.
func NewCommon(r rules.Rules, schema string) Common {
	i := r.Info()
	c := Common{
		Schema: schema, Name: i.Name, Title: i.Title, Summary: i.Summary.String(), PGN: i.PGN, Hash: i.Hash, Start: i.Start,
		Boards: i.Boards, Squares: []SquareInfo{}, Ends: ends(r),
		Repetition: Repetition{[]string{}, []string{}}, Clock: Clock{[]string{}, []string{}},
		Text: Text{[]Field{}, []Field{}}, Examples: []Example{}, Refusals: []Refusal{},
	}
	for _, s := range i.Squares {
		c.Squares = append(c.Squares, SquareInfo(s))
	}
	if i.Parent != nil {
		c.Parent = i.Parent.Info().Name
	}
	return c
}

// ends returns the ways in which a game can end.
func ends(r rules.Rules) (all []End) {
	stalemate := [...]string{rules.StalemateDraws: "draw", rules.StalemateLoses: "loss", rules.StalemateWins: "win"}
	all = []End{ // in order of precedence
		{Reason: string(rules.Checkmate), Result: "loss", How: "automatic"},
		{Reason: string(rules.Stalemate), Result: stalemate[r.Info().Stalemate], How: "automatic"},
		{Reason: string(rules.Dead), Result: "draw", How: "automatic"},
		{Reason: string(rules.Fivefold), Result: "draw", How: "automatic", Times: rules.EndTimes},
		{Reason: string(rules.SeventyFive), Result: "draw", How: "automatic", Moves: rules.EndClock},
		{Reason: string(rules.Threefold), Result: "draw", How: "claim", Times: rules.ClaimTimes},
		{Reason: string(rules.Fifty), Result: "draw", How: "claim", Moves: rules.ClaimClock},
	}
	late := ""
	if !r.Info().Reflects && r.Info().Stalemate == rules.StalemateDraws { // as in rules.MayMate
		late = "the opponent has nothing but kings"
	}
	for _, e := range [...]End{
		{Reason: string(rules.Resignation), Result: "loss"},
		{Reason: string(rules.Time), Result: "loss", DrawIf: late},
		{Reason: string(rules.Agreement), Result: "draw"},
		{Reason: string(rules.Aborted), Result: "none"},
	} {
		e.How = "player"
		all = append(all, e)
	}
	return all
}

// StartFields fills in missing field examples from the starting position.
func StartFields(start string, fields []Field) []Field {
	parts := strings.Fields(start)
	for n := range fields {
		if fields[n].Example == "" && n < len(parts) {
			fields[n].Example = parts[n]
		}
	}
	return fields
}

// Steps returns the steps, as files and ranks, from a square to each square in a set.
func Steps(from board.Square, to board.Bitboard) [][2]int {
	steps := [][2]int{}
	for to != 0 {
		s := to.Pop()
		steps = append(steps, [2]int{s.File() - from.File(), s.Rank() - from.Rank()})
	}
	return steps
}

// Case is a position and a move to try. An empty Position means the starting position.
type Case struct {
	Shows    string // what the case illustrates
	Position string
	Move     string // in any notation
	// Bits is a move that cannot be written as text. It is 0 if Move is not empty.
	Bits board.Move
	// Plan is a plan to try instead of a move.
	Plan string
	// Study allows a position in which a side has no king.
	Study bool
}

// Example is a worked example.
type Example struct {
	Shows    string     `json:"shows" doc:"what the example illustrates"`
	Position string     `json:"position"`
	Study    bool       `json:"study,omitempty" doc:"a side has no king"`
	Move     string     `json:"move"`
	SAN      string     `json:"san,omitempty" doc:"the move in standard algebraic notation"`
	After    string     `json:"after,omitempty" doc:"the position after the move"`
	Says     string     `json:"says" doc:"the effects of the move, or why it is illegal"`
	Code     rules.Code `json:"code,omitempty" doc:"the code of the reason why it is illegal; absent if it is legal"`
}

// Refusal is a reason why a move is illegal, with an example.
type Refusal struct {
	Code     rules.Code `json:"code" doc:"the machine-readable reason"`
	Message  string     `json:"message" doc:"the code of the message in the catalogue; several messages may have the same reason"`
	Position string     `json:"position"`
	Study    bool       `json:"study,omitempty" doc:"a side has no king"`
	Move     string     `json:"move,omitempty" doc:"absent if no text of a move has this reason"`
	Plan     string     `json:"plan,omitempty" doc:"a plan whose last step is illegal, if no single move has this reason"`
	Bits     uint32     `json:"bits,omitempty" doc:"a move that has no text, as the library's integer encoding"`
	Sentence string     `json:"sentence"`
}
