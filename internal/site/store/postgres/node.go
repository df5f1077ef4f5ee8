package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/relational"
)

// A node sends a heartbeat every second. It is dead if the database has received no heartbeat for the length
// of a lease, or if the node's connection has ended.
const (
	heartbeat = time.Second
	lease     = "5 seconds"
)

func newNode(s *Store) *node {
	return &node{store: s, id: rand.Int32(), freed: make(chan struct{}, 1)}
}

// Freed returns a channel that receives a value when another node is gone and its deadlines can be claimed.
// The channel is nil if the store is not a node.
func (s *Store) Freed() <-chan struct{} {
	if s.node == nil {
		return nil
	}
	return s.node.freed
}

// enter registers the node, unless it is registered already. It takes the node's lock first, so that every
// listed node holds its lock.
func (n *node) enter(ctx context.Context) (err error) {
	if n.conn != nil {
		return nil
	}
	conn, err := n.store.connect(ctx, nodeClass, n.id)
	if err != nil {
		return err
	}
	if err = n.record(ctx, conn); err == nil && n.known == nil {
		_, err = n.refresh(ctx, conn)
	}
	if err != nil {
		return errors.Join(err, conn.Close(ctx))
	}
	n.conn = conn
	return nil
}

// heartbeatText records that a node is alive. The since column is the start of the current period of
// uninterrupted heartbeats. It is reset if the node was silent for longer than a lease, or if other nodes
// have removed the node.
const heartbeatText = `INSERT INTO nodes (id, since, seen) VALUES ($1, clock_timestamp(), clock_timestamp())
	ON CONFLICT (id) DO UPDATE SET seen = clock_timestamp(),
	since = CASE WHEN nodes.seen < clock_timestamp() - interval '` + lease + `' THEN clock_timestamp() ELSE nodes.since END`

func (n *node) record(ctx context.Context, q querier) error {
	_, err := q.Exec(ctx, heartbeatText, n.id)
	return err
}

// removeDeadText deletes dead nodes.
var removeDeadText = `DELETE FROM nodes WHERE id <> $1 AND (seen < clock_timestamp() - interval '` + lease + `'
	OR NOT EXISTS ` + holder("nodes.id", "$2") + `)`

func (n *node) removeDead(ctx context.Context, q querier) error {
	_, err := q.Exec(ctx, removeDeadText, n.id, int64(nodeClass))
	return err
}

// refresh reads the list of nodes and reports whether a known node is gone.
func (n *node) refresh(ctx context.Context, q querier) (gone bool, err error) {
	found, err := q.Query(ctx, "SELECT id FROM nodes")
	if err != nil {
		return false, err
	}
	now, err := pgx.CollectRows(found, pgx.RowTo[int32])
	if err != nil {
		return false, err
	}
	gone = slices.ContainsFunc(n.known, func(id int32) bool { return !slices.Contains(now, id) })
	n.known = now
	return gone, nil
}

// Exclusive returns an error if other nodes were using the database at the last heartbeat.
func (s *Store) Exclusive() error {
	if s.node == nil || s.node.others.Load() == 0 {
		return nil
	}
	return fmt.Errorf("postgres: another server uses %s, but this server does not receive its moves: set cluster.listen or bus on each server, or use a separate database for each", s.name)
}

// run sends heartbeats and removes dead nodes until the store is closed.
func (n *node) run() {
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	for {
		select {
		case <-n.store.closing:
			return
		case <-tick.C:
		}
		ctx, cancel := context.WithTimeout(context.Background(), tryFor)
		err := n.enter(ctx)
		if err == nil {
			err = n.record(ctx, n.conn)
		}
		if err == nil {
			err = n.removeDead(ctx, n.conn)
		}
		gone := false
		if err == nil {
			gone, err = n.refresh(ctx, n.conn)
		}
		if err == nil {
			n.others.Store(int32(max(0, len(n.known)-1)))
		} else if n.conn != nil {
			_ = n.conn.Close(ctx) // the connection has already failed
			n.conn = nil
		}
		cancel()
		if gone {
			select {
			case n.freed <- struct{}{}:
			default:
			}
		}
	}
}

// leave unregisters the node, so that the others need not wait for its lease to expire.
func (n *node) leave() {
	if n.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), tryFor)
	defer cancel()
	_, _ = n.conn.Exec(ctx, "DELETE FROM nodes WHERE id = $1", n.id) // on failure, the lease expires instead
	_ = n.conn.Close(ctx)
}

// claimText assigns the deadlines of dead nodes to a node, except those that another node is writing or
// claiming.
const claimText = `UPDATE due SET node = $3 WHERE game IN (
	SELECT game FROM due WHERE at < $1 AND node <> $3 AND node NOT IN (SELECT id FROM nodes) ORDER BY at, game LIMIT $2 FOR UPDATE SKIP LOCKED)`

// Due returns up to limit games whose deadline is before a time, earliest deadline first. These are the games
// that this node last wrote to, and those of dead nodes, which it claims. A store that is not a node gets all
// games and claims none.
func (s *Store) Due(ctx context.Context, before int64, limit int) ([]room.Entry, error) {
	if s.node == nil {
		return relational.Entries(ctx, backend{s}, "JOIN due ON game = id WHERE at < $1 ORDER BY at, id LIMIT $2", before, limit)
	}
	if err := (backend{s}).Apply(ctx, relational.Statement{Text: claimText, Args: []any{before, limit, s.node.id}}); err != nil {
		return nil, err
	}
	return relational.Entries(ctx, backend{s}, "JOIN due ON game = id WHERE at < $1 AND node = $3 ORDER BY at, id LIMIT $2", before, limit, s.node.id)
}

// Pulse records that a hub is alive at a given time, in an ordinary transaction.
func (s *Store) Pulse(ctx context.Context, at int64) error {
	return s.do(ctx, statement{relational.Statement{Text: dialect.PutPulse, Args: []any{at}}}, pulseFor)
}

// Wake records the start of a hub, and returns the time of the last pulse and the latest outages. The period
// since the last pulse is an outage, unless another node has been alive since before that pulse.
func (s *Store) Wake(ctx context.Context, at int64) (pulse int64, outages []game.Outage, err error) {
	err = s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		pulse = 0
		if _, err := tx.Exec(ctx, advisoryLock(lockPulse)); err != nil {
			return err
		}
		var noted time.Time
		if err := tx.QueryRow(ctx, "SELECT at, noted FROM pulse").Scan(&pulse, &noted); err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		alive := false
		if s.node != nil {
			if err := s.node.removeDead(ctx, tx); err != nil {
				return err
			}
			if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM nodes WHERE id <> $1 AND since <= $2)", s.node.id, noted).Scan(&alive); err != nil {
				return err
			}
			// From here on, other nodes can rely on this node being alive.
			if err := s.node.record(ctx, tx); err != nil {
				return err
			}
		}
		since := pulse
		if alive {
			since = 0
		}
		outages, err = s.PutStart(ctx, session{querier: tx}, since, at)
		return err
	})
	return pulse, outages, err
}

// Time returns the database's time in milliseconds, so that all nodes use the same clock.
func (s *Store) Time(ctx context.Context) (ms int64, err error) {
	err = s.row(ctx, []any{&ms}, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
	return ms, err
}
