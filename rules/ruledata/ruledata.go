// Package ruledata exports rule sets as data for other programs: one JSON document each, and its JSON Schema.
//
// A rule set that implements [Source] creates its own document. All documents include [Common]: how games
// end, the fields of a position's text, worked examples, and every reason why a move is illegal, with an
// example. Examples give only a position and a move; the rule set computes the rest ([Work], [Refusals]).
// [Schema] derives the schema from the Go types of the document.
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

// Of returns the document for a rule set: only [Common] if it is not a [Source].
func Of(r rules.Rules) any {
	if s, ok := r.(Source); ok {
		return s.RuleData()
	}
	return NewCommon(r, schemaCommon)
}

// Encode formats a document. The command line and the API share it.
func Encode(document any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(document)
	return b.Bytes(), err
}

// schemaCommon is the $id of the schema of [Common].
const schemaCommon = "urn:tain:rules:1"

// Common is the part that all documents share.
type Common struct {
	Schema  string       `json:"$schema" doc:"the $id of the schema of this document"`
	Name    string       `json:"name" pattern:"^[a-z0-9-]+$" doc:"the rule set's id"`
	Title   string       `json:"title"`
	Summary string       `json:"summary"`
	PGN     string       `json:"pgn,omitempty" doc:"the Variant tag of game records; absent in orthodox chess"`
	Hash    string       `json:"hash,omitempty" doc:"names the form of a rule set that a person has written"`
	Parent  string       `json:"parent,omitempty" doc:"the game it is a variant of"`
	Start   string       `json:"start" doc:"the starting position"`
	Boards  int          `json:"boards" min:"1" doc:"how many copies of the board are shown in a row"`
	Squares []SquareInfo `json:"squares" doc:"all squares there can be: x and y are file and rank, counted from 0"`

	Ends       []End      `json:"ends" doc:"how games end, in the order in which a position is judged"`
	Repetition Repetition `json:"repetition"`
	Clock      Clock      `json:"halfmoveClock"`
	Text       Text       `json:"text" doc:"how positions and moves are written"`
	Examples   []Example  `json:"examples" doc:"worked examples: a position, a move, and what comes of it"`
	Refusals   []Refusal  `json:"refusals" doc:"every reason for which a move is refused, with an example"`
}

// SquareInfo is the name and location of a square.
type SquareInfo struct {
	Name  string `json:"name"`
	X     int    `json:"x"`
	Y     int    `json:"y"`
	Level string `json:"level,omitempty"`
	Dark  bool   `json:"dark"`
}

// End is one way in which a game ends.
type End struct {
	Reason string `json:"reason" doc:"the code that results carry"`
	Result string `json:"result" enum:"loss|draw|win|none" doc:"for the side to move, or the side that acts"`
	How    string `json:"how" enum:"automatic|claim|player" doc:"at once, if the side to move claims it, or by what a player does"`
	Times  int    `json:"times,omitempty" doc:"how often the position has come up"`
	Moves  int    `json:"halfMoves,omitempty" doc:"what the halfmove clock has reached"`
	DrawIf string `json:"drawIf,omitempty" doc:"when a loss is a draw instead"`
}

// Repetition defines when two positions are the same.
type Repetition struct {
	Same    []string `json:"same" doc:"positions that agree in these are the same"`
	Ignored []string `json:"ignored" doc:"what may differ"`
}

// Clock describes the halfmove clock.
type Clock struct {
	Resets []string `json:"resets" doc:"moves that set it to 0"`
	Counts []string `json:"counts" doc:"moves that do not, and might be thought to"`
}

// Text describes the notation of positions and moves.
type Text struct {
	Fields []Field `json:"fields" doc:"the fields of a position, a space between them"`
	Moves  []Field `json:"moves" doc:"the notations of a move"`
}

// Field is a field of a text.
type Field struct {
	Name    string `json:"name"`
	Pattern string `json:"pattern" doc:"a regular expression that every such text fits; what fits may still be impossible"`
	Says    string `json:"says"`
	Example string `json:"example"`
}

// Piece describes the moves of a role on an empty board, in steps of files and ranks. Pawns are described
// separately.
type Piece struct {
	Role   string   `json:"role" enum:"pawn|knight|bishop|rook|queen|king"`
	Letter string   `json:"letter" doc:"in texts, a capital for White"`
	Royal  bool     `json:"royal" doc:"no move may leave it attacked"`
	Rides  bool     `json:"rides" doc:"the steps are repeated until something stands in the way"`
	Steps  [][2]int `json:"steps" doc:"files and ranks of one step"`
}

// Dead is material with which neither side can mate, so the game ends.
type Dead struct {
	Kings int       `json:"kings" doc:"of each side; with more or fewer no position is dead"`
	With  []Remains `json:"with" doc:"what may be left beside the kings, of both sides together; empty: no position is dead"`
}

// Remains is material other than the kings.
type Remains struct {
	Role      string `json:"role" enum:"none|pawn|knight|bishop|rook|queen"`
	Most      int    `json:"most" doc:"how many at most; -1 for any number"`
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

// ends lists the ways in which a game can end.
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
	if !r.Info().Reflects {
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

// Steps returns the steps from a square to each of the others, in the order of the squares.
func Steps(from board.Square, to board.Bitboard) [][2]int {
	steps := [][2]int{}
	for to != 0 {
		s := to.Pop()
		steps = append(steps, [2]int{s.File() - from.File(), s.Rank() - from.Rank()})
	}
	return steps
}

// Case is a position and a move to try. An empty position means the start.
type Case struct {
	Shows    string // what the case illustrates
	Position string
	Move     string // in any notation
	// Bits is a move that has no text, as a board.Move; 0 if Move is set.
	Bits board.Move
	// Plan is a plan instead of a move.
	Plan string
	// Study accepts a kingless position.
	Study bool
}

// Example is a worked example.
type Example struct {
	Shows    string     `json:"shows" doc:"what it is an example of"`
	Position string     `json:"position"`
	Study    bool       `json:"study,omitempty" doc:"a side has no king"`
	Move     string     `json:"move"`
	SAN      string     `json:"san,omitempty" doc:"the move as people write it"`
	After    string     `json:"after,omitempty" doc:"the position after it"`
	Says     string     `json:"says" doc:"what the move does, or why it cannot be played"`
	Code     rules.Code `json:"code,omitempty" doc:"the reason why it cannot be played; absent if it can"`
}

// Refusal is a reason why a move is illegal, with an example.
type Refusal struct {
	Code     rules.Code `json:"code" doc:"the reason that programs go by"`
	Message  string     `json:"message" doc:"the sentence's code in the catalogue; several sentences may have one reason"`
	Position string     `json:"position"`
	Study    bool       `json:"study,omitempty" doc:"a side has no king"`
	Move     string     `json:"move,omitempty" doc:"absent where no text has this reason"`
	Plan     string     `json:"plan,omitempty" doc:"a plan whose last step is refused, where no single move has this reason"`
	Bits     uint32     `json:"bits,omitempty" doc:"a move that has no text, as the library would be given it"`
	Sentence string     `json:"sentence"`
}
