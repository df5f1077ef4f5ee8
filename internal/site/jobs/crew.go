package jobs

import (
	"context"
	"errors"
	"fmt"

	"github.com/tainchess/tain/internal/site/store/postgres"
)

// perThread is how many jobs are queued per thread of the workers, so that none is
// ever idle.
const perThread = 2

// WithCrew calls do with the workers of a kind that share a database, and with the
// number of jobs to keep under way.
func WithCrew(ctx context.Context, url, kind string, do func(crew *Crew, jobs int) error) error {
	games, err := postgres.Open(ctx, postgres.Options{URL: url, Aside: true, Existing: true})
	if err != nil {
		return err
	}
	defer games.Close()
	client, err := NewClient(games)
	if err != nil {
		return err
	}
	polling, end := context.WithCancel(context.WithoutCancel(ctx)) // until all jobs have been taken back
	defer end()
	crew, err := client.NewCrew(polling, kind)
	if errors.Is(err, ErrNoWorkers) {
		return fmt.Errorf("no worker is running that takes %v jobs; start one with tain worker", kind)
	}
	if err != nil {
		return err
	}
	threads, err := client.Threads(ctx, kind)
	if err != nil {
		return err
	}
	return do(crew, max(1, perThread*threads))
}
