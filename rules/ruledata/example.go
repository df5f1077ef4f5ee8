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

// position parses the position of a case. An empty position becomes the starting position.
func (c *Case) position(r rules.Rules) (board.Position, error) {
	if c.Position == "" {
		c.Position = r.Info().Start
	}
	return r.Guide().ParsePosition(c.Position, rules.ParseOptions{AllowNoKing: c.Study})
}

// refused returns the reason why the move or plan of a case is illegal. It returns nil if it is legal or the
// rule set cannot parse the case.
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

// Refusals tries cases and returns the reasons why their moves are illegal, with the first case for each
// message. It skips cases that the rule set cannot parse, so all rule sets of a family can share a list.
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

// Work returns worked examples for cases. It skips cases that the rule set cannot parse.
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
			move := describe.Move(r, &p, played.Move)
			e.SAN, e.Says = move.SAN, move.Message.String()
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

// Roles lists the roles from pawn to king.
var Roles = [...]board.Role{board.Pawn, board.Knight, board.Bishop, board.Rook, board.Queen, board.King}

// NewPiece returns the description of a role without its steps.
func NewPiece(k board.Role) Piece {
	return Piece{Role: k.String(), Letter: strings.ToUpper(string(rune(k.Letter()))), Royal: k == board.King, Steps: [][2]int{}}
}

// Names returns the names of roles.
func Names(roles ...board.Role) []string {
	all := []string{}
	for _, k := range roles {
		all = append(all, k.String())
	}
	return all
}
