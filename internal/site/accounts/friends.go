package accounts

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/profile"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
)

// onlineFor is how long people count as online after they used a device.
const onlineFor = 5 * time.Minute

// maxPlaying is the maximum number of games of followed people that are read.
const maxPlaying = 100

// other returns the account in the path of a request, which must not be the client's.
func (s *Service) other(r *http.Request, by people.Signed) (people.Account, error) {
	a, err := s.named(r)
	if err == nil && a.Person == by.Account.Person {
		err = wire.NewFailure(string(game.CodeInvalid), "account.yourself", nil)
	}
	return a, err
}

// isApart reports whether one of two people blocks the other.
func (s *Service) isApart(ctx context.Context, one, other game.Hash) (bool, error) {
	list, err := s.People.Store.Apart(ctx, one)
	return slices.Contains(list, other), err
}

// relate makes the client follow or block an account, or neither.
func (s *Service) relate(w http.ResponseWriter, r *http.Request, by people.Signed) error {
	var q wire.Relation
	if err := s.Requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	a, err := s.other(r, by)
	if err != nil {
		return err
	}
	relation := profile.Relation(q.Relation)
	switch relation {
	case profile.None, profile.Block:
	case profile.Follow:
		// The client may be about to replace its own block.
		list, err := s.People.Store.Apart(r.Context(), a.Person)
		if err != nil {
			return err
		}
		own, err := s.People.Store.Relations(r.Context(), by.Account.Person)
		if err != nil {
			return err
		}
		blocks := slices.ContainsFunc(own, func(one profile.Related) bool { return one.Person == a.Person && one.Relation == profile.Block })
		if !blocks && slices.Contains(list, by.Account.Person) {
			return game.Blocked()
		}
	default:
		return errFilter("relation", q.Relation)
	}
	saved := profile.SavedRelation{Person: by.Account.Person, Other: a.Person, Relation: relation, Created: s.Hub.Now()}
	if err := s.People.Store.Relate(r.Context(), saved, profile.MaxRelations); err != nil {
		return err
	}
	return s.Requests.NoContent(w, r)
}

// challenge challenges an account to a game that the client has created.
func (s *Service) challenge(w http.ResponseWriter, r *http.Request, by people.Signed) error {
	var q wire.DirectChallengeRequest
	if err := s.Requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	a, err := s.other(r, by)
	if err != nil {
		return err
	}
	if apart, err := s.isApart(r.Context(), by.Account.Person, a.Person); err != nil || apart {
		return orBlocked(err)
	}
	shot, err := s.Hub.Snapshot(r.Context(), request.SessionOf(r), q.Game)
	if err != nil {
		return err
	}
	if shot.Invite == "" { // the client did not create the game, or it no longer waits
		return request.ErrNoToken
	}
	if err := s.People.Store.Invite(r.Context(), profile.Invitation{Game: q.Game, Person: a.Person, Created: s.Hub.Now()}, profile.MaxInvitations); err != nil {
		return err
	}
	return s.Requests.NoContent(w, r)
}

// orBlocked returns err, or the error for people of whom one blocks the other.
func orBlocked(err error) error {
	if err == nil {
		err = game.Blocked()
	}
	return err
}

// challengers returns the games to which the client is challenged, without those of people of whom one blocks the other.
func (s *Service) challengers(ctx context.Context, by people.Signed) ([]room.Entry, error) {
	list, err := s.People.Store.Invitations(ctx, by.Account.Person)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	apart, err := s.People.Store.Apart(ctx, by.Account.Person)
	return slices.DeleteFunc(list, func(e room.Entry) bool { return slices.Contains(apart, e.Creator()) }), err
}

// decline ends a game to which the client is challenged.
func (s *Service) decline(w http.ResponseWriter, r *http.Request, by people.Signed) error {
	list, err := s.challengers(r.Context(), by)
	if err != nil {
		return err
	}
	id := r.PathValue("id")
	if !slices.ContainsFunc(list, func(e room.Entry) bool { return e.ID == id }) {
		return request.ErrNotFound
	}
	if err := s.Hub.Decline(r.Context(), id); err != nil {
		return err
	}
	return s.Requests.NoContent(w, r)
}

// friends sends the people whom the client follows and blocks, and the challenges to the client.
func (s *Service) friends(w http.ResponseWriter, r *http.Request, by people.Signed) error {
	ctx, title := r.Context(), s.titles(r.Context())
	related, err := s.People.Store.Relations(ctx, by.Account.Person)
	if err != nil {
		return err
	}
	var visible []game.Hash
	for _, one := range related {
		if one.Relation == profile.Follow && !one.Hidden {
			visible = append(visible, one.Person)
		}
	}
	games, err := s.People.Store.Playing(ctx, visible, maxPlaying)
	if err != nil {
		return err
	}
	s.Requests.Charge(r, limit.Per(len(related)+len(games), gamePerUnit))
	answer := wire.Friends{Following: []wire.Friend{}, Blocked: []wire.Friend{}, Challenges: []wire.DirectChallenge{}}
	for _, one := range related {
		f := wire.Friend{Name: one.Name}
		if one.Relation == profile.Block {
			answer.Blocked = append(answer.Blocked, f)
			continue
		}
		if !one.Hidden {
			f.Online = s.People.Now().UnixMilli()-one.Used < onlineFor.Milliseconds()
			for i := range games {
				s.addGame(&f, &games[i], one.Person, title)
			}
		}
		answer.Following = append(answer.Following, f)
	}
	challenges, err := s.challengers(ctx, by)
	if err != nil {
		return err
	}
	for _, e := range challenges {
		// The invitation is derived from the key of the challenger's account.
		a, err := s.People.Store.Account(ctx, e.Creator())
		if err != nil {
			continue // a guest has no key, and an account may just have been closed
		}
		c := wire.DirectChallenge{
			ID: e.ID, Token: room.SessionOf(a.Key).Invite(e.ID), Name: a.Name, Variant: variantOf(&e), Title: title(variantOf(&e)), Colour: wire.White,
			Control: e.Control, Rated: e.Rated, Created: e.Created,
		}
		if e.Black.Free() {
			c.Colour = wire.Black
		}
		answer.Challenges = append(answer.Challenges, c)
	}
	return s.Requests.WriteJSON(w, r, http.StatusOK, answer)
}

// variantOf returns the rule set of a game as in a pool.
func variantOf(e *room.Entry) string {
	if _, hash, ok := strings.Cut(e.Variant, "#"); ok {
		return hash
	}
	return e.Variant
}

// addGame adds a game in progress to a followed person, if they play it. People with a running clock are online. The game is
// shown if it is public.
func (s *Service) addGame(f *wire.Friend, e *room.Entry, who game.Hash, title func(string) string) {
	if !e.Of(who) || e.White.Free() || e.Black.Free() || e.Control == nil || e.Control.Days > 0 {
		return
	}
	f.Online = true
	if f.Game == "" && (e.Rated || e.Listed) {
		f.Game, f.Variant, f.Title = e.ID, variantOf(e), title(variantOf(e))
	}
}
