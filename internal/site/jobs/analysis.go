package jobs

import (
	"bytes"
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

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
)

// analysisArgs contains the arguments of a job that analyses a game.
type analysisArgs struct {
	Game  analysedGame `json:"game"`
	Total int          `json:"total"` // number of positions
	Nodes uint64       `json:"nodes"` // per position
	// Word is the secret part of the analysis ID. Address and Person are pseudonyms of the client.
	Word    string `json:"word"`
	Address string `json:"address"`
	Person  string `json:"person"`
}

// analysedGame is a game as stored in its job.
type analysedGame struct {
	Variant  string   `json:"variant"` // as rules.Info.Ref returns it
	Position string   `json:"position,omitempty"`
	Moves    []string `json:"moves,omitempty"` // in UCI notation
	Study    bool     `json:"study,omitempty"` // whether a side may have no king
}

// newAnalysedGame converts a game to its stored form.
func newAnalysedGame(line *rules.Line) analysedGame {
	start, r := line.Start(), line.Rules()
	g := analysedGame{Variant: r.Info().Ref(), Position: r.Guide().FormatPosition(&start), Study: true}
	for ply, m := range line.Moves() {
		p, _ := line.At(ply)
		g.Moves = append(g.Moves, rules.FormatUCI(r, &p, m))
	}
	return g
}

// line replays a stored game and returns its line of moves.
func (w *worker) line(g analysedGame) (*rules.Line, error) {
	r, err := w.o.Rules.Choose(g.Variant)
	if err != nil {
		return nil, err
	}
	start, err := r.Guide().ParsePosition(g.Position, rules.ParseOptions{AllowNoKing: g.Study})
	if err != nil {
		return nil, err
	}
	line := rules.NewLine(r, start)
	for _, text := range g.Moves {
		if pgn.IsNull(text) {
			err = line.Pass()
		} else {
			_, err = line.PlayText(text)
		}
		if err != nil {
			return nil, err
		}
	}
	return line, nil
}

// AnalysisState is the state of an analysis.
type AnalysisState string

// The states.
const (
	AnalysisWaiting   AnalysisState = "waiting"
	AnalysisRunning   AnalysisState = "running"
	AnalysisDone      AnalysisState = "done"
	AnalysisFailed    AnalysisState = "failed" // after an error, or after too many attempts
	AnalysisWithdrawn AnalysisState = "withdrawn"
)

// GameAnalysis is the state of an analysis of a whole game, and its results.
type GameAnalysis struct {
	ID    string // secret: anybody who knows it may read and withdraw the analysis
	State AnalysisState
	Place int // place in the queue while waiting; 1 is next
	// Total is the number of positions: one before each move, and the last one. Done is how many of them have
	// been analysed.
	Done, Total int
	Workers     int    // number of games that workers can analyse at a time
	Nodes       uint64 // searched per position
	// Found are the results for the positions from ply From.
	From  int
	Found []Verdict
}

// Verdict is the result for a position, as stored in the job.
type Verdict struct {
	Score Score    `json:"score"`
	Depth int      `json:"depth"`
	Moves []string `json:"moves"` // the principal variation, empty if the game is over
	SAN   []string `json:"san"`
}

// Score is a score for the side to move, in centipawns or as the number of moves to mate.
type Score struct {
	CP   *int `json:"cp,omitempty"`
	Mate *int `json:"mate,omitempty"`
}

// newVerdict returns the result for a position, with a shortened line.
func newVerdict(r rules.Rules, p *board.Position, v engine.Verdict) Verdict {
	pv := v.Line[:min(len(v.Line), analysisLine)]
	found := Verdict{Depth: v.Depth, Moves: append([]string{}, engine.UCI(r, p, pv)...), SAN: append([]string{}, engine.SAN(r, p, pv)...)}
	if mate, ok := search.MateIn(v.Score); ok {
		found.Score.Mate = &mate
	} else {
		found.Score.CP = &v.Score
	}
	return found
}

// Kind implements river.JobArgs.
func (analysisArgs) Kind() string { return Analysis }

