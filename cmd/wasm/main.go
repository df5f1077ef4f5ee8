//go:build js

// Wasm provides the rules and the engine to the browser. It is the server's Go code, compiled to WebAssembly.
//
// It adds six functions to globalThis:
//
//   - tainCall(method, json) answers a request about a position, or about a line or
//     game with a handle; see handle.Table.Call.
//   - tainSearch(json, onInfo) starts a search; see wire.SearchRequest. It returns a
//     promise of the result and calls onInfo with progress.
//   - tainStop() stops the search, which then returns the best move so far.
//   - tainMemory(megabytes) sets the size of the transposition table of new engines.
//   - tainEvaluate(json) returns the static evaluation of a position and the
//     contribution of each piece; see wire.LineRequest and wire.Evaluation.
//   - tainNet(variant, bytes) sets the evaluation net of a rule set, for full
//     strength; without a net the engine uses weights.
//
// Results are JSON: a value, or {"error": ...}. On success, tainNet returns an empty string. Promises are never
// rejected.
package main

import (
	"context"
	"syscall/js"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/handle"
	"github.com/tainchess/tain/variant"
)

// The default size is small, because most searches in a browser are short and phones have little memory.
const (
	hashMB    = 16
	maxHashMB = 512
)

func main() {
	known := variant.Builtin()
	service := api.NewLongService(known)
	table := handle.NewTable(service, known)
	s := searches{table: table, engines: api.NewEngines(service, engine.Options{HashMB: hashMB})}
	export("tainCall", func(args []js.Value) any {
		return string(table.Call(text(args, 0), []byte(text(args, 1))))
	})
	export("tainSearch", func(args []js.Value) any { return s.start(text(args, 0), callback(args, 1)) })
	export("tainStop", func([]js.Value) any { s.stop(); return nil })
	export("tainNet", func(args []js.Value) any { return s.setNet(text(args, 0), data(args, 1)) })
	export("tainEvaluate", func(args []js.Value) any { return string(s.evaluate(text(args, 0))) })
	export("tainMemory", func(args []js.Value) any {
		if len(args) > 0 && args[0].Type() == js.TypeNumber {
			s.engines.SetMemory(min(max(args[0].Int(), 1), maxHashMB))
		}
		return nil
	})
	select {} // keep the functions alive
}

func export(name string, f func(args []js.Value) any) {
	js.Global().Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any { return f(args) }))
}

// text returns a string argument, or "" if it is missing or not a string.
func text(args []js.Value, i int) string {
	if i < len(args) && args[i].Type() == js.TypeString {
		return args[i].String()
	}
	return ""
}

// data returns a Uint8Array argument, or nil if it is missing or not a Uint8Array.
func data(args []js.Value, i int) []byte {
	if i >= len(args) || !args[i].InstanceOf(js.Global().Get("Uint8Array")) {
		return nil
	}
	all := make([]byte, args[i].Length())
	js.CopyBytesToGo(all, args[i])
	return all
}

// callback returns a function argument, or nil if it is missing or not a function.
func callback(args []js.Value, i int) func(text string) {
	if i < len(args) && args[i].Type() == js.TypeFunction {
		return func(text string) { args[i].Invoke(text) }
	}
	return nil
}

// searches runs one search at a time. A new search stops the previous one.
type searches struct {
	table   *handle.Table // includes the language
	engines *api.Engines
	cancel  context.CancelFunc
}

func (s *searches) stop() {
	if s.cancel != nil {
		s.cancel()
	}
}

// setNet sets the net of a rule set. It returns "", or an error as JSON.
func (s *searches) setNet(variant string, net []byte) string {
	s.stop()
	if err := s.engines.SetNet(variant, net); err != nil {
		return string(api.Fail(s.table.Catalogue(), err))
	}
	return ""
}

// evaluate returns the static evaluation of a position, as JSON.
func (s *searches) evaluate(request string) []byte {
	return answer(s, request, func(q wire.LineRequest) (wire.Evaluation, error) {
		return s.engines.Evaluate(context.Background(), q)
	})
}

// start starts a search and returns a promise of its result. It stops the previous search.
func (s *searches) start(request string, progress func(text string)) js.Value {
	s.stop()
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	var executor js.Func
	executor = js.FuncOf(func(_ js.Value, args []js.Value) any {
		resolve := args[0]
		go func() {
			defer executor.Release()
			defer cancel()
			resolve.Invoke(string(s.search(ctx, request, progress)))
		}()
		return nil
	})
	return js.Global().Get("Promise").New(executor)
}

// search runs a search and returns its result as JSON.
func (s *searches) search(ctx context.Context, request string, progress func(text string)) []byte {
	return answer(s, request, func(q wire.SearchRequest) (wire.SearchResult, error) {
		return s.engines.Search(ctx, q, func(info wire.SearchInfo) {
			if progress != nil {
				progress(string(wire.Encode(info)))
			}
		})
	})
}

// answer decodes a request, calls f and encodes the result as JSON. It also encodes errors and panics,
// because a panic would end the program and leave the page without rules.
func answer[Q, A any](s *searches, request string, f func(Q) (A, error)) (text []byte) {
	defer func() {
		if recover() != nil {
			text = api.Fail(s.table.Catalogue(), wire.NewFailure(wire.CodeInternal, "engine.broken", nil))
		}
	}()
	var q Q
	err := wire.Decode([]byte(request), &q)
	if err == nil {
		var result A
		if result, err = f(q); err == nil {
			return wire.Encode(result)
		}
	}
	return api.Fail(s.table.Catalogue(), err)
}
