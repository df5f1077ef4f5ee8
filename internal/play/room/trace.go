package room

import "context"

// traceKey is where a context keeps its trace.
type traceKey struct{}

// WithTrace returns a context whose commands belong to a trace, as the header
// traceparent of W3C trace context writes it. What they commit takes it along to
// other nodes.
func WithTrace(ctx context.Context, trace string) context.Context {
	if trace == "" {
		return ctx
	}
	return context.WithValue(ctx, traceKey{}, trace)
}

// traceOf returns the trace of a context, empty if it has none.
func traceOf(ctx context.Context) string {
	trace, _ := ctx.Value(traceKey{}).(string)
	return trace
}