const (
	analysisHash     = 64 // megabytes
	analysisPriority = 1
	analysisLine     = 8 // plies in a reported line
	// wholeGame is the number of positions up to which every position gets the full node count. The positions
	// of longer games get fewer nodes each.
	wholeGame = 150
	// minNodes is the lowest node limit per position, unless Bounds.Nodes is lower.
	minNodes = 2000
	// stepBack is how far an analysis moves back in the queue for each of up to ten unfinished analyses from
	// the same address.
	stepBack = 5 * time.Minute
	// analysisRetention is how long the results of a completed analysis can be read.
	analysisRetention = 24 * time.Hour
	// noteEvery is how often a worker saves its results.
	noteEvery = time.Second
)

// Errors returned for analyses.
var (
	ErrNoAnalyst = errors.New("jobs: no worker analyses games")
	ErrTooMany   = errors.New("jobs: too many unfinished analyses for this person or address")
	ErrFull      = errors.New("jobs: too many unfinished analyses")
	ErrNotFound  = errors.New("jobs: analysis not found")
)

// pendingAnalyses is the SQL condition for waiting and running analyses.
const pendingAnalyses = `kind = '` + Analysis + `' AND queue = '` + deepQueue + `' AND state IN ('available', 'running', 'retryable', 'scheduled', 'pending')`

// analysts is an SQL expression for the number of games that can be analysed at a time.
const analysts = `(SELECT coalesce(sum(threads), 0) FROM workers WHERE '` + Analysis + `' = ANY (kinds) AND ` + postgres.WorkerAlive + `)`

// analyse searches the positions of a game. It saves the results at intervals, so that the client can read
// them and another worker can continue from them.
func (w *worker) analyse(ctx context.Context, id int64, a analysisArgs) (any, error) {
	line, err := w.line(a.Game)
	if err != nil {
		return nil, err
	}
	var noted []byte
	if err := w.o.Store.Pool().QueryRow(ctx, "SELECT coalesce(metadata->'found', '[]') FROM river_job WHERE id = $1", id).Scan(&noted); err != nil {
		return nil, unavailableError{err}
	}
	found := []Verdict{}
	if json.Unmarshal(noted, &found) != nil || len(found) > line.Ply()+1 {
		found = nil // these results were saved by a different version
	}
	e, err := engine.New(line.Rules(), engine.Options{HashMB: analysisHash, Threads: 1})
	if err != nil {
		return nil, err
	}
	last := time.Now()
	err = e.Judge(ctx, line, len(found), engine.Limits{Nodes: a.Nodes}, func(ply int, v engine.Verdict) {
		p, _ := line.At(ply)
		found = append(found, newVerdict(line.Rules(), &p, v))
		if time.Since(last) < noteEvery {
			return
		}
		last = time.Now()
		// A failure to save does not stop the analysis. A worker that was presumed dead may have fewer
		// results than its successor and must not overwrite them.
		_, _ = w.o.Store.Pool().Exec(ctx, `UPDATE river_job SET metadata = metadata || jsonb_build_object('found', $2::jsonb)
			WHERE id = $1 AND finalized_at IS NULL AND coalesce(jsonb_array_length(metadata->'found'), 0) < $3`, id, encodeVerdicts(found), len(found))
	})
	if err != nil {
		return nil, err
	}
	// River keeps finished jobs for less than analysisRetention, so finalized_at is set to a later time. It
	// may already be set, because a worker that was presumed dead may finish first.
	if _, err := w.o.Store.Pool().Exec(ctx, `UPDATE river_job SET state = 'completed', finalized_at = clock_timestamp() + $3::interval,
		metadata = metadata || jsonb_build_object('found', $2::jsonb) WHERE id = $1 AND finalized_at IS NULL`, id, encodeVerdicts(found), analysisRetention-jobRetention); err != nil {
		return nil, unavailableError{err}
	}
	return nil, nil
}

// encodeVerdicts returns results as JSON without HTML escapes.
func encodeVerdicts(found []Verdict) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(found) // numbers and strings can always be encoded
	return b.Bytes()
}

