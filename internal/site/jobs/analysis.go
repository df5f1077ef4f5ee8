package jobs

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/rules"
)

// analysisArgs is a game to be analysed.
type analysisArgs struct {
	Game  wire.LineRequest `json:"game"`
	Total int              `json:"total"` // positions
	Nodes uint64           `json:"nodes"` // for each of them
	// Word lets one read what comes of it; who asked is kept as a hash with a secret
	// that is not in the database.
	Word    string `json:"word"`
	Address string `json:"address"`
	Person  string `json:"person"`
}

// Kind names it among River's jobs.
func (analysisArgs) Kind() string { return Analysis }

// Bounds are of the analyses that wait or run: how many there may be of a person, of
// an address and in all, and how much is searched for each position.
type Bounds struct {
	Person, Address, All int
	Nodes                uint64
}

// UsualBounds are those of a client that is told no others.
var UsualBounds = Bounds{Person: 2, Address: 6, All: 100, Nodes: 2_000_000}

const (
	analysisHash     = 64 // megabytes
	analysisPriority = 1
	analysisLine     = 8 // half-moves that are told of a line
	// wholeGame bounds what is searched for all positions together, in those of a game
	// of usual length: a long one is searched less deeply, so that it ends.
	wholeGame = 150
	// leastNodes are searched for a position of any game.
	leastNodes = 2000
	// stepBack is how long each analysis that an address has under way lets those of
	// others that come later go first.
	stepBack = 5 * time.Minute
	// analysisKept is how long what came of it can be read.
	analysisKept = 24 * time.Hour
	// noteEvery is how often a worker notes what it has found.
	noteEvery = time.Second
)

// Errors of analyses.
var (
	ErrNoAnalyst = wire.NewFailure(wire.CodeNoWorkers, "analysis.no-workers", nil)
	ErrTooMany   = wire.NewFailure(wire.CodeTooMany, "analysis.too-many", nil)
	ErrFull      = wire.NewFailure(wire.CodeBusy, "analysis.full", nil)
	ErrNotFound  = wire.NewFailure(string(game.CodeNotFound), "analysis.not-found", nil)
)

// pendingAnalyses are those that wait or run.
const pendingAnalyses = `kind = '` + Analysis + `' AND queue = '` + deepQueue + `' AND state IN ('available', 'running', 'retryable', 'scheduled', 'pending')`

// analysts is how many games can be analysed at a time.
const analysts = `(SELECT coalesce(sum(threads), 0) FROM workers WHERE '` + Analysis + `' = ANY (kinds) AND ` + postgres.WorkerAlive + `)`

// analyse searches the positions of a game, and notes now and then what it has found:
// the asker sees it, and whoever takes it up after this worker goes on from there.
func (w *worker) analyse(ctx context.Context, id int64, a analysisArgs) (any, error) {
	line, err := api.NewService(w.o.Rules).Play(a.Game)
	if err != nil {
		return nil, err
	}
	var noted []byte
	if err := w.o.Store.Pool().QueryRow(ctx, "SELECT coalesce(metadata->'found', '[]') FROM river_job WHERE id = $1", id).Scan(&noted); err != nil {
		return nil, awayError{err}
	}
	found := []wire.PositionVerdict{}
	if json.Unmarshal(noted, &found) != nil || len(found) > line.Ply()+1 {
		found = nil // another version of the program notes it in another way
	}
	e, err := engine.New(line.Rules(), engine.Options{HashMB: analysisHash, Threads: 1})
	if err != nil {
		return nil, err
	}
	last := time.Now()
	err = e.Judge(ctx, line, len(found), engine.Limits{Nodes: a.Nodes}, func(ply int, v engine.Verdict) {
		p, _ := line.At(ply)
		v.Line = v.Line[:min(len(v.Line), analysisLine)]
		info := api.NewSearchInfo(line.Rules(), &p, search.Report{Score: v.Score, Depth: v.Depth, PV: v.Line})
		found = append(found, wire.PositionVerdict{Score: info.Score, Depth: v.Depth, Moves: info.Moves, SAN: info.SAN})
		if time.Since(last) < noteEvery {
			return
		}
		last = time.Now()
		// That it could not be noted is no reason to stop. One that was thought to be gone
		// and has come back has less than who took its place.
		_, _ = w.o.Store.Pool().Exec(ctx, `UPDATE river_job SET metadata = metadata || jsonb_build_object('found', $2::jsonb)
			WHERE id = $1 AND finalized_at IS NULL AND coalesce(jsonb_array_length(metadata->'found'), 0) < $3`, id, wire.Encode(found), len(found))
	})
	if err != nil {
		return nil, err
	}
	// It is kept for longer than River keeps what is done, which it counts from when a
	// job ended: so it ends later than it does. It is done whoever has it now: one that was
	// thought to be gone may come to the end before the one who took its place.
	if _, err := w.o.Store.Pool().Exec(ctx, `UPDATE river_job SET state = 'completed', finalized_at = clock_timestamp() + $3::interval, metadata = metadata || jsonb_build_object('found', $2::jsonb)
		WHERE id = $1 AND finalized_at IS NULL`, id, wire.Encode(found), analysisKept-keptFor); err != nil {
		return nil, awayError{err}
	}
	return nil, nil
}

