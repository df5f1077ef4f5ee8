package xboard

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/protocol"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// finish waits for the engine's move, if it is thinking, at the end of the input.
func (s *server) finish() {
	if s.thinking() {
		s.settings.ponder = false
		s.finishSearch(<-s.job.ended)
	}
}

// newCommand starts a game of orthodox chess, if available, in which the engine plays Black. In analysis
// mode, the analysis continues.
func (s *server) newCommand() {
	s.cancel()
	s.chess960 = false
	if err := s.newGame(s.conf.First()); err != nil {
		s.fault(err.Error(), "new")
		return
	}
	s.timing.depth = 0
	s.engines.Forget()
	if s.mode == analyse {
		s.startAnalysis()
		return
	}
	s.mode, s.side = playing, board.Black
}

// setBoard sets up a position. If it is invalid, the session has no position until the client sets another
// one; see refuse.
func (s *server) setBoard(text string) {
	if s.rules == nil {
		s.out.Linef("tellusererror Illegal position: %v", s.refused)
		return
	}
	game, err := protocol.ReadPosition(s.rules, text, s.mode == analyse, func(note string) { s.out.Linef("telluser %s", note) })
	if err != nil {
		s.refuse(err)
		s.out.Linef("tellusererror Illegal position: %v", err)
		return
	}
	s.cancel()
	s.setGame(game)
	if s.mode == analyse {
		s.startAnalysis()
	}
}

// forceMode stops playing and analysing.
func (s *server) forceMode() {
	s.cancel()
	s.timing.clock.Stop(time.Now())
	s.mode = force
}

// play makes the engine play a side from now on.
func (s *server) play(side board.Colour) {
	s.cancel()
	s.mode, s.side, s.over = playing, side, false
	s.timing.begin(side, time.Now())
	s.reply()
}

// undo takes back n moves. If fewer have been played, it takes back none and reports an error.
func (s *server) undo(command string, n int) {
	s.cancel()
	if n > s.game.Ply() {
		s.fault("no move to take back", command)
	} else {
		for range n {
			s.game.Undo()
		}
		s.timing.undo(n, time.Now())
		s.over, s.score = false, nil
	}
	if s.mode == analyse {
		s.startAnalysis()
	}
}

// userMove plays the opponent's move or, in force mode, a move of either side.
func (s *server) userMove(text string) {
	switch {
	case s.game == nil:
		s.illegal(s.refused.Error(), text)
		return
	case s.mode == playing && s.turn() == s.side:
		s.illegal("it is not your turn", text)
		return
	case s.mode == playing && s.over:
		s.illegal("the game is over", text)
		return
	}
	p := s.game.Position()
	played, err := rules.Play(s.game.Rules(), &p, text)
	if err != nil {
		s.illegal(err.Error(), text)
		return
	}
	hit := s.job != nil && s.job.purpose == ponder && s.job.expected == played.Move
	if !hit {
		s.cancel()
	}
	if _, err := s.game.Play(played.Move); err != nil {
		s.illegal(err.Error(), text)
		return
	}
	s.timing.press(time.Now(), s.mode == playing)
	switch {
	case hit && (s.over || s.claims()):
		s.cancel() // the result of the search is discarded
		s.claim()
	case hit:
		s.job.purpose = think
		s.timing.begin(s.side, time.Now())
		s.job.ponderHit()
	case s.mode == playing:
		s.reply()
	case s.mode == analyse:
		s.startAnalysis()
	}
}

func (s *server) illegal(why, move string) {
	s.out.Linef("Illegal move (%s): %s", why, notation.Clip(move))
}

// reply starts a search if it is the engine's turn and the game is not over. It may claim a draw instead.
func (s *server) reply() {
	if s.announce() || s.turn() != s.side || s.claim() {
		return
	}
	now := time.Now()
	s.timing.begin(s.side, now)
	s.run(think, s.game, s.timing.limits(s.side, now), board.NoMove)
}

// claims reports whether the engine claims a draw, which it does if a claim is possible and its last score is
// not positive.
func (s *server) claims() bool {
	return len(s.game.Outcome().Claim) > 0 && s.score != nil && *s.score <= 0
}

// claim ends the game if the engine claims a draw, and reports whether it does.
func (s *server) claim() bool {
	if s.over || !s.claims() {
		return false
	}
	s.over = true
	s.out.Linef("1/2-1/2 {%s}", draws[s.game.Outcome().Claim[0]])
	return true
}

// draws maps the reasons for a draw, and for a win without checkmate, to XBoard's wording.
var draws = map[rules.Reason]string{
	rules.ChecksGiven: "Enough checks given", rules.GoalReached: "Goal reached",
	rules.Stalemate: "Stalemate", rules.Dead: "No play can lead to mate",
	rules.Fivefold: "Draw by fivefold repetition", rules.SeventyFive: "Draw by the seventy-five move rule",
	rules.Threefold: "Draw by repetition", rules.Fifty: "Draw by the fifty move rule",
}

// announce prints the result if the game is over, and reports whether it is.
func (s *server) announce() bool {
	o := s.game.Outcome()
	switch {
	case !o.Over():
		return false
	case o.Reason == rules.Checkmate:
		s.out.Linef("%s {%s mates}", o.Result, s.turn().Other().Name())
	default:
		s.out.Linef("%s {%s}", o.Result, draws[o.Reason])
	}
	s.over = true
	return true
}