// Analyse requests the analysis of a game and returns its state. It fails with ErrNoAnalyst, ErrTooMany or
// ErrFull if the request cannot be accepted.
func (c *Client) Analyse(ctx context.Context, who fair.Party, line *rules.Line) (s GameAnalysis, err error) {
	a := analysisArgs{Game: newAnalysedGame(line), Word: rand.Text(), Total: line.Ply() + 1}
	a.Nodes = min(c.Bounds.Nodes, max(minNodes, c.Bounds.Nodes*wholeGame/uint64(a.Total)))
	address, person := c.store.Parties(who)
	a.Address, a.Person = fmt.Sprintf("%x", address), fmt.Sprintf("%x", person)
	var id int64
	err = pgx.BeginFunc(ctx, c.store.Pool(), func(tx pgx.Tx) error {
		// A lock serialises the requests on all nodes, so that concurrent requests stay within the limits.
		// Others that wait are each about to commit, so the wait may be longer than for other locks.
		if _, err := tx.Exec(ctx, "SELECT set_config('lock_timeout', '10s', true), pg_advisory_xact_lock(hashtextextended('tain analyses', 0))"); err != nil {
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
		// River does not start jobs scheduled for the future, so all times are in the past.
		when := now.Add(-time.Hour + time.Duration(min(ofAddress, 10))*stepBack)
		added, err := c.river.InsertTx(ctx, tx, a, &river.InsertOpts{Queue: deepQueue, Priority: analysisPriority, MaxAttempts: deepTries, ScheduledAt: when})
		if err != nil {
			return err
		}
		id = added.Job.ID
		// River's leader checks scheduled jobs every five seconds, but this job is due now.
		_, err = tx.Exec(ctx, `WITH due AS (UPDATE river_job SET state = 'available' WHERE id = $1 AND state = 'scheduled' RETURNING queue)
			SELECT pg_notify(concat(current_schema(), '.river_insert'), json_build_object('queue', queue)::text) FROM due`, id)
		return err
	})
	if err != nil {
		return s, err
	}
	return c.Analysis(ctx, fmt.Sprintf("%d-%s", id, a.Word), 0)
}

// splitID returns the job and the secret word in an analysis ID, or ErrNotFound.
func splitID(name string) (job int64, word string, err error) {
	number, word, _ := strings.Cut(name, "-")
	if job, err = strconv.ParseInt(number, 10, 64); err != nil {
		err = ErrNotFound
	}
	return job, word, err
}

// Analysis returns the state of an analysis, with its results starting at a ply. A completed analysis is
// deleted after a day.
func (c *Client) Analysis(ctx context.Context, name string, from int) (GameAnalysis, error) {
	s := GameAnalysis{ID: name}
	id, word, err := splitID(name)
	if err != nil {
		return s, err
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
		return GameAnalysis{}, ErrNotFound
	case err != nil:
		return s, err
	}
	if err := json.Unmarshal(found, &s.Found); err != nil {
		return s, fmt.Errorf("jobs: the results cannot be read: %w", err)
	}
	s.Done = len(s.Found)
	s.From = min(max(0, from), s.Done)
	s.Found = s.Found[s.From:]
	switch {
	case is == "completed":
		s.State = AnalysisDone
	case withdrawn:
		s.State, s.Place = AnalysisWithdrawn, 0
	case is == "cancelled" || is == "discarded":
		s.State, s.Place = AnalysisFailed, 0
	case is == "running":
		s.State = AnalysisRunning
	default:
		s.State = AnalysisWaiting
	}
	return s, nil
}

// Withdraw cancels an analysis. It has no effect on a finished one.
func (c *Client) Withdraw(ctx context.Context, name string) error {
	if _, err := c.Analysis(ctx, name, 0); err != nil {
		return err
	}
	id, _, err := splitID(name)
	if err != nil {
		return err
	}
	if _, err := c.river.JobCancel(ctx, id); err != nil && !errors.Is(err, river.ErrNotFound) {
		return fmt.Errorf("jobs: %w", err)
	}
	return nil
}

// Queue returns how many analyses are waiting and running, how long the oldest has waited, and how many can
// run at a time.
func (c *Client) Queue(ctx context.Context) (waiting, running int, oldest time.Duration, threads int, err error) {
	var seconds float64
	err = c.store.Pool().QueryRow(ctx, `SELECT count(*) FILTER (WHERE state <> 'running'), count(*) FILTER (WHERE state = 'running'),
		coalesce(extract(epoch FROM clock_timestamp() - min(created_at) FILTER (WHERE state <> 'running')), 0)::float8, `+analysts+`
		FROM river_job WHERE `+pendingAnalyses).Scan(&waiting, &running, &seconds, &threads)
	return waiting, running, time.Duration(max(0, seconds) * float64(time.Second)), threads, err
}
