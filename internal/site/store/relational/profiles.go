package relational

import (
	"context"
	"fmt"
	"strings"

	"github.com/tainchess/tain/internal/people/profile"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
)

const (
	selectRelations   = "SELECT person, other, relation, created FROM relations "
	insertRelation    = "INSERT INTO relations (person, other, relation, created) VALUES ($1, $2, $3, $4)"
	selectInvitations = "SELECT game, person, created FROM invitations "
	insertInvitation  = "INSERT INTO invitations (game, person, created) VALUES ($1, $2, $3)"
	insertHidden      = "INSERT INTO hidden (person) VALUES ($1)"
	insertSolved      = "INSERT INTO solved (person, day) VALUES ($1, $2)"
	// waiting is a condition: a game waits for an opponent.
	waiting = "running AND (white IS NULL OR black IS NULL)"
)

func relationArgs(r profile.SavedRelation) []any {
	return []any{r.Person[:], r.Other[:], string(r.Relation), r.Created}
}

func scanRelation(scan Scan) (r profile.SavedRelation, err error) {
	var person, other []byte
	err = scan(&person, &other, (*string)(&r.Relation), &r.Created)
	copy(r.Person[:], person)
	copy(r.Other[:], other)
	return r, err
}

func invitationArgs(i profile.Invitation) []any { return []any{i.Game, i.Person[:], i.Created} }

func scanInvitation(scan Scan) (i profile.Invitation, err error) {
	var person []byte
	err = scan(&i.Game, &person, &i.Created)
	copy(i.Person[:], person)
	return i, err
}

func solvedArgs(s profile.Solved) []any { return []any{s.Person[:], string(s.Day)} }

func scanSolved(scan Scan) (s profile.Solved, err error) {
	var person []byte
	err = scan(&person, (*string)(&s.Day))
	copy(s.Person[:], person)
	return s, err
}

// Finished returns up to limit games of a person that have ended, latest first.
func (q *Queries) Finished(ctx context.Context, person game.Hash, limit int) ([]profile.Finished, error) {
	of := func(seat, more string) string {
		return fmt.Sprintf("SELECT * FROM (SELECT * FROM games WHERE %s = $1 AND %s%s ORDER BY %s DESC, id LIMIT $2) AS %s", seat, q.sql.Ended, more, q.sql.EndedAt, seat)
	}
	text := "SELECT entry, " + store.PersonColumns + `, coalesce((SELECT data FROM rated WHERE game = id), ''),
		EXISTS (SELECT 1 FROM accounts WHERE person = white), EXISTS (SELECT 1 FROM accounts WHERE person = black)
		FROM (` + of("white", "") + " UNION ALL " + of("black", " AND (white IS NULL OR white <> $1)") + ") AS found ORDER BY " + q.sql.EndedAt + " DESC, id LIMIT $2"
	return List(ctx, q.db, scanFinished, text, person[:], limit)
}

func scanFinished(scan Scan) (f profile.Finished, err error) {
	var rated string
	f.Entry, err = scanEntry(func(into ...any) error { return scan(append(into, &rated, &f.Accounts[0], &f.Accounts[1])...) })
	if err != nil || rated == "" {
		return f, err
	}
	white, black := f.Entry.White.Session, f.Entry.Black.Session
	g, err := store.DecodeRated(f.Entry.ID, rated, white[:], black[:])
	if err != nil {
		return f, damage{fmt.Errorf("store: the ratings after %s: %w", f.Entry.ID, err)}
	}
	f.Rated = &g
	return f, nil
}

// Playing returns up to limit running games of people, most recently changed first.
func (q *Queries) Playing(ctx context.Context, people []game.Hash, limit int) ([]room.Entry, error) {
	if len(people) == 0 {
		return nil, nil
	}
	args, places := []any{limit}, []string{}
	for _, who := range people {
		args = append(args, who[:])
		places = append(places, fmt.Sprint("$", len(args)))
	}
	in := " IN (" + strings.Join(places, ", ") + ")"
	return Entries(ctx, q.db, "WHERE running AND (white"+in+" OR black"+in+") ORDER BY updated DESC, id LIMIT $1", args...)
}

// Hidden reports whether a person hides their profile.
func (q *Queries) Hidden(ctx context.Context, person game.Hash) (hidden bool, err error) {
	err = Row(ctx, q.db, []any{&hidden}, "SELECT EXISTS (SELECT 1 FROM hidden WHERE person = $1)", person[:])
	return hidden, err
}

