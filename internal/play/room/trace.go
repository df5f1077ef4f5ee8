package room

import "context"

// origin is where a command comes from.
type origin struct{ trace, request string }

// originKey is where a context keeps its origin.
type originKey struct{}

// WithTrace returns a context whose commands belong to a trace, as the header
// traceparent of W3C trace context writes it, and come from a request. What they
// commit takes both along to other nodes; either may be empty.
func WithTrace(ctx context.Context, trace, request string) context.Context {
	return context.WithValue(ctx, originKey{}, origin{trace, request})
}

// traceOf returns where the commands of a context come from, if that is known.
func traceOf(ctx context.Context) origin {
	from, _ := ctx.Value(originKey{}).(origin)
	return from
}
