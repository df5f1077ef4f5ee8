package server

import (
	"net/http"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// pushKey tells browsers the key that they subscribe with.
func (s *Server) pushKey(w http.ResponseWriter, r *http.Request) error {
	if s.push == nil {
		return errNoPath
	}
	return s.answer(w, r, http.StatusOK, wire.PushKey{Key: s.push.Public()})
}

// subscribe has a browser told when something happens in its person's games.
func (s *Server) subscribe(w http.ResponseWriter, r *http.Request) error {
	var q wire.PushSubscription
	if err := s.read(w, r, &q); err != nil {
		return err
	}
	if s.push == nil {
		return errNoPath
	}
	who := sessionOf(r).Hash()
	// A page that is opened asks again, which is nothing new.
	if !s.push.Has(r.Context(), who, q.Endpoint) {
		if wait, ok := s.limiter.AddSubscription(s.visitor(r)); !ok {
			return busy(wait, errBrowsers)
		}
	}
	if err := s.push.Subscribe(r.Context(), who, q.Endpoint, q.Key, q.Auth); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// unsubscribe ends that.
func (s *Server) unsubscribe(w http.ResponseWriter, r *http.Request) error {
	var q wire.PushEndpoint
	if err := s.read(w, r, &q); err != nil {
		return err
	}
	if s.push == nil {
		return errNoPath
	}
	if err := s.push.Unsubscribe(r.Context(), sessionOf(r).Hash(), q.Endpoint); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
