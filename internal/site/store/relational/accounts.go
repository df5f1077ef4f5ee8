package relational

import (
	"context"
	"encoding/hex"
	"errors"
	"slices"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store"
)

const (
	selectAccounts = "SELECT person, key, name, skeleton, role, created, renamed, issuer, subject FROM accounts "
	insertAccount  = "INSERT INTO accounts (person, key, name, skeleton, role, created, renamed, issuer, subject) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
	selectPasskeys = "SELECT id, person, label, data, created, used FROM passkeys "
	insertPasskey  = "INSERT INTO passkeys (id, person, label, data, created, used) VALUES ($1, $2, $3, $4, $5, $6)"
	selectDevices  = "SELECT id, person, agent, created, used, confirmed, expires FROM devices "
	insertDevice   = "INSERT INTO devices (id, person, agent, created, used, confirmed, expires) VALUES ($1, $2, $3, $4, $5, $6, $7)"
	insertCode     = "INSERT INTO codes (id, person) VALUES ($1, $2)"
)

func accountArgs(a people.Account) []any {
	return []any{a.Person[:], a.Key, a.Name, a.Skeleton, string(a.Role), a.Created, a.Renamed, a.Issuer, a.Subject}
}

func passkeyArgs(p people.Passkey) []any {
	return []any{p.ID, p.Person[:], p.Label, p.Data, p.Created, p.Used}
}

func deviceArgs(d people.Device) []any {
	return []any{d.ID[:], d.Person[:], d.Agent, d.Created, d.Used, d.Confirmed, d.Expires}
}

func codeArgs(c store.Code) []any { return []any{c.ID, c.Person} }

func scanAccount(scan Scan) (a people.Account, err error) {
	var person []byte
	var role string
	err = scan(&person, &a.Key, &a.Name, &a.Skeleton, &role, &a.Created, &a.Renamed, &a.Issuer, &a.Subject)
	copy(a.Person[:], person)
	a.Role = people.Role(role)
	return a, err
}

func scanPasskey(scan Scan) (p people.Passkey, err error) {
	var person []byte
	err = scan(&p.ID, &person, &p.Label, &p.Data, &p.Created, &p.Used)
	copy(p.Person[:], person)
	return p, err
}

func scanDevice(scan Scan) (d people.Device, err error) {
	var id, person []byte
	err = scan(&id, &person, &d.Agent, &d.Created, &d.Used, &d.Confirmed, &d.Expires)
	copy(d.ID[:], id)
	copy(d.Person[:], person)
	return d, err
}

var scanCode = Fields(func(c *store.Code) []any { return []any{&c.ID, &c.Person} })

// one returns the only row of a query within a transaction, or people.ErrNotFound.
func one[T any](ctx context.Context, tx Tx, scan func(Scan) (T, error), text string, args ...any) (T, error) {
	list, err := rows(ctx, tx, scan, text, args...)
	return first(list, err, people.ErrNotFound)
}

// Register saves a new account with its first passkey, device and recovery codes, and gives it a guest's games.
// It returns their identifiers, or people.ErrNameTaken or people.ErrKnown.
func (q *Queries) Register(ctx context.Context, a people.Account, p people.Passkey, d people.Device, codes []game.Hash, guest game.Hash) (games []string, err error) {
	err = q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		if tx.Retried() {
			if _, err := one(ctx, tx, scanAccount, selectAccounts+"WHERE person = $1", a.Person[:]); err == nil {
				return nil
			}
		}
		// On PostgreSQL, another transaction may insert the same name or identity meanwhile. A constraint then stops
		// this one.
		if n, err := tx.Exec(ctx, insertAccount+" ON CONFLICT DO NOTHING", accountArgs(a)...); err != nil || n == 0 {
			if err != nil {
				return err
			}
			if _, err = identified(ctx, tx, a.Issuer, a.Subject); errors.Is(err, people.ErrNotFound) {
				return people.ErrNameTaken
			}
			return orElse(err, people.ErrKnown)
		}
		if len(p.ID) > 0 {
			if n, err := tx.Exec(ctx, insertPasskey+" ON CONFLICT (id) DO NOTHING", passkeyArgs(p)...); err != nil || n == 0 {
				return orElse(err, people.ErrKnown)
			}
		}
		if _, err := tx.Exec(ctx, insertDevice, deviceArgs(d)...); err != nil {
			return err
		}
		if err := tx.Batch(ctx, putCodes(a.Person, codes)); err != nil {
			return err
		}
		games, err = q.move(ctx, tx, guest, a)
		return err
	})
	return games, err
}

