package server

import (
	"net/http"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/api"
)

// The codes of refusals that are the server's own.
const (
	codeMethod      = api.CodeMethod
	codeOrigin      = "cross-origin"
	codeTooMany     = "too-many"
	codeBusy        = "busy"
	codeContentType = "content-type"
)

// The refusals of the server itself.
var (
	errNoPath      = api.NewFailure(string(game.CodeNotFound), "there is nothing here; /api/v1/openapi.json lists what there is")
	errMethod      = api.NewFailure(codeMethod, "this path does not take that method; the Allow header tells which it takes")
	errOrigin      = api.NewFailure(codeOrigin, "a page of another site cannot do this")
	errTooMany     = api.NewFailure(codeTooMany, "too many requests from this address; wait a moment")
	errSockets     = api.NewFailure(codeTooMany, "too many games are open at this address; close a page of one first")
	errBusy        = api.NewFailure(codeBusy, "too many analyses are waiting; try again shortly")
	errContentType = api.NewFailure(codeContentType, "send the body as JSON, with the header Content-Type: application/json")
	errCutOff      = api.NewFailure(api.CodeRequest, "the request ended before its body did")
	errClosing     = api.NewFailure(string(game.CodeClosing), "the server is closing; try again shortly")
	errBroken      = api.NewFailure(api.CodeInternal, "something went wrong here that should not have")
)

// statuses says which HTTP status a code becomes. Whatever is not here is the
// asker's mistake, 400.
var statuses = map[string]int{
	string(game.CodeNotFound): http.StatusNotFound,
	string(game.CodeNoSeat):   http.StatusForbidden,
	string(game.CodeToken):    http.StatusForbidden,
	string(game.CodeStale):    http.StatusConflict,
	string(game.CodeTaken):    http.StatusConflict,
	string(game.CodeOver):     http.StatusConflict,
	string(game.CodeLimit):    http.StatusTooManyRequests,
	string(game.CodeClosing):  http.StatusServiceUnavailable,
	string(game.CodeStore):    http.StatusInternalServerError,
	string(game.CodeBroken):   http.StatusInternalServerError,

	codeMethod:       http.StatusMethodNotAllowed,
	codeOrigin:       http.StatusForbidden,
	codeTooMany:      http.StatusTooManyRequests,
	codeBusy:         http.StatusServiceUnavailable,
	codeContentType:  http.StatusUnsupportedMediaType,
	api.CodeInternal: http.StatusInternalServerError,
	api.CodeStopped:  http.StatusServiceUnavailable,
}

// later is a refusal that will not last.
type later struct {
	error
	wait time.Duration
}

// Unwrap returns the refusal.
func (l later) Unwrap() error { return l.error }

// busy says how long to wait before asking again.
func busy(wait time.Duration, why error) error { return later{why, wait} }

// missing is a refusal because what the path names is not there.
type missing struct{ error }

// Unwrap returns the refusal.
func (m missing) Unwrap() error { return m.error }

func notFound(why error) error { return missing{why} }

// large is a body that is too long.
type large struct{ error }

// Unwrap returns the refusal.
func (l large) Unwrap() error { return l.error }

func tooLarge(most int64) error {
	return large{api.NewFailure(api.CodeTooLong, "the body is longer than %d bytes", most)}
}
