package naivetrid

import "slices"

// Policy contains the board rules of a user-defined rule set.
type Policy struct {
	Along, Across         []int // differences between the numbers of adjacent pins
	Ranks                 bool  // whether forward is determined by rank instead of level
	Sideways              bool
	Turns, Shadow, Anyone bool
	Stays                 string
}

// ParseBy parses a position of a rule set with the given policy.
func ParseBy(o Policy, text string) (*Pos, error) {
	p, err := Parse("trid", text)
	if err != nil {
		return nil, err
	}
	r := &ruleSet{
		adjacent: func(from, to string) bool {
			apart := pinNumber(to) - pinNumber(from)
			if apart < 0 {
				apart = -apart
			}
			if from[0] == to[0] {
				return apart != 0 && slices.Contains(o.Along, apart)
			}
			return slices.Contains(o.Across, apart)
		},
		progress:  pinNumber,
		halfTurns: o.Turns,
		shadowed:  func(*Pos, string) bool { return false },
		sideways:  o.Sideways, stays: o.Stays, anyone: o.Anyone,
	}
	if o.Ranks {
		r.progress = func(pin string) int { return extents[pin].rank }
	}
	if o.Shadow {
		r.shadowed = tridShadowed
	}
	p.rules = r
	return p, nil
}
