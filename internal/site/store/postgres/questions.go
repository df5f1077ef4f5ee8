package postgres

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/relational"
)

// askOnceText asks about a saved game, if it still has the given number of events.
var askOnceText = `WITH one AS (SELECT 1 WHERE EXISTS (SELECT 1 FROM games WHERE id = $1 AND events = $2)), ` +
	askText("one", "$1", "$2", "$3", "$4", "$5", "$6", "$7", "$8") + ` SELECT told FROM told`

// pseudonym returns a short keyed hash of a client's address or session.
func (s *Store) pseudonym(what []byte) []byte {
	h := hmac.New(sha256.New, s.key)
	h.Write(what)
	return h.Sum(nil)[:8]
}

// Parties returns the pseudonyms of the account of a client's address and of the person.
func (s *Store) Parties(who fair.Party) (address, person []byte) {
	at := fair.Account(who.Address).As16()
	return s.pseudonym(append([]byte("address "), at[:]...)), s.pseudonym(append([]byte("person "), who.Person[:]...))
}

// AppendAsking adds events to a game and, in the same transaction, asks workers for the computer's move. It
// reports whether the question was saved.
func (s *Store) AppendAsking(ctx context.Context, e room.Entry, have int, events []game.Event, q computer.Question) (asked bool, err error) {
	c, err := s.newChange(e, have, events, false)
	if err != nil {
		return false, err
	}
	c.question = &q
	c.address, c.person = s.Parties(q.Who)
	err = s.do(ctx, c, patience)
	return err == nil && c.asked, err
}

// pending is the SQL list of the states of unfinished jobs.
const pending = "('available', 'running', 'retryable', 'scheduled', 'pending')"

// Ask asks workers about a game. If the same question is already pending, Ask only updates whether the game is
// watched. If the question has been answered, Ask returns the answer.
func (s *Store) Ask(ctx context.Context, q computer.Question) (reply computer.Reply, err error) {
	address, person := s.Parties(q.Who)
	err = s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		reply = computer.Reply{Game: q.Game, Events: q.Events}
		var answer *string
		var alive bool
		err := tx.QueryRow(ctx, `SELECT answer, coalesce(state IN `+pending+`, false) FROM questions LEFT JOIN river_job ON id = job WHERE game = $1 AND events = $2 FOR UPDATE OF questions`, q.Game, q.Events).Scan(&answer, &alive)
		switch {
		case err != nil && !errors.Is(err, pgx.ErrNoRows):
			return err
		case err == nil && answer != nil:
			return json.Unmarshal([]byte(*answer), &reply.Answer)
		case err == nil && alive:
			// The question keeps its place, unless the game now has watchers and had none before, or vice
			// versa.
			_, err := tx.Exec(ctx, `WITH old AS (SELECT watched AS was, job FROM questions WHERE game = $1),
				new AS (UPDATE questions SET watched = $2, node = $3 WHERE game = $1)
				UPDATE river_job SET scheduled_at = scheduled_at + CASE WHEN $2 THEN interval '-1 minute' ELSE interval '1 minute' END
				FROM old WHERE id = job AND state = 'available' AND was <> $2`, q.Game, q.Watched, s.number())
			return err
		}
		var told int
		err = tx.QueryRow(ctx, askOnceText, q.Game, q.Events, s.number(), q.Watched, address, person, q.Turn.Milliseconds(), q.Unwatched.Milliseconds()).Scan(&told)
		reply.Lost = told == 0
		return err
	})
	return reply, err
}

// Replies returns the answers to the questions about games, or their states.
func (s *Store) Replies(ctx context.Context, games []string) ([]computer.Reply, error) {
	return relational.List(ctx, backend{s}, func(scan relational.Scan) (one computer.Reply, err error) {
		var answer *string
		var alive bool
		if err = scan(&one.Game, &one.Events, &answer, &alive, &one.Place); err != nil {
			return one, err
		}
		if answer != nil {
			err = json.Unmarshal([]byte(*answer), &one.Answer)
		}
		one.Lost = answer == nil && !alive
		return one, err
	}, `SELECT game, events, answer, coalesce(j.state IN `+pending+`, false), CASE WHEN j.state = 'available' THEN 1 + (
			SELECT count(*) FROM river_job o WHERE o.state = 'available' AND o.queue = '`+MoveQueue+`' AND (o.scheduled_at, o.id) < (j.scheduled_at, j.id)) ELSE 0 END
		FROM questions LEFT JOIN river_job j ON j.id = job WHERE game = ANY ($1)`, games)
}

// Asked is the part of a question's state that workers need.
type Asked struct {
	Watched bool
	Wanted  bool // whether the question is unanswered and the game still has the same number of events
}

// Asked returns the state of a question, or the zero value if the question does not exist.
func (s *Store) Asked(ctx context.Context, id string, events int) (a Asked, err error) {
	err = s.row(ctx, []any{&a.Watched, &a.Wanted}, `SELECT watched, answer IS NULL AND q.events = $2 AND g.events = $2 FROM questions q JOIN games g ON g.id = q.game WHERE q.game = $1`, id, events)
	if errors.Is(err, room.ErrNotFound) {
		return Asked{}, nil
	}
	return a, err
}

// Answer saves the answer to a question, deletes the client's pseudonyms and notifies the node that asked. It
// does nothing if the question has been answered or replaced.
func (s *Store) Answer(ctx context.Context, id string, events int, a computer.Answer) error {
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	reply, err := json.Marshal(computer.Reply{Game: id, Events: events, Answer: &a})
	if err != nil {
		return err
	}
	return s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `WITH answered AS (UPDATE questions SET answer = $3, address = '', person = '' WHERE game = $1 AND events = $2 AND answer IS NULL RETURNING node)
			SELECT pg_notify('tain_answers_' || node, $4) FROM answered`, id, events, string(text), string(reply))
		return err
	})
}
