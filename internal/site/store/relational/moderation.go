package relational

import (
	"context"
	"fmt"
	"time"

	"github.com/tainchess/tain/internal/people/moderation"
	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store"
)

const (
	selectReports   = "SELECT id, reason, person, reporter, game, action, text, created, closed FROM reports "
	insertReport    = "INSERT INTO reports (id, reason, person, reporter, game, action, text, created, closed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
	selectActions   = "SELECT id, kind, person, operator, report, game, reason, at, until FROM actions "
	insertAction    = "INSERT INTO actions (id, kind, person, operator, report, game, reason, at, until) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
	selectAddresses = "SELECT person, address, seen FROM addresses "
	insertAddress   = "INSERT INTO addresses (person, address, seen) VALUES ($1, $2, $3)"
)

func reportArgs(r moderation.Report) []any {
	return []any{r.ID, string(r.Reason), r.Person[:], r.Reporter[:], r.Game, r.Action, r.Text, r.Created, r.Closed}
}

func scanReport(scan Scan) (r moderation.Report, err error) {
	var person, reporter []byte
	err = scan(&r.ID, (*string)(&r.Reason), &person, &reporter, &r.Game, &r.Action, &r.Text, &r.Created, &r.Closed)
	copy(r.Person[:], person)
	copy(r.Reporter[:], reporter)
	return r, err
}

func actionArgs(a moderation.Action) []any {
	return []any{a.ID, string(a.Kind), a.Person[:], a.Operator[:], a.Report, a.Game, a.Reason, a.At, a.Until}
}

func scanAction(scan Scan) (a moderation.Action, err error) {
	var person, operator []byte
	err = scan(&a.ID, (*string)(&a.Kind), &person, &operator, &a.Report, &a.Game, &a.Reason, &a.At, &a.Until)
	copy(a.Person[:], person)
	copy(a.Operator[:], operator)
	return a, err
}

func addressArgs(a store.PersonAddress) []any { return []any{a.Person, a.Address, a.Seen} }

var scanAddress = Fields(func(a *store.PersonAddress) []any { return []any{&a.Person, &a.Address, &a.Seen} })

// AddReport saves a report. It returns moderation.ErrRepeated if an open report has the same reporter, person and action,
// and moderation.ErrTooMany if a quota is exceeded.
func (q *Queries) AddReport(ctx context.Context, r moderation.Report, quota moderation.Quota) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		if err := q.lockCounts(ctx, tx); err != nil {
			return err
		}
		var saved, same, own, open int
		if err := row(ctx, tx, []any{&saved, &same, &own, &open}, `SELECT (SELECT count(*) FROM reports WHERE id = $1),
			(SELECT count(*) FROM reports WHERE reporter = $2 AND person = $3 AND action = $4 AND closed = 0),
			(SELECT count(*) FROM reports WHERE reporter = $2 AND created >= $5), (SELECT count(*) FROM reports WHERE closed = 0)`,
			r.ID, r.Reporter[:], r.Person[:], r.Action, quota.Since); err != nil {
			return err
		}
		switch {
		case tx.Retried() && saved > 0:
			return nil
		case same > 0:
			return moderation.ErrRepeated
		case own >= quota.Reporter || open >= quota.Open:
			return moderation.ErrTooMany
		}
		_, err := tx.Exec(ctx, insertReport, reportArgs(r)...)
		return err
	})
}

// Report returns a report, or moderation.ErrNotFound.
func (q *Queries) Report(ctx context.Context, id string) (moderation.Report, error) {
	list, err := List(ctx, q.db, scanReport, selectReports+"WHERE id = $1", id)
	return first(list, err, moderation.ErrNotFound)
}

// Reports returns reports, latest first, or oldest first if only open ones match.
func (q *Queries) Reports(ctx context.Context, f moderation.Filter) ([]moderation.Report, error) {
	where, order, args := "WHERE closed >= 0", "DESC", []any{f.Limit}
	if f.Open {
		where, order = "WHERE closed = 0", "ASC"
	}
	for column, who := range map[string]game.Hash{"person": f.Person, "reporter": f.Reporter} {
		if who != (game.Hash{}) {
			args = append(args, who[:])
			where += fmt.Sprintf(" AND %s = $%d", column, len(args))
		}
	}
	return List(ctx, q.db, scanReport, selectReports+where+" ORDER BY created "+order+", id LIMIT $1", args...)
}

// AddAction saves an action, and closes its report.
func (q *Queries) AddAction(ctx context.Context, a moderation.Action) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		return tx.Batch(ctx, []Statement{
			{Text: insertAction + " ON CONFLICT (id) DO NOTHING", Args: actionArgs(a)},
			{Text: "UPDATE reports SET closed = $2 WHERE id = $1 AND closed = 0", Args: []any{a.Report, a.At}},
		})
	})
}

// Actions returns up to limit actions that affect a person, or all if the person is zero, latest first.
func (q *Queries) Actions(ctx context.Context, person game.Hash, limit int) ([]moderation.Action, error) {
	if person == (game.Hash{}) {
		return List(ctx, q.db, scanAction, selectActions+"ORDER BY at DESC, id LIMIT $1", limit)
	}
	return List(ctx, q.db, scanAction, selectActions+"WHERE person = $1 ORDER BY at DESC, id LIMIT $2", person[:], limit)
}

