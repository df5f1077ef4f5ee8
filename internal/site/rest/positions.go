package rest

import (
	"net/http"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
)

// line returns the handler that plays a line of moves. The price depends on the length of the line.
func (s *API) line() request.Handler {
	return handlePriced(s, (*api.Service).Line, func(q wire.LineRequest) float64 { return linePrice(q.Moves) })
}

// linePrice returns the price of playing a line of moves, in units.
func linePrice(moves []string) float64 {
	return limit.Per(min(len(moves), api.MaxMoves), limit.LinePerUnit)
}

// plan returns the handler that plays the moves of one side. The price depends on the number of moves.
func (s *API) plan() request.Handler {
	return handlePriced(s, (*api.Service).Plan, func(q wire.PlanRequest) float64 {
		return limit.Per(strings.Count(q.Plan, ";"), limit.PlanPerUnit)
	})
}

// tableList lists the endgame tables, of all built-in rule sets or of the one in the query.
func (s *API) tableList(w http.ResponseWriter, r *http.Request) error {
	list, err := s.service.In(request.Catalogue(r)).TablesList(r.URL.Query().Get("variant"))
	if err != nil {
		return err
	}
	return s.requests.WriteJSON(w, r, http.StatusOK, list)
}

// tables probes the endgame tables for a position. A probe costs almost nothing, but reading a table that is
// not in memory is expensive, and the cost of the line to mate depends on its length. Tables for 3D boards
// are decompressed when probed.
func (s *API) tables(w http.ResponseWriter, r *http.Request) error {
	return serve(s, w, r, func(q wire.PositionRequest) (wire.TablesAnswer, error) {
		return s.service.In(request.Catalogue(r)).TablesIn(q, func(set *tablebase.Set, p *board.Position, look func() error) error {
			units := limit.LookupPrice + float64(set.Unread(p))*limit.TablePrice
			if set.InSpace() {
				units += limit.SpacePrice
			}
			return s.requests.MeasuredWork(r, units, look)
		})
	})
}

// handle returns a handler that passes requests to a method of the service in the client's language.
func handle[Q, A any](s *API, method func(*api.Service, Q) (A, error)) request.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		return serve(s, w, r, func(q Q) (A, error) { return method(s.service.In(request.Catalogue(r)), q) })
	}
}

// handlePriced is like handle, but for requests that pay a price and wait in the work queue. They pay more on large
// boards, where the work takes longer.
func handlePriced[Q, A any](s *API, method func(*api.Service, Q) (A, error), price func(Q) float64) request.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		return serve(s, w, r, func(q Q) (answer A, err error) {
			err = s.requests.MeasuredWork(r, price(q), func() (err error) {
				answer, err = method(s.service.In(request.Catalogue(r)), q)
				return err
			})
			return answer, err
		})
	}
}

// serve decodes a request, calls service and sends the response.
func serve[Q, A any](s *API, w http.ResponseWriter, r *http.Request, service func(Q) (A, error)) error {
	var q Q
	if err := s.requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	var a A
	err := s.requests.Measured(r, func() (err error) {
		a, err = service(q)
		return err
	})
	if err != nil {
		return err
	}
	return s.requests.WriteJSON(w, r, http.StatusOK, a)
}
