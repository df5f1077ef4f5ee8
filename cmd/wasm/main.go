//go:build js

// Wasm is the rules and the engine for the browser: the same Go code that the
// server runs, compiled to WebAssembly.
//
// It puts six functions on globalThis. tainCall(method, json) answers a
// question at once, see handle.Table.Call: about a position, or about a line or
// a game that is held here. tainSearch(json, onInfo) asks the
// engine, see wire.SearchRequest: it returns a promise of the answer and tells
// onInfo of progress. tainStop() ends the search under way, which then answers
// with the best it has found. tainMemory(megabytes) bounds the table of the
// engines that are made from then on. tainEvaluate(json) tells what a position is
// worth as it stands and what each piece contributes, see wire.LineRequest and
// wire.Evaluation. tainNet(variant, bytes) hands over the net of
// a rule set, which it then plays by at full strength; without one it plays by
// weights. All answers are JSON, either the answer or
// {"error": ...}; no promise is ever rejected.
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

// hashMB is small unless somebody asks for more: most searches of a browser are
// short, and phones have little memory.
const (
	hashMB     = 16
	mostHashMB = 512
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
			s.engines.SetMemory(min(max(args[0].Int(), 1), mostHashMB))
		}
		return nil
	})
	select {} // the functions answer as long as the page is there
}

func export(name string, f func(args []js.Value) any) {
	js.Global().Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any { return f(args) }))
}

// text returns an argument, empty if it is no text.
func text(args []js.Value, i int) string {
	if i < len(args) && args[i].Type() == js.TypeString {
		return args[i].String()
	}
	return ""
}

// data returns an argument that is a Uint8Array, nothing if it is none.
func data(args []js.Value, i int) []byte {
	if i >= len(args) || !args[i].InstanceOf(js.Global().Get("Uint8Array")) {
		return nil
	}
	all := make([]byte, args[i].Length())
	js.CopyBytesToGo(all, args[i])
	return all
}

// callback returns an argument that can be called, or nil.
func callback(args []js.Value, i int) func(text string) {
	if i < len(args) && args[i].Type() == js.TypeFunction {
		return func(text string) { args[i].Invoke(text) }
	}
	return nil
}

// searches runs one search at a time: a new one ends the one before.
type searches struct {
	table   *handle.Table // knows the language
	engines *api.Engines
	cancel  context.CancelFunc
}

func (s *searches) stop() {
	if s.cancel != nil {
		s.cancel()
	}
}

// setNet hands over the net of a rule set. It returns "" or what is wrong, as JSON.
func (s *searches) setNet(variant string, net []byte) string {
	s.stop()
	if err := s.engines.SetNet(variant, net); err != nil {
		return string(api.Fail(s.table.Catalogue(), err))
	}
	return ""
}

// evaluate answers what a position is worth as it stands.
func (s *searches) evaluate(request string) (answer []byte) {
	defer s.mend(&answer)
	var q wire.LineRequest
	if err := wire.Decode([]byte(request), &q); err != nil {
		return api.Fail(s.table.Catalogue(), err)
	}
	result, err := s.engines.Evaluate(context.Background(), q)
	if err != nil {
		return api.Fail(s.table.Catalogue(), err)
	}
	return wire.Encode(result)
}

// start begins a search and returns the promise of its answer.
func (s *searches) start(request string, tell func(text string)) js.Value {
	s.stop()
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	var executor js.Func
	executor = js.FuncOf(func(_ js.Value, args []js.Value) any {
		resolve := args[0]
		go func() {
			defer executor.Release()
			defer cancel()
			resolve.Invoke(string(s.search(ctx, request, tell)))
		}()
		return nil
	})
	return js.Global().Get("Promise").New(executor)
}

// mend makes of a panic an answer: it would end the program and with it the rules
// of the whole page.
func (s *searches) mend(answer *[]byte) {
	if recover() != nil {
		*answer = api.Fail(s.table.Catalogue(), wire.NewFailure(wire.CodeInternal, "engine.broken", nil))
	}
}

// search answers a request. Whatever goes wrong is an answer too.
func (s *searches) search(ctx context.Context, request string, tell func(text string)) (answer []byte) {
	defer s.mend(&answer)
	var q wire.SearchRequest
	if err := wire.Decode([]byte(request), &q); err != nil {
		return api.Fail(s.table.Catalogue(), err)
	}
	result, err := s.engines.Search(ctx, q, func(info wire.SearchInfo) {
		if tell != nil {
			tell(string(wire.Encode(info)))
		}
	})
	if err != nil {
		return api.Fail(s.table.Catalogue(), err)
	}
	return wire.Encode(result)
}
