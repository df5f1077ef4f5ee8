package relational

import (
	"context"
	"fmt"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/studies"
)

// lockCounts prevents other transactions from adding rows while this one counts them.
func (q *Queries) lockCounts(ctx context.Context, tx Tx) error {
	if q.sql.LockCounts == "" {
		return nil
	}
	_, err := tx.Exec(ctx, q.sql.LockCounts)
	return err
}

const (
	selectStudies = "SELECT id, secret, owner, title, pgn, version, created, updated, used FROM studies "
	insertStudy   = "INSERT INTO studies (id, secret, owner, title, pgn, version, created, updated, used) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
)

func studyArgs(s studies.Study) []any {
	return []any{s.ID, s.Secret[:], s.Owner[:], s.Title, s.PGN, s.Version, s.Created, s.Updated, s.Used}
}

func scanStudy(scan Scan) (s studies.Study, err error) {
	var secret, owner []byte
	if err := scan(&s.ID, &secret, &owner, &s.Title, &s.PGN, &s.Version, &s.Created, &s.Updated, &s.Used); err != nil {
		return s, err
	}
	if len(secret) != len(s.Secret) || len(owner) != len(s.Owner) {
		return s, damage{fmt.Errorf("store: the study %s has a damaged hash", s.ID)}
	}
	s.Secret, s.Owner = game.Hash(secret), game.Hash(owner)
	return s, nil
}

// CreateStudy saves a new study. It returns studies.ErrFull if the owner or the store has reached its limit,
// and studies.ErrConflict if the identifier is in use.
func (q *Queries) CreateStudy(ctx context.Context, s studies.Study, bounds studies.Bounds) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		if err := q.lockCounts(ctx, tx); err != nil {
			return err
		}
		var own, total int
		var secret []byte
		if err := row(ctx, tx, []any{&own, &total, &secret},
			"SELECT (SELECT count(*) FROM studies WHERE owner = $1), (SELECT count(*) FROM studies), (SELECT secret FROM studies WHERE id = $2)", s.Owner[:], s.ID); err != nil {
			return err
		}
		switch {
		case tx.Retried() && string(secret) == string(s.Secret[:]):
			return nil
		case secret != nil:
			return studies.ErrConflict
		case own >= bounds.Person || total >= bounds.All:
			return studies.ErrFull
		}
		_, err := tx.Exec(ctx, insertStudy, studyArgs(s)...)
		return err
	})
}

// Study returns a study, or studies.ErrNotFound.
func (q *Queries) Study(ctx context.Context, id string) (studies.Study, error) {
	list, err := List(ctx, q.db, scanStudy, selectStudies+"WHERE id = $1", id)
	return first(list, err, studies.ErrNotFound)
}

// StudiesOf returns the studies of a person, most recently changed first.
func (q *Queries) StudiesOf(ctx context.Context, owner game.Hash) ([]studies.Study, error) {
	return List(ctx, q.db, scanStudy, selectStudies+"WHERE owner = $1 ORDER BY updated DESC, id", owner[:])
}

// ChangeStudy replaces the content of a study. It returns studies.ErrConflict if the saved version is not the
// preceding one, and studies.ErrNotFound if the study does not exist.
func (q *Queries) ChangeStudy(ctx context.Context, s studies.Study) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		saved, err := rows(ctx, tx, scanStudy, selectStudies+"WHERE id = $1"+q.sql.ForUpdate, s.ID)
		switch {
		case err != nil:
			return err
		case len(saved) == 0:
			return studies.ErrNotFound
		case tx.Retried() && saved[0].Version == s.Version && saved[0].PGN == s.PGN && saved[0].Updated == s.Updated:
			return nil
		case saved[0].Version != s.Version-1:
			return studies.ErrConflict
		}
		_, err = tx.Exec(ctx, "UPDATE studies SET title = $2, pgn = $3, version = $4, updated = $5, used = $6 WHERE id = $1", s.ID, s.Title, s.PGN, s.Version, s.Updated, s.Used)
		return err
	})
}

// UseStudy records the time at which a study was read, or returns studies.ErrNotFound.
func (q *Queries) UseStudy(ctx context.Context, id string, at int64) error {
	return q.db.Apply(ctx, Statement{id, "UPDATE studies SET used = " + latest("used", "$2") + " WHERE id = $1", []any{id, at}, studies.ErrNotFound})
}

// DeleteStudy deletes a study, or returns studies.ErrNotFound.
func (q *Queries) DeleteStudy(ctx context.Context, id string) error {
	err := q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		n, err := tx.Exec(ctx, "DELETE FROM studies WHERE id = $1", id)
		if err != nil || n == 0 {
			return notDeleted(tx, err, studies.ErrNotFound)
		}
		return nil
	})
	if err == nil {
		q.db.Erased(ctx)
	}
	return err
}

// PruneStudies deletes studies last used before a time and returns their number.
func (q *Queries) PruneStudies(ctx context.Context, before int64) (n int, err error) {
	err = q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		n, err = tx.Exec(ctx, "DELETE FROM studies WHERE used < $1", before)
		return err
	})
	return n, err
}

const insertSubscription = "INSERT INTO subscriptions (endpoint, person, key, auth, created) VALUES ($1, $2, $3, $4, $5)"

