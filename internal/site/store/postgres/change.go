package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/relational"
)

// gameChange is a new game, or events added to an existing one. Its events are saved with write, a random
// number. After a lost connection the change is retried. If the first attempt was committed, the number of
// events no longer matches, and write shows whether the saved events are those of this change. For the same
// reason, a delayed first attempt cannot be committed after its retry.
type gameChange struct {
	id                    string
	have, count           int // number of events before and after the change
	node                  int32
	write                 int64
	create, open, running bool
	deadline              *int64
	created, updated      int64
	entry                 string
	definition            *string
	white, black          game.Seat // players of a new game
	data                  []string
	joined                []game.Event
	after                 *gameChange // the change that precedes a rematch

	question        *computer.Question // question to the workers; nil if there is none
	address, person []byte             // pseudonyms of the client that asks the question
	asked           bool               // whether the question was saved
}

// newChange returns a new game, or events added to an existing one, as a change.
func (s *Store) newChange(e room.Entry, have int, events []game.Event, create bool) (*gameChange, error) {
	entry, err := store.EncodeEntry(e)
	if err != nil {
		return nil, fmt.Errorf("postgres: %w", err)
	}
	c := &gameChange{
		id: e.ID, have: have, count: have + len(events), node: s.number(), write: newWrite(), create: create, open: e.Open, running: e.Running,
		deadline: unless(e.Deadline == 0, e.Deadline), created: e.Created, updated: e.Updated, entry: string(entry),
		definition: definitionOf(e.Variant), white: e.White, black: e.Black,
	}
	for _, event := range events {
		data, err := store.EncodeEvent(event)
		if err != nil {
			return nil, fmt.Errorf("postgres: %w", err)
		}
		c.data = append(c.data, string(data))
		if event.Type == game.Joined && event.Player != nil && !create {
			c.joined = append(c.joined, event)
		}
	}
	return c, nil
}

func (c *gameChange) key() string { return c.id }

// unless returns a column value: v, or NULL if none is true.
func unless(none bool, v int64) *int64 {
	if none {
		return nil
	}
	return &v
}

// definitionOf returns a column value: the hash of a variant that is a definition, or NULL for other
// variants.
func definitionOf(variant string) *string {
	if _, hash, ok := strings.Cut(variant, "#"); ok {
		return &hash
	}
	return nil
}

// addText adds events and a deadline to the game in the common table expression changed.
const addText = `added AS (
	INSERT INTO events (game, seq, write, data) SELECT id, $2::int + n::int - 1, $3::bigint, d FROM changed, unnest($4::text[]) WITH ORDINALITY AS e (d, n)
), later AS (
	INSERT INTO due (game, at, node) SELECT id, $5::bigint, $6::int FROM changed WHERE $5::bigint IS NOT NULL
	ON CONFLICT (game) DO UPDATE SET at = excluded.at, node = excluded.node
)`

const appendHead = `WITH changed AS (
	UPDATE games SET events = $7, open = $8, running = $9, updated = $10, ended = $11, entry = $12 WHERE id = $1 AND events = $2 RETURNING id
), ` + addText + `, never AS (
	DELETE FROM due USING changed WHERE game = id AND $5::bigint IS NULL
), closed AS (
	DELETE FROM questions USING changed WHERE game = id AND NOT $9::bool
)`

const appendText = appendHead + ` SELECT count(*) FROM changed`

const createText = `WITH changed AS (
	INSERT INTO games (id, events, open, running, updated, ended, entry, created, white, white_name, black, black_name, definition)
	SELECT $1::text, $7::int, $8::bool, $9::bool, $10::bigint, $11::bigint, $12::text, $13::bigint, $14::bytea, $15::text, $16::bytea, $17::text, $18::text
	WHERE $19::text IS NULL OR EXISTS (SELECT 1 FROM events WHERE game = $19::text AND seq = $20::int AND write = $21::bigint)
	ON CONFLICT DO NOTHING RETURNING id
), ` + addText + ` SELECT count(*) FROM changed`

// joinText seats a player. Nothing else writes the players of a saved game when events are added, so a room
// that still has an erased person in memory cannot restore them.
const joinText = `UPDATE games SET
	white = CASE WHEN $4::bool THEN white ELSE $5::bytea END, white_name = CASE WHEN $4::bool THEN white_name ELSE $6::text END,
	black = CASE WHEN $4::bool THEN $5::bytea ELSE black END, black_name = CASE WHEN $4::bool THEN $6::text ELSE black_name END
	WHERE id = $1 AND EXISTS (SELECT 1 FROM events WHERE game = $1 AND seq = $2 AND write = $3)`

