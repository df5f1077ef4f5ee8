package player

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// xboardPlayer is a program that speaks version 1 or 2 of the XBoard protocol.
type xboardPlayer struct {
	chess960 bool // whether castling may start from nonstandard squares
	external
	features features

	pings     int
	sent      int  // number of moves sent to the program
	playing   bool // whether go has been sent, so that the program replies to moves without another go
	games     int  // number of games that the running program has started
	protocol1 bool // whether the program speaks protocol version 1
}

// features are the features that a program announces. They start with the protocol's defaults.
type features struct {
	ping, setboard, san, usermove, memory, smp bool
	time, reuse, done                          bool
	variants                                   []string
}

// knownFeatures lists the features that we accept.
var knownFeatures = []string{
	"ping", "setboard", "san", "usermove", "time", "draw", "sigint", "sigterm", "reuse", "myname", "variants",
	"colors", "name", "debug", "memory", "smp", "option", "done", "xedit",
}

func (x *xboardPlayer) Start(ctx context.Context) error {
	if err := x.launch(ctx); err != nil {
		return err
	}
	x.options, x.features, x.games = nil, features{time: true, reuse: true}, 0
	x.name = strings.Join(x.spec.Command, " ")
	if err := x.proc.send("xboard", "protover 2"); err != nil {
		return err
	}
	if err := x.handshake(ctx); err != nil {
		return err
	}
	return x.configure()
}

// handshake waits for the program's features. A silent program speaks version 1. It gets the full timeout
// only the first time, because it may be slow to start. Programs end the list with done=1, request more time
// with done=0, or do neither.
func (x *xboardPlayer) handshake(ctx context.Context) error {
	const pause = 2 * time.Second
	heard, slow := false, false
	handle := func(l line) (bool, error) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(l.text), "feature ")
		if !ok {
			return false, nil
		}
		heard = true
		more, err := x.readFeatures(rest)
		slow = (slow || more) && !x.features.done
		return true, err
	}
	wait := x.patience
	if x.protocol1 {
		wait = min(pause, x.patience)
	}
	err := x.listen(ctx, time.Now().Add(wait), handle)
	for err == nil && !x.features.done {
		wait := pause
		if slow {
			wait = max(pause, x.patience)
		}
		err = x.listen(ctx, time.Now().Add(wait), handle)
	}
	switch {
	case errors.Is(err, errTooLate) && slow:
		return Faultf(Hang, "asked for more time with done=0 and never sent done=1")
	case errors.Is(err, errTooLate):
		x.protocol1 = !heard
		return nil
	}
	return err
}

// readFeatures parses and acknowledges NAME=VALUE pairs. It reports whether the program requests more time.
func (x *xboardPlayer) readFeatures(text string) (more bool, err error) {
	var answers []string
	for {
		name, rest, ok := strings.Cut(strings.TrimLeft(text, " \t"), "=")
		if !ok {
			break
		}
		var value string
		if quoted, yes := strings.CutPrefix(rest, `"`); yes {
			value, text, _ = strings.Cut(quoted, `"`)
		} else {
			value, text, _ = strings.Cut(rest, " ")
		}
		if name = strings.TrimSpace(name); slices.Contains(knownFeatures, name) {
			answers = append(answers, "accepted "+name)
		} else {
			answers = append(answers, "rejected "+name)
		}
		more = x.feature(name, strings.TrimSpace(value)) || more
	}
	if len(answers) == 0 {
		return more, nil
	}
	return more, x.proc.send(answers...)
}

// feature stores a feature and reports whether it is a request for more time.
func (x *xboardPlayer) feature(name, value string) (more bool) {
	f := &x.features
	on := value == "1"
	flags := map[string]*bool{
		"ping": &f.ping, "setboard": &f.setboard, "san": &f.san, "usermove": &f.usermove,
		"memory": &f.memory, "smp": &f.smp, "time": &f.time, "reuse": &f.reuse, "done": &f.done,
	}
	if flag, ok := flags[name]; ok {
		*flag = on
	}
	switch name {
	case "myname":
		x.name = value
	case "variants":
		for v := range strings.SplitSeq(value, ",") {
			f.variants = append(f.variants, strings.TrimSpace(v))
		}
	case "option":
		name, _, _ := strings.Cut(value, " -")
		x.options = append(x.options, engineOption{name: strings.TrimSpace(name)})
	}
	return name == "done" && !on
}

