package accounts

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/profile"
	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/view"
	"github.com/tainchess/tain/message"
)

// Limits on profiles.
const (
	maxGames    = 1000 // latest games that a profile counts
	pageGames   = 20
	bestWins    = 5
	maxOpenings = 300 // moves of an opening tree
	shownDays   = 60
	gamePerUnit = 20 // games read per unit
)

// profileRoutes lists the routes of profiles.
func (s *Service) profileRoutes() []*request.Route {
	return []*request.Route{
		{Method: "GET", Path: "/api/v1/accounts/{name}", Cost: 4, Handle: s.profile},
		{Method: "GET", Path: "/api/v1/accounts/{name}/games", Cost: 4, Handle: s.profileGames},
		{Method: "GET", Path: "/api/v1/accounts/{name}/openings", Cost: 4, Handle: s.openings},
		{Method: "PUT", Path: "/api/v1/accounts/{name}/relation", Own: true, Cost: beginPrice, Handle: s.signedIn(s.relate)},
		{Method: "POST", Path: "/api/v1/accounts/{name}/challenge", Own: true, Cost: beginPrice, Handle: s.signedIn(s.challenge)},
		{Method: "GET", Path: "/api/v1/account/friends", Cost: 4, Quiet: true, Handle: s.signedIn(s.friends)},
		{Method: "DELETE", Path: "/api/v1/account/challenges/{id}", Own: true, Cost: beginPrice, Handle: s.signedIn(s.decline)},
		{Method: "PUT", Path: "/api/v1/account/profile", Own: true, Cost: beginPrice, Handle: s.signedIn(s.setProfile)},
		{Method: "POST", Path: "/api/v1/account/daily", Own: true, Cost: beginPrice, Handle: s.signedIn(s.solveDaily)},
	}
}

// shown returns the account in the path of a request, and whether it is the client's. It returns an error if the account
// hides its profile from the client.
func (s *Service) shown(r *http.Request) (a people.Account, own bool, err error) {
	if a, err = s.named(r); err != nil {
		return a, false, err
	}
	by, _ := request.SignedIn(r)
	own = by.Account.Person == a.Person
	hidden, err := s.People.Store.Hidden(r.Context(), a.Person)
	if err == nil && hidden && !own {
		return a, own, request.Forbidden(wire.NewFailure("hidden", "account.hidden", message.Args{"name": a.Name}))
	}
	return a, own, s.failure(err)
}

// gamesOf returns the latest games of an account that the client may see, latest first, and charges for reading them.
func (s *Service) gamesOf(r *http.Request, a people.Account, own bool) (games []profile.Game, err error) {
	list, err := s.People.Store.Finished(r.Context(), a.Person, maxGames)
	if err != nil {
		return nil, s.failure(err)
	}
	s.Requests.Charge(r, limit.Per(len(list), gamePerUnit))
	for i := range list {
		if g, ok := list[i].Of(a.Person); ok && (own || g.Public()) {
			games = append(games, g)
		}
	}
	return games, nil
}

// titles returns a function that returns the title of a definition with a hash, or "" for a built-in rule set. It remembers
// the titles.
func (s *Service) titles(ctx context.Context) func(variant string) string {
	known := map[string]string{}
	return func(variant string) string {
		title, ok := known[variant]
		if !ok {
			title = s.pool(ctx, rating.Pool{Variant: variant}).Title
			known[variant] = title
		}
		return title
	}
}

// profile sends the profile of an account.
func (s *Service) profile(w http.ResponseWriter, r *http.Request) error {
	a, err := s.named(r)
	if err != nil {
		return err
	}
	store, ctx := s.People.Store, r.Context()
	answer := wire.Profile{Name: a.Name, Bot: a.Role == people.Bot, Totals: []wire.GameTotal{}, BestWins: []wire.ProfileGame{}, Daily: wire.DailyPuzzles{Days: []string{}}}
	if answer.Hidden, err = store.Hidden(ctx, a.Person); err != nil {
		return s.failure(err)
	}
	if by, ok := request.SignedIn(r); ok {
		answer.Own = by.Account.Person == a.Person
		relations, err := store.Relations(ctx, by.Account.Person)
		if err != nil {
			return s.failure(err)
		}
		for _, one := range relations {
			if one.Person == a.Person {
				answer.Relation = string(one.Relation)
			}
		}
	}
	if answer.Hidden && !answer.Own {
		return s.Requests.WriteJSON(w, r, http.StatusOK, answer)
	}
	games, err := s.gamesOf(r, a, answer.Own)
	if err != nil {
		return err
	}
	days, err := store.Solved(ctx, a.Person)
	if err != nil {
		return s.failure(err)
	}
	answer.Created, answer.Daily.Solved = a.Created, len(days)
	answer.Daily.Current, answer.Daily.Best = profile.Streaks(days, profile.DayOf(s.Hub.Now()))
	for _, day := range days[:min(shownDays, len(days))] {
		answer.Daily.Days = append(answer.Daily.Days, string(day))
	}
	title := s.titles(ctx)
	for _, total := range profile.Totals(games) {
		answer.Totals = append(answer.Totals, wire.GameTotal{Variant: total.Variant, Title: title(total.Variant), GameCount: wire.GameCount(total.Count)})
	}
	answer.BestWins = s.profileList(r, profile.BestWins(games, bestWins), title)
	return s.Requests.WriteJSON(w, r, http.StatusOK, answer)
}

