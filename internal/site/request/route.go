package request

import (
	"net/http"
	"strings"

	"github.com/tainchess/tain/internal/site/limit"
)

// Route is one line of the table of routes.
type Route struct {
	Method, Path string
	// shared routes may be asked by pages of any origin, own ones only by our
	// own pages, or by no page at all.
	Shared, Own bool
	// cost is what a request takes from its asker's allowance at least. Nothing
	// is free: 0 is the least price.
	Cost float64
	// body is the most bytes of its body, where that is more than the usual.
	Body int64
	// quiet routes are logged only when they fail.
	Quiet  bool
	Handle Handler
}

// Handler answers a request, or returns why it does not.
type Handler func(w http.ResponseWriter, r *http.Request) error

// Price is what a request costs before anything is known of it.
func (rt *Route) Price() float64 { return max(rt.Cost, limit.LeastPrice) }

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