// orElse returns err, or other if err is nil.
func orElse(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// move gives an account the games, studies and push subscriptions of a guest, and returns the identifiers of the
// games. It does nothing if the guest is zero.
func (q *Queries) move(ctx context.Context, tx Tx, guest game.Hash, a people.Account) ([]string, error) {
	if guest == (game.Hash{}) || guest == a.Person {
		return nil, nil
	}
	ids, err := q.gamesOf(ctx, tx, guest)
	if err != nil {
		return nil, err
	}
	statements := with([]any{guest[:], a.Person[:], a.Name},
		"UPDATE games SET white = $2, white_name = $3 WHERE white = $1", "UPDATE games SET black = $2, black_name = $3 WHERE black = $1")
	statements = append(statements, with([]any{guest[:], a.Person[:]},
		"UPDATE studies SET owner = $2 WHERE owner = $1", "UPDATE subscriptions SET person = $2 WHERE person = $1",
		"UPDATE reports SET person = $2 WHERE person = $1", "UPDATE reports SET reporter = $2 WHERE reporter = $1")...)
	statements = append(statements, with([]any{guest[:]}, "DELETE FROM names WHERE session = $1")...)
	if err := tx.Batch(ctx, statements); err != nil {
		return nil, err
	}
	return ids, q.db.Notify(ctx, tx, store.Changed, ids...)
}

// Account returns an account, or people.ErrNotFound.
func (q *Queries) Account(ctx context.Context, person game.Hash) (people.Account, error) {
	list, err := List(ctx, q.db, scanAccount, selectAccounts+"WHERE person = $1", person[:])
	return first(list, err, people.ErrNotFound)
}

// AccountNamed returns the account whose name has the given skeleton, or people.ErrNotFound.
func (q *Queries) AccountNamed(ctx context.Context, skeleton string) (people.Account, error) {
	list, err := List(ctx, q.db, scanAccount, selectAccounts+"WHERE skeleton = $1", skeleton)
	return first(list, err, people.ErrNotFound)
}

// identified returns the account with an identity at a provider, within a transaction.
func identified(ctx context.Context, tx Tx, issuer, subject string) (people.Account, error) {
	return one(ctx, tx, scanAccount, selectAccounts+"WHERE issuer = $1 AND subject = $2 AND issuer <> ''", issuer, subject)
}

// AccountIdentified returns the account with an identity at an OpenID Connect provider, or people.ErrNotFound.
func (q *Queries) AccountIdentified(ctx context.Context, issuer, subject string) (a people.Account, err error) {
	err = q.db.Read(ctx, func(ctx context.Context, tx Tx) error {
		a, err = identified(ctx, tx, issuer, subject)
		return err
	})
	return a, err
}

// Accounts returns up to limit accounts, newest first.
func (q *Queries) Accounts(ctx context.Context, limit int) ([]people.Account, error) {
	return List(ctx, q.db, scanAccount, selectAccounts+"ORDER BY created DESC, person LIMIT $1", limit)
}

// RenameAccount changes an account's name in all games, including future ones. It returns the identifiers of the
// games, or people.ErrNameTaken or people.ErrNotFound.
func (q *Queries) RenameAccount(ctx context.Context, person game.Hash, name, skeleton string, renamed int64) (ids []string, err error) {
	err = q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		owner, err := rows(ctx, tx, scanHash, "SELECT person FROM accounts WHERE skeleton = $1", skeleton)
		switch {
		case err != nil:
			return err
		case len(owner) > 0 && owner[0] != person:
			return people.ErrNameTaken
		}
		n, err := tx.Exec(ctx, "UPDATE accounts SET name = $2, skeleton = $3, renamed = $4 WHERE person = $1", person[:], name, skeleton, renamed)
		if err != nil || n == 0 {
			return orElse(err, people.ErrNotFound)
		}
		if ids, err = q.gamesOf(ctx, tx, person); err != nil {
			return err
		}
		if err := tx.Batch(ctx, with([]any{person[:], name},
			"UPDATE games SET white_name = $2 WHERE white = $1", "UPDATE games SET black_name = $2 WHERE black = $1")); err != nil {
			return err
		}
		if err := q.signedOut(ctx, tx, nil, person); err != nil { // other servers may have cached the name
			return err
		}
		return q.db.Notify(ctx, tx, store.Changed, ids...)
	})
	return ids, err
}