// SetHidden hides a person's profile, or shows it.
func (q *Queries) SetHidden(ctx context.Context, person game.Hash, hidden bool) error {
	text := "DELETE FROM hidden WHERE person = $1"
	if hidden {
		text = insertHidden + " ON CONFLICT DO NOTHING"
	}
	return q.db.Apply(ctx, Statement{Key: string(person[:]), Text: text, Args: []any{person[:]}})
}

// SolveDaily records that a person has solved a daily puzzle on a day.
func (q *Queries) SolveDaily(ctx context.Context, s profile.Solved) error {
	return q.db.Apply(ctx, Statement{Key: string(s.Person[:]), Text: insertSolved + " ON CONFLICT DO NOTHING", Args: solvedArgs(s)})
}

// Solved returns the days on which a person has solved a daily puzzle, latest first.
func (q *Queries) Solved(ctx context.Context, person game.Hash) (days []profile.Day, err error) {
	list, err := List(ctx, q.db, Value[string], "SELECT day FROM solved WHERE person = $1 ORDER BY day DESC", person[:])
	for _, day := range list {
		days = append(days, profile.Day(day))
	}
	return days, err
}

// Relate replaces the relation of a person to another. It returns profile.ErrFull if the person has limit relations.
func (q *Queries) Relate(ctx context.Context, r profile.SavedRelation, limit int) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		if _, err := q.lockAccount(ctx, tx, r.Person); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "DELETE FROM relations WHERE person = $1 AND other = $2", r.Person[:], r.Other[:]); err != nil || r.Relation == profile.None {
			return err
		}
		var n int
		if err := row(ctx, tx, []any{&n}, "SELECT count(*) FROM relations WHERE person = $1", r.Person[:]); err != nil {
			return err
		}
		if n >= limit {
			return profile.ErrFull
		}
		_, err := tx.Exec(ctx, insertRelation, relationArgs(r)...)
		return err
	})
}

// Relations returns the relations of a person to accounts, by name. It omits accounts that the person follows and that block
// the person.
func (q *Queries) Relations(ctx context.Context, person game.Hash) ([]profile.Related, error) {
	return List(ctx, q.db, func(scan Scan) (r profile.Related, err error) {
		var other []byte
		err = scan(&other, &r.Name, (*string)(&r.Relation), &r.Hidden, &r.Used)
		copy(r.Person[:], other)
		return r, err
	}, `SELECT a.person, a.name, r.relation, EXISTS (SELECT 1 FROM hidden h WHERE h.person = a.person),
		coalesce((SELECT max(d.used) FROM devices d WHERE d.person = a.person), 0)
		FROM relations r JOIN accounts a ON a.person = r.other WHERE r.person = $1 AND (r.relation = 'block' OR NOT EXISTS
		(SELECT 1 FROM relations b WHERE b.person = r.other AND b.other = $1 AND b.relation = 'block')) ORDER BY a.skeleton`, person[:])
}

// Apart returns the people whom a person blocks or by whom they are blocked.
func (q *Queries) Apart(ctx context.Context, person game.Hash) ([]game.Hash, error) {
	return List(ctx, q.db, scanHash, `SELECT other FROM relations WHERE person = $1 AND relation = 'block'
		UNION SELECT person FROM relations WHERE other = $1 AND relation = 'block'`, person[:])
}

// Invite saves a challenge to an account. It deletes earlier ones whose games no longer wait, and returns profile.ErrFull if
// limit others remain.
func (q *Queries) Invite(ctx context.Context, i profile.Invitation, limit int) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		if _, err := q.lockAccount(ctx, tx, i.Person); err != nil {
			return err
		}
		if err := tx.Batch(ctx, []Statement{
			{Text: "DELETE FROM invitations WHERE game = $1", Args: []any{i.Game}},
			{Text: "DELETE FROM invitations WHERE person = $1 AND NOT EXISTS (SELECT 1 FROM games WHERE id = game AND " + waiting + ")", Args: []any{i.Person[:]}},
		}); err != nil {
			return err
		}
		var n int
		if err := row(ctx, tx, []any{&n}, "SELECT count(*) FROM invitations WHERE person = $1", i.Person[:]); err != nil {
			return err
		}
		if n >= limit {
			return profile.ErrFull
		}
		_, err := tx.Exec(ctx, insertInvitation, invitationArgs(i)...)
		return err
	})
}

// Invitations returns the games to which a person is challenged and that still wait, latest first.
func (q *Queries) Invitations(ctx context.Context, person game.Hash) ([]room.Entry, error) {
	return Entries(ctx, q.db, "WHERE id IN (SELECT game FROM invitations WHERE person = $1) AND "+waiting+" ORDER BY created DESC, id", person[:])
}
