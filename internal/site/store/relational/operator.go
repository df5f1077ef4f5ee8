package relational

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
)

// gamesOf locks the games in which a person has a seat, and returns their identifiers.
func (q *Queries) gamesOf(ctx context.Context, tx Tx, who game.Hash) ([]string, error) {
	return rows(ctx, tx, Value[string], "SELECT id FROM games WHERE white = $1 OR black = $1 ORDER BY id"+q.sql.ForUpdate, who[:])
}

// Rename renames a person in all games, including future ones. If name is empty, it only deletes the name for
// future games. It returns the identifiers of the person's games.
func (q *Queries) Rename(ctx context.Context, who game.Hash, name string) (ids []string, err error) {
	err = q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		if ids, err = q.gamesOf(ctx, tx, who); err != nil {
			return err
		}
		statements := with([]any{who[:]}, "DELETE FROM names WHERE session = $1")
		if name != "" {
			statements = append(statements, with([]any{who[:], name},
				"INSERT INTO names (session, name) VALUES ($1, $2)",
				"UPDATE games SET white_name = $2 WHERE white = $1", "UPDATE games SET black_name = $2 WHERE black = $1")...)
		}
		if err := tx.Batch(ctx, statements); err != nil {
			return err
		}
		return q.db.Notify(ctx, tx, store.Changed, ids...)
	})
	return ids, err
}

// Erase deletes a person's data, including their account. In each game a different anonymous person takes their place, so that the
// games cannot be linked. It returns the identifiers of these games.
func (q *Queries) Erase(ctx context.Context, who game.Hash) (ids []string, err error) {
	err = q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		found, err := q.erase(ctx, tx, who)
		if len(found) > 0 { // no games remain if an earlier attempt was committed
			ids = found
		}
		return err
	})
	if err == nil {
		q.db.Erased(ctx)
	}
	return ids, err
}

func (q *Queries) erase(ctx context.Context, tx Tx, who game.Hash) ([]string, error) {
	ids, err := q.gamesOf(ctx, tx, who)
	if err != nil {
		return nil, err
	}
	var statements []Statement
	for _, id := range ids {
		statements = append(statements, replace(id, who)...)
	}
	statements = append(statements, with([]any{who[:]}, "DELETE FROM names WHERE session = $1",
		"DELETE FROM studies WHERE owner = $1", "DELETE FROM subscriptions WHERE person = $1")...)
	statements = append(statements, with([]any{hex.EncodeToString(who[:]), store.Mute(who)}, "DELETE FROM bans WHERE subject IN ($1, $2)")...)
	statements = append(statements, eraseModeration(who)...)
	statements = append(statements, with([]any{who[:]},
		"DELETE FROM accounts WHERE person = $1", "DELETE FROM passkeys WHERE person = $1", "DELETE FROM codes WHERE person = $1",
		"DELETE FROM challenges WHERE person = $1", "DELETE FROM ratings WHERE person = $1", "DELETE FROM adjustments WHERE person = $1",
		"DELETE FROM relations WHERE person = $1 OR other = $1", "DELETE FROM invitations WHERE person = $1", "DELETE FROM hidden WHERE person = $1",
		"DELETE FROM solved WHERE person = $1")...)
	if err := tx.Batch(ctx, statements); err != nil {
		return nil, err
	}
	if _, err := q.endDevices(ctx, tx, who, game.Hash{}); err != nil {
		return nil, err
	}
	return ids, q.db.Notify(ctx, tx, store.Changed, ids...)
}

// replace returns the statements that put an anonymous person in a person's seat, or in both seats if they
// play both sides.
func replace(id string, who game.Hash) []Statement {
	var other game.Hash
	rand.Read(other[:])
	return with([]any{id, who[:], other[:]},
		"UPDATE games SET white = $3, white_name = '', white_seen = 0 WHERE id = $1 AND white = $2",
		"UPDATE games SET black = $3, black_name = '', black_seen = 0 WHERE id = $1 AND black = $2",
		"UPDATE rated SET white = $3 WHERE game = $1 AND white = $2", "UPDATE rated SET black = $3 WHERE game = $1 AND black = $2")
}

// Anonymise removes the players' identities from a game, or returns room.ErrNotFound.
func (q *Queries) Anonymise(ctx context.Context, id string) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		var seats [2][]byte
		if err := row(ctx, tx, []any{&seats[0], &seats[1]}, "SELECT white, black FROM games WHERE id = $1"+q.sql.ForUpdate, id); err != nil {
			return err
		}
		statements := with([]any{id}, "UPDATE games SET anonymous = true WHERE id = $1", "DELETE FROM adjustments WHERE game = $1")
		for _, who := range seats {
			if len(who) == len(game.Hash{}) {
				statements = append(statements, replace(id, game.Hash(who))...)
			}
		}
		if err := tx.Batch(ctx, statements); err != nil {
			return err
		}
		return q.db.Notify(ctx, tx, store.Changed, id)
	})
}

// Persons returns up to limit people whose hashes are between low and high, in order.
func (q *Queries) Persons(ctx context.Context, low, high game.Hash, limit int) (people []game.Hash, err error) {
	people, err = List(ctx, q.db, scanHash, `SELECT white FROM games WHERE white BETWEEN $1 AND $2 UNION SELECT black FROM games WHERE black BETWEEN $1 AND $2
		UNION SELECT owner FROM studies WHERE owner BETWEEN $1 AND $2
		UNION SELECT session FROM names WHERE session BETWEEN $1 AND $2
		UNION SELECT person FROM accounts WHERE person BETWEEN $1 AND $2 LIMIT $3`, low[:], high[:], limit)
	if err != nil {
		return nil, err
	}
	banned, err := List(ctx, q.db, Value[string], "SELECT subject FROM bans WHERE length(subject) = 64 AND subject BETWEEN $1 AND $2 LIMIT $3",
		hex.EncodeToString(low[:]), hex.EncodeToString(high[:]), limit)
	for _, subject := range banned {
		if who, err := hex.DecodeString(subject); err == nil && len(who) == len(game.Hash{}) {
			people = append(people, game.Hash(who))
		}
	}
	slices.SortFunc(people, func(a, b game.Hash) int { return bytes.Compare(a[:], b[:]) })
	people = slices.Compact(people)
	return people[:min(limit, len(people))], err
}