// profileList returns games as sent to clients.
func (s *Service) profileList(r *http.Request, games []profile.Game, title func(string) string) []wire.ProfileGame {
	list, in := []wire.ProfileGame{}, view.In(request.Catalogue(r))
	for _, g := range games {
		one := wire.ProfileGame{
			ID: g.ID, Variant: g.Pool.Variant, Title: title(g.Pool.Variant), Speed: g.Pool.Speed, Colour: wire.Side(g.Colour), Score: string(g.Score),
			Opponent: wire.ProfileOpponent{Name: g.Opponent.Name, Computer: g.Opponent.Computer, Account: g.Account},
			Result:   in.Result(g.Entry.Result), Rated: g.Rated, Ply: g.Ply, Updated: g.Updated,
		}
		if g.Own != nil {
			one.Opponent.Rating = view.Rating(room.RatingAt(g.Other.Before, g.Updated))
			after := room.RatingAt(g.Own.After, g.Updated)
			if g.Own.Bot || !g.Other.Bot {
				change := g.Own.After.Round() - g.Own.Before.Round()
				after.Change = &change
			}
			one.Rating = view.Rating(after)
		}
		list = append(list, one)
	}
	return list
}

// errFilter is the error for an unknown value of a filter.
func errFilter(name, value string) error {
	return wire.NewFailure(string(game.CodeInvalid), "account.filter", message.Args{"name": name, "text": value})
}

// parseFilter parses the filter in a query.
func (s *Service) parseFilter(ctx context.Context, q url.Values) (f profile.Filter, err error) {
	if f.Variant = q.Get("variant"); f.Variant != "" {
		pool, err := s.parsePool(ctx, f.Variant, string(clock.Blitz))
		if err != nil {
			return f, err
		}
		f.Variant = pool.Variant
	}
	if speed := q.Get("speed"); speed != "" && f.Speed.UnmarshalText([]byte(speed)) != nil {
		return f, errFilter("speed", speed)
	}
	switch f.Colour = game.Side(q.Get("colour")); f.Colour {
	case game.Nobody, game.White, game.Black:
	default:
		return f, errFilter("colour", string(f.Colour))
	}
	switch f.Score = profile.Result(q.Get("score")); f.Score {
	case "", profile.Win, profile.Draw, profile.Loss:
	default:
		return f, errFilter("score", string(f.Score))
	}
	if text := q.Get("rated"); text != "" {
		rated, err := strconv.ParseBool(text)
		if err != nil {
			return f, errFilter("rated", text)
		}
		f.Rated = &rated
	}
	f.Opponent = q.Get("opponent")
	return f, nil
}

// profileGames sends a page of the games of an account.
func (s *Service) profileGames(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	f, err := s.parseFilter(r.Context(), q)
	if err != nil {
		return err
	}
	a, own, err := s.shown(r)
	if err != nil {
		return err
	}
	games, err := s.gamesOf(r, a, own)
	if err != nil {
		return err
	}
	games = f.Select(games)
	answer := wire.ProfileGames{Count: len(games), Pages: max(1, (len(games)+pageGames-1)/pageGames)}
	page, _ := strconv.Atoi(q.Get("page")) // 0, the first page, unless it is a number
	answer.Page = min(max(page, 1), answer.Pages)
	from := (answer.Page - 1) * pageGames
	answer.Games = s.profileList(r, games[from:min(from+pageGames, len(games))], s.titles(r.Context()))
	return s.Requests.WriteJSON(w, r, http.StatusOK, answer)
}

// openings sends the opening tree of an account with a rule set and a colour.
func (s *Service) openings(w http.ResponseWriter, r *http.Request) error {
	f, err := s.parseFilter(r.Context(), r.URL.Query())
	if err != nil {
		return err
	}
	switch {
	case f.Variant == "":
		return errFilter("variant", "")
	case f.Colour == game.Nobody:
		return errFilter("colour", "")
	}
	a, own, err := s.shown(r)
	if err != nil {
		return err
	}
	games, err := s.gamesOf(r, a, own)
	if err != nil {
		return err
	}
	var begun []profile.Game
	for _, g := range f.Select(games) {
		if len(g.Opening) > 0 {
			begun = append(begun, g)
		}
	}
	return s.Requests.WriteJSON(w, r, http.StatusOK, wire.Openings{Variant: f.Variant, Colour: wire.Side(f.Colour), Moves: replies([]wire.OpeningMove{}, profile.Tree(begun, maxOpenings), 0)})
}

// replies appends the moves of an opening tree below a node after a number of moves.
func replies(list []wire.OpeningMove, n *profile.Node, ply int) []wire.OpeningMove {
	for _, next := range n.Moves {
		list = append(list, wire.OpeningMove{Move: next.Move, Ply: ply, GameCount: wire.GameCount(next.Count)})
		list = replies(list, next, ply+1)
	}
	return list
}

// setProfile hides the client's profile, or shows it.
func (s *Service) setProfile(w http.ResponseWriter, r *http.Request, by people.Signed) error {
	var q wire.ProfileRequest
	if err := s.Requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	if err := s.People.Store.SetHidden(r.Context(), by.Account.Person, q.Hidden); err != nil {
		return err
	}
	return s.Requests.NoContent(w, r)
}

// solveDaily records that the client has solved today's puzzle.
func (s *Service) solveDaily(w http.ResponseWriter, r *http.Request, by people.Signed) error {
	var q struct{}
	if err := s.Requests.ReadJSON(w, r, &q); err != nil {
		return err
	}
	if err := s.People.Store.SolveDaily(r.Context(), profile.Solved{Person: by.Account.Person, Day: profile.DayOf(s.Hub.Now())}); err != nil {
		return err
	}
	return s.Requests.NoContent(w, r)
}
