package bot_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/tainchess/tain/internal/bot"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol"
	"github.com/tainchess/tain/internal/protocol/uci"
	"github.com/tainchess/tain/internal/site/server"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/internal/test/program"
	"github.com/tainchess/tain/variant"
)

// engineWord makes the test binary run as our engine: "bot.test uci-engine" does the same as tain uci.
const engineWord = "uci-engine"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == engineWord {
		c := uci.Config{Config: protocol.Config{Name: "Tain", Rules: variant.Builtin()}}
		if err := uci.Serve(context.Background(), os.Stdin, os.Stdout, c); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// site returns a test server.
func site(t *testing.T) *httptest.Server {
	t.Helper()
	hub, err := hub.New(context.Background(), memory.New(), hub.Options{Options: room.Options{Rules: variant.Builtin()}})
	if err != nil {
		t.Fatalf("hub.New: %v", err)
	}
	s, err := server.New(server.Options{Rules: variant.Builtin(), Hub: hub, Files: fstest.MapFS{"index.html": {Data: []byte("<!doctype html>")}}})
	if err != nil {
		t.Fatalf("server.New: %v", err)
	}
	web := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close()
		web.Close()
	})
	return web
}

// journal collects a bot's log messages.
type journal struct {
	mu   sync.Mutex
	text strings.Builder
}

func (j *journal) note(m string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	fmt.Fprintln(&j.text, m)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// options returns the options of a bot that plays one game, and its log.
func options(t *testing.T, web *httptest.Server, playing string) (bot.Options, *journal) {
	t.Helper()
	token, err := bot.NewToken(t.Context(), web.URL)
	if err != nil {
		t.Fatalf("bot.NewToken: %v", err)
	}
	spec, err := player.ParseSpec(playing)
	if err != nil {
		t.Fatalf("player.ParseSpec: %v", err)
	}
	j := &journal{}
	return bot.Options{
		URL: web.URL, Token: token, Rules: variant.Builtin(), Player: spec, Name: "Robot", Total: 1,
		MoveTime: 50 * time.Millisecond, Patience: time.Minute, Log: j.note,
		Accept: bot.Accept{Variants: []string{"chess", "triboard"}, Unlimited: true},
	}, j
}

// offering returns the options with an open challenge added.
func offering(o bot.Options, variant string, c clock.Control) bot.Options {
	o.Accept.None, o.Offer = true, &bot.Offer{Variant: variant, Control: c}
	return o
}

// both plays a game between two bots and returns the PGN.
func both(t *testing.T, web *httptest.Server, one, two bot.Options) string {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute)
	defer stop()
	failed := make(chan error, 2)
	for _, o := range []bot.Options{one, two} {
		go func() { failed <- bot.Run(ctx, o) }()
	}
	for range 2 {
		if err := <-failed; err != nil {
			t.Fatalf("bot.Run: %v", err)
		}
	}
	return record(t, web, one.Token)
}