func scanHash(scan Scan) (who game.Hash, err error) {
	var text []byte
	err = scan(&text)
	copy(who[:], text)
	return who, err
}

// Names returns the names that the operator has given to people.
func (q *Queries) Names(ctx context.Context) (names map[game.Hash]string, err error) {
	names = map[game.Hash]string{}
	err = q.db.Read(ctx, func(ctx context.Context, tx Tx) error {
		return tx.Query(ctx, func(scan Scan) error {
			var who []byte
			var name string
			err := scan(&who, &name)
			if len(who) == len(game.Hash{}) {
				names[game.Hash(who)] = name
			}
			return err
		}, "SELECT session, name FROM names")
	})
	return names, err
}

// change runs an operator's statement that affects no games, and notifies the other servers.
func (q *Queries) change(ctx context.Context, text string, args ...any) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		if _, err := tx.Exec(ctx, text, args...); err != nil {
			return err
		}
		return q.db.Notify(ctx, tx, store.Listed)
	})
}

// Ban saves a ban, replacing any ban on the same subject. It ends the tokens of a banned person.
func (q *Queries) Ban(ctx context.Context, b store.Ban) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO bans (subject, reason, created, until) VALUES ($1, $2, $3, $4)
			ON CONFLICT (subject) DO UPDATE SET reason = excluded.reason, created = excluded.created, until = excluded.until`, b.Subject, b.Reason, b.Created, b.Until); err != nil {
			return err
		}
		if who, err := hex.DecodeString(b.Subject); err == nil && len(who) == len(game.Hash{}) {
			if _, err := q.endTokens(ctx, tx, game.Hash(who)); err != nil {
				return err
			}
		}
		return q.db.Notify(ctx, tx, store.Listed)
	})
}

// Unban deletes the ban on a subject, if there is one.
func (q *Queries) Unban(ctx context.Context, subject string) error {
	return q.change(ctx, "DELETE FROM bans WHERE subject = $1", subject)
}

// ForgetBans deletes the bans that have expired by a given time.
func (q *Queries) ForgetBans(ctx context.Context, by int64) error {
	return q.db.Apply(ctx, Statement{Text: "DELETE FROM bans WHERE until <> 0 AND until <= $1", Args: []any{by}})
}

var scanBan = Fields(func(b *store.Ban) []any { return []any{&b.Subject, &b.Reason, &b.Created, &b.Until} })

// Bans returns all bans, newest first.
func (q *Queries) Bans(ctx context.Context) ([]store.Ban, error) {
	bans, err := List(ctx, q.db, scanBan, "SELECT subject, reason, created, until FROM bans ORDER BY created DESC, subject")
	if bans == nil {
		bans = []store.Ban{}
	}
	return bans, err
}

// Set saves an operator setting.
func (q *Queries) Set(ctx context.Context, name string, value any) error {
	text, err := encode(value)
	if err != nil {
		return err
	}
	return q.change(ctx, "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value", name, text)
}

// Setting reads a setting into value, which stays unchanged if the setting does not exist.
func (q *Queries) Setting(ctx context.Context, name string, value any) error {
	return q.decode(ctx, value, "SELECT value FROM settings WHERE name = $1", name)
}

func encode(v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("store: %w", err)
	}
	return string(text), nil
}

// decode reads one JSON column into v, which stays unchanged if there is no row.
func (q *Queries) decode(ctx context.Context, v any, text string, args ...any) error {
	var data []byte
	switch err := Row(ctx, q.db, []any{&data}, text, args...); {
	case errors.Is(err, room.ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	return json.Unmarshal(data, v)
}

// Totals returns the numbers of definitions and studies.
func (q *Queries) Totals(ctx context.Context) (definitions, studies int, err error) {
	err = Row(ctx, q.db, []any{&definitions, &studies}, "SELECT (SELECT count(*) FROM definitions), (SELECT count(*) FROM studies)")
	return definitions, studies, err
}

// Sizes returns the size of the store and its growth over the given number of days.
func (q *Queries) Sizes(ctx context.Context, days int) (z store.Sizes, err error) {
	err = q.db.ReadAll(ctx, func(ctx context.Context, tx Tx) error {
		z = store.Sizes{}
		if err := row(ctx, tx, []any{&z.Database, &z.Free}, q.sql.Size); err != nil {
			return err
		}
		if err := row(ctx, tx, []any{&z.Games, &z.Running, &z.Events, &z.Definitions},
			"SELECT count(*), count(*) FILTER (WHERE running), coalesce(sum(events), 0), (SELECT count(*) FROM definitions) FROM games"); err != nil {
			return err
		}
		scanTable := Fields(func(t *store.TableSize) []any { return []any{&t.Name, &t.Bytes} })
		if z.Tables, err = rows(ctx, tx, scanTable, q.sql.TableSizes); err != nil {
			return err
		}
		scanDay := Fields(func(d *store.DaySize) []any { return []any{&d.Day, &d.Games, &d.Events} })
		z.Days, err = rows(ctx, tx, scanDay, q.sql.DaySizes, days)
		if z.Days == nil {
			z.Days = []store.DaySize{}
		}
		return err
	})
	return z, err
}
