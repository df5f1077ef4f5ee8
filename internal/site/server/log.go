package server

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/time/rate"
)

// boundedLog is a log that nobody can fill: no text in it is longer than its
// bound, and of many lines of one kind about one address only some are written.
// Those left out are summed up.
type boundedLog struct {
	next slog.Handler
	book *logBook
}

// logBook remembers what was written and what was left out.
type logBook struct {
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
	mostKinds    = 2048
	mostSums     = 20
	logBurst     = 10
	longestStack = 8 << 10
)

// elsewhere stands for all kinds that there is no room to tell apart.
var elsewhere = logKind{message: "various"}

// Bounded returns a log that nobody can fill, for whatever else strangers make
// write lines: what the games have to say, for one. A server that is given it
// as its own log counts both together.
func Bounded(log *slog.Logger, l Limits) *slog.Logger {
	return slog.New(newBoundedLog(log.Handler(), l))
}

func newBoundedLog(next slog.Handler, l Limits) *boundedLog {
	return &boundedLog{next, &logBook{
		limits: l, kinds: map[logKind]*logCount{}, all: newBucket(l.AllLogLines, max(1, int(l.AllLogLines*logBurst)), time.Now()),
	}}
}

// Enabled reports whether a level is logged.
func (b *boundedLog) Enabled(ctx context.Context, level slog.Level) bool {
	return b.next.Enabled(ctx, level)
}

// Handle writes a line, shortened, or leaves it out.
func (b *boundedLog) Handle(ctx context.Context, line slog.Record) error {
	short := slog.NewRecord(line.Time, line.Level, b.book.clip(line.Message), line.PC)
	kind := logKind{message: short.Message}
	line.Attrs(func(a slog.Attr) bool {
		short.AddAttrs(b.book.shorten(a))
		if a.Key == "address" {
			kind.address = a.Value.String()
		}
		return true
	})
	before, ok := b.book.allow(kind, time.Now())
	if !ok {
		return nil
	}
	if before > 0 {
		short.AddAttrs(slog.Int("left_out_before", before))
	}
	return b.next.Handle(ctx, short)
}

// WithAttrs returns a log whose lines have some attributes.
func (b *boundedLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	short := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		short[i] = b.book.shorten(a)
	}
	return &boundedLog{b.next.WithAttrs(short), b.book}
}

// WithGroup returns a log whose attributes have a group.
func (b *boundedLog) WithGroup(name string) slog.Handler {
	return &boundedLog{b.next.WithGroup(name), b.book}
}

// allow reports whether another line of a kind may be written, and how many
// were left out before it.
func (l *logBook) allow(kind logKind, now time.Time) (leftOut int, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	one := l.kinds[kind]
	if one == nil && len(l.kinds) >= mostKinds {
		kind = elsewhere
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

// logSum is how many lines of a kind were left out.
type logSum struct {
	logKind
	count int
}

// sums returns what was left out since it was last asked, the most first, and
// forgets the kinds that have been quiet.
func (l *logBook) sums(now time.Time) []logSum {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []logSum
	for kind, one := range l.kinds {
		if one.leftOut > 0 {
			all = append(all, logSum{kind, one.leftOut})
			one.leftOut = 0
		} else if one.lines.fill(now); one.lines.full() {
			delete(l.kinds, kind)
		}
	}
	slices.SortFunc(all, func(a, b logSum) int { return b.count - a.count })
	return all
}

// sumUp writes how many lines were left out, of each kind and of the rest.
func (b *boundedLog) sumUp(now time.Time) {
	rest := 0
	for i, s := range b.book.sums(now) {
		if i >= mostSums {
			rest += s.count
			continue
		}
		b.told(now, slog.String("message", s.message), slog.String("address", s.address), slog.Int("count", s.count))
	}
	if rest > 0 {
		b.told(now, slog.String("message", elsewhere.message), slog.Int("count", rest))
	}
}

// told writes a sum. A log that cannot be written has nobody to tell.
func (b *boundedLog) told(now time.Time, attrs ...slog.Attr) {
	line := slog.NewRecord(now, slog.LevelInfo, "lines of the log were left out", 0)
	line.AddAttrs(attrs...)
	if ctx := context.Background(); b.next.Enabled(ctx, line.Level) {
		_ = b.next.Handle(ctx, line)
	}
}

// shorten bounds the texts of an attribute.
func (l *logBook) shorten(a slog.Attr) slog.Attr {
	v := a.Value.Resolve()
	switch v.Kind() {
	case slog.KindString:
		if a.Key == "stack" {
			return slog.String(a.Key, clip(v.String(), longestStack))
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

func (l *logBook) clip(text string) string { return clip(text, l.limits.LogText) }

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