// record returns the PGN of a bot's only game.
func record(t *testing.T, web *httptest.Server, token string) string {
	t.Helper()
	get := func(path string) string {
		r, err := http.NewRequest("GET", web.URL+path, nil)
		if err != nil {
			t.Fatalf("http.NewRequest: %v", err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatalf("DefaultClient.Do: %v", err)
		}
		defer answer.Body.Close()
		var b strings.Builder
		if _, err := bufio.NewReader(answer.Body).WriteTo(&b); err != nil {
			t.Fatalf("NewReader.WriteTo: %v", err)
		}
		return b.String()
	}
	var mine struct{ Games []struct{ ID string } }
	if err := json.Unmarshal([]byte(get("/api/v1/my/games")), &mine); err != nil || len(mine.Games) != 1 {
		t.Fatalf("games of the bot = %v, %v; want one game", mine, err)
	}
	return get("/api/v1/games/" + mine.Games[0].ID + "/pgn")
}

// TestStockfish plays a game on the server with Stockfish.
func TestStockfish(t *testing.T) {
	var log *journal
	var pgn string
	for range 3 { // retry, because the clock may run out on a stalled machine
		web := site(t)
		var strong bot.Options
		strong, log = options(t, web, "uci:"+program.Find(t, "stockfish"))
		weak, _ := options(t, web, "self:level=1,nodes=200")
		pgn = both(t, web, offering(weak, "chess", clock.Control{Initial: 20_000, Increment: 200}), strong)
		if !strings.Contains(log.String(), "ran out of time") {
			break
		}
	}
	if !strings.Contains(pgn, "# ") && !strings.Contains(pgn, "#\n") || !strings.Contains(log.String(), "checkmate") {
		t.Errorf("want a checkmate in log\n%s\nand PGN\n%s", log, pgn)
	}
	if !strings.Contains(pgn, "[%clk ") {
		t.Errorf("the PGN has no clocks:\n%s", pgn)
	}
}

// TestOwnEngine plays a game of triboard between our engine, over UCI, and the sample bot in the
// documentation.
func TestOwnEngine(t *testing.T) { playSample(t, "uci:"+os.Args[0]+" "+engineWord, "triboard") }

// TestSampleDefinition plays a game of a definition between our engine and the sample bot.
func TestSampleDefinition(t *testing.T) { playSample(t, "self:nodes=500", "gallery/gardner") }

// playSample plays a game between a player and the sample bot in the documentation, which loses.
func playSample(t *testing.T, playing, name string) {
	t.Helper()
	python := program.Find(t, "python3")
	text, err := os.ReadFile("../../docs/bots.md")
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	_, code, found := strings.Cut(string(text), "```python\n")
	code, _, ended := strings.Cut(code, "```")
	if !found || !ended || strings.Count(code, "\n") > 60 {
		t.Fatalf("the sample bot in docs/bots.md has %d lines; want a complete code block of at most 60 lines", strings.Count(code, "\n"))
	}
	file := filepath.Join(t.TempDir(), "bot.py")
	if err := os.WriteFile(file, []byte(code), 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	web := site(t)
	sample := exec.CommandContext(t.Context(), python, file, web.URL)
	sample.Env = append(os.Environ(), "no_proxy=127.0.0.1", "NO_PROXY=127.0.0.1")
	output, err := sample.StdoutPipe()
	if err != nil {
		t.Fatalf("sample.StdoutPipe: %v", err)
	}
	sample.Stderr = sample.Stdout
	if err := sample.Start(); err != nil {
		t.Fatalf("sample.Start: %v", err)
	}
	// Collect the output of the sample bot until the game ends or an error occurs.
	result := make(chan string, 1)
	go func() {
		var text strings.Builder
		for lines := bufio.NewScanner(output); lines.Scan(); {
			text.WriteString(lines.Text() + "\n")
			if strings.Contains(lines.Text(), "checkmate") || strings.Contains(lines.Text(), "Error") {
				break
			}
		}
		result <- text.String()
	}()
	o, log := options(t, web, playing)
	o = offering(o, name, clock.Control{Initial: 60_000, Increment: 1000}) // long enough even on a busy machine
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute)
	defer stop()
	err = bot.Run(ctx, o)
	sampleOutput := ""
	select {
	case sampleOutput = <-result:
	case <-time.After(time.Minute): // the sample bot hung or lost on time
	}
	_ = sample.Process.Kill() // the sample bot does not exit by itself
	_ = sample.Wait()
	if err != nil || !strings.Contains(log.String(), "checkmate") || !strings.Contains(sampleOutput, "checkmate") {
		t.Errorf("bot.Run: %v\n%s\noutput of the sample:\n%s", err, log, sampleOutput)
	}
}

// fake returns a UCI program that runs a shell command in response to go.
func fake(t *testing.T, answer string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "fake")
	script := "#!/bin/sh\nwhile read word rest; do case $word in\nuci) echo uciok;;\nisready) echo readyok;;\ngo) " + answer + ";;\nquit) exit;;\nesac; done\n"
	if err := os.WriteFile(file, []byte(script), 0o700); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	return "uci:" + file
}

// TestFaults checks that the bot resigns or aborts a game if the program fails, and logs the reason.
func TestFaults(t *testing.T) {
	for name, c := range map[string]struct{ answer, want string }{
		"illegal": {"echo bestmove e2e5", "illegal move"},
		"none":    {"echo bestmove '(none)'", "no move"},
		"crash":   {"exit 3", "crash"},
		"hang":    {"sleep 1000", "hang"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			web := site(t)
			bad, log := options(t, web, fake(t, c.answer))
			bad.Patience = 2 * time.Second
			good, _ := options(t, web, "self:level=1,nodes=200")
			pgn := both(t, web, offering(good, "chess", clock.Control{}), bad)
			if !strings.Contains(strings.ToLower(log.String()), c.want) || !strings.Contains(log.String(), "resigned") && !strings.Contains(log.String(), "aborted") {
				t.Errorf("want %q and resigned or aborted in log\n%s\nPGN\n%s", c.want, log, pgn)
			}
		})
	}
}

