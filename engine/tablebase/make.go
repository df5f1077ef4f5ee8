//go:build !js

package tablebase

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// Maker builds a rule set's tables in a folder, several concurrently. It skips existing tables, so that an
// interrupted run can be resumed.
type Maker struct {
	Rules  rules.Rules
	Folder string
	Pieces int // number of pieces in the largest tables, including kings
	// Only, if not empty, restricts the build to one material and the materials it depends on.
	Only    Material
	Workers int // tables built concurrently or, for boards in space, goroutines per table; 0 means 1
	// Progress, if not nil, is called with the fraction done. Made, if not nil, is called for each table;
	// before reports whether the table already existed. Calls are serialised.
	Progress func(done float64)
	Made     func(h Header, before bool)
}

type job struct {
	material Material
	source   *source
	size     float64
	needs    []Material
	ready    chan struct{} // closed when the table exists
	done     float64
}

// making is the state of one Make call.
type making struct {
	*Maker
	set  *Set
	jobs map[Material]*job
	mu   sync.Mutex // guards job.done, and serialises Progress and Made
}

// Make builds the missing tables. If the context ends, finished tables remain and unfinished ones leave no
// file. Make returns ErrRules if the rule set has no tables, or the first error.
func (m Maker) Make(ctx context.Context) error {
	if !Supports(m.Rules) {
		return ErrRules
	}
	if err := os.MkdirAll(m.Folder, 0o755); err != nil {
		return &WriteError{Folder: m.Folder, Err: reason(err)}
	}
	set, err := NewSet(m.Rules)
	if err != nil {
		return err
	}
	k := making{Maker: &m, set: set, jobs: map[Material]*job{}}
	order, err := m.materials()
	if err != nil {
		return err
	}
	for _, name := range order {
		j := &job{material: name, size: m.size(name), needs: name.needs(set.men), ready: make(chan struct{})}
		j.source = k.set.add(name, func() (*Table, error) { return Load(m.Rules, name, FileName(m.Folder, name)) })
		k.jobs[name] = j
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	// Each worker takes the next table from the queue and waits for its dependencies, which other workers may
	// still be building.
	queue := make(chan *job)
	var workers sync.WaitGroup
	atOnce := max(1, m.Workers)
	if _, ok := inSpace(m.Rules); ok {
		atOnce = 1 // all workers share one table
	}
	for range atOnce {
		workers.Go(func() {
			for j := range queue {
				if err := k.make(ctx, j); err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, name := range order {
		queue <- k.jobs[name]
	}
	close(queue)
	workers.Wait()
	return context.Cause(ctx)
}

// materials lists the tables to build, dependencies first.
func (m *Maker) materials() ([]Material, error) {
	all := MaterialsOf(m.Rules, m.Pieces)
	if m.Only == "" {
		return all, nil
	}
	if !slices.Contains(all, m.Only) {
		return nil, fmt.Errorf("tablebase: no table %s of %s", m.Only, m.Rules.Info().Name)
	}
	wanted, of := []Material{m.Only}, menOf(m.Rules)
	for i := 0; i < len(wanted); i++ {
		for _, n := range wanted[i].needs(of) {
			if !slices.Contains(wanted, n) {
				wanted = append(wanted, n)
			}
		}
	}
	return slices.DeleteFunc(all, func(n Material) bool { return !slices.Contains(wanted, n) }), nil
}

// size returns the relative amount of work that a table requires.
func (m *Maker) size(name Material) float64 {
	if l, err := layoutOf(m.Rules, name); err == nil {
		return float64(l.size())
	}
	return 1
}

// make builds one table unless it exists.
func (k *making) make(ctx context.Context, j *job) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if h, err := k.found(ctx, j.material); err != nil {
		return err
	} else if h.Material != "" {
		k.finish(j, h, true)
		return nil
	}
	if err := writable(k.Folder); err != nil {
		return err
	}
	for _, need := range j.needs {
		select {
		case <-k.jobs[need].ready:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	// If a required table cannot be read, return the read error. Otherwise the table would be reported as
	// missing.
	for _, need := range j.needs {
		if of := k.jobs[need].source; k.set.get(of) == nil {
			_, err := of.read()
			return err
		}
	}
	progress := func(done float64) { k.progress(j, done) }
	t, err := buildTable(ctx, k.Rules, j.material, k.set.Probe, k.Workers, progress)
	if err == nil {
		err = t.save(ctx, k.Folder)
	}
	if err != nil {
		return err
	}
	j.source.table.Store(t)
	k.finish(j, t.Header, false)
	return nil
}

// found returns the header of an intact existing table. The header is empty if the table is missing or
// damaged, so that it is built. If the file is not a table, found returns an error, so that the file is not
// overwritten.
func (k *making) found(ctx context.Context, m Material) (Header, error) {
	name := FileName(k.Folder, m)
	switch h, err := LoadHeader(name); {
	case errors.Is(err, os.ErrNotExist):
		return Header{}, nil
	case err != nil:
		return h, fmt.Errorf("%w; remove the file to build the table", err)
	case h.Variant != eval.Key(k.Rules) || h.Material != m:
		return Header{}, nil
	}
	t, err := Load(k.Rules, m, name)
	if err == nil && t.packed != nil {
		err = t.packed.check(ctx, max(1, k.Workers))
		err = errors.Join(err, t.packed.close())
	}
	if ctx.Err() != nil {
		return Header{}, context.Cause(ctx)
	}
	if err != nil {
		return Header{}, nil
	}
	return t.Header, nil
}

// finish records a finished table, calls Made and releases the jobs that wait for the table.
func (k *making) finish(j *job, h Header, before bool) {
	k.progress(j, 1)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.Made != nil {
		k.Made(h, before)
	}
	close(j.ready)
}

// progress records the fraction of a job that is done and reports the fraction over all tables.
func (k *making) progress(j *job, done float64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	j.done = done
	if k.Progress == nil {
		return
	}
	var all, sum float64
	for _, other := range k.jobs {
		all += other.size
		sum += other.size * other.done
	}
	k.Maker.Progress(min(1, sum/all))
}
