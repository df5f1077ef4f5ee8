package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tainchess/tain/internal/play/computer"
)

// A worker sends heartbeats at intervals of workerHeartbeat, and nodes and workers check for dead workers at
// the same interval. If a worker sends no heartbeat for moveLease, other workers take over its moves, even if
// it is only paused. After workerLease, or when its connection has ended, they take over all its jobs.
const (
	workerHeartbeat = 250 * time.Millisecond
	idleCheck       = time.Second // interval of checks while there are no workers
	workerLease     = "10 seconds"
	workerClass     = nodeClass + 1
)

// WorkerAlive is the SQL condition for rows of workers that are alive. The rows of dead workers remain in the
// table while no node or worker is running.
const WorkerAlive = "seen > clock_timestamp() - interval '" + workerLease + "'"

// removeDeadWorkersText deletes dead workers. It releases their jobs, or discards jobs that have reached the
// maximum number of attempts. It notifies waiting workers and returns the number of live workers that handle
// moves.
var removeDeadWorkersText = `WITH gone AS (
	DELETE FROM workers WHERE seen < clock_timestamp() - interval '` + workerLease + `' OR NOT EXISTS ` + holder("number", "$1") + ` RETURNING id
), back AS (
	UPDATE river_job SET state = CASE WHEN attempt < max_attempts THEN 'available' ELSE 'discarded' END::river_job_state,
		finalized_at = CASE WHEN attempt < max_attempts THEN NULL ELSE clock_timestamp() END
	WHERE state = 'running' AND NOT EXISTS (SELECT 1 FROM workers w WHERE w.id = attempted_by[array_length(attempted_by, 1)] AND w.id NOT IN (SELECT id FROM gone)
		AND (queue <> '` + MoveQueue + `' OR seen > clock_timestamp() - interval '` + moveLease + `')) RETURNING queue
), told AS (
	SELECT pg_notify(concat(current_schema(), '.river_insert'), json_build_object('queue', queue)::text) FROM (SELECT DISTINCT queue FROM back) AS queues
) SELECT (SELECT count(*) FROM told), (SELECT count(*) FROM workers WHERE '` + MoveKind + `' = ANY (kinds) AND id NOT IN (SELECT id FROM gone) AND seen > clock_timestamp() - interval '` + moveLease + `')`

// Working reports whether a worker that handles moves is alive.
func (s *Store) Working() bool { return s.working.Load() }

// Answers returns a channel that receives the answers to this node's questions.
func (s *Store) Answers() <-chan computer.Reply { return s.answers }

// listen tracks the workers and receives their answers until the store is closed.
func (s *Store) listen() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s.running.Go(func() {
		<-s.closing
		cancel()
	})
	for ctx.Err() == nil {
		if conn, err := s.connect(ctx, 0, 0); err == nil {
			_ = s.receive(ctx, conn) // retried below
			_ = conn.Close(context.WithoutCancel(ctx))
		}
		select {
		case <-ctx.Done():
		case <-time.After(workerHeartbeat):
		}
	}
}

// receive tracks the workers and receives their answers on one connection until it is lost.
func (s *Store) receive(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, fmt.Sprintf(`LISTEN "tain_answers_%d"`, s.node.id)); err != nil {
		return err
	}
	for {
		try, stop := context.WithTimeout(ctx, tryFor)
		working, err := removeDeadWorkers(try, conn)
		stop()
		if err != nil {
			return err
		}
		s.working.Store(working)
		wait := idleCheck
		if working {
			wait = workerHeartbeat
		}
		until := time.Now().Add(wait)
		for time.Now().Before(until) {
			rest, stop := context.WithDeadline(ctx, until)
			notification, err := conn.WaitForNotification(rest)
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
				if json.Unmarshal([]byte(notification.Payload), &reply) == nil {
					select {
					case s.answers <- reply:
					default: // the answer is still in the database
					}
				}
			}
		}
	}
}

// removeDeadWorkers deletes dead workers and reports whether a worker that handles moves is alive.
func removeDeadWorkers(ctx context.Context, q querier) (working bool, err error) {
	var notified, alive int
	err = q.QueryRow(ctx, removeDeadWorkersText, int64(workerClass)).Scan(&notified, &alive)
	return alive > 0, err
}

// Worker is a process that takes jobs from the database.
type Worker struct {
	ID      string
	Number  int32
	Kinds   []string
	Threads int
}

// Heartbeat is the database's response to a worker's heartbeat.
type Heartbeat struct {
	Now time.Time // the database's time
	// Waiting reports whether games wait for a computer move: watched games, or unwatched ones for more than half
	// a minute; see askedAt.
	Waiting bool
}

// Attend registers a worker until the context is cancelled. It sends heartbeats, passes the responses to
// report, and releases the jobs of dead workers. It retries while the database does not respond.
func (s *Store) Attend(ctx context.Context, w Worker, report func(Heartbeat)) {
	var conn *pgx.Conn
	for ctx.Err() == nil {
		try, stop := context.WithTimeout(ctx, tryFor)
		err := s.attend(try, &conn, w, report)
		if err != nil && conn != nil {
			_ = conn.Close(try)
			conn = nil
		}
		stop()
		select {
		case <-ctx.Done():
		case <-time.After(workerHeartbeat):
		}
	}
	if conn != nil {
		end, stop := context.WithTimeout(context.WithoutCancel(ctx), tryFor)
		defer stop()
		_, _ = conn.Exec(end, "DELETE FROM workers WHERE id = $1", w.ID) // if this fails, the lease expires instead
		_ = conn.Close(end)
	}
}

func (s *Store) attend(ctx context.Context, conn **pgx.Conn, w Worker, report func(Heartbeat)) (err error) {
	if *conn == nil {
		if *conn, err = s.connect(ctx, workerClass, w.Number); err != nil {
			return err
		}
	}
	var b Heartbeat
	err = (*conn).QueryRow(ctx, `INSERT INTO workers (id, number, kinds, threads, seen) VALUES ($1, $2, $3, $4, clock_timestamp())
		ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp()
		RETURNING clock_timestamp(), EXISTS (SELECT 1 FROM river_job WHERE state = 'available' AND queue = '`+MoveQueue+`' AND scheduled_at <= clock_timestamp() - interval '59 minutes 30 seconds')`,
		w.ID, w.Number, w.Kinds, w.Threads).Scan(&b.Now, &b.Waiting)
	if err != nil {
		return err
	}
	report(b)
	_, err = removeDeadWorkers(ctx, *conn)
	return err
}
