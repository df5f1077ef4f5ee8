package relational

import (
	"context"
	"strings"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/game"
)

const (
	selectTokens = "SELECT id, person, label, scopes, created, used, expires FROM tokens "
	insertToken  = "INSERT INTO tokens (id, person, label, scopes, created, used, expires) VALUES ($1, $2, $3, $4, $5, $6, $7)"
)

func tokenArgs(t people.Token) []any {
	var scopes []string
	for _, s := range t.Scopes {
		scopes = append(scopes, string(s))
	}
	return []any{t.ID[:], t.Person[:], t.Label, strings.Join(scopes, " "), t.Created, t.Used, t.Expires}
}

func scanToken(scan Scan) (t people.Token, err error) {
	var id, person []byte
	var scopes string
	err = scan(&id, &person, &t.Label, &scopes, &t.Created, &t.Used, &t.Expires)
	copy(t.ID[:], id)
	copy(t.Person[:], person)
	for s := range strings.FieldsSeq(scopes) {
		t.Scopes = append(t.Scopes, people.Scope(s))
	}
	return t, err
}

// AddToken adds a token to an account. It returns people.ErrTokens if the account has limit tokens already, and
// people.ErrNotFound if the account does not exist.
func (q *Queries) AddToken(ctx context.Context, t people.Token, limit int) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		if _, err := q.lockAccount(ctx, tx, t.Person); err != nil {
			return err
		}
		if err := tx.Batch(ctx, []Statement{
			{Text: "DELETE FROM tokens WHERE expires <= $1", Args: []any{t.Created}},
			{Text: "DELETE FROM tokens WHERE id = $1", Args: []any{t.ID[:]}}, // saved by an earlier attempt
		}); err != nil {
			return err
		}
		var n int
		if err := row(ctx, tx, []any{&n}, "SELECT count(*) FROM tokens WHERE person = $1", t.Person[:]); err != nil {
			return err
		}
		if n >= limit {
			return people.ErrTokens
		}
		_, err := tx.Exec(ctx, insertToken, tokenArgs(t)...)
		return err
	})
}

// Token returns a token and its account, or people.ErrNotFound.
func (q *Queries) Token(ctx context.Context, id game.Hash) (t people.Token, a people.Account, err error) {
	err = q.db.Read(ctx, func(ctx context.Context, tx Tx) error {
		if t, err = one(ctx, tx, scanToken, selectTokens+"WHERE id = $1", id[:]); err != nil {
			return err
		}
		a, err = one(ctx, tx, scanAccount, selectAccounts+"WHERE person = $1", t.Person[:])
		return err
	})
	return t, a, err
}

// Tokens returns the tokens of an account, newest first.
func (q *Queries) Tokens(ctx context.Context, person game.Hash) ([]people.Token, error) {
	return List(ctx, q.db, scanToken, selectTokens+"WHERE person = $1 ORDER BY created DESC, id", person[:])
}

// UseToken saves when a token was used.
func (q *Queries) UseToken(ctx context.Context, id game.Hash, at int64) error {
	return q.db.Apply(ctx, Statement{Key: string(id[:]), Text: "UPDATE tokens SET used = $2 WHERE id = $1", Args: []any{id[:], at}})
}

// RevokeToken deletes a token of an account, or returns people.ErrNotFound.
func (q *Queries) RevokeToken(ctx context.Context, person, id game.Hash) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		n, err := tx.Exec(ctx, "DELETE FROM tokens WHERE person = $1 AND id = $2", person[:], id[:])
		if err != nil || n == 0 {
			return notDeleted(tx, err, people.ErrNotFound)
		}
		return q.signedOut(ctx, tx, []game.Hash{id})
	})
}

// endTokens deletes the tokens of an account and notifies the other servers.
func (q *Queries) endTokens(ctx context.Context, tx Tx, person game.Hash) ([]game.Hash, error) {
	gone, err := rows(ctx, tx, scanHash, "DELETE FROM tokens WHERE person = $1 RETURNING id", person[:])
	if err != nil || len(gone) == 0 {
		return gone, err
	}
	return gone, q.signedOut(ctx, tx, gone)
}

// BecomeBot gives an account the role people.Bot, and ends its devices and tokens, which it returns. It returns
// people.ErrGames if the account has games or a role.
func (q *Queries) BecomeBot(ctx context.Context, person game.Hash) (gone []game.Hash, err error) {
	err = q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		a, err := q.lockAccount(ctx, tx, person)
		if err != nil {
			return err
		}
		var plays bool
		if err := row(ctx, tx, []any{&plays}, "SELECT EXISTS (SELECT 1 FROM games WHERE white = $1 OR black = $1)", person[:]); err != nil {
			return err
		}
		switch {
		case a.Role == people.Bot && tx.Retried():
			return nil
		case plays || a.Role != "":
			return people.ErrGames
		}
		gone, err = q.setRole(ctx, tx, person, people.Bot)
		return err
	})
	return gone, err
}
