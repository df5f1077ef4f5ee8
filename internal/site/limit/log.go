package limit

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/time/rate"
)

// BoundedLog is a log that nobody can fill: no text in it is longer than its
// bound, and of many lines of one kind about one address only some are written.
// Those left out are summed up.
type BoundedLog struct {
	next  slog.Handler
	state *logState
}

// logState remembers what was written and what was left out.
type logState struct {
	limits Limits

	mu    sync.Mutex
	all   bucket
	kinds map[logKind]*logCount
}

// logKind is a kind of line: what is said, and about whom.
type logKind struct{ message, address string }

// logCount is the lines of a kind.
type logCount struct {
	lines   bucket
	leftOut int
}

// Bounds of the book itself: how many kinds it tells apart, how many it sums up
// in lines of their own, and how many lines there may be at once, in seconds of
// their rate.
const (
	maxLogKinds  = 2048
	maxSummaries = 20
	logBurst     = 10
	maxStack     = 8 << 10
)

// otherKinds stands for all kinds that there is no room to tell apart.
var otherKinds = logKind{message: "various"}

// BoundLog returns a log that nobody can fill, for whatever else strangers make
// write lines: what the games have to say, for one. A server that is given it
// as its own log counts both together.
func BoundLog(log *slog.Logger, l Limits) *slog.Logger {
	return slog.New(newBoundedLog(log.Handler(), l))
}

func newBoundedLog(next slog.Handler, l Limits) *BoundedLog {
	return &BoundedLog{next, &logState{
		limits: l, kinds: map[logKind]*logCount{}, all: newBucket(l.AllLogLines, max(1, int(l.AllLogLines*logBurst)), time.Now()),
	}}
}

// Enabled reports whether a level is logged.
func (b *BoundedLog) Enabled(ctx context.Context, level slog.Level) bool {
	return b.next.Enabled(ctx, level)
}

// Handle writes a line, shortened, or leaves it out.
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

// WithAttrs returns a log whose lines have some attributes.
func (b *BoundedLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	short := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		short[i] = b.state.shorten(a)
	}
	return &BoundedLog{b.next.WithAttrs(short), b.state}
}

// WithGroup returns a log whose attributes have a group.
func (b *BoundedLog) WithGroup(name string) slog.Handler {
	return &BoundedLog{b.next.WithGroup(name), b.state}
}

// allow reports whether another line of a kind may be written, and how many
// were left out before it.
func (l *logState) allow(kind logKind, now time.Time) (leftOut int, ok bool) {
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
		one.leftOut++
		return 0, false
	}
	leftOut, one.leftOut = one.leftOut, 0
	return leftOut, true
}

// logSummary is how many lines of a kind were left out.
type logSummary struct {
	logKind
	count int
}

// takeSummaries returns what was left out since it was last asked, the most first, and
// forgets the kinds that have been quiet.
func (l *logState) takeSummaries(now time.Time) []logSummary {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []logSummary
	for kind, one := range l.kinds {
		if one.leftOut > 0 {
			all = append(all, logSummary{kind, one.leftOut})
			one.leftOut = 0
		} else if one.lines.fill(now); one.lines.full() {
			delete(l.kinds, kind)
		}
	}
	slices.SortFunc(all, func(a, b logSummary) int { return b.count - a.count })
	return all
}

// Summarise writes how many lines were left out, of each kind and of the rest.
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

// writeSummary writes a sum. A log that cannot be written has nobody to tell.
func (b *BoundedLog) writeSummary(now time.Time, attrs ...slog.Attr) {
	line := slog.NewRecord(now, slog.LevelInfo, "lines of the log were left out", 0)
	line.AddAttrs(attrs...)
	if ctx := context.Background(); b.next.Enabled(ctx, line.Level) {
		_ = b.next.Handle(ctx, line)
	}
}

// shorten bounds the texts of an attribute.
func (l *logState) shorten(a slog.Attr) slog.Attr {
	v := a.Value.Resolve()
	switch v.Kind() {
	case slog.KindString:
		if a.Key == "stack" {
			return slog.String(a.Key, clip(v.String(), maxStack))
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

func (l *logState) clip(text string) string { return clip(text, l.limits.LogText) }

// clip bounds a text, without cutting a character in two.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end := most
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "..."
}
