package ruledata

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// Case is a position and a move to try there. An empty position is the start.
type Case struct {
	Shows    string // what it is an example of
	Position string
	Move     string // in any notation
	// Bits is a move that has no text, as the library would be given it; 0 if
	// there is a text.
	Bits board.Move
	// Plan is steps of one side instead of a move.
	Plan string
	// Study takes a position where a side has no king.
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

// Refusal is a reason for which a move is refused, with an example.
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

// position reads the position of a case.
func (c *Case) position(r rules.Rules) (board.Position, error) {
	if c.Position == "" {
		c.Position = r.Info().Start
	}
	return r.Guide().ParsePosition(c.Position, rules.ParseOptions{AllowNoKing: c.Study})
}

// refused tells why the move of a case is refused, nil if it is not, or if
// there is no such position or no such text in the rule set.
func (c *Case) refused(r rules.Rules) *rules.IllegalMove {
	p, err := c.position(r)
	if err != nil {
		return nil
	}
	if c.Bits != 0 {
		return r.Guide().WhyIllegal(&p, c.Bits)
	}
	var no *rules.IllegalMove
	if c.Plan != "" {
		_, err = notation.Plan(r, &p, c.Plan)
	} else {
		_, err = rules.Play(r, &p, c.Move)
	}
	if !errors.As(err, &no) {
		return nil
	}
	return no
}

// Refusals tries cases and returns the reasons for which they are refused: the
// first case of each sentence. So a list of cases serves every rule set of a
// family, whatever it is made of.
func Refusals(r rules.Rules, cases []Case) []Refusal {
	found := map[string]bool{}
	all := []Refusal{}
	for _, c := range cases {
		no := c.refused(r)
		if no == nil || found[string(no.Message.Code)] {
			continue
		}
		found[string(no.Message.Code)] = true
		all = append(all, Refusal{
			Code: no.Code, Message: string(no.Message.Code), Position: c.Position, Study: c.Study,
			Move: c.Move, Plan: c.Plan, Bits: uint32(c.Bits), Sentence: no.Error(),
		})
	}
	slices.SortFunc(all, func(a, b Refusal) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
	})
	return all
}

// Work works examples: it tries each case and tells what comes of it. A case
// whose position or text the rule set does not know is left out.
func Work(r rules.Rules, cases []Case) []Example {
	all := []Example{}
	for _, c := range cases {
		p, err := c.position(r)
		if err != nil {
			continue
		}
		e := Example{Shows: c.Shows, Position: c.Position, Study: c.Study, Move: c.Move}
		played, err := rules.Play(r, &p, c.Move)
		var no *rules.IllegalMove
		switch {
		case err == nil:
			told := describe.Move(r, &p, played.Move)
			e.SAN, e.Says = told.SAN, told.Message.String()
			e.After = r.Guide().FormatPosition(&played.Next)
		case errors.As(err, &no):
			e.Code, e.Says = no.Code, no.Error()
		default:
			continue
		}
		all = append(all, e)
	}
	return all
}

// Roles lists the roles in the order of the pieces' worth.
var Roles = [...]board.Role{board.Pawn, board.Knight, board.Bishop, board.Rook, board.Queen, board.King}

// NewPiece returns a role with its name and letter.
func NewPiece(k board.Role) Piece {
	return Piece{Role: k.String(), Letter: strings.ToUpper(string(rune(k.Letter()))), Royal: k == board.King, Steps: [][2]int{}}
}

// Names writes roles as their names.
func Names(roles ...board.Role) []string {
	all := []string{}
	for _, k := range roles {
		all = append(all, k.String())
	}
	return all
}
