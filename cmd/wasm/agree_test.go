//go:build !js

package main_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/tainchess/tain/api"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// What is compared for each rule set.
const (
	positions = 2000
	longest   = 80 // half moves of a game
	nodes     = 100
)

// TestAgreement asks the program for the browser and this one the same about
// thousands of positions, and wants the same answers to the letter: keys,
// moves with all that is said about them, and what a search finds.
func TestAgreement(t *testing.T) {
	needNode(t)
	for n, r := range variant.All() {
		t.Run(r.Info().Name, func(t *testing.T) {
			t.Parallel()
			questions := ask(r, uint64(n))
			dir := t.TempDir()
			file, answers := filepath.Join(dir, "questions"), filepath.Join(dir, "answers")
			var text bytes.Buffer
			for _, q := range questions {
				fmt.Fprintf(&text, "%s %s\n", q.method, q.request)
			}
			if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			node(t, "ask.mjs", file, answers)
			compare(t, questions, answers)
		})
	}
}

type question struct {
	method  string
	request []byte
}

// ask makes questions about the positions of games played at random.
func ask(r rules.Rules, seed uint64) (all []question) {
	g, name := r.Guide(), r.Info().Name
	rng := rand.New(rand.NewPCG(seed, 0x6167726565))
	for left := positions; left > 0; {
		start, err := g.ParsePosition(r.Info().Start, rules.ParseOptions{})
		if err != nil {
			panic(err)
		}
		line, moves := rules.NewLine(r, start), []string{}
		for len(moves) < longest && left > 0 {
			p := line.Position()
			text := g.FormatPosition(&p)
			all = append(all, question{"position", api.Encode(api.PositionRequest{Variant: name, Position: text})})
			left--
			legal := rules.LegalMoves(r, &p)
			if len(legal) == 0 {
				break
			}
			all = append(all, question{"search", api.Encode(api.SearchRequest{
				LineRequest: api.LineRequest{Variant: name, Start: text}, MultiPV: 1 + left%2, Limits: api.SearchLimits{Nodes: nodes},
			})})
			m := legal[rng.IntN(len(legal))]
			moves = append(moves, g.FormatMove(&p, m))
			if _, err := line.Play(m); err != nil {
				panic(err)
			}
		}
		all = append(all, question{"state", api.Encode(api.LineRequest{Variant: name, Moves: moves})})
	}
	return all
}

// compare holds the answers of a file to those given here.
func compare(t *testing.T, questions []question, file string) {
	t.Helper()
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	desk := api.NewDesk(variant.All())
	thinkers := api.NewThinkers(desk, engine.Options{})
	lines := bufio.NewReader(in)
	for _, q := range questions {
		got, err := lines.ReadBytes('\n')
		if err != nil {
			t.Fatalf("%s %s: no answer: %v", q.method, q.request, err)
		}
		want := desk.Call
		if q.method == "search" {
			want = func(_ string, request []byte) []byte { return search(thinkers, request) }
		}
		if here := want(q.method, q.request); !bytes.Equal(bytes.TrimSuffix(got, []byte("\n")), here) {
			t.Fatalf("%s %s: the browser answers\n%s\nand this program\n%s", q.method, q.request, got, here)
		}
	}
}

// found is what a search found, without what differs from run to run.
type found struct {
	Last   *told            `json:"last"`
	Result api.SearchResult `json:"result"`
}

// told is a report without its times, in the order of api.SearchInfo.
type told struct {
	Depth    int       `json:"depth"`
	SelDepth int       `json:"seldepth"`
	Line     int       `json:"line"`
	Score    api.Score `json:"score"`
	Nodes    uint64    `json:"nodes"`
	HashFull int       `json:"hashfull"`
	Moves    []string  `json:"moves"`
	SAN      []string  `json:"san"`
}

func search(thinkers *api.Thinkers, request []byte) []byte {
	var q api.SearchRequest
	if err := api.Decode(request, &q); err != nil {
		return api.Fail(err)
	}
	var f found
	result, err := thinkers.Search(context.Background(), q, func(i api.SearchInfo) {
		f.Last = &told{i.Depth, i.SelDepth, i.Line, i.Score, i.Nodes, i.HashFull, i.Moves, i.SAN}
	})
	if err != nil {
		return api.Fail(err)
	}
	f.Result = result
	return api.Encode(f)
}
