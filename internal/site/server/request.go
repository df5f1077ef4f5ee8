package server

import (
	"context"
	"crypto/rand"
	"net/http"
	"strconv"
	"strings"

	"github.com/tainchess/tain/internal/site/limit"
)

// requestHeader is the header that names a request: to us from a proxy, and
// from us to whoever asks.
const requestHeader = "X-Request-Id"

// requestKey is where a request's context keeps its name.
type requestKey struct{}

// named gives a request a name, so that a line of the log, an answer and what a
// person reports can be brought together. A proxy that is trusted may have
// given it one already; what anybody else sends is not taken.
func (s *Server) named(w http.ResponseWriter, r *http.Request) *http.Request {
	id := ""
	if s.viaProxy(r) && plausibleID(r.Header.Get(requestHeader)) {
		id = r.Header.Get(requestHeader)
	} else {
		id = strings.ToLower(rand.Text()[:16])
	}
	w.Header().Set(requestHeader, id)
	return r.WithContext(context.WithValue(r.Context(), requestKey{}, id))
}

// requestID returns the name of a request.
func requestID(r *http.Request) string { return nameOf(r.Context()) }

// nameOf returns the name of the request that a context belongs to.
func nameOf(ctx context.Context) string {
	id, _ := ctx.Value(requestKey{}).(string)
	return id
}

// plausibleID reports whether a text may name a request in a log: it is short
// and has nothing in it that a reader of logs could stumble over.
func plausibleID(id string) bool {
	return id != "" && len(id) <= 64 && !strings.ContainsFunc(id, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.'
	})
}

// viaProxy reports whether a request comes from a proxy whose headers are
// believed.
func (s *Server) viaProxy(r *http.Request) bool {
	return s.proxies.Trusts(limit.ParseAddr(r.RemoteAddr))
}

// secure reports whether the asker uses HTTPS, with us or with the proxy.
func (s *Server) secure(r *http.Request) bool {
	return s.proxies.Secure(r)
}

// insist tells browsers that have come by HTTPS to do so from then on.
func (s *Server) insist(w http.ResponseWriter, r *http.Request) {
	if s.hsts > 0 && s.secure(r) {
		w.Header().Set("Strict-Transport-Security", "max-age="+strconv.Itoa(int(s.hsts.Seconds())))
	}
}

// origin returns the scheme and host of the address the asker used.
func (s *Server) origin(r *http.Request) string {
	if s.secure(r) {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
