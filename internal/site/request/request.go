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

// idHeader is the header that contains the request ID, in requests from a proxy and in responses.
const idHeader = "X-Request-Id"

// idKey is the context key of a request ID.
type idKey struct{}

// AssignID gives a request an ID that connects log lines, responses and bug reports. Only trusted proxies may
// choose the ID; otherwise it is random.
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

// WithID returns a context with a request ID.
func WithID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, idKey{}, id)
}

// ID returns the ID of a request.
func ID(r *http.Request) string { return ContextID(r.Context()) }

// ContextID returns the ID of the request that a context belongs to.
func ContextID(ctx context.Context) string {
	id, _ := ctx.Value(idKey{}).(string)
	return id
}

// plausibleID reports whether a string is short and safe to log.
func plausibleID(id string) bool {
	return id != "" && len(id) <= 64 && !strings.ContainsFunc(id, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.'
	})
}

// Address returns the client's address in the form that limits use.
func (s *Service) Address(r *http.Request) netip.Addr { return s.Proxies.Address(r) }

// viaProxy reports whether a request comes from a trusted proxy.
func (s *Service) viaProxy(r *http.Request) bool {
	return s.Proxies.Trusts(limit.ParseAddr(r.RemoteAddr))
}

// Secure reports whether the client uses HTTPS to connect to this server or to the nearest proxy.
func (s *Service) Secure(r *http.Request) bool {
	return s.Proxies.Secure(r)
}

// SetHSTS sets the Strict-Transport-Security header for browsers that use HTTPS.
func (s *Service) SetHSTS(w http.ResponseWriter, r *http.Request) {
	if s.HSTS > 0 && s.Secure(r) {
		w.Header().Set("Strict-Transport-Security", "max-age="+strconv.Itoa(int(s.HSTS.Seconds())))
	}
}

// Origin returns the scheme and host that the client used.
func (s *Service) Origin(r *http.Request) string {
	if s.Secure(r) {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