// configure returns an error if the program does not play the rule set, and sets the program's options.
func (x *xboardPlayer) configure() error {
	var set []string
	if _, reads := x.option("RulesFile"); reads && x.spec.Variant == "" && x.rules.Info().Definition != "" {
		set = append(set, "option RulesFile="+x.rules.Info().Definition)
	} else if want := x.variant(); want != "" && !slices.Contains(x.features.variants, want) {
		return x.noVariant(want, x.features.variants)
	}
	if x.features.memory && x.spec.HashMB > 0 {
		set = append(set, fmt.Sprintf("memory %d", x.spec.HashMB))
	}
	if x.features.smp && x.spec.Threads > 0 {
		set = append(set, fmt.Sprintf("cores %d", x.spec.Threads))
	}
	return x.setAll(set, "option ", "=")
}

// variant returns the program's name for the rule set, or "" for orthodox
// chess.
func (x *xboardPlayer) variant() string {
	switch want := x.spec.Variant; {
	case want == "-" || want == "normal":
		return ""
	case want != "":
		return want
	case x.rules.Info().PGN == "":
		return ""
	}
	return x.rules.Info().Name
}

func (x *xboardPlayer) Ready(ctx context.Context, s *Setup) error {
	limit, err := xboardLimit(s.Limit)
	if err != nil {
		return err
	}
	if x.proc != nil && x.games > 0 && !x.features.reuse {
		x.end("quit")
	}
	if x.proc == nil {
		if err := x.Start(ctx); err != nil {
			return err
		}
	}
	x.games++
	x.playing, x.sent = false, 0
	commands := []string{"new"}
	if x.chess960 = !s.Start.UsualHomes(); x.chess960 {
		if !slices.Contains(x.features.variants, fischerandom) {
			return x.noVariant(fischerandom, x.features.variants)
		}
		commands = append(commands, "variant "+fischerandom)
	} else if v := x.variant(); v != "" {
		commands = append(commands, "variant "+v)
	}
	commands = append(commands, limit...)
	commands = append(commands, "post", "easy", "computer", "force")
	place, err := x.setPosition(s)
	if err != nil {
		return err
	}
	commands = append(commands, place...)
	if err := x.proc.send(commands...); err != nil {
		return err
	}
	return x.sync(ctx)
}

// fischerandom is the protocol's name for Chess960, in which castling is written as O-O or O-O-O.
const fischerandom = "fischerandom"

// CheckXBoardLimit returns an error if the XBoard protocol cannot express a
// limit.
func CheckXBoardLimit(l Limit) error {
	_, err := xboardLimit(l)
	return err
}

// xboardLimit converts a limit to commands. It returns an error for a node limit and for fractions of a
// second per move, which the protocol does not support.
func xboardLimit(l Limit) (commands []string, err error) {
	c := l.Control
	switch {
	case l.Nodes > 0:
		return nil, errors.New("player: the XBoard protocol cannot limit nodes; give an XBoard player a time " +
			"control or a depth")
	case l.MoveTime%time.Second != 0:
		return nil, errors.New("player: the XBoard protocol supports only whole seconds per move; use whole " +
			"seconds or a time control")
	case l.MoveTime > 0:
		commands = append(commands, fmt.Sprintf("st %d", l.MoveTime/time.Second))
	case !c.None():
		commands = append(commands, "level "+c.Level()) // the remaining time is sent before every move
	default:
		commands = append(commands, "level 0 600 0")
	}
	if l.Depth > 0 {
		commands = append(commands, fmt.Sprintf("sd %d", l.Depth))
	}
	return commands, nil
}