func subscriptionArgs(s store.Subscription) []any {
	return []any{s.Endpoint, s.Person[:], s.Key, s.Auth, s.Created}
}

func scanSubscription(scan Scan) (s store.Subscription, err error) {
	var person []byte
	err = scan(&s.Endpoint, &person, &s.Key, &s.Auth, &s.Created)
	copy(s.Person[:], person)
	return s, err
}

// Subscribe saves a subscription, and deletes the person's oldest ones above the limit person. It returns
// store.ErrSubscriptionsFull if the database already contains total subscriptions.
func (q *Queries) Subscribe(ctx context.Context, s store.Subscription, person, total int) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		if err := q.lockCounts(ctx, tx); err != nil {
			return err
		}
		if err := tx.Batch(ctx, []Statement{
			{Text: "DELETE FROM subscriptions WHERE endpoint = $1", Args: []any{s.Endpoint}},
			{Text: "DELETE FROM subscriptions WHERE person = $1 AND endpoint NOT IN (SELECT endpoint FROM subscriptions WHERE person = $1 ORDER BY created DESC, endpoint LIMIT $2)", Args: []any{s.Person[:], person - 1}},
		}); err != nil {
			return err
		}
		var saved int
		if err := row(ctx, tx, []any{&saved}, "SELECT count(*) FROM subscriptions"); err != nil {
			return err
		}
		if saved >= total {
			return store.ErrSubscriptionsFull
		}
		_, err := tx.Exec(ctx, insertSubscription, subscriptionArgs(s)...)
		return err
	})
}

// Subscriptions returns a person's subscriptions, newest first.
func (q *Queries) Subscriptions(ctx context.Context, person game.Hash) ([]store.Subscription, error) {
	return List(ctx, q.db, scanSubscription, "SELECT endpoint, person, key, auth, created FROM subscriptions WHERE person = $1 ORDER BY created DESC, endpoint", person[:])
}

// Unsubscribe deletes a person's subscription with an endpoint, if it exists.
func (q *Queries) Unsubscribe(ctx context.Context, person game.Hash, endpoint string) error {
	return q.db.Apply(ctx, Statement{Key: endpoint, Text: "DELETE FROM subscriptions WHERE endpoint = $1 AND person = $2", Args: []any{endpoint, person[:]}})
}

// PruneSubscriptions deletes the subscriptions created before a time.
func (q *Queries) PruneSubscriptions(ctx context.Context, before int64) error {
	return q.db.Apply(ctx, Statement{Text: "DELETE FROM subscriptions WHERE created < $1", Args: []any{before}})
}

// A definition is saved before the first game that uses it. It is stored for at least half of definitionGrace
// after its last request. The time of the last request is updated at most once per half of definitionGrace,
// so most new games need not write to the definition.
const definitionGrace = time.Hour

// Define saves a definition, or records that it was requested again. It returns room.ErrFull if the definition
// is new and there are already limit definitions.
func (q *Queries) Define(ctx context.Context, d room.Definition, limit int) error {
	now := time.Now()
	var wanted int64
	err := Row(ctx, q.db, []any{&wanted}, "SELECT wanted FROM definitions WHERE hash = $1", d.Hash)
	if err == nil && now.Sub(time.UnixMilli(wanted)).Abs() < definitionGrace/2 {
		return nil
	}
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		if err := q.lockCounts(ctx, tx); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, "UPDATE definitions SET wanted = "+latest("wanted", "$2")+" WHERE hash = $1", d.Hash, now.UnixMilli())
		if err != nil || n > 0 {
			return err
		}
		var count int
		if err := row(ctx, tx, []any{&count}, "SELECT count(*) FROM definitions"); err != nil {
			return err
		}
		if count >= limit {
			return room.ErrFull
		}
		_, err = tx.Exec(ctx, "INSERT INTO definitions (hash, text, wanted) VALUES ($1, $2, $3)", d.Hash, d.Text, now.UnixMilli())
		return err
	})
}

// Definition returns the text of a definition, or room.ErrNotFound.
func (q *Queries) Definition(ctx context.Context, hash string) (text string, err error) {
	err = Row(ctx, q.db, []any{&text}, "SELECT text FROM definitions WHERE hash = $1", hash)
	return text, err
}

// deleteBatch is the number of definitions deleted in one transaction. It is small so that players do not
// have to wait.
const deleteBatch = 100

// ForgetDefinitions deletes the definitions that no game uses and that were not requested recently. It
// returns their number.
func (q *Queries) ForgetDefinitions(ctx context.Context) (n int, err error) {
	unused := "wanted < $1 AND NOT " + q.sql.PlayedBy
	before := time.Now().Add(-definitionGrace).UnixMilli()
	for {
		hashes, err := List(ctx, q.db, Value[string], "SELECT hash FROM definitions WHERE "+unused+" LIMIT $2", before, deleteBatch)
		if err != nil || len(hashes) == 0 {
			return n, err
		}
		deleted := 0
		err = q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
			deleted = 0
			for _, hash := range hashes {
				// A new game may have started to use the definition.
				gone, err := tx.Exec(ctx, "DELETE FROM definitions WHERE "+unused+" AND hash = $2", before, hash)
				if err != nil {
					return err
				}
				deleted += gone
			}
			return nil
		})
		n += deleted
		if err != nil || deleted == 0 {
			return n, err
		}
	}
}