// run starts a search for the given purpose. The game must not change during the search.
func (s *server) run(k purpose, game *rules.Line, l engine.Limits, expected board.Move) {
	s.cancel()
	e, err := s.prepare()
	if err != nil {
		s.mode = force
		s.out.Linef("tellusererror %v", err)
		return
	}
	ctx, stop := context.WithCancel(s.ctx)
	j := &job{purpose: k, stop: stop, ended: make(chan ended, 1), expected: expected, began: time.Now()}
	if k == ponder {
		played := make(chan struct{})
		l.Ponder = played
		j.ponderHit = sync.OnceFunc(func() { close(played) })
	}
	l.MultiPV = s.settings.multiPV
	if k != analysis && !s.conf.All {
		l.SearchMoves = tellable(game)
	}
	s.job = j
	s.latest.Store(nil)
	go func() {
		defer stop()
		p := game.Position()
		show := func(rep search.Report) {
			s.latest.Store(&rep)
			if s.post.Load() && !rep.Lower && !rep.Upper {
				s.out.Linef("%s", thinkingLine(game.Rules(), &p, rep))
			}
		}
		if k == analysis {
			for info, err := range e.Analyse(ctx, game, l) {
				if err != nil || ctx.Err() != nil {
					break // the search was cancelled
				}
				show(info.Report)
			}
			j.ended <- ended{}
			return
		}
		res, err := e.Choose(ctx, game, l, show)
		if l.Ponder != nil { // the result of pondering is due only after a ponder hit
			select {
			case <-ctx.Done():
			case <-l.Ponder:
			}
		}
		j.ended <- ended{res, err}
	}()
}

// thinkingLine formats a report as depth, score, time in centiseconds, nodes and moves.
func thinkingLine(r rules.Rules, p *board.Position, rep search.Report) string {
	score := rep.Score
	if n, mate := search.MateIn(score); mate && score > 0 {
		score = 100_000 + n
	} else if mate {
		score = -100_000 + n
	}
	return fmt.Sprintf("%d %d %d %d %s", rep.Depth, score, rep.Time.Milliseconds()/10, rep.Nodes,
		strings.Join(engine.UCI(r, p, rep.PV), " "))
}

// finishSearch handles the result of a search. If the search was for the engine's move, it plays the move.
func (s *server) finishSearch(end ended) {
	j := s.job
	s.job = nil
	if j.purpose != think {
		return
	}
	defer s.answerPings()
	if end.err != nil {
		if !errors.Is(end.err, context.Canceled) {
			s.out.Linef("tellusererror %v", end.err)
		}
		return
	}
	p := s.game.Position()
	text := s.moveText(&p, end.result.Best)
	if _, err := s.game.Play(end.result.Best); err != nil {
		s.out.Linef("tellusererror %s: %v", text, err)
		return
	}
	s.timing.press(time.Now(), true)
	if lines := end.result.Lines; len(lines) > 0 {
		s.score = &lines[0].Score
	}
	s.out.Linef("move %s", text)
	if !s.announce() && s.settings.ponder && s.ctx.Err() == nil {
		s.ponder(end.result.Ponder)
	}
}

// moveText formats a move as coordinates. Castling in Chess960 is O-O or O-O-O, because its coordinates may
// be those of another move.
func (s *server) moveText(p *board.Position, m board.Move) string {
	r := s.game.Rules()
	switch castles := r.Guide().Class(p, m)&rules.Castling != 0; {
	case s.chess960 && castles && m.To() > m.From():
		return "O-O"
	case s.chess960 && castles:
		return "O-O-O"
	}
	return r.Guide().FormatUCI(p, m)
}

// ponder starts a search of the position after the opponent's expected move.
func (s *server) ponder(expected board.Move) {
	if expected == board.NoMove {
		return
	}
	ahead := rules.NewLine(s.game.Rules(), s.game.Start())
	for _, m := range append(s.game.Moves(), expected) {
		if _, err := ahead.Play(m); err != nil {
			return
		}
	}
	if ahead.Outcome().Over() {
		return
	}
	s.run(ponder, ahead, s.timing.limits(s.side, time.Now()), expected)
}

// tellable returns the legal moves that XBoard supports, or nil if it supports all or none of them.
func tellable(game *rules.Line) (moves []board.Move) {
	p := game.Position()
	r := game.Rules()
	guide := r.Guide()
	all := rules.LegalMoves(r, &p)
	for _, m := range all {
		if guide.Class(&p, m)&rules.EnPassant == 0 || ordinaryPassant(r, &p, m) {
			moves = append(moves, m)
		}
	}
	if len(moves) == len(all) {
		return nil
	}
	return moves
}

// ordinaryPassant reports whether XBoard recognises an en passant capture: one that starts in the opponent's half
// of the board and moves diagonally, to the square behind the captured pawn.
func ordinaryPassant(r rules.Rules, p *board.Position, m board.Move) bool {
	places := map[string]rules.SquareInfo{}
	height := 0
	for _, s := range r.Info().Squares {
		places[s.Name], height = s, max(height, s.Y+1)
	}
	from, to := places[r.Guide().SquareName(p, m.From())], places[r.Guide().SquareName(p, m.To())]
	for _, behind := range places {
		if behind.X != to.X || behind.Y != from.Y {
			continue
		}
		square, err := r.Guide().ParseSquare(p, behind.Name)
		beyond := from.Y >= height/2
		ahead := to.Y - from.Y
		if p.Side == board.Black {
			beyond, ahead = !beyond, -ahead
		}
		return err == nil && beyond && ahead == 1 && p.Piece(square) == board.NewPiece(p.Side.Other(), board.Pawn)
	}
	return false
}

// startAnalysis analyses the current position.
func (s *server) startAnalysis() {
	s.run(analysis, s.game, engine.Limits{Infinite: true}, board.NoMove)
}
