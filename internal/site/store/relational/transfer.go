package relational

import (
	"cmp"
	"context"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store"
)

// CountGames returns the number of games and events.
func (q *Queries) CountGames(ctx context.Context) (games, events int, err error) {
	err = q.db.ReadAll(ctx, func(ctx context.Context, tx Tx) error {
		return row(ctx, tx, []any{&games, &events}, "SELECT count(*), coalesce(sum(events), 0) FROM games")
	})
	return games, events, err
}

// GamesAfter returns up to limit games with identifiers greater than after, in order.
func (q *Queries) GamesAfter(ctx context.Context, after string, limit int) (games []store.Game, err error) {
	err = q.db.ReadAll(ctx, func(ctx context.Context, tx Tx) error {
		games, err = rows(ctx, tx, func(scan Scan) (g store.Game, err error) {
			err = scan(&g.ID, &g.White, &g.Black, &g.WhiteName, &g.BlackName, &g.Anonymous, &g.WhiteSeen, &g.BlackSeen,
				&g.Open, &g.Running, &g.Deadline, &g.Created, &g.Updated, &g.Entry, &g.Rated)
			return g, err
		}, "SELECT id, white, black, white_name, black_name, anonymous, white_seen, black_seen, open, running, "+q.sql.Deadline+
			", created, updated, entry, coalesce((SELECT data FROM rated WHERE rated.game = id), '') FROM "+q.sql.Deadlined+" WHERE id > $1 ORDER BY id LIMIT $2", after, limit)
		if err != nil || len(games) == 0 {
			return err
		}
		i := 0
		return tx.Query(ctx, func(scan Scan) error {
			var id, data string
			if err := scan(&id, &data); err != nil {
				return err
			}
			for i < len(games)-1 && games[i].ID < id {
				i++
			}
			if games[i].ID == id {
				games[i].Events = append(games[i].Events, data)
			}
			return nil
		}, "SELECT game, data FROM events WHERE game > $1 AND game <= $2 ORDER BY game, seq", after, games[len(games)-1].ID)
	})
	return games, err
}

// collect reads all rows of a query into a list.
func collect[T any](ctx context.Context, tx Tx, into *[]T, scan func(Scan) (T, error), text string, args ...any) (err error) {
	*into, err = rows(ctx, tx, scan, text, args...)
	return err
}

// Row scanners of the small tables.
var (
	scanDefinition = Fields(func(d *store.Definition) []any { return []any{&d.Hash, &d.Text, &d.Wanted} })
	scanAhead      = Fields(func(a *store.Ahead) []any { return []any{&a.Game, &a.Side, &a.Data} })
	scanName       = Fields(func(n *store.SessionName) []any { return []any{&n.Session, &n.Name} })
	scanSetting    = Fields(func(s *store.Setting) []any { return []any{&s.Name, &s.Value} })
	scanOutage     = Fields(func(o *game.Outage) []any { return []any{&o.Since, &o.Until} })
)

// Rest returns all data except games.
func (q *Queries) Rest(ctx context.Context) (r store.Rest, err error) {
	err = q.db.ReadAll(ctx, func(ctx context.Context, tx Tx) error {
		r = store.Rest{}
		return cmp.Or(
			collect(ctx, tx, &r.Definitions, scanDefinition, "SELECT hash, text, wanted FROM definitions ORDER BY hash"),
			collect(ctx, tx, &r.Studies, scanStudy, selectStudies+"ORDER BY id"),
			collect(ctx, tx, &r.Ahead, scanAhead, "SELECT game, side, data FROM ahead ORDER BY game, side"),
			collect(ctx, tx, &r.Subscriptions, scanSubscription, "SELECT endpoint, person, key, auth, created FROM subscriptions ORDER BY endpoint"),
			collect(ctx, tx, &r.Names, scanName, "SELECT session, name FROM names ORDER BY session"),
			collect(ctx, tx, &r.Accounts, scanAccount, selectAccounts+"ORDER BY person"),
			collect(ctx, tx, &r.Passkeys, scanPasskey, selectPasskeys+"ORDER BY id"),
			collect(ctx, tx, &r.Devices, scanDevice, selectDevices+"ORDER BY id"),
			collect(ctx, tx, &r.Tokens, scanToken, selectTokens+"ORDER BY id"),
			collect(ctx, tx, &r.Codes, scanCode, "SELECT id, person FROM codes ORDER BY id"),
			collect(ctx, tx, &r.Ratings, scanStanding, selectRatings+"ORDER BY person, variant, speed"),
			collect(ctx, tx, &r.Adjustments, scanAdjustment, selectAdjustment+"ORDER BY game"),
			collect(ctx, tx, &r.Relations, scanRelation, selectRelations+"ORDER BY person, other"),
			collect(ctx, tx, &r.Invitations, scanInvitation, selectInvitations+"ORDER BY game"),
			collect(ctx, tx, &r.Hidden, scanHash, "SELECT person FROM hidden ORDER BY person"),
			collect(ctx, tx, &r.Solved, scanSolved, "SELECT person, day FROM solved ORDER BY person, day"),
			collect(ctx, tx, &r.Reports, scanReport, selectReports+"ORDER BY id"),
			collect(ctx, tx, &r.Actions, scanAction, selectActions+"ORDER BY id"),
			collect(ctx, tx, &r.Addresses, scanAddress, selectAddresses+"ORDER BY person, address"),
			collect(ctx, tx, &r.Bans, scanBan, "SELECT subject, reason, created, until FROM bans ORDER BY subject"),
			collect(ctx, tx, &r.Settings, scanSetting, "SELECT name, value FROM settings WHERE name <> $1 ORDER BY name", store.CopySetting),
			collect(ctx, tx, &r.Outages, scanOutage, "SELECT since, until FROM outages ORDER BY until"),
			row(ctx, tx, []any{&r.Pulse}, "SELECT coalesce(max(at), 0) FROM pulse"),
		)
	})
	return r, err
}

