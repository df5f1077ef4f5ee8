package accounts

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/moderation"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// Moderation handles reports about players, and operators' decisions.
type Moderation interface {
	// Report saves a person's report. It returns moderation.ErrNotFound, moderation.ErrRepeated or
	// moderation.ErrTooMany.
	Report(ctx context.Context, by game.Hash, q wire.ReportRequest) error
	// Appeal saves a person's appeal against an action. It returns the same errors.
	Appeal(ctx context.Context, by game.Hash, q wire.AppealRequest) error
	// Notices returns what operators have done to a person, latest first.
	Notices(ctx context.Context, who game.Hash) ([]wire.ModerationNotice, error)
	// Reports returns up to limit reports, latest first, or only the open ones, oldest first.
	Reports(ctx context.Context, all bool, limit int) (wire.Reports, error)
	// ReportDetails returns a report with what is known about the person, or moderation.ErrNotFound.
	ReportDetails(ctx context.Context, id string) (wire.ReportDetails, error)
	// Log returns up to limit operators' actions, latest first.
	Log(ctx context.Context, limit int) (wire.ModerationLog, error)
	// Moderate carries out an operator's decision about a report. It returns moderation.ErrNotFound, or an error for
	// the operator to read.
	Moderate(ctx context.Context, by game.Hash, d wire.ModerationRequest) error
}

// Prices of requests about reports, in units. Details need about a hundred queries.
const (
	reportPrice  = 20
	queuePrice   = 20
	detailsPrice = 60
	listed       = 100 // reports and actions in a list
	maxBanDays   = 3650
)

var errNotOperator = errors.New("accounts: only operators may do that")

func (s *Service) moderationRoutes() []*request.Route {
	return []*request.Route{
		{Method: "POST", Path: "/api/v1/account/appeals", Own: true, Cost: reportPrice, Handle: s.signedIn(s.appeal)},
		{Method: "GET", Path: "/api/v1/moderation/reports", Cost: queuePrice, Handle: s.operator(s.reports)},
		{Method: "GET", Path: "/api/v1/moderation/reports/{id}", Cost: detailsPrice, Handle: s.operator(s.reportDetails)},
		{Method: "GET", Path: "/api/v1/moderation/actions", Cost: queuePrice, Handle: s.operator(s.actions)},
		{Method: "POST", Path: "/api/v1/moderation/actions", Own: true, Cost: finishPrice, Handle: s.operator(s.moderate)},
	}
}

// limitReport takes a report from the client's quota. It fails if the server has no operators' queue.
func (s *Service) limitReport(r *http.Request) error {
	if s.Moderation == nil {
		return request.Forbidden(wire.NewFailure(string(game.CodeClosed), "moderation.closed", nil))
	}
	if wait, ok := s.Requests.Limiter.AddReport(s.Requests.Party(r)); !ok {
		return request.RetryLater(wait, request.ErrReports)
	}
	return nil
}

// report saves a report of a guest or an account.
func (s *Service) report(w http.ResponseWriter, r *http.Request) error {
	var q wire.ReportRequest
	if err := s.Requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	if !slices.Contains(moderation.Reasons, moderation.Reason(q.Reason)) {
		return wire.NewFailure(wire.CodeRequest, "moderation.reason", message.Args{"text": notation.Clip(q.Reason)})
	}
	if err := s.limitReport(r); err != nil {
		return err
	}
	if err := s.Moderation.Report(r.Context(), s.Requests.EnsureSession(w, r).Hash(), q); err != nil {
		return s.failure(err)
	}
	return s.Requests.NoContent(w, r)
}

// appeal saves an appeal. People who are banned can appeal.
func (s *Service) appeal(w http.ResponseWriter, r *http.Request, by people.Signed) error {
	var q wire.AppealRequest
	if err := s.Requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	if err := s.limitReport(r); err != nil {
		return err
	}
	if err := s.Moderation.Appeal(r.Context(), by.Account.Person, q); err != nil {
		return err
	}
	return s.Requests.NoContent(w, r)
}

// operator returns a handler that needs an account with the operator role.
func (s *Service) operator(handle func(w http.ResponseWriter, r *http.Request, by people.Signed) error) request.Handler {
	return s.signedIn(func(w http.ResponseWriter, r *http.Request, by people.Signed) error {
		if by.Account.Role != people.Operator || s.Moderation == nil {
			return errNotOperator
		}
		return handle(w, r, by)
	})
}

func (s *Service) reports(w http.ResponseWriter, r *http.Request, _ people.Signed) error {
	list, err := s.Moderation.Reports(r.Context(), r.URL.Query().Get("all") == "1", listed)
	if err != nil {
		return err
	}
	return s.Requests.WriteJSON(w, r, http.StatusOK, list)
}

func (s *Service) reportDetails(w http.ResponseWriter, r *http.Request, _ people.Signed) error {
	d, err := s.Moderation.ReportDetails(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	return s.Requests.WriteJSON(w, r, http.StatusOK, d)
}

func (s *Service) actions(w http.ResponseWriter, r *http.Request, _ people.Signed) error {
	list, err := s.Moderation.Log(r.Context(), listed)
	if err != nil {
		return err
	}
	return s.Requests.WriteJSON(w, r, http.StatusOK, list)
}

// moderate carries out an operator's decision. The device must be confirmed.
func (s *Service) moderate(w http.ResponseWriter, r *http.Request, by people.Signed) error {
	var q wire.ModerationRequest
	if err := s.Requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	if q.Days < 0 || q.Days > maxBanDays {
		return wire.NewFailure(wire.CodeRequest, "moderation.days", message.Args{"most": maxBanDays})
	}
	if err := s.People.CheckConfirmed(r.Context(), by); err != nil {
		return err
	}
	if err := s.Moderation.Moderate(r.Context(), by.Account.Person, q); err != nil {
		return err
	}
	return s.Requests.NoContent(w, r)
}
