//go:build linux

package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/test/programs/hostile/attack"
	"github.com/tainchess/tain/internal/test/programs/hostile/honest"
)

// Limits of the measurement. Limits on response times apply only to activities that need an immediate
// response. Other activities only have to be served.
const (
	maxMillis = 250
	maxMemory = 512 << 20
	// maxLog is the maximum log output during an attack, in bytes per second.
	maxLog = 64 << 10
	// floor is the p99 in milliseconds below which the machine's noise exceeds the measurement.
	floor = 5.0
)

// mostRatio returns the maximum factor by which an attack may slow down responses.
func mostRatio(addresses int) float64 {
	if addresses > 20 {
		return 6
	}
	return 3
}

// fight is the result of one attack from a number of addresses.
type fight struct {
	addresses     int
	without, with *honest.Diary
	count         map[string]int // outcomes of the attackers' requests
	memory        int64
	cores         float64 // CPU cores used by the server during the attack
	logged        float64 // bytes per second during the attack
	lost          int
	died          bool
	stood         time.Duration // how long the machine itself paused
	trouble       []string      // other faults
}

// quick lists the activities that need an immediate response.
var quick = []string{honest.Moves, honest.Questions, honest.Challenges}

// faults lists all failures.
func (f *fight) faults() []string { return append(f.slow(), f.wrong()...) }

// slow lists the activities that took too long.
func (f *fight) slow() (all []string) {
	say := func(format string, a ...any) { all = append(all, fmt.Sprintf(format, a...)) }
	for _, kind := range quick {
		before, under := f.without.Percentile(kind, .99), f.with.Percentile(kind, .99)
		if under > maxMillis {
			say("%s p99 %.0f ms", kind, under)
		}
		if f.ratio(kind) > mostRatio(f.addresses) {
			say("%s p99 %.1f ms, %.1f without", kind, under, before)
		}
	}
	return all
}

// wrong lists failures that do not depend on the speed of the machine.
func (f *fight) wrong() []string {
	all := slices.Clone(f.trouble)
	say := func(format string, a ...any) { all = append(all, fmt.Sprintf(format, a...)) }
	if f.died {
		say("the server died")
	}
	for _, kind := range slices.Sorted(maps.Keys(f.with.Refused)) {
		n := f.with.Refused[kind]
		say("%d of %d: %s (%s)", n, n+len(f.with.Took[kind]), kind, f.with.Why[kind])
	}
	for _, kind := range append(slices.Clone(quick), honest.Computers) {
		if len(f.with.Took[kind]) == 0 {
			say("no %s was served", kind)
		}
	}
	if f.memory > maxMemory {
		say("%d MB", f.memory>>20)
	}
	if f.logged > maxLog {
		say("%.0f KB of log a second", f.logged/1024)
	}
	if f.lost > 0 {
		say("%d events lost or doubled", f.lost)
	}
	return all
}

// ratio returns how many times slower an activity is during the attack.
func (f *fight) ratio(kind string) float64 {
	return f.with.Percentile(kind, .99) / max(floor, f.without.Percentile(kind, .99))
}

// worst returns the quick activity that the attack slows down most.
func (f *fight) worst() string {
	return slices.MaxFunc(quick, func(a, b string) int { return cmp.Compare(f.ratio(a), f.ratio(b)) })
}

// served describes how many requests of a kind were served, and their p99.
func (f *fight) served(kind string) string {
	return fmt.Sprintf("%d of %d in %.0f ms", len(f.with.Took[kind]), len(f.with.Took[kind])+f.with.Refused[kind], f.with.Percentile(kind, .99))
}

// contest contains all fights of one attack, by number of addresses and round.
type contest struct {
	attack attack.Attack
	fights [][]*fight
}

// median returns the fight with the median number of slow activities or, if equal, the median slowdown
// of its worst activity.
func median(all []*fight) *fight {
	all = slices.SortedFunc(slices.Values(all), func(a, b *fight) int {
		return cmp.Or(cmp.Compare(len(a.slow()), len(b.slow())), cmp.Compare(a.ratio(a.worst()), b.ratio(b.worst())))
	})
	return all[len(all)/2]
}

// faults lists all failures. Slow responses count in the median fight only, other failures in any
// fight. An analysis may wait longer than a fight, but at least one must be served.
func (c *contest) faults() (all []string) {
	for _, fights := range c.fights {
		found, analyses := median(fights).slow(), 0
		for _, f := range fights {
			found = append(found, f.wrong()...)
			analyses += len(f.with.Took[honest.Analyses])
		}
		if analyses == 0 {
			found = append(found, "no analysis was served")
		}
		if len(found) > 0 {
			all = append(all, nAddresses(fights[0].addresses)+": "+oneLine(strings.Join(found, "; ")))
		}
	}
	return all
}

// nAddresses formats a number of addresses.
func nAddresses(n int) string {
	if n == 1 {
		return "1 address"
	}
	return fmt.Sprintf("%d addresses", n)
}

// columns returns the header of the table of attacks.
func columns(addresses []int) []string {
	all := []string{"attack", "p99 without attack"}
	for _, n := range addresses {
		all = append(all, "growth, "+nAddresses(n))
	}
	return append(all, "honest requests refused", "analyses, computer moves served", "peak memory", "log per second", "lost")
}

// cells returns the attack's row in the table.
func (c *contest) cells() []string {
	var memory int64
	var logged, without float64
	served, refused, lost := map[string]int{}, 0, 0
	for _, fights := range c.fights {
		for _, f := range fights {
			memory, logged, lost = max(memory, f.memory), max(logged, f.logged), lost+f.lost
			for kind, took := range f.with.Took {
				served[kind] += len(took)
			}
			for _, n := range f.with.Refused {
				refused += n
			}
		}
		m := median(fights)
		without = max(without, m.without.Percentile(m.worst(), .99))
	}
	row := []string{"`" + c.attack.Name + "`", fmt.Sprintf("%.1f ms", without)}
	for _, fights := range c.fights {
		m := median(fights)
		row = append(row, fmt.Sprintf("%.1f", m.ratio(m.worst())))
	}
	return append(row, fmt.Sprint(refused), fmt.Sprintf("%d, %d", served[honest.Analyses], served[honest.Computers]),
		fmt.Sprintf("%d MB", memory>>20), fmt.Sprintf("%.1f KB", logged/1024), fmt.Sprint(lost))
}

// stood returns the total time for which the machine itself paused during the attacks.
func (c *contest) stood() (sum time.Duration) {
	for _, fights := range c.fights {
		for _, f := range fights {
			sum += f.stood
		}
	}
	return sum
}

// counts formats the outcomes of the attackers' requests.
func counts(count map[string]int) string {
	var all []string
	for _, what := range slices.Sorted(maps.Keys(count)) {
		all = append(all, fmt.Sprintf("%s: %d", what, count[what]))
	}
	return strings.Join(all, ", ")
}

// oneLine replaces line breaks with spaces, to keep the text in one table row.
func oneLine(s string) string { return strings.ReplaceAll(s, "\n", " ") }