// ForgetModeration deletes the reports closed, and the actions recorded, before given times.
func (q *Queries) ForgetModeration(ctx context.Context, closed, actions int64) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		return tx.Batch(ctx, []Statement{
			{Text: "DELETE FROM reports WHERE closed <> 0 AND closed < $1", Args: []any{closed}},
			{Text: "DELETE FROM actions WHERE at < $1", Args: []any{actions}},
		})
	})
}

// eraseModeration returns the statements that remove a person from reports and actions. Texts are deleted too, because
// they may contain names, and open reports about the person are closed.
func eraseModeration(who game.Hash) []Statement {
	var nobody game.Hash
	statements := with([]any{who[:], nobody[:]},
		"UPDATE reports SET reporter = $2, text = '' WHERE reporter = $1",
		"UPDATE actions SET person = $2, reason = '', game = '' WHERE person = $1",
		"UPDATE actions SET operator = $2 WHERE operator = $1")
	return append(statements,
		Statement{
			Text: "UPDATE reports SET person = $2, text = '', game = '', closed = CASE WHEN closed = 0 THEN $3 ELSE closed END WHERE person = $1",
			Args: []any{who[:], nobody[:], time.Now().UnixMilli()},
		},
		Statement{Text: "DELETE FROM addresses WHERE person = $1", Args: []any{who[:]}})
}

// UseAddress records that a person has begun a rated game from an address.
func (q *Queries) UseAddress(ctx context.Context, person game.Hash, address string, at int64) error {
	return q.db.Apply(ctx, Statement{
		Key:  string(person[:]),
		Text: insertAddress + " ON CONFLICT (person, address) DO UPDATE SET seen = " + latest("addresses.seen", "excluded.seen"),
		Args: []any{person[:], address, at},
	})
}

// Addresses returns the addresses from which a person has begun rated games, latest first, each with up to limit other
// people.
func (q *Queries) Addresses(ctx context.Context, person game.Hash, limit int) (list []rating.Address, err error) {
	err = q.db.Read(ctx, func(ctx context.Context, tx Tx) error {
		list = nil
		own, err := rows(ctx, tx, scanAddress, selectAddresses+"WHERE person = $1 ORDER BY seen DESC, address LIMIT $2", person[:], limit)
		if err != nil {
			return err
		}
		for _, a := range own {
			others, err := rows(ctx, tx, scanHash, "SELECT person FROM addresses WHERE address = $1 AND person <> $2 ORDER BY seen DESC, person LIMIT $3", a.Address, person[:], limit)
			if err != nil {
				return err
			}
			list = append(list, rating.Address{Address: a.Address, Seen: a.Seen, Others: others})
		}
		return nil
	})
	return list, err
}

// ForgetAddresses deletes the addresses last used before a time.
func (q *Queries) ForgetAddresses(ctx context.Context, before int64) error {
	return q.db.Apply(ctx, Statement{Text: "DELETE FROM addresses WHERE seen < $1", Args: []any{before}})
}

// neighbours is an SQL condition: the people in $1 and o.person have begun rated games from the same address since $4.
const neighbours = "EXISTS (SELECT 1 FROM addresses a JOIN addresses b ON b.address = a.address WHERE a.person = $1 AND b.person = o.person AND a.seen >= $4 AND b.seen >= $4)"

// exceeded reports whether a game between two people exceeds rating.DayLimit. The game is not recorded yet.
func exceeded(ctx context.Context, tx Tx, g *rating.Game) (bool, error) {
	scan := func(scan Scan) (o rating.Rival, err error) {
		var person []byte
		err = scan(&person, &o.Neighbour)
		copy(o.Person[:], person)
		return o, err
	}
	for _, pair := range [][2]game.Hash{{g.White.Person, g.Black.Person}, {g.Black.Person, g.White.Person}} {
		recent, err := rows(ctx, tx, scan, `SELECT o.person, `+neighbours+` FROM (
			SELECT black AS person FROM rated WHERE white = $1 AND variant = $2 AND speed = $3 AND at > $4 AND at <= $5
			UNION ALL SELECT white FROM rated WHERE black = $1 AND variant = $2 AND speed = $3 AND at > $4 AND at <= $5) AS o`,
			pair[0][:], g.Pool.Variant, string(g.Pool.Speed), g.At-rating.Day.Milliseconds(), g.At)
		if err != nil {
			return false, err
		}
		if len(recent) < rating.DayLimit {
			continue
		}
		opponent := rating.Rival{Person: pair[1]}
		if err := row(ctx, tx, []any{&opponent.Neighbour}, "SELECT count(*) > 0 FROM addresses a JOIN addresses b ON b.address = a.address WHERE a.person = $1 AND b.person = $2 AND a.seen >= $3 AND b.seen >= $3",
			pair[0][:], pair[1][:], g.At-rating.Day.Milliseconds()); err != nil {
			return false, err
		}
		if rating.Exceeded(opponent, recent) {
			return true, nil
		}
	}
	return false, nil
}

// withoutGames returns the statement that deletes a rating without games.
func withoutGames(person game.Hash, pool rating.Pool) Statement {
	return Statement{Text: "DELETE FROM ratings WHERE person = $1 AND variant = $2 AND speed = $3 AND games = 0", Args: []any{person[:], pool.Variant, string(pool.Speed)}}
}
