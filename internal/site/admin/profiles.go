package admin

import (
	"context"

	"github.com/tainchess/tain/internal/people/profile"
	"github.com/tainchess/tain/internal/play/game"
)

// ExportProfile is what an account has chosen about its profile and about other people.
type ExportProfile struct {
	Hidden     bool          `json:"hidden,omitempty"`
	Following  []string      `json:"following,omitempty"`  // names
	Blocked    []string      `json:"blocked,omitempty"`    // names
	Daily      []profile.Day `json:"daily,omitempty"`      // days on which a daily puzzle was solved
	Challenges []string      `json:"challenges,omitempty"` // games to which the account is challenged
}

// exportProfile returns what a person has chosen about their profile and about other people.
func (s *Service) exportProfile(ctx context.Context, who game.Hash) (x ExportProfile, err error) {
	if x.Hidden, err = s.store.Hidden(ctx, who); err != nil {
		return x, err
	}
	if x.Daily, err = s.store.Solved(ctx, who); err != nil {
		return x, err
	}
	related, err := s.store.Relations(ctx, who)
	for _, one := range related {
		if one.Relation == profile.Block {
			x.Blocked = append(x.Blocked, one.Name)
		} else {
			x.Following = append(x.Following, one.Name)
		}
	}
	if err != nil {
		return x, err
	}
	challenges, err := s.store.Invitations(ctx, who)
	for _, e := range challenges {
		x.Challenges = append(x.Challenges, e.ID)
	}
	return x, err
}