// TestReconnect checks that the bot keeps playing while its requests and streams are cut, and logs a lost
// connection.
func TestReconnect(t *testing.T) {
	web := site(t)
	var requests, cut, streams int
	var mu sync.Mutex
	flaky := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		requests++
		broken := requests%5 == 0 && !strings.HasSuffix(r.URL.Path, "/token") && r.URL.Path != "/api/v1/games" && !strings.HasSuffix(r.URL.Path, "/join")
		if strings.HasSuffix(r.URL.Path, "/stream") {
			streams++
			broken = broken || streams == 2
		}
		if broken {
			cut++
		}
		mu.Unlock()
		if broken {
			panic(http.ErrAbortHandler)
		}
		ctx := r.Context()
		if strings.HasSuffix(r.URL.Path, "/stream") {
			short, stop := context.WithTimeout(ctx, 300*time.Millisecond) // keep streams short
			defer stop()
			ctx = short
		}
		pass, err := http.NewRequestWithContext(ctx, r.Method, web.URL+r.URL.Path, r.Body)
		if err != nil {
			return
		}
		pass.Header, pass.ContentLength = r.Header, r.ContentLength
		answer, err := http.DefaultTransport.RoundTrip(pass)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		defer answer.Body.Close()
		for name, values := range answer.Header {
			w.Header()[name] = values
		}
		w.WriteHeader(answer.StatusCode)
		for in := bufio.NewScanner(answer.Body); in.Scan(); {
			fmt.Fprintln(w, in.Text())
			w.(http.Flusher).Flush()
		}
		if ctx.Err() != nil {
			panic(http.ErrAbortHandler) // abort the connection instead of ending it
		}
	}))
	t.Cleanup(flaky.Close)
	one, log := options(t, web, "self:level=6,nodes=2000")
	one.URL = flaky.URL
	two, _ := options(t, web, "self:level=1,nodes=200")
	pgn := both(t, web, offering(two, "chess", clock.Control{}), one)
	if strings.Contains(log.String(), "resigned:") || strings.Contains(log.String(), "aborted:") || cut == 0 {
		t.Errorf("%d connections were broken\nlog\n%s\nPGN\n%s", cut, log, pgn)
	}
	if !strings.Contains(log.String(), "connection lost, reconnecting") {
		t.Errorf("the log does not mention the lost connection\n%s", log)
	}
}

// TestRejectedBot checks that Run returns immediately if the server permanently
// rejects the bot.
func TestRejectedBot(t *testing.T) {
	web := site(t)
	o, _ := options(t, web, "self")
	o.Token = "tain_nonsense"
	if err := bot.Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "token") {
		t.Errorf("bot.Run with a wrong token: %v", err)
	}
	o.URL = "localhost:1"
	if err := bot.Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "https://") {
		t.Errorf("bot.Run with a wrong address: %v", err)
	}
}

// TestUnreachable checks that the bot logs that it cannot reach the server, and tries again.
func TestUnreachable(t *testing.T) {
	o, _ := options(t, site(t), "self")
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	o.URL = gone.URL
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	logged := make(chan string, 1)
	o.Log = func(m string) {
		select {
		case logged <- m:
		default:
		}
		cancel()
	}
	if err := bot.Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Errorf("bot.Run: %v", err)
	}
	if text := <-logged; !strings.Contains(text, "cannot reach the server") || !strings.Contains(text, strings.TrimPrefix(gone.URL, "http://")) {
		t.Errorf("logged %q", text)
	}
}

// post sends a request with a bot token, and returns the ID of the game in the response, if it has one.
func post(t *testing.T, web *httptest.Server, token, path, body string) string {
	t.Helper()
	r, err := http.NewRequest("POST", web.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatalf("http.NewRequest: %v", err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatalf("DefaultClient.Do: %v", err)
	}
	defer answer.Body.Close()
	var made struct{ Game struct{ ID string } }
	_ = json.NewDecoder(answer.Body).Decode(&made) // not all responses are JSON
	if answer.StatusCode >= 300 {
		t.Fatalf("POST %s: status %d", path, answer.StatusCode)
	}
	return made.Game.ID
}

// await waits until a bot has logged some text the given number of times.
func await(t *testing.T, log *journal, text string, times int) {
	t.Helper()
	for end := time.Now().Add(time.Minute); strings.Count(log.String(), text) < times; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("want %q %d times in log\n%s", text, times, log)
		}
	}
}