// setPosition returns the commands that set up the starting position, or an error if the program cannot set
// it up. Opening moves are sent with the first turn.
func (x *xboardPlayer) setPosition(s *Setup) ([]string, error) {
	guide := x.rules.Guide()
	start := s.Start
	text := guide.FormatPosition(&start)
	switch {
	case text == x.rules.Info().Start:
		return nil, nil
	case x.features.setboard:
		return []string{"setboard " + text}, nil
	}
	// The old edit command cannot set the side to move. If it is Black's turn, a move is therefore played
	// first. Castling rights follow from the squares of kings and rooks.
	if !x.rules.Info().Chessboard() || start.EnPassant() != board.NoSquare ||
		start.Castling() != homeCastling(x.rules, &start) {
		return nil, fmt.Errorf("player: %v does not support setboard and cannot start from position %v; use "+
			"openings from the starting position", x.name, text)
	}
	var commands []string
	if start.Side == board.Black {
		commands = append(commands, x.moveCommand("a2a3"))
	}
	commands = append(commands, "edit", "#")
	for _, side := range []board.Colour{board.White, board.Black} {
		for sq := range start.Size() {
			if pc := start.Piece(sq); pc != board.NoPiece && pc.Colour() == side {
				commands = append(commands, string(pc.Role().Letter())+guide.SquareName(&start, sq))
			}
		}
		commands = append(commands, "c")
	}
	commands[len(commands)-1] = "."
	return commands, nil
}

// homeCastling returns the castling rights that follow from kings and rooks on their home squares.
func homeCastling(r rules.Rules, p *board.Position) (c board.Castling) {
	if !r.Info().Castling {
		return 0
	}
	has := func(square string, side board.Colour, k board.Role) bool {
		s, _ := board.ParseSquare(square)
		return p.Piece(s) == board.NewPiece(side, k)
	}
	for _, home := range []struct {
		right      board.Castling
		side       board.Colour
		king, rook string
	}{
		{board.WhiteShort, board.White, "e1", "h1"}, {board.WhiteLong, board.White, "e1", "a1"},
		{board.BlackShort, board.Black, "e8", "h8"}, {board.BlackLong, board.Black, "e8", "a8"},
	} {
		if has(home.king, home.side, board.King) && has(home.rook, home.side, board.Rook) {
			c |= home.right
		}
	}
	return c
}

// sync waits until the program has processed all commands. Without ping, it returns immediately.
func (x *xboardPlayer) sync(ctx context.Context) error {
	if !x.features.ping {
		return nil
	}
	x.pings++
	if err := x.proc.send("ping " + strconv.Itoa(x.pings)); err != nil {
		return err
	}
	want := "pong " + strconv.Itoa(x.pings)
	return x.expect(ctx, "pong", func(l line) (bool, error) {
		return strings.TrimSpace(l.text) == want, x.disputed(l.text)
	})
}

// disputed returns a fault if a line rejects a legal move or a legal position.
func (x *xboardPlayer) disputed(text string) error {
	lower := strings.ToLower(strings.TrimSpace(text))
	if strings.HasPrefix(lower, "illegal move") || strings.HasPrefix(lower, "illegal position") ||
		strings.HasPrefix(lower, "tellusererror illegal") {
		return Faultf(Dispute, "rejects a legal move: %q", notation.Clip(text))
	}
	return nil
}

// moveCommand returns the command for a move.
func (x *xboardPlayer) moveCommand(move string) string {
	if x.features.usermove {
		return "usermove " + move
	}
	return move
}

