package rest

import (
	"net/http"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/request"
)

// pushKey sends the public key that browsers need to subscribe.
func (s *API) pushKey(w http.ResponseWriter, r *http.Request) error {
	return s.requests.WriteJSON(w, r, http.StatusOK, wire.PushKey{Key: s.push.Public()})
}

// subscribe subscribes a person's browser to events in their games.
func (s *API) subscribe(w http.ResponseWriter, r *http.Request) error {
	var q wire.PushSubscription
	if err := s.requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	who := request.SessionOf(r).Hash()
	// A page subscribes again each time it is opened, so a renewal does not count towards the limit on new
	// subscriptions.
	if !s.push.Has(r.Context(), who, q.Endpoint) {
		if wait, ok := s.requests.Limiter.AddSubscription(s.requests.Party(r)); !ok {
			return request.RetryLater(wait, request.ErrBrowsers)
		}
	}
	if err := s.push.Subscribe(r.Context(), who, q.Endpoint, q.Key, q.Auth); err != nil {
		return err
	}
	return s.requests.NoContent(w, r)
}

// unsubscribe removes a browser's subscription.
func (s *API) unsubscribe(w http.ResponseWriter, r *http.Request) error {
	var q wire.PushEndpoint
	if err := s.requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	if err := s.push.Unsubscribe(r.Context(), request.SessionOf(r).Hash(), q.Endpoint); err != nil {
		return err
	}
	return s.requests.NoContent(w, r)
}
