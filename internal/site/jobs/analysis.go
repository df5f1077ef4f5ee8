package jobs

import (
	"bytes"
	"cmp"
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

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/notation"
)

// analysisArgs is a game to be analysed.
type analysisArgs struct {
	PGN   string `json:"pgn"`
	Nodes uint64 `json:"nodes"` // for each position
	// Word lets one read what comes of it; who asked is kept as a hash with a secret
	// that is not in the database.
	Word    string `json:"word"`
	Address string `json:"address"`
	Person  string `json:"person"`
}

// Kind names it among River's jobs.
func (analysisArgs) Kind() string { return Analysis }

// Bounds of an analysis.
const (
	analysisNodes    = 2_000_000 // for each position
	analysisHash     = 64        // megabytes
	analysesPerson   = 2         // that wait or run
	analysesAddress  = 6
	analysisPriority = 1
)

// Errors of analyses.
var (
	ErrTooMany  = errors.New("jobs: too many analyses of this person or address are under way")
	ErrNotFound = errors.New("jobs: there is no such analysis")
)

// AnalysisState is how it stands with an analysis.
type AnalysisState struct {
	ID          string
	Place       int // how many come before it; 0 if it is being done
	Done, Total int // positions
	PGN         string
	Failed      bool
}

// analyse annotates a game, and notes now and then how far it is.
func (w *worker) analyse(ctx context.Context, id int64, a analysisArgs) (any, error) {
	g, err := w.o.readGame(ctx, a.PGN)
	if err != nil {
		return nil, err
	}
	e, err := engine.New(g.Rules, engine.Options{HashMB: analysisHash, Threads: 1})
	if err != nil {
		return nil, err
	}
	var noted time.Time
	err = e.Annotate(ctx, g, engine.Limits{Nodes: a.Nodes}, func(done, total int) {
		if time.Since(noted) < time.Second {
			return
		}
		noted = time.Now()
		// That it could not be noted is no reason to stop.
		_, _ = w.o.Store.Pool().Exec(ctx, "UPDATE river_job SET metadata = metadata || jsonb_build_object('done', $2::int, 'total', $3::int) WHERE id = $1", id, done, total)
	})
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := notation.WriteGame(&b, g); err != nil {
		return nil, err
	}
	return b.String(), nil
}

// readGame reads the first game of a text.
func (o *Options) readGame(ctx context.Context, pgn string) (*notation.Game, error) {
	find := room.FinderOf(o.Rules.Find, func(hash string) (string, error) { return o.Store.Definition(ctx, hash) })
	return notation.NewReader(strings.NewReader(pgn), find).Next()
}

// Analyse asks for the analysis of a game, given as PGN that the asker has checked.
func (c *Client) Analyse(ctx context.Context, who fair.Party, pgn string) (s AnalysisState, err error) {
	ok, err := c.Working(ctx, Analysis)
	switch {
	case err != nil:
		return s, err
	case !ok:
		return s, ErrNobody
	}
	address, person := c.store.Parties(who)
	a := analysisArgs{PGN: pgn, Nodes: cmp.Or(c.Nodes, analysisNodes), Word: rand.Text(), Address: fmt.Sprintf("%x", address), Person: fmt.Sprintf("%x", person)}
	for _, bound := range []struct {
		name, value string
		most        int
	}{{"person", a.Person, analysesPerson}, {"address", a.Address, analysesAddress}} {
		var has int
		err := c.store.Pool().QueryRow(ctx, `SELECT count(*) FROM river_job WHERE kind = '`+Analysis+`' AND finalized_at IS NULL AND args @> jsonb_build_object($1::text, $2::text)`, bound.name, bound.value).Scan(&has)
		if err != nil {
			return s, err
		}
		if has >= bound.most {
			return s, ErrTooMany
		}
	}
	id, err := c.add(ctx, a, analysisPriority)
	if err != nil {
		return s, err
	}
	return c.Analysis(ctx, fmt.Sprintf("%d-%s", id, a.Word))
}

// Analysis tells how it stands with an analysis, and what came of it: for a while, then
// it is forgotten.
func (c *Client) Analysis(ctx context.Context, name string) (s AnalysisState, err error) {
	number, word, _ := strings.Cut(name, "-")
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return s, ErrNotFound
	}
	var has string
	err = c.store.Pool().QueryRow(ctx, `SELECT args->>'word', coalesce((metadata->>'done')::int, 0), coalesce((metadata->>'total')::int, 0) FROM river_job WHERE id = $1 AND kind = '`+Analysis+`'`, id).Scan(&has, &s.Done, &s.Total)
	switch {
	case errors.Is(err, pgx.ErrNoRows), err == nil && subtle.ConstantTimeCompare([]byte(has), []byte(word)) == 0:
		return AnalysisState{}, ErrNotFound
	case err != nil:
		return s, err
	}
	found, err := c.look(ctx, []int64{id})
	if err != nil {
		return s, err
	}
	one := found[id]
	s.ID, s.Place, s.Failed = name, one.place, one.err != nil
	if one.done && one.err == nil {
		err = json.Unmarshal(one.output, &s.PGN)
	}
	return s, err
}

// Forget takes an analysis back.
func (c *Client) Forget(ctx context.Context, name string) error {
	if _, err := c.Analysis(ctx, name); err != nil {
		return err
	}
	number, _, _ := strings.Cut(name, "-")
	id, err := strconv.ParseInt(number, 10, 64)
	if err == nil {
		c.drop([]int64{id})
	}
	return err
}