// PutRest replaces all data except games. Definitions in use are not deleted.
func (q *Queries) PutRest(ctx context.Context, r store.Rest) error {
	statements := with(nil, "DELETE FROM definitions WHERE NOT "+q.sql.PlayedBy, "DELETE FROM studies", "DELETE FROM ahead", "DELETE FROM subscriptions",
		"DELETE FROM names", "DELETE FROM accounts", "DELETE FROM passkeys", "DELETE FROM devices", "DELETE FROM tokens", "DELETE FROM codes", "DELETE FROM ratings", "DELETE FROM adjustments",
		"DELETE FROM relations", "DELETE FROM invitations", "DELETE FROM hidden", "DELETE FROM solved",
		"DELETE FROM reports", "DELETE FROM actions", "DELETE FROM addresses", "DELETE FROM bans", "DELETE FROM settings WHERE name <> '"+store.CopySetting+"'", "DELETE FROM outages", "DELETE FROM pulse")
	add := func(more []Statement) { statements = append(statements, more...) }
	add(each(r.Definitions, "INSERT INTO definitions (hash, text, wanted) VALUES ($1, $2, $3) ON CONFLICT (hash) DO UPDATE SET wanted = excluded.wanted",
		func(d store.Definition) []any { return []any{d.Hash, d.Text, d.Wanted} }))
	add(each(r.Studies, insertStudy, studyArgs))
	add(each(r.Ahead, "INSERT INTO ahead (game, side, data) VALUES ($1, $2, $3)", func(s store.Ahead) []any { return []any{s.Game, s.Side, s.Data} }))
	add(each(r.Subscriptions, insertSubscription, subscriptionArgs))
	add(each(r.Names, "INSERT INTO names (session, name) VALUES ($1, $2)", func(n store.SessionName) []any { return []any{n.Session, n.Name} }))
	add(each(r.Accounts, insertAccount, accountArgs))
	add(each(r.Passkeys, insertPasskey, passkeyArgs))
	add(each(r.Devices, insertDevice, deviceArgs))
	add(each(r.Tokens, insertToken, tokenArgs))
	add(each(r.Codes, insertCode, codeArgs))
	add(each(r.Ratings, insertRating, ratingArgs))
	add(each(r.Adjustments, insertAdjustment, adjustmentArgs))
	add(each(r.Relations, insertRelation, relationArgs))
	add(each(r.Invitations, insertInvitation, invitationArgs))
	add(each(r.Hidden, insertHidden, func(who game.Hash) []any { return []any{who[:]} }))
	add(each(r.Solved, insertSolved, solvedArgs))
	add(each(r.Reports, insertReport, reportArgs))
	add(each(r.Actions, insertAction, actionArgs))
	add(each(r.Addresses, insertAddress, addressArgs))
	add(each(r.Bans, "INSERT INTO bans (subject, reason, created, until) VALUES ($1, $2, $3, $4)",
		func(b store.Ban) []any { return []any{b.Subject, b.Reason, b.Created, b.Until} }))
	add(each(r.Settings, "INSERT INTO settings (name, value) VALUES ($1, $2)", func(s store.Setting) []any { return []any{s.Name, s.Value} }))
	add(each(r.Outages, "INSERT INTO outages (since, until) VALUES ($1, $2)", func(o game.Outage) []any { return []any{o.Since, o.Until} }))
	if r.Pulse != 0 {
		add(with([]any{r.Pulse}, q.sql.PutPulse))
	}
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error { return tx.Batch(ctx, statements) })
}