// SetRole changes an account's role and signs it out everywhere, or returns people.ErrNotFound.
func (q *Queries) SetRole(ctx context.Context, person game.Hash, role people.Role) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		_, err := q.setRole(ctx, tx, person, role)
		return err
	})
}

// setRole changes an account's role and ends its devices and tokens, which it returns.
func (q *Queries) setRole(ctx context.Context, tx Tx, person game.Hash, role people.Role) ([]game.Hash, error) {
	n, err := tx.Exec(ctx, "UPDATE accounts SET role = $2 WHERE person = $1", person[:], string(role))
	if err != nil || n == 0 {
		return nil, orElse(err, people.ErrNotFound)
	}
	if _, err := tx.Exec(ctx, "UPDATE ratings SET bot = $2 WHERE person = $1", person[:], role == people.Bot); err != nil {
		return nil, err
	}
	return q.endDevices(ctx, tx, person, game.Hash{})
}

// endDevices deletes the devices and tokens of an account, except one device, and notifies the other servers.
func (q *Queries) endDevices(ctx context.Context, tx Tx, person, except game.Hash) ([]game.Hash, error) {
	tokens, err := q.endTokens(ctx, tx, person)
	if err != nil {
		return nil, err
	}
	gone, err := rows(ctx, tx, scanHash, "DELETE FROM devices WHERE person = $1 AND id <> $2 RETURNING id", person[:], except[:])
	if err == nil && len(gone) > 0 {
		err = q.signedOut(ctx, tx, gone)
	}
	return append(gone, tokens...), err
}

// signedOut notifies the other servers that devices or tokens have ended, or accounts have changed.
func (q *Queries) signedOut(ctx context.Context, tx Tx, devices []game.Hash, accounts ...game.Hash) error {
	var ids []string
	for _, id := range slices.Concat(devices, accounts) {
		ids = append(ids, hex.EncodeToString(id[:]))
	}
	return q.db.Notify(ctx, tx, store.SignedOut, ids...)
}

// Passkey returns a passkey, or people.ErrNotFound.
func (q *Queries) Passkey(ctx context.Context, id []byte) (people.Passkey, error) {
	list, err := List(ctx, q.db, scanPasskey, selectPasskeys+"WHERE id = $1", id)
	return first(list, err, people.ErrNotFound)
}

// Passkeys returns the passkeys of an account, oldest first.
func (q *Queries) Passkeys(ctx context.Context, person game.Hash) ([]people.Passkey, error) {
	return List(ctx, q.db, scanPasskey, selectPasskeys+"WHERE person = $1 ORDER BY created, id", person[:])
}

