//go:build linux

package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/test/programs/hostile/attack"
	"github.com/tainchess/tain/internal/test/programs/hostile/honest"
)

// Limits of the measurement. Both apply to activities that need a response at once. Activities
// that take time only have to be served.
const (
	mostRatio  = 3
	mostMillis = 250
	mostMemory = 512 << 20
	// mostLog is the maximum log output during an attack, in bytes per second.
	mostLog = 64 << 10
	// floor is the p99 in milliseconds below which the machine's noise exceeds the measurement.
	floor = 5.0
)

// row is the result of one attack.
type row struct {
	attack        attack.Attack
	without, with *honest.Diary
	count         map[string]int // outcomes of the attackers' requests
	memory        int64
	logged        float64 // bytes per second during the attack
	lost          int
	died          bool
	trouble       []string // errors other than exceeded limits
	fought        int      // number of fights if this is the median of several
}

// quick lists the activities that need a response at once.
var quick = []string{honest.Moves, honest.Questions, honest.Challenges}

// faults lists all errors.
func (r *row) faults() []string { return append(r.slow(), r.wrong()...) }

// slow lists the activities that took too long.
func (r *row) slow() (all []string) {
	say := func(format string, a ...any) { all = append(all, fmt.Sprintf(format, a...)) }
	for _, kind := range quick {
		before, under := r.without.Percentile(kind, .99), r.with.Percentile(kind, .99)
		if under > mostMillis {
			say("%s p99 %.0f ms", kind, under)
		}
		if r.ratio(kind) > mostRatio {
			say("%s p99 %.1f ms, %.1f without", kind, under, before)
		}
	}
	return all
}

// wrong lists the errors that do not depend on the speed of the machine.
func (r *row) wrong() []string {
	all := slices.Clone(r.trouble)
	say := func(format string, a ...any) { all = append(all, fmt.Sprintf(format, a...)) }
	if r.died {
		say("the server died")
	}
	for _, kind := range []string{honest.Moves, honest.Questions, honest.Challenges, honest.Analyses, honest.Computers} {
		if n := r.with.Refused[kind]; n > 0 {
			say("%d of %d: %s (%s)", n, n+len(r.with.Took[kind]), kind, r.with.Why[kind])
		} else if len(r.with.Took[kind]) == 0 {
			say("no %s was served", kind)
		}
	}
	if r.memory > mostMemory {
		say("%d MB", r.memory>>20)
	}
	if r.logged > mostLog {
		say("%.0f KB of log a second", r.logged/1024)
	}
	if r.lost > 0 {
		say("%d events lost or doubled", r.lost)
	}
	return all
}

// ratio returns the slowdown factor of an activity during the attack.
func (r *row) ratio(kind string) float64 {
	return r.with.Percentile(kind, .99) / max(floor, r.without.Percentile(kind, .99))
}

// worst returns the quick activity with the largest slowdown.
func (r *row) worst() string {
	return slices.MaxFunc(quick, func(a, b string) int {
		return int(1000 * (r.ratio(a) - r.ratio(b)))
	})
}

// write writes the table row as Markdown.
func (r *row) write(out io.Writer) {
	kind := r.worst()
	verdict := "held"
	if r.fought > 1 {
		verdict = fmt.Sprintf("held, the median of %d", r.fought)
	}
	if f := r.faults(); len(f) > 0 {
		verdict = "**" + oneLine(strings.Join(f, "; ")) + "**"
	}
	served := func(kind string) string {
		return fmt.Sprintf("%d/%d, %.0f ms", len(r.with.Took[kind]), len(r.with.Took[kind])+r.with.Refused[kind], r.with.Percentile(kind, .99))
	}
	fmt.Fprintf(out, "| %s | %s | %.1f / %.1f | %.1f / %.1f | %.1f | %s | %s | %d MB | %.1f KB | %s | %d | %s |\n",
		r.attack.Name, kind, r.without.Percentile(kind, .5), r.without.Percentile(kind, .99), r.with.Percentile(kind, .5), r.with.Percentile(kind, .99),
		r.ratio(kind), served(honest.Computers), served(honest.Analyses), r.memory>>20, r.logged/1024, counts(r.count), r.lost, verdict)
}

// writeHead writes the table header.
func writeHead(out io.Writer) {
	fmt.Fprintln(out, "| attack | slowest kind | p50 / p99 without, ms | p50 / p99 under it | ratio | computer's moves served, p99 | analyses served, p99 | peak memory | log a second | what the attackers got | lost | |")
	fmt.Fprintln(out, "|---|---|---|---|---:|---|---|---:|---:|---|---:|---|")
}

// counts formats the outcomes of the attackers' requests.
func counts(count map[string]int) string {
	var all []string
	for _, what := range slices.Sorted(maps.Keys(count)) {
		all = append(all, fmt.Sprintf("%s: %d", what, count[what]))
	}
	return strings.Join(all, ", ")
}

// oneLine removes line breaks, to keep a text on its table row.
func oneLine(s string) string { return strings.ReplaceAll(s, "\n", " ") }