// Analyse asks for the analysis of a game, as it was played on a line.
func (c *Client) Analyse(ctx context.Context, who fair.Party, line *rules.Line) (s wire.GameAnalysis, err error) {
	start := line.Start()
	r := line.Rules()
	a := analysisArgs{Word: rand.Text(), Total: line.Ply() + 1}
	a.Game = wire.LineRequest{Variant: r.Info().Ref(), Position: r.Guide().FormatPosition(&start), Study: true}
	for ply, m := range line.Moves() {
		p, _ := line.At(ply)
		a.Game.Moves = append(a.Game.Moves, rules.FormatUCI(r, &p, m))
	}
	a.Nodes = min(c.Bounds.Nodes, max(leastNodes, c.Bounds.Nodes*wholeGame/uint64(a.Total)))
	address, person := c.store.Parties(who)
	a.Address, a.Person = fmt.Sprintf("%x", address), fmt.Sprintf("%x", person)
	var id int64
	err = pgx.BeginFunc(ctx, c.store.Pool(), func(tx pgx.Tx) error {
		// One at a time, at all nodes, or many who ask at once would pass the bounds.
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtextextended('tain analyses', 0))"); err != nil {
			return err
		}
		var working, ofAddress, ofPerson, all int
		var now time.Time
		err := tx.QueryRow(ctx, `SELECT `+analysts+`, count(*) FILTER (WHERE args->>'address' = $1), count(*) FILTER (WHERE args->>'person' = $2), count(*), clock_timestamp()
			FROM river_job WHERE `+pendingAnalyses, a.Address, a.Person).Scan(&working, &ofAddress, &ofPerson, &all, &now)
		switch {
		case err != nil:
			return err
		case working == 0:
			return ErrNoAnalyst
		case ofAddress >= c.Bounds.Address || ofPerson >= c.Bounds.Person:
			return ErrTooMany
		case all >= c.Bounds.All:
			return ErrFull
		}
		// River leaves alone what is to come, so all of it is set back.
		when := now.Add(-time.Hour + time.Duration(min(ofAddress, 10))*stepBack)
		added, err := c.river.InsertTx(ctx, tx, a, &river.InsertOpts{Queue: deepQueue, Priority: analysisPriority, MaxAttempts: deepTries, ScheduledAt: when})
		if err != nil {
			return err
		}
		id = added.Job.ID
		// What has a time is left to River's leader, who looks every five seconds: this one is due.
		_, err = tx.Exec(ctx, `WITH due AS (UPDATE river_job SET state = 'available' WHERE id = $1 AND state = 'scheduled' RETURNING queue)
			SELECT pg_notify(concat(current_schema(), '.river_insert'), json_build_object('queue', queue)::text) FROM due`, id)
		return err
	})
	if err != nil {
		return s, err
	}
	return c.Analysis(ctx, fmt.Sprintf("%d-%s", id, a.Word), 0)
}

