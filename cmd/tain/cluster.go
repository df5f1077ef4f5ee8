package main

import (
	"github.com/tainchess/tain/internal/site/jobs"
)

// clusterFlags let the workers of a cluster do the work of a command.
type clusterFlags struct {
	Cluster string `placeholder:"URL" help:"PostgreSQL database whose workers (tain worker) share the work, such as postgres://tain@localhost/tain; the result is the same."`
}

// spread does something, with the workers of a kind if the flag names a database:
// then it calls use first, with the number of jobs to keep under way.
func (f *clusterFlags) spread(c *console, kind string, use func(crew *jobs.Crew, jobs int) error, do func() error) error {
	if f.Cluster == "" {
		return do()
	}
	return jobs.WithCrew(c.Context, f.Cluster, kind, func(crew *jobs.Crew, n int) error {
		if err := use(crew, n); err != nil {
			return err
		}
		return do()
	})
}
