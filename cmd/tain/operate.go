package main

import (
	"context"
	"log/slog"
	"sync"
)

// startOperating starts what looks after a server beside its games, and returns
// how to end it.
func (s *serveCmd) startOperating(c *console, log *slog.Logger) (stop func(), err error) {
	schedule, err := s.schedule(c, s.Data, log)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(c.ctx))
	var running sync.WaitGroup
	if schedule != nil {
		running.Go(func() { schedule.Run(ctx) })
	}
	return func() {
		cancel()
		running.Wait()
	}, nil
}
