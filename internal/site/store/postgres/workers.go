package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tainchess/tain/internal/play/computer"
)

// A worker notes every workerBeat that it is alive, and so often nodes and workers
// look who is. Of one that is silent for the lease of moves others take up its moves,
// also if it is only paused; of one that is silent for long, or whose connection has
// ended, everything.
const (
	workerBeat  = 250 * time.Millisecond
	quietBeat   = time.Second // of nodes, where there are no workers
	moveLease   = "1 second"
	workerLease = "10 seconds"
	workerClass = nodeClass + 1
)

// WorkerAlive is true of a row of workers that lives, also where no node is there to
// bury those that do not.
const WorkerAlive = "seen > clock_timestamp() - interval '" + workerLease + "'"

// buryWorkersText forgets the workers that are gone, and gives back their jobs: a job
// that has been tried often enough is not done any more. It tells whoever waits, and
// returns how many there are that take moves.
var buryWorkersText = `WITH gone AS (
	DELETE FROM workers WHERE seen < clock_timestamp() - interval '` + workerLease + `' OR NOT EXISTS ` + holder("number", "$1") + ` RETURNING id
), back AS (
	UPDATE river_job SET state = CASE WHEN attempt < max_attempts THEN 'available' ELSE 'discarded' END::river_job_state,
		finalized_at = CASE WHEN attempt < max_attempts THEN NULL ELSE clock_timestamp() END
	WHERE state = 'running' AND NOT EXISTS (SELECT 1 FROM workers w WHERE w.id = attempted_by[array_length(attempted_by, 1)] AND w.id NOT IN (SELECT id FROM gone)
		AND (queue <> '` + MoveQueue + `' OR seen > clock_timestamp() - interval '` + moveLease + `')) RETURNING queue
), told AS (
	SELECT pg_notify(concat(current_schema(), '.river_insert'), json_build_object('queue', queue)::text) FROM (SELECT DISTINCT queue FROM back) AS queues
) SELECT (SELECT count(*) FROM told), (SELECT count(*) FROM workers WHERE '` + MoveKind + `' = ANY (kinds) AND id NOT IN (SELECT id FROM gone) AND seen > clock_timestamp() - interval '` + moveLease + `')`

// crew is what a node knows of workers.
type crew struct {
	working atomic.Bool
	answers chan computer.Reply
}

func newCrew() *crew { return &crew{answers: make(chan computer.Reply, 1024)} }

// Working reports whether a worker is alive that takes moves.
func (s *Store) Working() bool { return s.crew.working.Load() }

// Answers tells of answers to what this node asked.
func (s *Store) Answers() <-chan computer.Reply { return s.crew.answers }

// connect opens a connection of its own that holds the lock of a number, if there is
// one.
func (s *Store) connect(ctx context.Context, class, number int32) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, s.pool.Config().ConnConfig)
	if err != nil {
		return nil, err
	}
	if err = settle(ctx, conn); err == nil {
		_, err = conn.Exec(ctx, "SELECT set_config('synchronous_commit', 'off', false)")
	}
	if err == nil && class != 0 {
		_, err = conn.Exec(ctx, "SELECT pg_advisory_lock($1, $2)", class, number)
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close(ctx))
	}
	return conn, nil
}

// listen looks who works and takes in what they answer, until the store is closed.
func (s *Store) listen() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s.running.Go(func() {
		<-s.closing
		cancel()
	})
	for ctx.Err() == nil {
		if conn, err := s.connect(ctx, 0, 0); err == nil {
			_ = s.hear(ctx, conn) // it is tried again
			_ = conn.Close(context.WithoutCancel(ctx))
		}
		select {
		case <-ctx.Done():
		case <-time.After(workerBeat):
		}
	}
}

// hear does so while the connection lasts.
func (s *Store) hear(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, fmt.Sprintf(`LISTEN "tain_answers_%d"`, s.node.id)); err != nil {
		return err
	}
	for {
		try, stop := context.WithTimeout(ctx, tryFor)
		working, err := bury(try, conn)
		stop()
		if err != nil {
			return err
		}
		s.crew.working.Store(working)
		wait := quietBeat
		if working {
			wait = workerBeat
		}
		until := time.Now().Add(wait)
		for time.Now().Before(until) {
			rest, stop := context.WithDeadline(ctx, until)
			told, err := conn.WaitForNotification(rest)
			over := rest.Err() != nil
			stop()
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err != nil && over && !conn.IsClosed():
			case err != nil:
				return err
			default:
				var reply computer.Reply
				if json.Unmarshal([]byte(told.Payload), &reply) == nil {
					select {
					case s.crew.answers <- reply:
					default: // it is found in the database
					}
				}
			}
		}
	}
}

// bury forgets workers that are gone, and reports whether one is alive that takes
// moves.
func bury(ctx context.Context, q querier) (working bool, err error) {
	var told, alive int
	err = q.QueryRow(ctx, buryWorkersText, int64(workerClass)).Scan(&told, &alive)
	return alive > 0, err
}

// Worker is one who takes jobs of a database.
type Worker struct {
	ID      string
	Number  int32
	Kinds   []string
	Threads int
}

// Beat is what a worker learns when it notes that it is alive.
type Beat struct {
	Now     time.Time // by the clock of the database
	Waiting bool      // computer moves that somebody watches wait for a thread
}

// Attend notes that a worker is alive until the context ends, looks after the jobs of
// those that are gone, and tells what it learns. While the database does not answer it
// tries again.
func (s *Store) Attend(ctx context.Context, w Worker, tell func(Beat)) {
	var conn *pgx.Conn
	for ctx.Err() == nil {
		try, stop := context.WithTimeout(ctx, tryFor)
		err := s.attend(try, &conn, w, tell)
		if err != nil && conn != nil {
			_ = conn.Close(try)
			conn = nil
		}
		stop()
		select {
		case <-ctx.Done():
		case <-time.After(workerBeat):
		}
	}
	if conn != nil {
		end, stop := context.WithTimeout(context.WithoutCancel(ctx), tryFor)
		defer stop()
		_, _ = conn.Exec(end, "DELETE FROM workers WHERE id = $1", w.ID) // others find out by themselves
		_ = conn.Close(end)
	}
}

func (s *Store) attend(ctx context.Context, conn **pgx.Conn, w Worker, tell func(Beat)) (err error) {
	if *conn == nil {
		if *conn, err = s.connect(ctx, workerClass, w.Number); err != nil {
			return err
		}
	}
	var b Beat
	err = (*conn).QueryRow(ctx, `INSERT INTO workers (id, number, kinds, threads, seen) VALUES ($1, $2, $3, $4, clock_timestamp())
		ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp()
		RETURNING clock_timestamp(), EXISTS (SELECT 1 FROM river_job WHERE state = 'available' AND queue = '`+MoveQueue+`' AND scheduled_at < clock_timestamp() - interval '59 minutes')`,
		w.ID, w.Number, w.Kinds, w.Threads).Scan(&b.Now, &b.Waiting)
	if err != nil {
		return err
	}
	tell(b)
	_, err = bury(ctx, *conn)
	return err
}

// replaced puts values in the place of names in a text, such as $1 for $game.
func replaced(text string, pairs ...string) string {
	var all []string
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, "$"+pairs[i]+"::", pairs[i+1]+"::")
	}
	return strings.NewReplacer(all...).Replace(text)
}
