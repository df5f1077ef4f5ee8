package uci

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/perft"
)

func (s *server) ponderhit() {
	if !s.busy() || s.job.ponderHit == nil {
		s.complain("ponderhit ignored: there is no pondering")
		return
	}
	s.job.ponderHit()
	s.job.ponderHit = nil
}

// goCommand is a parsed go command.
type goCommand struct {
	limits    engine.Limits
	left      [2]time.Duration // remaining times, White's first
	increment [2]time.Duration
	movesToGo int
	clock     bool // whether wtime or btime is present
	noTime    bool // whether movetime is 0
	ponder    bool
	isPerft   bool // whether to run perft instead of searching
	perft     int  // perft depth; -1 if malformed
	bad       bool
	complain  func(format string, a ...any)
}

// search handles a go command. Unless the command is perft, it always results in exactly one bestmove, even
// after an error.
func (s *server) search(text string) {
	o := goCommand{complain: s.complain, perft: -1}
	o.read(s.game, strings.Fields(text))
	switch {
	case o.isPerft && s.game == nil:
		s.noPosition()
		return
	case o.isPerft:
		if o.perft >= 0 {
			s.perft(o.perft)
		}
		return
	}
	o.settle()
	l := &o.limits
	l.MultiPV = s.settings.multiPV
	if o.clock && s.game != nil {
		p := s.game.Position()
		l.Clock = &search.Clock{Left: o.left[p.Side&1], Increment: o.increment[p.Side&1], MovesToGo: o.movesToGo,
			Overhead: time.Duration(s.settings.overhead) * time.Millisecond}
	}
	limited := o.clock || l.Depth > 0 || l.Nodes > 0 || l.MoveTime > 0
	if l.Mate > 0 && !limited && !l.Infinite && !o.ponder {
		// Limit the depth to about twice that of the mate, so that the search ends even if there is no mate.
		l.Depth, limited = 4*min(l.Mate, 25)+8, true
	}
	if !limited && l.Mate == 0 && !l.Infinite && !o.ponder {
		if l.Infinite = !o.bad; o.bad {
			// Without a valid limit, answer quickly instead of searching forever.
			l.MoveTime, limited = 100*time.Millisecond, true
		}
	}
	var hit func()
	if o.ponder {
		played := make(chan struct{})
		l.Ponder = played
		hit = sync.OnceFunc(func() { close(played) })
	}
	s.halt() // must precede prepare, which waits for the engine
	endless := l.Infinite || !limited
	if s.game == nil {
		s.noPosition()
		s.start(endless, hit, func(ctx context.Context) { s.answer(ctx, *l, "bestmove (none)") })
		return
	}
	e, err := s.prepare()
	game := s.game    // the game is never modified, only replaced
	set := s.settings // a copy
	s.start(endless, hit, func(ctx context.Context) {
		if err != nil {
			s.complain("%v", err)
			s.answer(ctx, *l, "bestmove (none)")
			return
		}
		s.think(ctx, e, game, *l, &set)
	})
}

// settle resolves contradictory limits as Stockfish does, so that the search stops at the first limit that it
// reaches. With another limit, a time of 0 is no limit. With a limit of nodes or time, infinite has no effect.
func (o *goCommand) settle() {
	l := &o.limits
	other := l.Depth > 0 || l.Nodes > 0 || l.Mate > 0 || l.Infinite
	running := o.left != [2]time.Duration{}
	if o.clock && !running && (other || l.MoveTime > 0) {
		o.clock = false
	}
	if o.noTime && (other || o.clock) {
		l.MoveTime = 0
	}
	if o.clock || l.Nodes > 0 || l.MoveTime > 0 {
		l.Infinite = false
	}
}

// think searches and prints the reports and the best move.
func (s *server) think(ctx context.Context, e *engine.Engine, game *rules.Line, l engine.Limits, set *settings) {
	p := game.Position()
	r := game.Rules()
	res, err := e.Choose(ctx, game, l, func(rep search.Report) { s.out.Linef("%s", set.info(r, &p, rep)) })
	switch {
	case errors.Is(err, engine.ErrOver) && rules.InCheck(r, &p):
		s.out.Linef("info depth 0 score mate 0")
	case errors.Is(err, engine.ErrOver):
		s.out.Linef("info depth 0 score cp 0")
	case err != nil:
		s.complain("%v", err)
	}
	s.answer(ctx, l, set.bestMove(r, &p, res))
}

// answer prints the best move when it is due. In an infinite search, that is after stop; when pondering,
// after ponderhit or stop.
func (s *server) answer(ctx context.Context, l engine.Limits, best string) {
	switch {
	case l.Infinite:
		<-ctx.Done()
	case l.Ponder != nil:
		select {
		case <-ctx.Done():
		case <-l.Ponder:
		}
	}
	s.out.Linef("%s", best)
}

func (v *settings) info(r rules.Rules, p *board.Position, rep search.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "info depth %d seldepth %d multipv %d score ", rep.Depth, rep.SelDepth, rep.Line)
	if n, mate := search.MateIn(rep.Score); mate {
		fmt.Fprintf(&b, "mate %d", n)
	} else {
		fmt.Fprintf(&b, "cp %d", rep.Score)
	}
	if v.showWDL {
		win, draw, loss := engine.WDL(rep.Score)
		fmt.Fprintf(&b, " wdl %d %d %d", win, draw, loss)
	}
	switch {
	case rep.Lower:
		b.WriteString(" lowerbound")
	case rep.Upper:
		b.WriteString(" upperbound")
	}
	fmt.Fprintf(&b, " nodes %d nps %d hashfull %d time %d pv", rep.Nodes, engine.NodesPerSecond(rep.Nodes, rep.Time), rep.HashFull, rep.Time.Milliseconds())
	for _, m := range v.moves(r, p, rep.PV) {
		b.WriteString(" " + m)
	}
	return b.String()
}