func (c *gameChange) queue(b *pgx.Batch) {
	args := []any{c.id, c.have, c.write, c.data, c.deadline, c.node, c.count, c.open, c.running, c.updated, unless(c.running, c.updated), c.entry}
	if c.create {
		args = append(args, c.created, store.SessionOf(c.white), store.NameOf(c.white), store.SessionOf(c.black), store.NameOf(c.black), c.definition)
		if c.after == nil {
			args = append(args, nil, nil, nil)
		} else {
			args = append(args, c.after.id, c.after.have, c.after.write)
		}
		b.Queue(createText, args...)
		return
	}
	if q := c.question; q != nil {
		b.Queue(appendAskText, append(args, q.Watched, c.address, c.person, q.Turn.Milliseconds(), q.Unwatched.Milliseconds())...)
	} else {
		b.Queue(appendText, args...)
	}
	for _, e := range c.joined {
		b.Queue(joinText, c.id, c.have, c.write, e.Side == game.Black, store.SessionOf(*e.Player), store.NameOf(*e.Player))
	}
}

func (c *gameChange) read(r pgx.BatchResults) error {
	var changed, asked int
	into := []any{&changed}
	if c.question != nil {
		into = append(into, &asked)
	}
	if err := r.QueryRow().Scan(into...); err != nil {
		return err
	}
	c.asked = asked > 0
	for range c.joined {
		if _, err := r.Exec(); err != nil {
			return err
		}
	}
	if changed == 0 {
		return errRefused
	}
	return nil
}

// settle returns nil if the saved events are those of this change. It locks the game, so that its own commit
// waits for a synchronous standby, as the commit of a change does. The standby then has the events.
func (c *gameChange) settle(ctx context.Context, q querier) error {
	var has *int
	var write *int64
	row := q.QueryRow(ctx, "SELECT (SELECT events FROM games WHERE id = $1 FOR UPDATE), (SELECT write FROM events WHERE game = $1 AND seq = $2)", c.id, c.have)
	if err := row.Scan(&has, &write); err != nil {
		return err
	}
	switch {
	case write != nil && *write == c.write:
		return nil
	case has == nil && !c.create:
		return room.ErrNotFound
	}
	return room.ErrConflict
}

// rematchChange adds events to a game and creates the next one, unless that exists already.
type rematchChange struct{ last, next *gameChange }

func (c rematchChange) key() string { return c.last.id }

func (c rematchChange) queue(b *pgx.Batch) {
	c.last.queue(b)
	c.next.queue(b)
}

func (c rematchChange) read(r pgx.BatchResults) error {
	refused := c.last.read(r)
	if refused != nil && !errors.Is(refused, errRefused) {
		return refused
	}
	if err := c.next.read(r); err != nil && !errors.Is(err, errRefused) {
		return err
	}
	return refused
}

func (c rematchChange) settle(ctx context.Context, q querier) error { return c.last.settle(ctx, q) }

// ratedChange is a change that may also change the ratings of the players.
type ratedChange struct {
	change
	entry *room.Entry
}

// rating returns a change to a game as a ratedChange if the game is rated and has ended.
func rating(c change, e *room.Entry) change {
	if _, ok := store.RatedOf(e); ok {
		return ratedChange{c, e}
	}
	return c
}

// tryRated tries a change in a transaction of its own, because the new ratings depend on those that it reads.
func (s *Store) tryRated(ctx context.Context, conn *pgxpool.Conn, c ratedChange) (answer, err error) {
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		var b pgx.Batch
		c.queue(&b)
		results := tx.SendBatch(ctx, &b)
		if err := errors.Join(c.read(results), results.Close()); err != nil {
			return err
		}
		return relational.Rate(ctx, session{querier: tx}, &dialect, c.entry)
	})
	if errors.Is(err, errRefused) {
		return errRefused, nil
	}
	return nil, err
}

// statement is a change that consists of one idempotent statement.
type statement struct{ relational.Statement }

func (c statement) key() string { return c.Key }

func (c statement) queue(b *pgx.Batch) { b.Queue(c.Text, c.Args...) }