// TestWaitingChallenge checks that the bot accepts a challenge that it received while it had no room for a
// game.
func TestWaitingChallenge(t *testing.T) {
	t.Parallel()
	web := site(t)
	o, log := options(t, web, "self:level=1,nodes=200")
	o.Total = 2
	token, err := bot.NewToken(t.Context(), web.URL)
	if err != nil {
		t.Fatalf("bot.NewToken: %v", err)
	}
	challenge := func() string {
		return post(t, web, token, "/api/v1/games", `{"variant":"chess","opponent":"open","colour":"white","name":"Anna","keep":1}`)
	}
	failed := make(chan error, 1)
	go func() { failed <- bot.Run(t.Context(), o) }()
	one := challenge()
	await(t, log, one+": accepted", 1)
	two := challenge()
	time.Sleep(3 * time.Second) // the server looks for new challenges every second
	post(t, web, token, "/api/v1/games/"+one+"/command", `{"type":"abort"}`)
	await(t, log, two+": accepted", 1)
	post(t, web, token, "/api/v1/games/"+two+"/command", `{"type":"abort"}`)
	if err := <-failed; err != nil {
		t.Errorf("bot.Run: %v", err)
	}
}

// TestDefinitionChallenge checks that the bot accepts challenges of a user's rule set that it is asked to
// accept, and no others.
func TestDefinitionChallenge(t *testing.T) {
	t.Parallel()
	web := site(t)
	mine, err := variant.Builtin().Choose(`{"name":"mine","castling":false}`)
	if err != nil {
		t.Fatalf("Choose: %v", err)
	}
	o, log := options(t, web, "self:level=1,nodes=200")
	o.Accept.Variants = []string{mine.Info().Ref()}
	token, err := bot.NewToken(t.Context(), web.URL)
	if err != nil {
		t.Fatalf("bot.NewToken: %v", err)
	}
	challenge := func(variant string) string {
		body, err := json.Marshal(map[string]string{"variant": variant, "opponent": "open", "colour": "white", "name": "Anna"})
		if err != nil {
			t.Fatalf("json.Marshal: %v", err)
		}
		return post(t, web, token, "/api/v1/games", string(body))
	}
	challenge("chess")
	challenge(`{"name":"mine","castling":"960"}`)
	wanted := challenge(`{"name":"mine","castling":false}`)
	failed := make(chan error, 1)
	go func() { failed <- bot.Run(t.Context(), o) }()
	await(t, log, wanted+": accepted", 1)
	post(t, web, token, "/api/v1/games/"+wanted+"/command", `{"type":"abort"}`)
	if err := <-failed; err != nil {
		t.Errorf("bot.Run: %v", err)
	}
	if text := log.String(); strings.Count(text, ": accepted") != 1 {
		t.Errorf("the bot accepted another challenge\n%s", text)
	}
}

// TestSeveralOffers checks that the bot creates another challenge after an opponent has accepted the first, if
// it has room for another game.
func TestSeveralOffers(t *testing.T) {
	t.Parallel()
	web := site(t)
	o, log := options(t, web, "self:level=1,nodes=200")
	o.Games, o.Total = 2, 0
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	failed := make(chan error, 1)
	go func() { failed <- bot.Run(ctx, offering(o, "chess", clock.Control{})) }()
	await(t, log, ": offered a game", 1)
	time.Sleep(2 * time.Second)
	if text := log.String(); strings.Count(text, ": offered a game") != 1 {
		t.Errorf("want one offer in log\n%s", text)
	}
	token, err := bot.NewToken(t.Context(), web.URL)
	if err != nil {
		t.Fatalf("bot.NewToken: %v", err)
	}
	id, _, _ := strings.Cut(log.String(), ": offered a game")
	post(t, web, token, "/api/v1/games/"+id+"/join", `{"name":"Anna"}`)
	await(t, log, ": offered a game", 2)
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("bot.Run: %v", err)
	}
}
