package admin

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/moderation"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/name"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/notation"
)

// Limits on reports.
const (
	reportPeriod  = 24 * time.Hour
	reportsEach   = 10    // reports of a person within reportPeriod
	maxOpen       = 5_000 // open reports
	evidenceGames = 20
	evidenceList  = 20 // reports, actions, addresses and people at each of these
)

func newID() string { return strings.ToLower(rand.Text()[:12]) }

// Report saves a person's report about the player of a side, or about an account. It returns moderation.ErrNotFound if
// the player does not exist or is the reporter.
func (s *Service) Report(ctx context.Context, by game.Hash, q wire.ReportRequest) error {
	if err := s.Change(by); err != nil {
		return err
	}
	r := moderation.Report{Reason: moderation.Reason(q.Reason), Reporter: by, Game: q.Game, Text: moderation.Clean(q.Text)}
	if q.Game != "" {
		e, err := s.store.Entry(ctx, q.Game)
		if errors.Is(err, room.ErrNotFound) {
			err = moderation.ErrNotFound
		}
		if err != nil {
			return err
		}
		switch game.Side(q.Side) {
		case game.White:
			r.Person = e.White.Session
		case game.Black:
			r.Person = e.Black.Session
		}
	} else {
		a, err := s.store.AccountNamed(ctx, name.Skeleton(q.Name))
		if errors.Is(err, people.ErrNotFound) {
			err = moderation.ErrNotFound
		}
		if err != nil {
			return err
		}
		r.Person = a.Person
	}
	if r.Person == (game.Hash{}) || r.Person == by {
		return moderation.ErrNotFound
	}
	return s.addReport(ctx, r)
}

func (s *Service) addReport(ctx context.Context, r moderation.Report) error {
	r.ID, r.Created = newID(), now()
	return s.store.AddReport(ctx, r, moderation.Quota{Since: r.Created - reportPeriod.Milliseconds(), Reporter: reportsEach, Open: maxOpen})
}

// Appeal saves a person's appeal against an action. It returns moderation.ErrNotFound if the action does not concern
// the person.
func (s *Service) Appeal(ctx context.Context, by game.Hash, q wire.AppealRequest) error {
	actions, err := s.store.Actions(ctx, by, evidenceList)
	if err != nil {
		return err
	}
	for _, a := range actions {
		if a.ID == q.Action && a.Kind.Noticed() {
			return s.addReport(ctx, moderation.Report{
				Reason: moderation.Appeal, Person: by, Reporter: by, Game: a.Game, Action: a.ID, Text: moderation.Clean(q.Text),
			})
		}
	}
	return moderation.ErrNotFound
}

// Notices returns what operators have done to a person, latest first.
func (s *Service) Notices(ctx context.Context, who game.Hash) ([]wire.ModerationNotice, error) {
	actions, err := s.store.Actions(ctx, who, evidenceList)
	if err != nil || len(actions) == 0 {
		return nil, err
	}
	reports, err := s.store.Reports(ctx, moderation.Filter{Person: who, Limit: 5 * evidenceList})
	if err != nil {
		return nil, err
	}
	appealed := map[string]bool{}
	for _, r := range reports {
		appealed[r.Action] = true
	}
	var list []wire.ModerationNotice
	for _, a := range actions {
		if a.Kind.Noticed() {
			list = append(list, wire.ModerationNotice{ID: a.ID, Kind: string(a.Kind), Reason: a.Reason, At: a.At, Until: a.Until, Appealed: appealed[a.ID]})
		}
	}
	return list, nil
}

// Reports returns the reports, latest first, or only the open ones, oldest first.
func (s *Service) Reports(ctx context.Context, all bool, limit int) (wire.Reports, error) {
	list, err := s.store.Reports(ctx, moderation.Filter{Open: !all, Limit: cmp.Or(limit, defaultLimit)})
	if err != nil {
		return wire.Reports{}, err
	}
	found, err := s.viewReports(ctx, list)
	return wire.Reports{Reports: found}, err
}

func (s *Service) listReports(ctx context.Context, q Request) (any, error) {
	return s.Reports(ctx, q.All, q.Limit)
}

