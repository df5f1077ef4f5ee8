package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/rules"
)

// session is one game that the bot plays.
type session struct {
	Options
	client    *client
	id        string
	state     wire.Snapshot
	line      *rules.Line
	side      board.Colour
	program   *player.Program
	thought   chan thought
	stop      context.CancelFunc // stops the program's search; nil if no search is running
	requested int                // number of moves and takebacks at the last request to the program
}

// thought is the program's response to a request.
type thought struct {
	at   int // session.requested at the request
	text string
	ply  int
	key  string
	err  error // a fault, or errResigns
}

// errResigns means that the program resigns.
var errResigns = errors.New("the program resigns")

// play plays a game to its end. If the program fails, play resigns or aborts the game, so that the opponent
// does not have to wait.
func play(ctx context.Context, o Options, c *client, id string) {
	ctx, cancel := context.WithCancel(ctx)
	t := &session{Options: o, client: c, id: id, thought: make(chan thought, 1), requested: -1}
	defer func() {
		cancel()
		if t.program != nil {
			t.program.Close()
		}
	}()
	updates := make(chan update)
	ended := make(chan error, 1)
	broken := func(err error) {
		if ctx.Err() == nil {
			o.Log(fmt.Sprintf("%v: connection lost, reconnecting: %v", id, err))
		}
	}
	go func() {
		ended <- c.follow(ctx, "/api/v1/games/"+id+"/stream", broken, func(line []byte) bool {
			var n update
			return json.Unmarshal(line, &n) != nil || hand(ctx, updates, n)
		})
	}()
	for {
		select {
		case n := <-updates:
			over, err := t.handleUpdate(ctx, n)
			if err != nil {
				t.giveUp(ctx, err)
				return
			}
			if over {
				o.Log(fmt.Sprintf("%v: %v", id, t.state.Result.Sentence))
				return
			}
		case a := <-t.thought:
			t.stop = nil
			if err := t.answer(ctx, a); err != nil {
				t.giveUp(ctx, err)
				return
			}
		case err := <-ended:
			if ctx.Err() == nil {
				o.Log(fmt.Sprintf("%v: the server stopped sending updates: %v", id, err))
			}
			return
		case <-ctx.Done():
			return
		}
	}
}

// handleUpdate handles a line of the game's stream, and reports whether the game is over.
func (t *session) handleUpdate(ctx context.Context, n update) (over bool, err error) {
	switch n.Type {
	case "game":
		var s wire.Snapshot
		if err := json.Unmarshal(n.Game, &s); err != nil {
			return false, fmt.Errorf("cannot parse the game: %w", err)
		}
		if err := t.set(s); err != nil {
			return false, err
		}
	case "move":
		if n.Move == nil || t.line == nil || n.Ply != len(t.line.Moves())+1 {
			return false, nil // if a move was missed, the server sends the whole game
		}
		if _, err := t.line.PlayText(n.Move.Move); err != nil {
			return false, fmt.Errorf("the server sent the move %s: %w", n.Move.Move, err)
		}
		t.state.Key, t.state.Clocks = n.Move.Key, n.Clocks
	default:
		return false, nil
	}
	if t.state.Result != nil {
		return true, nil
	}
	if t.mine() && len(t.line.Outcome().Claim) > 0 {
		// Not all programs claim draws, so the bot claims them, as tain match does. If the claim fails, the
		// program moves.
		if t.send(ctx, map[string]any{"type": "claim", "ply": len(t.line.Moves()), "takebacks": t.state.Takebacks}) == nil {
			return false, nil
		}
	}
	return false, t.ask(ctx)
}

// mine reports whether the game has two players and the bot is one of them.
func (t *session) mine() bool {
	s := &t.state
	return s.Players.White != nil && s.Players.Black != nil && (s.Seat == wire.White || s.Seat == wire.Black)
}

func (t *session) set(s wire.Snapshot) error {
	r, err := t.Rules.Choose(s.Ref())
	if err != nil {
		return err
	}
	start, err := r.Guide().ParsePosition(s.Start, rules.ParseOptions{})
	if err != nil {
		return fmt.Errorf("starting position %q: %w", s.Start, err)
	}
	t.line = rules.NewLine(r, start)
	for _, m := range s.Moves {
		if _, err := t.line.PlayText(m.Move); err != nil {
			return fmt.Errorf("move %s of the game: %w", m.Move, err)
		}
	}
	t.state, t.side = s, board.White
	if s.Seat == wire.Black {
		t.side = board.Black
	}
	return nil
}