// Analysis tells how it stands with an analysis, and what is known of the positions
// after so many half-moves and later. A day after it is done it is forgotten.
func (c *Client) Analysis(ctx context.Context, name string, from int) (wire.GameAnalysis, error) {
	s := wire.GameAnalysis{ID: name}
	number, word, _ := strings.Cut(name, "-")
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return s, ErrNotFound
	}
	var has, is string
	var withdrawn bool
	var found []byte
	err = c.store.Pool().QueryRow(ctx, `SELECT args->>'word', state::text, metadata ? 'cancel_attempted_at', (args->>'total')::int, (args->>'nodes')::bigint, `+analysts+`,
		coalesce(metadata->'found', '[]'), CASE WHEN state IN ('completed', 'running') THEN 0 ELSE 1 + (
			SELECT count(*) FROM river_job o WHERE `+pendingAnalyses+` AND o.state <> 'running' AND (o.priority, o.scheduled_at, o.id) < (j.priority, j.scheduled_at, j.id)) END
		FROM river_job j WHERE id = $1 AND kind = '`+Analysis+`'`, id).Scan(&has, &is, &withdrawn, &s.Total, &s.Nodes, &s.Workers, &found, &s.Place)
	switch {
	case errors.Is(err, pgx.ErrNoRows), err == nil && subtle.ConstantTimeCompare([]byte(has), []byte(word)) == 0:
		return wire.GameAnalysis{}, ErrNotFound
	case err != nil:
		return s, err
	}
	if err := json.Unmarshal(found, &s.Found); err != nil {
		return s, fmt.Errorf("jobs: what was found cannot be read: %w", err)
	}
	s.Done = len(s.Found)
	s.From = min(max(0, from), s.Done)
	s.Found = s.Found[s.From:]
	switch {
	case is == "completed":
		s.State = wire.AnalysisDone
	case withdrawn:
		s.State, s.Place = wire.AnalysisWithdrawn, 0
	case is == "cancelled" || is == "discarded":
		s.State, s.Place = wire.AnalysisFailed, 0
	case is == "running":
		s.State = wire.AnalysisRunning
	default:
		s.State = wire.AnalysisWaiting
	}
	return s, nil
}

// Withdraw takes an analysis back. What is done already stays.
func (c *Client) Withdraw(ctx context.Context, name string) error {
	if _, err := c.Analysis(ctx, name, 0); err != nil {
		return err
	}
	number, _, _ := strings.Cut(name, "-")
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return ErrNotFound
	}
	if _, err := c.river.JobCancel(ctx, id); err != nil && !errors.Is(err, river.ErrNotFound) {
		return fmt.Errorf("jobs: %w", err)
	}
	return nil
}

// Analysts tells how many games can be analysed at a time, and how many wait.
func (c *Client) Analysts(ctx context.Context) (wire.GameAnalysts, error) {
	s := wire.GameAnalysts{Queue: true}
	err := c.store.Pool().QueryRow(ctx, `SELECT `+analysts+`, count(*) FROM river_job WHERE `+pendingAnalyses+` AND state <> 'running'`).Scan(&s.Workers, &s.Waiting)
	return s, err
}

// Queue tells how many analyses wait and run, for how long the one has waited that was
// asked for first, and how many can be done at a time.
func (c *Client) Queue(ctx context.Context) (waiting, running int, oldest time.Duration, threads int, err error) {
	var seconds float64
	err = c.store.Pool().QueryRow(ctx, `SELECT count(*) FILTER (WHERE state <> 'running'), count(*) FILTER (WHERE state = 'running'),
		coalesce(extract(epoch FROM clock_timestamp() - min(created_at) FILTER (WHERE state <> 'running')), 0)::float8, `+analysts+`
		FROM river_job WHERE `+pendingAnalyses).Scan(&waiting, &running, &seconds, &threads)
	return waiting, running, time.Duration(max(0, seconds) * float64(time.Second)), threads, err
}