// nameOf returns the name of a person: that of their account, or the one in a game, or the first digits of their hash.
func (s *Service) nameOf(ctx context.Context, who game.Hash, id string) (string, error) {
	if who == (game.Hash{}) {
		return "", nil
	}
	a, err := s.store.Account(ctx, who)
	if !errors.Is(err, people.ErrNotFound) {
		return a.Name, err
	}
	if id != "" {
		e, err := s.store.Entry(ctx, id)
		if err != nil && !errors.Is(err, room.ErrNotFound) {
			return "", err
		}
		for _, seat := range []game.Seat{e.White, e.Black} {
			if seat.Session == who && seat.Name != "" {
				return seat.Name, nil
			}
		}
	}
	return hex.EncodeToString(who[:minDigits/2]), nil
}

func digits(who game.Hash) string {
	if who == (game.Hash{}) {
		return ""
	}
	return hex.EncodeToString(who[:])
}

func (s *Service) viewReports(ctx context.Context, list []moderation.Report) ([]wire.Report, error) {
	all := []wire.Report{}
	for _, r := range list {
		v := wire.Report{ID: r.ID, Reason: string(r.Reason), Person: digits(r.Person), Game: r.Game, Text: r.Text, Created: r.Created, Closed: r.Closed}
		var err error
		if v.Name, err = s.nameOf(ctx, r.Person, r.Game); err != nil {
			return nil, err
		}
		if v.Reporter, err = s.nameOf(ctx, r.Reporter, r.Game); err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

func (s *Service) viewActions(ctx context.Context, list []moderation.Action) ([]wire.ModerationAction, error) {
	all := []wire.ModerationAction{}
	for _, a := range list {
		v := wire.ModerationAction{
			ID: a.ID, Kind: string(a.Kind), Person: digits(a.Person), Report: a.Report, Game: a.Game, Reason: a.Reason, At: a.At, Until: a.Until,
		}
		var err error
		if v.Name, err = s.nameOf(ctx, a.Person, a.Game); err != nil {
			return nil, err
		}
		if v.Operator, err = s.nameOf(ctx, a.Operator, ""); err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// ReportDetails returns a report with what is known about the person. It returns moderation.ErrNotFound if the report
// does not exist.
func (s *Service) ReportDetails(ctx context.Context, id string) (d wire.ReportDetails, err error) {
	r, err := s.store.Report(ctx, id)
	if err != nil {
		return d, err
	}
	d = wire.ReportDetails{Addresses: []wire.UsedAddress{}, Games: []wire.ReportedGame{}, Reports: []wire.Report{}, Actions: []wire.ModerationAction{}}
	views, err := s.viewReports(ctx, []moderation.Report{r})
	if err != nil {
		return d, err
	}
	d.Report = views[0]
	if r.Person == (game.Hash{}) {
		return d, nil
	}
	switch a, err := s.store.Account(ctx, r.Person); {
	case err == nil:
		d.Account, d.Role = true, string(a.Role)
	case !errors.Is(err, people.ErrNotFound):
		return d, err
	}
	s.mu.RLock()
	_, d.Banned = s.bans.ofPerson(r.Person, now())
	_, d.Muted = s.bans.muteOf(r.Person, now())
	s.mu.RUnlock()
	if err := s.addHistory(ctx, &d, r); err != nil {
		return d, err
	}
	if err := s.addAddresses(ctx, &d, r.Person); err != nil {
		return d, err
	}
	games, err := s.store.List(ctx, store.Filter{Player: r.Person, Ended: true, Limit: evidenceGames})
	for _, e := range games {
		g := wire.ReportedGame{
			ID: e.ID, Variant: e.Variant, Side: string(game.White), White: e.White.Name, Black: e.Black.Name, Rated: e.Rated, Plies: e.Ply, Ended: e.Updated,
		}
		if e.Black.Session == r.Person {
			g.Side = string(game.Black)
		}
		if e.Result != nil {
			g.Result = string(e.Result.Result)
		}
		d.Games = append(d.Games, g)
	}
	return d, err
}

// addHistory adds the other reports about a person, and the actions.
func (s *Service) addHistory(ctx context.Context, d *wire.ReportDetails, r moderation.Report) error {
	others, err := s.store.Reports(ctx, moderation.Filter{Person: r.Person, Limit: evidenceList})
	if err != nil {
		return err
	}
	views, err := s.viewReports(ctx, others)
	if err != nil {
		return err
	}
	for _, v := range views {
		if v.ID != r.ID {
			d.Reports = append(d.Reports, v)
		}
	}
	actions, err := s.store.Actions(ctx, r.Person, evidenceList)
	if err != nil {
		return err
	}
	if d.Actions, err = s.viewActions(ctx, actions); err != nil {
		return err
	}
	for i := range d.Actions {
		if d.Actions[i].ID == r.Action {
			d.Appealed = &d.Actions[i]
		}
	}
	return nil
}

func (s *Service) addAddresses(ctx context.Context, d *wire.ReportDetails, who game.Hash) error {
	list, err := s.store.Addresses(ctx, who, evidenceList)
	for _, a := range list {
		v := wire.UsedAddress{Address: a.Address, Seen: a.Seen, Others: []string{}}
		for _, other := range a.Others {
			text, err := s.nameOf(ctx, other, "")
			if err != nil {
				return err
			}
			v.Others = append(v.Others, text)
		}
		d.Addresses = append(d.Addresses, v)
	}
	return err
}

func (s *Service) report(ctx context.Context, q Request) (any, error) {
	d, err := s.ReportDetails(ctx, q.Report)
	return d, withReport(q.Report, err)
}

// withReport replaces moderation.ErrNotFound with an error that names the report.
func withReport(id string, err error) error {
	if errors.Is(err, moderation.ErrNotFound) {
		return explain(err, "unknown report %q; tain admin report list shows the reports", notation.Clip(id))
	}
	return err
}

// Log returns the audit log, latest first.
func (s *Service) Log(ctx context.Context, limit int) (wire.ModerationLog, error) {
	return s.logOf(ctx, game.Hash{}, limit)
}

func (s *Service) logOf(ctx context.Context, who game.Hash, limit int) (wire.ModerationLog, error) {
	list, err := s.store.Actions(ctx, who, cmp.Or(limit, defaultLimit))
	if err != nil {
		return wire.ModerationLog{}, err
	}
	actions, err := s.viewActions(ctx, list)
	return wire.ModerationLog{Actions: actions}, err
}

func (s *Service) listActions(ctx context.Context, q Request) (any, error) {
	var who game.Hash
	if q.Person != "" {
		var err error
		if who, err = s.anyone(ctx, q.Person); err != nil {
			return nil, err
		}
	}
	return s.logOf(ctx, who, q.Limit)
}

// anyone finds a person by the name of their account, or as [Service.person] does.
func (s *Service) anyone(ctx context.Context, text string) (game.Hash, error) {
	if a, err := s.store.AccountNamed(ctx, name.Skeleton(text)); !errors.Is(err, people.ErrNotFound) {
		return a.Person, err
	}
	return s.person(ctx, text)
}

// explained is an error with a text for the command line.
type explained struct {
	text  string
	cause error
}

func (e explained) Error() string { return e.text }
func (e explained) Unwrap() error { return e.cause }

func explain(cause error, format string, args ...any) error {
	return explained{fmt.Sprintf(format, args...), cause}
}

// needReason returns the reason in a request, on one line.
func needReason(q Request) (string, error) {
	text := moderation.Clean(q.Reason)
	if text == "" {
		return "", explained{"give a reason, such as --reason \"used an engine\"", moderation.ErrReason}
	}
	return text, nil
}

// checkReport returns an error unless the report in a request exists, if there is one.
func (s *Service) checkReport(ctx context.Context, q Request) error {
	if q.Report == "" {
		return nil
	}
	_, err := s.store.Report(ctx, q.Report)
	return withReport(q.Report, err)
}

// record adds an action to the audit log, and closes the report in the request.
func (s *Service) record(ctx context.Context, q Request, a moderation.Action) error {
	a.ID, a.At, a.Operator, a.Report = newID(), now(), q.by, q.Report
	return s.store.AddAction(ctx, a)
}

// mute keeps a person from challenging people and sending phrases.
func (s *Service) mute(ctx context.Context, q Request) (any, error) {
	text, err := needReason(q)
	if err != nil {
		return nil, err
	}
	if err := s.checkReport(ctx, q); err != nil {
		return nil, err
	}
	who, err := s.anyone(ctx, q.Person)
	if err != nil {
		return nil, err
	}
	b := newBan(store.Mute(who), text, q.For)
	if err := s.addBan(ctx, b); err != nil {
		return nil, err
	}
	return b, s.record(ctx, q, moderation.Action{Kind: moderation.Muted, Person: who, Reason: text, Until: b.Until})
}

func (s *Service) unmute(ctx context.Context, q Request) (any, error) {
	who, err := s.anyone(ctx, q.Person)
	if err != nil {
		return nil, err
	}
	if err := s.lift(ctx, store.Mute(who), "muted"); err != nil {
		return nil, err
	}
	return Done{Done: "unmuted", Count: 1}, s.record(ctx, q, moderation.Action{Kind: moderation.Unmuted, Person: who, Reason: moderation.Clean(q.Reason)})
}

// dismiss closes a report without consequences.
func (s *Service) dismiss(ctx context.Context, q Request) (any, error) {
	text, err := needReason(q)
	if err != nil {
		return nil, err
	}
	if err := s.checkReport(ctx, q); err != nil {
		return nil, err
	}
	return Done{Done: "dismissed", Count: 1}, s.record(ctx, q, moderation.Action{Kind: moderation.Dismissed, Reason: text})
}

// Moderate carries out an operator's decision about a report. It returns moderation.ErrNotFound if the report or its
// person does not exist, and the errors of packages moderation, people and rating if the action is not possible.
func (s *Service) Moderate(ctx context.Context, by game.Hash, d wire.ModerationRequest) error {
	r, err := s.store.Report(ctx, d.Report)
	if err != nil {
		return err
	}
	q := Request{Report: r.ID, Person: digits(r.Person), Subject: digits(r.Person), Reason: d.Reason, For: int64(d.Days) * 24 * time.Hour.Milliseconds(), by: by}
	if kind := moderation.Kind(d.Kind); kind != moderation.Dismissed {
		a, err := s.store.Account(ctx, r.Person)
		switch {
		case r.Person == (game.Hash{}):
			return moderation.ErrNotFound
		case err == nil && a.Role == people.Operator && kind != moderation.Refunded:
			return moderation.ErrOperator
		case err != nil && !errors.Is(err, people.ErrNotFound):
			return err
		}
	}
	command := map[moderation.Kind]string{
		moderation.Muted: "mute", moderation.Unmuted: "unmute", moderation.Banned: "ban", moderation.Unbanned: "unban",
		moderation.Renamed: "rename", moderation.Refunded: "refund", moderation.Dismissed: "dismiss",
	}[moderation.Kind(d.Kind)]
	switch command {
	case "refund":
		q.Games = []string{cmp.Or(d.Game, r.Game)}
	case "rename":
		q.Text = d.Name
	case "":
		return moderation.ErrNotFound
	}
	_, err = s.Do(ctx, command, q)
	return err
}

// ExportReport is a report or an appeal that a person has sent.
type ExportReport struct {
	Reason  string `json:"reason"`
	Game    string `json:"game,omitempty"`
	Text    string `json:"text,omitempty"`
	Created int64  `json:"created"`
	Closed  int64  `json:"closed,omitempty"`
}

// ExportAction is what an operator has done to a person.
type ExportAction struct {
	Kind   string `json:"kind"`
	Game   string `json:"game,omitempty"`
	Reason string `json:"reason"`
	At     int64  `json:"at"`
	Until  int64  `json:"until,omitempty"`
}

// ExportAddress is an address from which a person has begun rated games.
type ExportAddress struct {
	Address string `json:"address"`
	Seen    int64  `json:"seen"`
}

// exportModeration adds a person's reports, the actions about the person, and addresses.
func (s *Service) exportModeration(ctx context.Context, x *ExportPerson, who game.Hash) error {
	reports, err := s.store.Reports(ctx, moderation.Filter{Reporter: who, Limit: math.MaxInt32})
	if err != nil {
		return err
	}
	for _, r := range reports {
		x.Reports = append(x.Reports, ExportReport{string(r.Reason), r.Game, r.Text, r.Created, r.Closed})
	}
	actions, err := s.store.Actions(ctx, who, math.MaxInt32)
	if err != nil {
		return err
	}
	for _, a := range actions {
		x.Actions = append(x.Actions, ExportAction{string(a.Kind), a.Game, a.Reason, a.At, a.Until})
	}
	addresses, err := s.store.Addresses(ctx, who, math.MaxInt32)
	for _, a := range addresses {
		x.Addresses = append(x.Addresses, ExportAddress{a.Address, a.Seen})
	}
	return err
}