// ask starts a search by the program if it is the bot's turn and no search of this position has been started.
func (t *session) ask(ctx context.Context) error {
	s := &t.state
	at := len(t.line.Moves())<<16 | s.Takebacks&0xffff
	if !t.mine() || t.line.Position().Side != t.side || at == t.requested {
		return nil
	}
	if t.stop != nil { // the position being searched was taken back
		t.stop()
		<-t.thought
		t.stop = nil
		t.program.Stop()
	}
	fresh := t.requested < 0 || t.requested>>16 > at>>16 || t.requested&0xffff != s.Takebacks&0xffff
	t.requested = at
	if t.program == nil {
		p, err := player.NewProgram(t.Player, t.line.Rules(), rand.Uint64(), t.Patience)
		if err != nil {
			return err
		}
		t.program = p
		opponent := s.Players.Black
		if t.side == board.Black {
			opponent = s.Players.White
		}
		var name any = opponent.Name
		if opponent.Name == "" {
			name = "somebody"
		}
		t.Log(fmt.Sprintf("%v: playing %v as %v against %v", t.id, s.Variant, t.side, name))
	}
	line := rules.NewLine(t.line.Rules(), t.line.Start()) // a copy for the program
	for _, m := range t.line.Moves() {
		if _, err := line.Play(m); err != nil {
			return err
		}
	}
	limit, left := t.limit()
	thinking, stop := context.WithCancel(ctx)
	t.stop = stop
	side, key, program := t.side, s.Key, t.program
	go func() {
		defer stop()
		a := thought{at: at, ply: len(line.Moves()), key: key}
		if fresh {
			a.err = program.Begin(ctx, line.Start(), side, limit) // the program runs until the game ends
		}
		if a.err == nil {
			m, goesOn, err := program.Move(thinking, line, left)
			p := line.Position()
			switch {
			case err != nil:
				a.err = err
			case !goesOn:
				a.err = errResigns
			default:
				a.text = line.Rules().Guide().FormatUCI(&p, m)
			}
		}
		t.thought <- a // never blocks: the channel is buffered
	}()
	return nil
}

// limit returns the limit for the program and the remaining time on both clocks.
func (t *session) limit() (l player.Limit, left [2]time.Duration) {
	c, now := t.state.Control, t.state.Clocks
	if c == nil || c.None() || c.Days > 0 || now == nil {
		l.MoveTime = t.MoveTime
		return l, left
	}
	// Engine protocols do not support a delay. The closest equivalent is an increment.
	l.Control = clock.Control{Initial: c.Initial, Increment: c.Increment + c.Delay}
	for i, ms := range [2]int64{now.White, now.Black} {
		have := time.Duration(ms) * time.Millisecond
		left[i] = max(have-t.Overhead, have/2, time.Millisecond)
	}
	return l, left
}

// answer sends the program's move to the server. It returns an error if the program failed or resigned, or the
// server rejected the move.
func (t *session) answer(ctx context.Context, a thought) error {
	switch {
	case ctx.Err() != nil:
		return nil
	case a.err != nil:
		return a.err
	case a.at != t.requested:
		return nil // the position was taken back
	}
	move := map[string]any{"type": "move", "ply": a.ply, "takebacks": t.state.Takebacks, "key": a.key, "move": a.text}
	for wait := firstWait; ; wait *= 2 {
		err := t.send(ctx, move)
		var no *Refusal
		refused := errors.As(err, &no)
		switch {
		case err == nil || refused && (no.Code == "stale" || no.Code == "over"):
			return nil // the stream reports the new state
		case ctx.Err() != nil || wait >= maxWait || refused && no.Status != http.StatusTooManyRequests && no.Status < 500:
			return err
		}
		select { // sending the move twice is harmless
		case <-time.After(wait):
		case <-ctx.Done():
		}
	}
}

func (t *session) send(ctx context.Context, m map[string]any) error {
	return t.client.post(ctx, "/api/v1/games/"+t.id+"/command", m, nil)
}

// giveUp resigns or aborts a game that the program cannot continue. Unless the program resigned, it first
// apologises to the opponent.
func (t *session) giveUp(ctx context.Context, why error) {
	if ctx.Err() != nil {
		return
	}
	if t.program != nil {
		t.program.Stop()
	}
	if !errors.Is(why, errResigns) {
		_ = t.send(ctx, map[string]any{"type": "say", "phrase": "sorry"}) // best effort
	}
	how := fmt.Sprintf("%v: resigned: %v", t.id, why)
	err := t.send(ctx, map[string]any{"type": "resign"})
	if err != nil { // resigning is impossible before an opponent has joined
		how = fmt.Sprintf("%v: aborted: %v", t.id, why)
		err = t.send(ctx, map[string]any{"type": "abort"})
	}
	if err != nil {
		t.Log(fmt.Sprintf("%v: %v; cannot end the game: %v", t.id, why, err))
		return
	}
	t.Log(how)
}