// lockAccount locks an account until the transaction ends, or returns people.ErrNotFound.
func (q *Queries) lockAccount(ctx context.Context, tx Tx, person game.Hash) (people.Account, error) {
	return one(ctx, tx, scanAccount, selectAccounts+"WHERE person = $1"+q.sql.ForUpdate, person[:])
}

// AddPasskey adds a passkey to an account. It returns people.ErrFull if the account has limit passkeys already,
// and people.ErrKnown if the passkey belongs to an account.
func (q *Queries) AddPasskey(ctx context.Context, p people.Passkey, limit int) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		if _, err := q.lockAccount(ctx, tx, p.Person); err != nil {
			return err
		}
		var n int
		if err := row(ctx, tx, []any{&n}, "SELECT count(*) FROM passkeys WHERE person = $1 AND id <> $2", p.Person[:], p.ID); err != nil {
			return err
		}
		if n >= limit {
			return people.ErrFull
		}
		n, err := tx.Exec(ctx, insertPasskey+" ON CONFLICT (id) DO NOTHING", passkeyArgs(p)...)
		if err == nil && n == 0 && !tx.Retried() {
			err = people.ErrKnown
		}
		return err
	})
}

// UsePasskey saves a passkey's data after its use.
func (q *Queries) UsePasskey(ctx context.Context, id []byte, data string, at int64) error {
	return q.db.Apply(ctx, Statement{Key: string(id), Text: "UPDATE passkeys SET data = $2, used = $3 WHERE id = $1", Args: []any{id, data, at}})
}

// DeletePasskey deletes a passkey of an account. It returns people.ErrLast if the account has no other and no identity at
// a provider, and people.ErrNotFound if the account does not have the passkey.
func (q *Queries) DeletePasskey(ctx context.Context, person game.Hash, id []byte) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		a, err := q.lockAccount(ctx, tx, person)
		if err != nil {
			return err
		}
		var own, others int
		if err := row(ctx, tx, []any{&own, &others}, "SELECT count(*) FILTER (WHERE id = $2), count(*) FILTER (WHERE id <> $2) FROM passkeys WHERE person = $1", person[:], id); err != nil {
			return err
		}
		switch {
		case own == 0:
			return notDeleted(tx, nil, people.ErrNotFound)
		case others == 0 && a.Issuer == "":
			return people.ErrLast
		}
		_, err = tx.Exec(ctx, "DELETE FROM passkeys WHERE id = $1", id)
		return err
	})
}

// SignIn saves a device, deletes expired ones and the account's oldest, and gives the account a guest's games. It
// returns the identifiers of these games and the deleted devices, or people.ErrNotFound.
func (q *Queries) SignIn(ctx context.Context, d people.Device, guest game.Hash) (games []string, gone []game.Hash, err error) {
	err = q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		a, err := q.lockAccount(ctx, tx, d.Person)
		if err != nil {
			return err
		}
		if err := tx.Batch(ctx, []Statement{
			{Text: "DELETE FROM devices WHERE expires <= $1", Args: []any{d.Created}},
			{Text: "DELETE FROM devices WHERE id = $1", Args: []any{d.ID[:]}}, // saved by an earlier attempt
			{Text: insertDevice, Args: deviceArgs(d)},
		}); err != nil {
			return err
		}
		gone, err = rows(ctx, tx, scanHash, "DELETE FROM devices WHERE person = $1 AND id NOT IN (SELECT id FROM devices WHERE person = $1 ORDER BY used DESC, id LIMIT $2) RETURNING id",
			d.Person[:], people.MaxDevices)
		if err != nil {
			return err
		}
		if len(gone) > 0 {
			if err := q.signedOut(ctx, tx, gone); err != nil {
				return err
			}
		}
		games, err = q.move(ctx, tx, guest, a)
		return err
	})
	return games, gone, err
}