func (c statement) read(r pgx.BatchResults) error {
	tag, err := r.Exec()
	if err == nil && c.None != nil && tag.RowsAffected() == 0 {
		err = errRefused
	}
	return err
}

func (c statement) settle(context.Context, querier) error { return c.None }

// Create saves a new game with its first events. It returns room.ErrConflict if the game exists.
func (s *Store) Create(ctx context.Context, e room.Entry, events []game.Event) error {
	c, err := s.newChange(e, 0, events, true)
	if err != nil {
		return err
	}
	return s.do(ctx, c, patience)
}

// Append adds events to a game. It returns room.ErrConflict if the number of saved events differs from have.
func (s *Store) Append(ctx context.Context, e room.Entry, have int, events []game.Event) error {
	c, err := s.newChange(e, have, events, false)
	if err != nil {
		return err
	}
	return s.do(ctx, rating(c, &e), patience)
}

// Rematch adds events to a game and creates the next one, in one transaction.
func (s *Store) Rematch(ctx context.Context, e room.Entry, have int, events []game.Event, next room.Entry, first []game.Event) error {
	last, err := s.newChange(e, have, events, false)
	if err != nil {
		return err
	}
	begun, err := s.newChange(next, 0, first, true)
	if err != nil {
		return err
	}
	begun.after = last
	return s.do(ctx, rating(rematchChange{last, begun}, &e), patience)
}

// newWrite returns a random number that identifies a write.
func newWrite() int64 { return rand.Int64() }

// Questions are ordered by the time at which they were asked. That time is recorded an hour early, because
// River does not start jobs scheduled for the future. As in package fair, a question is delayed by pending
// questions from the same address: each other person there delays it by one turn, and each of the person's
// own questions by one turn per person, up to 20 turns in all. Games that nobody watches are delayed by a
// minute. Therefore nobody waits forever, and heavy users wait longer.
const askedAt = `clock_timestamp() - interval '1 hour' + CASE WHEN $watched::bool THEN interval '0' ELSE interval '1 minute' END + interval '1.5 seconds' * least(20, (
	SELECT count(DISTINCT person) FILTER (WHERE person <> $person::bytea) + count(*) FILTER (WHERE person = $person::bytea) * (1 + count(DISTINCT person) FILTER (WHERE person <> $person::bytea))
	FROM questions WHERE answer IS NULL AND address = $address::bytea AND game <> $game::text AND asked > clock_timestamp() - interval '1 minute'))`

// askText returns SQL that asks about every game in a table. It adds a job and the question, and notifies
// waiting workers.
func askText(table, game, events, node, watched, address, person, turn, unwatched string) string {
	return expand(`asked AS (
	INSERT INTO river_job (kind, queue, args, max_attempts, scheduled_at)
	SELECT '`+MoveKind+`', '`+MoveQueue+`', jsonb_build_object('game', $game::text, 'events', $events::int, 'turn', $turn::bigint, 'unwatched', $unwatched::bigint), `+fmt.Sprint(moveTries)+`, `+askedAt+`
	FROM `+table+` WHERE `+movesWanted+` RETURNING id AS job
), question AS (
	INSERT INTO questions (game, events, job, node, watched, address, person, asked)
	SELECT $game::text, $events::int, job, $node::int, $watched::bool, $address::bytea, $person::bytea, clock_timestamp() FROM asked
	ON CONFLICT (game) DO UPDATE SET events = excluded.events, job = excluded.job, node = excluded.node, watched = excluded.watched,
		address = excluded.address, person = excluded.person, asked = excluded.asked, answer = NULL
), told AS (
	SELECT count(pg_notify(concat(current_schema(), '.river_insert'), '{"queue": "`+MoveQueue+`"}')) AS told FROM asked
)`, "game", game, "events", events, "node", node, "watched", watched, "address", address, "person", person, "turn", turn, "unwatched", unwatched)
}

// appendAskText is the SQL that appends events to a game and, if a worker is alive, asks workers about the
// game.
var appendAskText = appendHead + `, ` + askText("changed", "$1", "$7", "$6", "$13", "$14", "$15", "$16", "$17") + ` SELECT (SELECT count(*) FROM changed), (SELECT told FROM told)`

// expand replaces named parameters in SQL, such as $game with $1.
func expand(text string, pairs ...string) string {
	var all []string
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, "$"+pairs[i]+"::", pairs[i+1]+"::")
	}
	return strings.NewReplacer(all...).Replace(text)
}
