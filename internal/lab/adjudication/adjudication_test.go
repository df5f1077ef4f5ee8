package adjudication

import (
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

func TestVerdict(t *testing.T) {
	policy := Policy{ResignScore: 500, ResignPlies: 4, DrawScore: 10, DrawPlies: 4, DrawAfter: 4}
	const silent = 77777
	for _, c := range []struct {
		scores []int // for the side to move, starting with White
		want   rules.Result
	}{
		{[]int{600, -600, 600, -600}, rules.WhiteWins},
		{[]int{-600, 600, -600, 600}, rules.BlackWins},
		{[]int{0, 600, -600, 600, -600}, rules.BlackWins},
		{[]int{600, -600, 600, -400}, rules.Ongoing},
		{[]int{600, 600, 600, 600}, rules.Ongoing}, // the players disagree
		{[]int{600, -600, silent, -600}, rules.Ongoing},
		{[]int{5, -5, 0, 10}, rules.Draw},
		{[]int{5, -5, 0, 11}, rules.Ongoing},
		{[]int{5, -5, 0}, rules.Ongoing},
		{nil, rules.Ongoing},
	} {
		judge, off := Judge{Policy: policy}, Judge{}
		side := board.White
		for _, score := range c.scores {
			for _, j := range []*Judge{&judge, &off} {
				if score == silent {
					j.NoScore()
				} else {
					j.Score(side, score)
				}
			}
			side = side.Other()
		}
		if _, got := judge.Verdict(len(c.scores)); got != c.want {
			t.Errorf("scores %v: result %q; want %q", c.scores, got, c.want)
		}
		if how, _ := off.Verdict(len(c.scores)); how != None {
			t.Errorf("scores %v without a policy: verdict %s; want none", c.scores, how)
		}
	}
	long := Judge{Policy: Policy{MaxPlies: 12}}
	if how, result := long.Verdict(11); how != None || result != rules.Ongoing {
		t.Errorf("Verdict after 11 of 12 plies = %q, %q", how, result)
	}
	if how, result := long.Verdict(12); how != TooLong || result != rules.Draw {
		t.Errorf("Verdict after 12 of 12 plies = %q, %q", how, result)
	}
}