// Device returns a device and its account, or people.ErrNotFound.
func (q *Queries) Device(ctx context.Context, id game.Hash) (d people.Device, a people.Account, err error) {
	err = q.db.Read(ctx, func(ctx context.Context, tx Tx) error {
		if d, err = one(ctx, tx, scanDevice, selectDevices+"WHERE id = $1", id[:]); err != nil {
			return err
		}
		a, err = one(ctx, tx, scanAccount, selectAccounts+"WHERE person = $1", d.Person[:])
		return err
	})
	return d, a, err
}

// Devices returns the devices of an account, most recently used first.
func (q *Queries) Devices(ctx context.Context, person game.Hash) ([]people.Device, error) {
	return List(ctx, q.db, scanDevice, selectDevices+"WHERE person = $1 ORDER BY used DESC, id", person[:])
}

// UseDevice saves when a device was used and when it expires.
func (q *Queries) UseDevice(ctx context.Context, id game.Hash, used, expires int64) error {
	return q.db.Apply(ctx, Statement{Key: string(id[:]), Text: "UPDATE devices SET used = $2, expires = $3 WHERE id = $1", Args: []any{id[:], used, expires}})
}

// ConfirmDevice saves when a passkey was last verified on a device.
func (q *Queries) ConfirmDevice(ctx context.Context, id game.Hash, at int64) error {
	return q.db.Apply(ctx, Statement{Key: string(id[:]), Text: "UPDATE devices SET confirmed = $2 WHERE id = $1", Args: []any{id[:], at}})
}

// SignOut deletes a device of an account, if it exists.
func (q *Queries) SignOut(ctx context.Context, person, id game.Hash) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		n, err := tx.Exec(ctx, "DELETE FROM devices WHERE person = $1 AND id = $2", person[:], id[:])
		if err != nil || n == 0 {
			return err
		}
		return q.signedOut(ctx, tx, []game.Hash{id})
	})
}

// SignOutOthers deletes all devices and tokens of an account except one device, which may be zero, and returns their
// identifiers.
func (q *Queries) SignOutOthers(ctx context.Context, person, except game.Hash) (gone []game.Hash, err error) {
	err = q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		gone, err = q.endDevices(ctx, tx, person, except)
		return err
	})
	return gone, err
}

// putCodes returns the statements that replace the recovery codes of an account.
func putCodes(person game.Hash, codes []game.Hash) []Statement {
	return append(with([]any{person[:]}, "DELETE FROM codes WHERE person = $1"),
		each(codes, insertCode, func(code game.Hash) []any { return []any{code[:], person[:]} })...)
}

// SetCodes replaces the recovery codes of an account.
func (q *Queries) SetCodes(ctx context.Context, person game.Hash, codes []game.Hash) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		if _, err := q.lockAccount(ctx, tx, person); err != nil {
			return err
		}
		return tx.Batch(ctx, putCodes(person, codes))
	})
}

// CountCodes returns the number of unused recovery codes of an account.
func (q *Queries) CountCodes(ctx context.Context, person game.Hash) (n int, err error) {
	err = Row(ctx, q.db, []any{&n}, "SELECT count(*) FROM codes WHERE person = $1", person[:])
	return n, err
}

// UseCode deletes a recovery code, deletes the devices and tokens of its account, and saves a new device. It returns the
// account's person and what was deleted, or people.ErrNotFound.
func (q *Queries) UseCode(ctx context.Context, code game.Hash, d people.Device) (person game.Hash, gone []game.Hash, err error) {
	err = q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		if tx.Retried() {
			if saved, err := one(ctx, tx, scanDevice, selectDevices+"WHERE id = $1", d.ID[:]); err == nil {
				person = saved.Person
				return nil
			}
		}
		if person, err = one(ctx, tx, scanHash, "DELETE FROM codes WHERE id = $1 RETURNING person", code[:]); err != nil {
			return err
		}
		if gone, err = q.endDevices(ctx, tx, person, d.ID); err != nil {
			return err
		}
		d.Person = person
		_, err = tx.Exec(ctx, insertDevice, deviceArgs(d)...)
		return err
	})
	return person, gone, err
}

