package player

import (
	"cmp"
	"context"
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

// uciPlayer is a program that speaks UCI.
type uciPlayer struct {
	external
	chess960 bool // whether UCI_Chess960 is set
}

// Start starts the program, completes the handshake and sets the program's options.
func (u *uciPlayer) Start(ctx context.Context) error {
	if err := u.launch(ctx); err != nil {
		return err
	}
	u.options = nil
	u.name = strings.Join(u.spec.Command, " ")
	if err := u.proc.send("uci"); err != nil {
		return err
	}
	err := u.expect(ctx, "uciok", func(l line) (bool, error) {
		words := strings.Fields(l.text)
		switch {
		case len(words) > 2 && words[0] == "id" && words[1] == "name":
			u.name = strings.Join(words[2:], " ")
		case len(words) > 2 && words[0] == "option":
			u.options = append(u.options, readUCIOption(words[1:]))
		}
		return len(words) > 0 && words[0] == "uciok", nil
	})
	if err != nil {
		return err
	}
	if err := u.configure(); err != nil {
		return err
	}
	return u.sync(ctx)
}

// readUCIOption parses the words after "option".
func readUCIOption(words []string) (c engineOption) {
	keys := []string{"name", "type", "default", "min", "max", "var"}
	for i := 0; i < len(words); {
		key, end := words[i], i+1
		for end < len(words) && (!slices.Contains(keys, words[end]) || key == words[end] && key != "var") {
			end++
		}
		value := strings.Join(words[i+1:end], " ")
		switch key {
		case "name":
			c.name = value
		case "min":
			c.min, _ = strconv.Atoi(value) // 0 if invalid, which means no limit
		case "max":
			c.max, _ = strconv.Atoi(value)
		case "var":
			c.values = append(c.values, value)
		}
		i = end
	}
	return c
}

// configure selects the rule set and sets the options from the match and the spec.
func (u *uciPlayer) configure() error {
	const option = "UCI_Variant"
	var set []string
	want := cmp.Or(u.spec.Variant, u.rules.Info().Name)
	rulesFile, reads := u.option("RulesFile")
	switch c, ok := u.option(option); {
	case want == "-": // the user has specified that the program needs no setting
	case ok && reads && u.spec.Variant == "" && u.rules.Info().Definition != "":
		set = append(set, "setoption name "+rulesFile.name+" value "+u.rules.Info().Definition,
			"setoption name "+c.name+" value "+want)
	case ok && slices.Contains(c.values, want) || ok && len(c.values) == 0:
		set = append(set, "setoption name "+c.name+" value "+want)
	case u.spec.Variant != "" || u.rules.Info().PGN != "":
		return u.noVariant(want, c.values)
	}
	for _, size := range []struct {
		name string
		n    int
	}{{"Hash", u.spec.HashMB}, {"Threads", u.spec.Threads}} {
		n := size.n
		if c, ok := u.option(size.name); ok && n > 0 {
			n = max(n, c.min)
			if c.max > 0 {
				n = min(n, c.max)
			}
			set = append(set, fmt.Sprintf("setoption name %s value %d", c.name, n))
		}
	}
	return u.setAll(set, "setoption name ", " value ")
}

// sync waits until the program has processed all commands.
func (u *uciPlayer) sync(ctx context.Context) error {
	if err := u.proc.send("isready"); err != nil {
		return err
	}
	return u.expect(ctx, "readyok", func(l line) (bool, error) {
		return strings.TrimSpace(l.text) == "readyok", nil
	})
}

func (u *uciPlayer) Ready(ctx context.Context, s *Setup) error {
	if u.proc == nil {
		u.chess960 = false
		if err := u.Start(ctx); err != nil {
			return err
		}
	}
	if err := u.setChess960(!s.Start.UsualHomes()); err != nil {
		return err
	}
	if err := u.proc.send("ucinewgame"); err != nil {
		return err
	}
	return u.sync(ctx)
}

// setChess960 sets UCI_Chess960 if its value has to change. It returns an error if the program does not have
// the option.
func (u *uciPlayer) setChess960(on bool) error {
	if on == u.chess960 {
		return nil
	}
	c, ok := u.option("UCI_Chess960")
	if !ok {
		return fmt.Errorf("player: %v does not support Chess960: it has no option UCI_Chess960", u.name)
	}
	u.chess960 = on
	return u.proc.send(fmt.Sprintf("setoption name %s value %v", c.name, on))
}

func (u *uciPlayer) Move(ctx context.Context, t *Turn) (a Answer, err error) {
	question := []string{u.position(t.Line), uciGo(t)}
	if err := u.drain(func(line) (bool, error) { return false, nil }); err != nil {
		return a, err
	}
	began := time.Now()
	if err := u.proc.send(question...); err != nil {
		return a, err
	}
	err = u.await(ctx, t, began, "stop", func(l line) (bool, error) {
		words := strings.Fields(l.text)
		switch {
		case len(words) > 0 && words[0] == "info":
			readUCIInfo(words[1:], &a)
		case len(words) > 0 && words[0] == "bestmove":
			a.Took = l.at.Sub(began)
			if len(words) < 2 || slices.Contains([]string{"(none)", "0000", "NULL", "none"}, words[1]) {
				return true, Faultf(IllegalMove, "reports that it has no move (%q)", notation.Clip(l.text))
			}
			a.Text = words[1]
			return true, nil
		}
		return false, nil
	})
	return a, err
}

// position returns the position command for a game.
func (u *uciPlayer) position(game *rules.Line) string {
	guide := u.rules.Guide()
	start := game.Start()
	text := []byte("position ")
	if fen := guide.FormatPosition(&start); fen == u.rules.Info().Start {
		text = append(text, "startpos"...)
	} else {
		text = append(append(text, "fen "...), fen...)
	}
	for i, m := range game.Moves() {
		if i == 0 {
			text = append(text, " moves"...)
		}
		at, _ := game.At(i)
		if u.chess960 {
			m = notation.KingTakesRook(u.rules, &at, m)
		}
		text = append(append(text, ' '), guide.FormatUCI(&at, m)...)
	}
	return string(text)
}

// uciGo returns the go command for a turn.
func uciGo(t *Turn) string {
	text := "go"
	add := func(name string, n int64) { text += " " + name + " " + strconv.FormatInt(n, 10) }
	if c := t.Limit.Control; !c.None() {
		add("wtime", max(1, t.Left[board.White].Milliseconds()))
		add("btime", max(1, t.Left[board.Black].Milliseconds()))
		if c.Increment > 0 {
			add("winc", c.Increment)
			add("binc", c.Increment)
		}
		if t.MovesToGo > 0 {
			add("movestogo", int64(t.MovesToGo))
		}
	}
	if t.Limit.MoveTime > 0 {
		add("movetime", max(1, t.Limit.MoveTime.Milliseconds()))
	}
	if t.Limit.Nodes > 0 {
		add("nodes", int64(t.Limit.Nodes))
	}
	if t.Limit.Depth > 0 {
		add("depth", int64(t.Limit.Depth))
	}
	return text
}

// readUCIInfo records the score and depth of the best line in the answer. It ignores lines without a score
// and lines for other variations.
func readUCIInfo(words []string, a *Answer) {
	depth, score, scored := a.Depth, 0, false
	for i := 0; i+1 < len(words); i++ {
		switch words[i] {
		case "pv", "string":
			i = len(words)
		case "depth":
			depth, _ = strconv.Atoi(words[i+1])
		case "multipv":
			if words[i+1] != "1" {
				return
			}
		case "score":
			if i+2 >= len(words) {
				return
			}
			n, err := strconv.Atoi(words[i+2])
			if err != nil {
				return
			}
			switch words[i+1] {
			case "cp":
				score, scored = n, true
			case "mate":
				score, scored = mateScore(n), true
			}
		}
	}
	if scored {
		a.Score, a.Scored, a.Depth = max(-search.Mate, min(search.Mate, score)), true, depth
	}
}

func (u *uciPlayer) Over(rules.Result, string) {}

func (u *uciPlayer) Quit() { u.end("quit") }
