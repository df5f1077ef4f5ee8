package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/tainchess/tain/internal/site/jobs"
	"github.com/tainchess/tain/internal/site/store/postgres"
)

// clusterFlags let a command leave its work to workers.
type clusterFlags struct {
	Cluster string `placeholder:"URL" help:"PostgreSQL database whose workers (tain worker) share the work, such as postgres://tain@localhost/tain; the result is the same."`
}

// perThread is how many jobs wait for each thread of a worker: it should never have to
// wait for the next.
const perThread = 2

// spread does something, with the workers of a kind if they are asked for: then use is
// told of them first, and how many jobs to have under way.
func (f *clusterFlags) spread(c *console, kind string, use func(crew *jobs.Crew, threads int) error, do func() error) error {
	if f.Cluster == "" {
		return do()
	}
	kept, err := postgres.Open(c.Context, postgres.Options{URL: f.Cluster, Aside: true, Existing: true})
	if err != nil {
		return err
	}
	defer kept.Close()
	client, err := jobs.NewClient(kept)
	if err != nil {
		return err
	}
	ctx, end := context.WithCancel(context.WithoutCancel(c.Context)) // it looks until all have been taken back
	defer end()
	crew, err := client.NewCrew(ctx, kind)
	if errors.Is(err, jobs.ErrNobody) {
		return fmt.Errorf("no worker is running that takes %v jobs; start one with tain worker", kind)
	}
	if err != nil {
		return err
	}
	threads, err := client.Threads(c.Context, kind)
	if err != nil {
		return err
	}
	if err := use(crew, max(1, perThread*threads)); err != nil {
		return err
	}
	return do()
}
