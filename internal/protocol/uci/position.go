package uci

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/internal/protocol"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// position handles "startpos moves ..." and "fen FEN moves ...". The FEN extends to the word moves, because
// some rule sets have additional fields. After an error, there is no position; see [protocol.Refused].
func (s *server) position(text string) {
	before, moves := strings.Fields(text), []string(nil)
	if i := slices.Index(before, "moves"); i >= 0 {
		before, moves = before[:i], before[i+1:]
	}
	game, err := s.read(before, moves)
	if s.game = game; err != nil {
		s.refused = protocol.Refused{Why: err}
		s.complain("position rejected: %v", err)
	}
}

func (s *server) read(before, moves []string) (*rules.Line, error) {
	r := s.settings.rules
	text := r.Info().Start
	switch {
	case len(before) == 1 && before[0] == "startpos":
	case len(before) > 1 && before[0] == "fen":
		text = strings.Join(before[1:], " ")
	default:
		return nil, errors.New("position needs startpos, or fen and a position, and optionally moves")
	}
	game, err := protocol.ReadPosition(r, text, s.settings.analyseMode, func(note string) { s.complain("%s", note) })
	if err != nil {
		return nil, err
	}
	for i, m := range moves {
		if _, err := game.PlayText(m); err != nil {
			return nil, fmt.Errorf("move %d, %s: %w", i+1, notation.Clip(m), err)
		}
	}
	return game, nil
}

// display prints the position in readable form.
func (s *server) display() {
	if s.game == nil {
		s.noPosition()
		return
	}
	p := s.game.Position()
	r := s.game.Rules()
	var b strings.Builder
	if s.conf.Draw != nil {
		b.WriteString(strings.TrimRight(s.conf.Draw(r, &p), "\n") + "\n\n")
	}
	fmt.Fprintf(&b, "Variant: %s\nFen: %s\nKey: %016X\nLegal moves: %d\n",
		r.Info().Name, r.Guide().FormatPosition(&p), p.Hash, len(rules.LegalMoves(r, &p)))
	if o := s.game.Outcome(); o.String() != "" {
		fmt.Fprintf(&b, "Outcome: %s\n", o.String())
	}
	s.out.Block(b.String())
}

// explain prints the terms of the static evaluation. It works during a search.
func (s *server) explain() {
	if s.game == nil {
		s.noPosition()
		return
	}
	want := s.settings.recipe()
	e, ok := s.engines.Held(want)
	if !ok {
		o := engine.Options{HashMB: 1, Mode: want.Mode, Level: want.Level, Tables: s.engines.Options.Tables}
		if find := s.engines.Evaluators; find != nil && want.Mode.PlaysNet() {
			o.Evaluator = find(want.Rules)
		}
		var err error
		if e, err = engine.New(want.Rules, o); err != nil {
			s.complain("%v", err)
			return
		}
	}
	p := s.game.Position()
	var b strings.Builder
	for _, t := range e.Explain(&p) {
		fmt.Fprintf(&b, "%-20s %+7.2f\n", t.Name, t.Score/100)
	}
	fmt.Fprintf(&b, "%-20s %+7.2f (White's side, %s)\n", "Final evaluation", float64(e.Evaluate(&p))/100, s.settings.evalMode)
	if text := tablesSay(s.settings.rules, e.Tables(), &p); text != "" {
		fmt.Fprintf(&b, "%-20s %s\n", "Endgame tables", text)
	}
	s.out.Block(b.String())
}

// tablesSay returns a sentence with the result in the endgame tables, or "" if they do not contain the
// position.
func tablesSay(r rules.Rules, t search.Tables, p *board.Position) string {
	if t == nil {
		return ""
	}
	sign, plies, known := t.Mate(p)
	winner := "White"
	if (sign < 0) == (p.Side == board.White) {
		winner = "Black"
	}
	switch {
	case !known:
		return ""
	case sign == 0:
		return "draw"
	}
	return fmt.Sprintf("%s %s in %d", winner, tablebase.Verb(r), (plies+1)/2)
}

// bench runs the benchmark for the current rule set.
func (s *server) bench() {
	r := s.settings.rules
	s.start(false, nil, func(ctx context.Context) {
		var nodes uint64
		var took time.Duration
		err := engine.Bench(ctx, r, engine.Limits{}, func(b engine.BenchResult) {
			nodes += b.Nodes
			took += b.Time
			s.out.Linef("%8d nodes, depth %d, %s: %s", b.Nodes, b.Depth, b.Best, b.Position)
		})
		switch {
		case ctx.Err() != nil:
			s.complain("bench stopped")
		case err != nil:
			s.complain("%v", err)
		default:
			s.out.Block(fmt.Sprintf("Total time (ms) : %d\nNodes searched  : %d\nNodes/second    : %d",
				took.Milliseconds(), nodes, engine.NodesPerSecond(nodes, took)))
		}
	})
}
