package accounts

import (
	"net/http"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/request"
)

// openIDRoutes lists the routes of sign-ins at an OpenID Connect provider. The provider sends the browser to the account
// page, which then requests finishVisit, so that opening an address alone never signs anybody in.
func (s *Service) openIDRoutes() []*request.Route {
	return []*request.Route{
		{Method: "POST", Path: "/api/v1/account/openid", Own: true, Cost: beginPrice, Handle: s.beginVisit},
		{Method: "POST", Path: "/api/v1/account/openid/finish", Own: true, Cost: finishPrice, Handle: s.finishVisit},
		{Method: "POST", Path: "/api/v1/account/openid/register", Own: true, Cost: finishPrice, Handle: s.registerVisitor},
	}
}

// beginVisit sends the provider's page. A browser that is signed in visits it to confirm its account.
func (s *Service) beginVisit(w http.ResponseWriter, r *http.Request) error {
	if s.People.Provider == nil {
		return request.ErrNotFound
	}
	var q wire.OpenIDRequest
	by, err := s.beginning(w, r, &q)
	if err != nil {
		return err
	}
	url, token, err := s.People.Visit(r.Context(), by, s.Requests.Origin(r)+"/account", q.Move)
	if err != nil {
		return s.failure(err)
	}
	s.Requests.SetChallenge(w, r, token, people.ChallengeTime)
	return s.Requests.WriteJSON(w, r, http.StatusOK, wire.OpenIDVisit{URL: url})
}

// finishVisit signs in the browser, confirms its account, or requests a name for a new account.
func (s *Service) finishVisit(w http.ResponseWriter, r *http.Request) error {
	token := s.Requests.TakeChallenge(w, r)
	var q wire.OpenIDReturn
	if err := s.Requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	back := people.Return{Code: q.Code, State: q.State, Issuer: q.Issuer}
	if by, ok := request.SignedIn(r); ok {
		if err := s.People.ConfirmThere(r.Context(), token, back, by); err != nil {
			return s.failure(err)
		}
		return s.Requests.WriteJSON(w, r, http.StatusOK, wire.OpenIDResult{Result: "confirmed"})
	}
	guest, err := s.guest(r, true)
	if err != nil {
		return err
	}
	result, unnamed, err := s.People.SignInThere(r.Context(), token, back, Agent(r.UserAgent()), guest)
	if err != nil {
		return s.failure(err)
	}
	if unnamed != "" {
		s.Requests.SetChallenge(w, r, unnamed, people.ChallengeTime)
		return s.Requests.WriteJSON(w, r, http.StatusOK, wire.OpenIDResult{Result: "unnamed"})
	}
	s.welcome(w, r, result, result.Moved)
	return s.Requests.WriteJSON(w, r, http.StatusOK, wire.OpenIDResult{Result: "signed-in"})
}

// registerVisitor creates an account for a person whom the provider has identified.
func (s *Service) registerVisitor(w http.ResponseWriter, r *http.Request) error {
	var q wire.NameRequest
	if err := s.Requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	if err := s.People.CheckName(r.Context(), q.Name); err != nil { // the person can choose another
		return s.failure(err)
	}
	if err := s.limited(r); err != nil {
		return err
	}
	guest, err := s.guest(r, true)
	if err != nil {
		return err
	}
	token := s.Requests.TakeChallenge(w, r)
	result, err := s.People.RegisterThere(r.Context(), token, q.Name, Agent(r.UserAgent()), guest)
	if err != nil {
		return s.failure(err)
	}
	s.welcome(w, r, result, guest)
	return s.Requests.NoContent(w, r)
}