// PutChallenge saves a challenge. It deletes those that have expired, and the oldest above limit.
func (q *Queries) PutChallenge(ctx context.Context, c people.Challenge, limit int) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		return tx.Batch(ctx, []Statement{
			{Text: "DELETE FROM challenges WHERE expires <= $1", Args: []any{time.Now().UnixMilli()}},
			{
				Text: "INSERT INTO challenges (id, person, purpose, data, expires) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING",
				Args: []any{c.ID[:], c.Person[:], string(c.Purpose), c.Data, c.Expires},
			},
			{
				Text: "DELETE FROM challenges WHERE expires < (SELECT expires FROM challenges ORDER BY expires DESC LIMIT 1 OFFSET $1)",
				Args: []any{limit - 1},
			},
		})
	})
}

// TakeChallenge deletes and returns a challenge, or returns people.ErrNotFound.
func (q *Queries) TakeChallenge(ctx context.Context, id game.Hash) (c people.Challenge, err error) {
	err = q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		c, err = one(ctx, tx, func(scan Scan) (c people.Challenge, err error) {
			var person []byte
			var purpose string
			err = scan(&person, &purpose, &c.Data, &c.Expires)
			copy(c.Person[:], person)
			c.ID, c.Purpose = id, people.Purpose(purpose)
			return c, err
		}, "DELETE FROM challenges WHERE id = $1 RETURNING person, purpose, data, expires", id[:])
		return err
	})
	return c, err
}

// ForgetExpired deletes the devices, tokens and challenges that have expired by a given time.
func (q *Queries) ForgetExpired(ctx context.Context, by int64) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		return tx.Batch(ctx, with([]any{by}, "DELETE FROM devices WHERE expires <= $1", "DELETE FROM tokens WHERE expires <= $1", "DELETE FROM challenges WHERE expires <= $1"))
	})
}

// unused is the condition for accounts that ForgetAccounts deletes.
const unused = `created < $1 AND role = '' AND issuer = '' AND NOT EXISTS (SELECT 1 FROM devices d WHERE d.person = accounts.person)
	AND NOT EXISTS (SELECT 1 FROM passkeys p WHERE p.person = accounts.person AND p.used >= $1)
	AND NOT EXISTS (SELECT 1 FROM games WHERE white = accounts.person) AND NOT EXISTS (SELECT 1 FROM games WHERE black = accounts.person)
	AND NOT EXISTS (SELECT 1 FROM ratings r WHERE r.person = accounts.person) AND NOT EXISTS (SELECT 1 FROM studies WHERE owner = accounts.person)`

// ForgetAccounts deletes up to 1,000 accounts that have no games, ratings, studies, role, provider or devices, and that
// nobody has created or signed in to since a time. It returns their number.
func (q *Queries) ForgetAccounts(ctx context.Context, before int64) (n int, err error) {
	list, err := List(ctx, q.db, scanHash, "SELECT person FROM accounts WHERE "+unused+" ORDER BY created LIMIT 1000", before)
	if err != nil || len(list) == 0 {
		return 0, err
	}
	for _, person := range list {
		gone := false
		err := q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
			// Lock the account, so that nobody can sign in, and check again.
			if _, err := rows(ctx, tx, scanHash, "SELECT person FROM accounts WHERE person = $1"+q.sql.ForUpdate, person[:]); err != nil {
				return err
			}
			still, err := rows(ctx, tx, scanHash, "SELECT person FROM accounts WHERE "+unused+" AND person = $2", before, person[:])
			if err != nil || len(still) == 0 {
				return err
			}
			gone = true
			_, err = q.erase(ctx, tx, person)
			return err
		})
		if err != nil {
			return n, err
		}
		if gone {
			n++
		}
	}
	q.db.Erased(ctx)
	return n, nil
}