// moves formats a line of moves. With UCI_Chess960, castling is written as king takes rook.
func (v *settings) moves(r rules.Rules, p *board.Position, line []board.Move) []string {
	if v.chess960 && r.Info().Chess960 {
		return engine.UCI960(r, p, line)
	}
	return engine.UCI(r, p, line)
}

// bestMove formats the bestmove line, with the expected reply if there is one.
func (v *settings) bestMove(r rules.Rules, p *board.Position, res search.Result) string {
	if res.Best == board.NoMove {
		return "bestmove (none)"
	}
	line := v.moves(r, p, []board.Move{res.Best, res.Ponder})
	if len(line) > 1 && res.Ponder != board.NoMove {
		return "bestmove " + line[0] + " ponder " + line[1]
	}
	return "bestmove " + line[0]
}

// number is a go parameter that takes a number.
type number struct {
	low, high int64
	set       func(o *goCommand, n int64)
}

// maxTime is the largest accepted time in milliseconds.
const maxTime = 1 << 40

var numbers = map[string]number{
	"wtime":     {-maxTime, maxTime, func(o *goCommand, n int64) { o.left[board.White], o.clock = ms(n), true }},
	"btime":     {-maxTime, maxTime, func(o *goCommand, n int64) { o.left[board.Black], o.clock = ms(n), true }},
	"winc":      {-maxTime, maxTime, func(o *goCommand, n int64) { o.increment[board.White] = max(0, ms(n)) }},
	"binc":      {-maxTime, maxTime, func(o *goCommand, n int64) { o.increment[board.Black] = max(0, ms(n)) }},
	"movestogo": {0, 1 << 20, func(o *goCommand, n int64) { o.movesToGo = int(n) }},
	"movetime":  {-maxTime, maxTime, func(o *goCommand, n int64) { o.limits.MoveTime, o.noTime = max(time.Millisecond, ms(n)), n == 0 }},
	"depth":     {1, 1 << 20, func(o *goCommand, n int64) { o.limits.Depth = int(n) }},
	"nodes":     {1, 1 << 60, func(o *goCommand, n int64) { o.limits.Nodes = uint64(n) }},
	"mate":      {1, 1 << 20, func(o *goCommand, n int64) { o.limits.Mate = int(n) }},
	"perft":     {0, 40, func(o *goCommand, n int64) { o.perft = int(n) }},
}

func ms(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// read parses the words of a go command. It reports malformed words and skips them.
func (o *goCommand) read(game *rules.Line, words []string) {
	for i := 0; i < len(words); i++ {
		word := words[i]
		number, ok := numbers[word]
		o.isPerft = o.isPerft || word == "perft"
		switch {
		case word == "infinite":
			o.limits.Infinite = true
		case word == "ponder":
			o.ponder = true
		case word == "searchmoves":
			i += o.readMoves(game, words[i+1:])
		case !ok:
			o.fault("go: unknown word %q; ignored", notation.Clip(word))
		case i+1 == len(words):
			o.fault("go: %s needs a number; ignored", word)
		default:
			i++
			n, err := strconv.ParseInt(words[i], 10, 64)
			if err != nil || n < number.low || n > number.high {
				o.fault("go: %s needs a number from %d to %d, not %q; ignored", word, number.low, number.high, notation.Clip(words[i]))
				continue
			}
			number.set(o, n)
		}
	}
}

func (o *goCommand) fault(format string, a ...any) {
	o.bad = true
	o.complain(format, a...)
}

// readMoves parses the moves after searchmoves and returns the number of words consumed. If there is no game,
// it only skips the moves.
func (o *goCommand) readMoves(game *rules.Line, words []string) int {
	n := slices.IndexFunc(words, func(w string) bool {
		_, ok := numbers[w]
		return ok || w == "infinite" || w == "ponder" || w == "searchmoves"
	})
	if n < 0 {
		n = len(words)
	}
	if game == nil {
		return n
	}
	p := game.Position()
	r := game.Rules()
	for _, w := range words[:n] {
		played, err := rules.Play(r, &p, w)
		if err != nil {
			o.complain("go: searchmoves %s: %v; ignored", notation.Clip(w), err)
			continue
		}
		o.limits.SearchMoves = append(o.limits.SearchMoves, played.Move)
	}
	return n
}

// perft prints the node count for each first move and the total.
func (s *server) perft(depth int) {
	game, threads := s.game, s.settings.threads
	s.start(false, nil, func(ctx context.Context) {
		p := game.Position()
		r := game.Rules()
		var b strings.Builder
		counter := perft.Counter{Rules: r, Threads: threads, Divide: func(m board.Move, n uint64) {
			fmt.Fprintf(&b, "%s: %d\n", r.Guide().FormatUCI(&p, m), n)
		}}
		n, err := counter.Count(ctx, &p, depth)
		if err != nil {
			s.complain("perft stopped")
			return
		}
		fmt.Fprintf(&b, "\nNodes searched: %d", n)
		s.out.Block(b.String())
	})
}
