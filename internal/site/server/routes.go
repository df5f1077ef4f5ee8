package server

import (
	"net/http"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/page"
	"github.com/tainchess/tain/internal/site/request"
)

// routes lists all routes except those of the client's pages and files.
func (s *Server) routes() []*request.Route {
	return slices.Concat(s.rest.Routes(), s.live.Routes(), s.accounts.Routes(), s.pages.Routes(), []*request.Route{
		{Method: "GET", Path: "/api/v1/notice", Shared: true, Cost: 1, Quiet: true, Handle: s.notice},
		{Method: "GET", Path: "/livez", Quiet: true, Handle: s.alive},
		{Method: "GET", Path: "/readyz", Quiet: true, Handle: s.ready},
		{Method: "GET", Path: "/metrics", Cost: 8, Quiet: true, Handle: s.showMetrics},
	})
}

// paid is the handler of a route. It charges for the request.
type paid http.HandlerFunc

func (h paid) ServeHTTP(w http.ResponseWriter, r *http.Request) { h(w, r) }

// mux returns a handler for all routes, static files and unknown paths.
func (s *Server) mux() http.Handler {
	mux := http.NewServeMux()
	handle := func(rt *request.Route) { mux.Handle(rt.Name(), paid(s.recorded(rt, s.admitted(rt)))) }
	methods := map[string][]string{} // methods of the shared routes, by path
	for _, rt := range s.routes() {
		handle(rt)
		if rt.Shared {
			methods[rt.Path] = append(methods[rt.Path], rt.Method)
		}
	}
	for path, allowed := range methods {
		handle(&request.Route{Method: "OPTIONS", Path: path, Quiet: true, Handle: preflight(strings.Join(append(allowed, "OPTIONS"), ", "))})
	}
	unknown := &request.Route{Method: "ANY", Path: "/api/", Cost: 1, Handle: s.unknown}
	mux.Handle("/api/", paid(s.recorded(unknown, s.admitted(unknown))))
	other := &request.Route{Method: "GET", Path: "/", Quiet: true, Handle: s.pages.Serve}
	mux.Handle("/", paid(s.recorded(other, s.admitted(other))))
	// The mux itself responds to paths that are not canonical, such as //nothing, and to OPTIONS *.
	byMux := &request.Route{Method: "ANY", Path: "/", Quiet: true, Handle: func(w http.ResponseWriter, r *http.Request) error {
		mux.ServeHTTP(w, r)
		return nil
	}}
	unrouted := s.recorded(byMux, s.admitted(byMux))
	return page.SecurityHeaders(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h, _ := mux.Handler(r); !isPaid(h) {
			unrouted(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	}))
}

func isPaid(h http.Handler) bool {
	_, ok := h.(paid)
	return ok
}

// admitted passes a request to the handler of a route after several checks. The client must be able to pay
// and must not be banned, and the host name, the size and the origin of the request must be allowed. If a
// check or the handler fails, admitted sends the error.
func (s *Server) admitted(rt *request.Route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if rt.Shared {
			allowOrigins(w)
		}
		if strings.HasPrefix(rt.Path, "/api/") {
			w.Header().Set("Cache-Control", "no-store")
		}
		if err := s.requests.SpendInTurn(r, rt.Price()+limit.Per(request.HeadingSize(r), limit.InPerUnit)); err != nil {
			s.requests.Refuse(w, r, err)
			return
		}
		if r.ProtoMajor == 2 && r.Context().Err() != nil {
			return // the client has paid, but has reset the stream
		}
		// Banned clients pay too, so that a ban does not make a flood free.
		if err := s.operator.Admit(s.requests.Address(r)); err != nil {
			s.requests.Refuse(w, r, err)
			return
		}
		if strings.HasPrefix(rt.Path, "/api/") {
			if err := request.Unidentified(r); err != nil {
				s.requests.Refuse(w, r, err)
				return
			}
		}
		r, err := rt.Authorize(r)
		if err != nil {
			s.requests.Refuse(w, r, err)
			return
		}
		if s.local && !localHost(r.Host) && hostName(r.Host) != s.name {
			s.requests.Refuse(w, r, request.ErrHost)
			return
		}
		if len(r.RequestURI) > request.MaxAddress {
			s.pages.RefuseAddress(w, r)
			return
		}
		if most := max(s.requests.Limits.Body, rt.Body); r.ContentLength > most {
			s.requests.Refuse(w, r, request.BodyTooLarge(most)) // rejected before any byte of the body is read
			return
		}
		if rt.Own {
			if err := s.origins.Check(r); err != nil {
				s.requests.Refuse(w, r, request.ErrOrigin)
				return
			}
		}
		if err := rt.Handle(w, r); err != nil {
			s.requests.Refuse(w, r, err)
		}
	}
}

// unknown responds to API paths that do not exist or do not support the method.
func (s *Server) unknown(w http.ResponseWriter, r *http.Request) error {
	for _, rt := range s.routes() {
		if request.MatchPath(rt.Path, r.URL.Path) {
			w.Header().Add("Allow", rt.Method)
		}
	}
	if w.Header().Get("Allow") != "" {
		return request.ErrMethod
	}
	return request.ErrNotFound
}

// allowOrigins lets pages from other origins read public data. Browsers do not let them read the responses to
// requests with credentials.
func allowOrigins(w http.ResponseWriter) {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
}

// preflight returns a handler for CORS preflight requests from browsers.
func preflight(methods string) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		allowOrigins(w)
		h := w.Header()
		h.Set("Access-Control-Allow-Methods", methods)
		h.Set("Access-Control-Allow-Headers", "Content-Type")
		h.Set("Access-Control-Max-Age", "86400")
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
}
