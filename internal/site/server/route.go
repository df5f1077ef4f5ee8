package server

import (
	"net/http"

	"github.com/tainchess/tain/internal/site/limit"
)

// route is one line of the table of routes.
type route struct {
	method, path string
	// shared routes may be asked by pages of any origin, own ones only by our
	// own pages, or by no page at all.
	shared, own bool
	// cost is what a request takes from its asker's allowance at least. Nothing
	// is free: 0 is the least price.
	cost float64
	// body is the most bytes of its body, where that is more than the usual.
	body int64
	// quiet routes are logged only when they fail.
	quiet  bool
	handle handler
}

// handler answers a request, or returns why it does not.
type handler func(w http.ResponseWriter, r *http.Request) error

// price is what a request costs before anything is known of it.
func (rt *route) price() float64 { return max(rt.cost, limit.LeastPrice) }

func (rt *route) name() string { return rt.method + " " + rt.path }
