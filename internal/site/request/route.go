package request

import (
	"net/http"
	"strings"

	"github.com/tainchess/tain/internal/site/limit"
)

// Route is a path of the server and its handler.
type Route struct {
	Method, Path string
	// Shared routes may be called by pages of any origin, Own ones only by our
	// own pages and by clients that are not pages.
	Shared, Own bool
	// Cost is the least that a request pays, in units. Nothing is free: 0 stands
	// for the least price.
	Cost float64
	// Body is the most bytes of its body, if that is more than the usual limit.
	Body int64
	// Quiet routes are logged only if they fail.
	Quiet  bool
	Handle Handler
}

// Handler answers a request, or returns why it does not.
type Handler func(w http.ResponseWriter, r *http.Request) error

// Price is what a request pays before anything else is known of it.
func (rt *Route) Price() float64 { return max(rt.Cost, limit.MinPrice) }

// Name returns the method and the path.
func (rt *Route) Name() string { return rt.Method + " " + rt.Path }

// MatchPath reports whether a path fits the pattern of a route.
func MatchPath(pattern, path string) bool {
	want, have := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(want) != len(have) {
		return false
	}
	for i := range want {
		if variable := strings.HasPrefix(want[i], "{") && have[i] != ""; want[i] != have[i] && !variable {
			return false
		}
	}
	return true
}
