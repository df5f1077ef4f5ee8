package limit

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/tainchess/tain/notation"
)

// BoundedLog is a log handler that clients cannot flood. It truncates long strings, rate-limits similar lines
// about one address, and counts the lines it drops.
type BoundedLog struct {
	next  slog.Handler
	state *logState
}

// logState counts written and dropped lines. Derived handlers share it.
type logState struct {
	limits Limits

	mu    sync.Mutex
	all   bucket
	kinds map[logKind]*logCount
}

// logKind identifies similar lines: the same message about the same address.
type logKind struct{ message, address string }

// logCount contains the budget for one kind of line, and the number of lines dropped.
type logCount struct {
	lines   bucket
	dropped int
}

// Limits of the handler: the number of kinds of lines that it distinguishes, the number of kinds that get a
// separate line in the summary, the total burst, in seconds at the line rate, and the size of a logged stack
// trace, in bytes.
const (
	maxLogKinds  = 2048
	maxSummaries = 20
	logBurst     = 5
	maxStack     = 8 << 10
)

// otherKinds represents all kinds beyond maxLogKinds.
var otherKinds = logKind{message: "various"}

// BoundLog returns a logger that clients cannot flood. A server and its games share the budget if they use
// the same logger.
func BoundLog(log *slog.Logger, l Limits) *slog.Logger {
	return slog.New(newBoundedLog(log.Handler(), l))
}

func newBoundedLog(next slog.Handler, l Limits) *BoundedLog {
	return &BoundedLog{next, &logState{
		limits: l, kinds: map[logKind]*logCount{}, all: newBucket(l.AllLogLines, max(1, int(l.AllLogLines*logBurst)), time.Now()),
	}}
}

// Enabled reports whether lines at a level are logged.
func (b *BoundedLog) Enabled(ctx context.Context, level slog.Level) bool {
	return b.next.Enabled(ctx, level)
}

// Handle truncates and writes a line, or drops it.
func (b *BoundedLog) Handle(ctx context.Context, line slog.Record) error {
	short := slog.NewRecord(line.Time, line.Level, b.state.clip(line.Message), line.PC)
	kind := logKind{message: short.Message}
	line.Attrs(func(a slog.Attr) bool {
		short.AddAttrs(b.state.shorten(a))
		if a.Key == "address" {
			kind.address = a.Value.String()
		}
		return true
	})
	before, ok := b.state.allow(kind, time.Now())
	if !ok {
		return nil
	}
	if before > 0 {
		short.AddAttrs(slog.Int("left_out_before", before))
	}
	return b.next.Handle(ctx, short)
}

// WithAttrs returns a handler that adds attributes.
func (b *BoundedLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	short := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		short[i] = b.state.shorten(a)
	}
	return &BoundedLog{b.next.WithAttrs(short), b.state}
}

// WithGroup returns a handler that puts attributes into a group.
func (b *BoundedLog) WithGroup(name string) slog.Handler {
	return &BoundedLog{b.next.WithGroup(name), b.state}
}

// allow reports whether another line of a kind may be written, and returns the number of lines of that kind
// dropped before it.
func (l *logState) allow(kind logKind, now time.Time) (dropped int, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	one := l.kinds[kind]
	if one == nil && len(l.kinds) >= maxLogKinds {
		kind = otherKinds
		one = l.kinds[kind]
	}
	if one == nil {
		one = &logCount{lines: newBucket(rate.Every(l.limits.LogEvery), l.limits.LogLines, now)}
		l.kinds[kind] = one
	}
	if _, _, ok := takeAll(now, 1, &one.lines, &l.all); !ok {
		one.dropped++
		return 0, false
	}
	dropped, one.dropped = one.dropped, 0
	return dropped, true
}

// logSummary records how many lines of a kind were dropped.
type logSummary struct {
	logKind
	count int
}

// takeSummaries returns and resets the counts of dropped lines, largest first, and evicts idle kinds.
func (l *logState) takeSummaries(now time.Time) []logSummary {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []logSummary
	for kind, one := range l.kinds {
		if one.dropped > 0 {
			all = append(all, logSummary{kind, one.dropped})
			one.dropped = 0
		} else if one.lines.fill(now); one.lines.full() {
			delete(l.kinds, kind)
		}
	}
	slices.SortFunc(all, func(a, b logSummary) int { return b.count - a.count })
	return all
}

// Summarise logs how many lines were dropped since the last call, grouped by kind.
func (b *BoundedLog) Summarise(now time.Time) {
	rest := 0
	for i, s := range b.state.takeSummaries(now) {
		if i >= maxSummaries {
			rest += s.count
			continue
		}
		b.writeSummary(now, slog.String("message", s.message), slog.String("address", s.address), slog.Int("count", s.count))
	}
	if rest > 0 {
		b.writeSummary(now, slog.String("message", otherKinds.message), slog.Int("count", rest))
	}
}

// writeSummary writes one line of the summary. It ignores errors, because they cannot be reported anywhere
// else.
func (b *BoundedLog) writeSummary(now time.Time, attrs ...slog.Attr) {
	line := slog.NewRecord(now, slog.LevelInfo, "log lines were dropped", 0)
	line.AddAttrs(attrs...)
	if ctx := context.Background(); b.next.Enabled(ctx, line.Level) {
		_ = b.next.Handle(ctx, line)
	}
}

// shorten truncates the strings of an attribute.
func (l *logState) shorten(a slog.Attr) slog.Attr {
	v := a.Value.Resolve()
	switch v.Kind() {
	case slog.KindString:
		if a.Key == "stack" {
			return slog.String(a.Key, notation.ClipTo(v.String(), maxStack))
		}
		return slog.String(a.Key, l.clip(v.String()))
	case slog.KindGroup:
		members := make([]slog.Attr, len(v.Group()))
		for i, m := range v.Group() {
			members[i] = l.shorten(m)
		}
		return slog.Attr{Key: a.Key, Value: slog.GroupValue(members...)}
	case slog.KindAny:
		return slog.String(a.Key, l.clip(v.String()))
	}
	return a
}

func (l *logState) clip(text string) string { return notation.ClipTo(text, l.limits.LogText) }