func (x *xboardPlayer) Move(ctx context.Context, t *Turn) (a Answer, err error) {
	// Without ping, we do not know when the program has finished with the previous game. Until it has moved,
	// we attribute a result to the previous game.
	late := !x.playing && !x.features.ping
	read := x.reader(&a, t.Side)
	handle := func(l line) (bool, error) {
		if late && isResult(l.text) {
			return false, nil
		}
		return read(l)
	}
	if err := x.drain(func(l line) (bool, error) {
		if text := strings.TrimSpace(l.text); strings.HasPrefix(text, "move ") || late && text == "resign" {
			return false, nil // the program was not asked for this move
		}
		return handle(l)
	}); err != nil || a.Resigns {
		return a, err
	}
	a = Answer{}
	var clocks, moves []string
	if !t.Limit.Control.None() && x.features.time {
		clocks = []string{
			"time " + strconv.FormatInt(max(1, t.Left[t.Side].Milliseconds()/10), 10),
			"otim " + strconv.FormatInt(max(1, t.Left[t.Side.Other()].Milliseconds()/10), 10),
		}
	}
	played := t.Line.Moves()
	for ; x.sent < len(played); x.sent++ {
		at, _ := t.Line.At(x.sent)
		text := x.rules.Guide().FormatUCI(&at, played[x.sent])
		if x.features.san || x.chess960 && x.rules.Guide().Class(&at, played[x.sent])&rules.Castling != 0 {
			text = x.rules.Guide().FormatSAN(&at, played[x.sent])
		}
		moves = append(moves, x.moveCommand(text))
	}
	var question []string
	if x.playing {
		question = append(clocks, moves...) // the program replies to the move without go
	} else {
		// Wait until the program has processed the moves before its clock starts.
		if len(moves) > 0 {
			if err := x.proc.send(moves...); err != nil {
				return a, err
			}
			if err := x.sync(ctx); err != nil {
				return a, err
			}
		}
		question = append(clocks, "go")
		x.playing = true
	}
	began := time.Now()
	if err := x.proc.send(question...); err != nil {
		return a, err
	}
	err = x.await(ctx, t, began, "?", func(l line) (bool, error) {
		a.Took = l.at.Sub(began)
		return handle(l)
	})
	if err == nil && !a.Resigns {
		x.sent++ // the program has played its own move
	}
	return a, err
}

// isResult reports whether a line announces a result.
func isResult(text string) bool {
	words := strings.Fields(text)
	return len(words) > 0 && (words[0] == "1-0" || words[0] == "0-1" || words[0] == "1/2-1/2")
}

// reader returns a handler for the output of the program, which plays side, while it chooses a move. The
// arbiter has already ended finished games, so the only valid result is the program's loss, with which it
// resigns.
func (x *xboardPlayer) reader(a *Answer, side board.Colour) func(line) (bool, error) {
	lost := string(rules.Wins(side.Other()))
	return func(l line) (bool, error) {
		words := strings.Fields(l.text)
		if len(words) == 0 || words[0][0] == '#' {
			return false, nil
		}
		if isResult(l.text) && words[0] != lost {
			return true, Faultf(Dispute, "claims a false result: %q", notation.Clip(l.text))
		}
		switch words[0] {
		case "move":
			if len(words) < 2 {
				return true, Faultf(IllegalMove, "sends a move command without a move (%q)", notation.Clip(l.text))
			}
			a.Text = words[1]
			return true, nil
		case "resign", lost:
			a.Resigns = true
			return true, nil
		}
		// Protocol version 1 uses "My move is: e7e5" and "12. ... e7e5".
		if move, ok := strings.CutPrefix(l.text, "My move is:"); ok {
			a.Text = strings.TrimSpace(move)
			return true, nil
		}
		if len(words) == 3 && words[1] == "..." && strings.Trim(words[0], "0123456789.") == "" {
			a.Text = words[2]
			return true, nil
		}
		readXBoardInfo(words, a)
		return false, x.disputed(l.text)
	}
}

// readXBoardInfo records the score and depth from thinking output, which consists of depth, score, time,
// nodes and moves.
func readXBoardInfo(words []string, a *Answer) {
	if len(words) < 4 {
		return
	}
	var n [4]int
	for i := range n {
		var err error
		if n[i], err = strconv.Atoi(strings.TrimRight(words[i], ".+-&")); err != nil {
			return
		}
	}
	a.Depth, a.Scored = n[0], true
	const mates = 100000 // a mate score is this number plus the number of moves
	switch {
	case n[1] >= mates:
		a.Score = mateScore(max(1, n[1]-mates))
	case n[1] <= -mates:
		a.Score = mateScore(min(-1, n[1]+mates))
	default:
		a.Score = max(-search.Mate+1000, min(search.Mate-1000, n[1]))
	}
}

func (x *xboardPlayer) Over(result rules.Result, why string) {
	if x.proc != nil {
		comment := strings.NewReplacer("{", "(", "}", ")").Replace(why)
		_ = x.proc.send("result "+string(result)+" {"+comment+"}", "force") // the next game detects an error
	}
}

func (x *xboardPlayer) Quit() { x.end("quit") }
