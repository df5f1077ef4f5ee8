package request

import (
	"context"
	"crypto/rand"
	"net/http"
	"net/netip"
	"strconv"
	"strings"

	"github.com/tainchess/tain/internal/site/limit"
)

// idHeader is the header that names a request: to us from a proxy, and
// from us to whoever asks.
const idHeader = "X-Request-Id"

// idKey is where a request's context keeps its name.
type idKey struct{}

// AssignID gives a request a name, so that a line of the log, an answer and what a
// person reports can be brought together. A proxy that is trusted may have
// given it one already; what anybody else sends is not taken.
func (s *Service) AssignID(w http.ResponseWriter, r *http.Request) *http.Request {
	id := ""
	if s.viaProxy(r) && plausibleID(r.Header.Get(idHeader)) {
		id = r.Header.Get(idHeader)
	} else {
		id = strings.ToLower(rand.Text()[:16])
	}
	w.Header().Set(idHeader, id)
	return r.WithContext(WithID(r.Context(), id))
}

// WithID returns a context that belongs to the request of a name.
func WithID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, idKey{}, id)
}

// ID returns the name of a request.
func ID(r *http.Request) string { return ContextID(r.Context()) }

// ContextID returns the name of the request that a context belongs to.
func ContextID(ctx context.Context) string {
	id, _ := ctx.Value(idKey{}).(string)
	return id
}

// plausibleID reports whether a text may name a request in a log: it is short
// and has nothing in it that a reader of logs could stumble over.
func plausibleID(id string) bool {
	return id != "" && len(id) <= 64 && !strings.ContainsFunc(id, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.'
	})
}

// Address returns the address of the asker, as limits count it.
func (s *Service) Address(r *http.Request) netip.Addr { return s.proxies.Address(r) }

// viaProxy reports whether a request comes from a proxy whose headers are
// believed.
func (s *Service) viaProxy(r *http.Request) bool {
	return s.proxies.Trusts(limit.ParseAddr(r.RemoteAddr))
}

// Secure reports whether the asker uses HTTPS, with us or with the proxy.
func (s *Service) Secure(r *http.Request) bool {
	return s.proxies.Secure(r)
}

// SetHSTS tells browsers that have come by HTTPS to do so from then on.
func (s *Service) SetHSTS(w http.ResponseWriter, r *http.Request) {
	if s.hsts > 0 && s.Secure(r) {
		w.Header().Set("Strict-Transport-Security", "max-age="+strconv.Itoa(int(s.hsts.Seconds())))
	}
}

// Origin returns the scheme and host of the address the asker used.
func (s *Service) Origin(r *http.Request) string {
	if s.Secure(r) {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
