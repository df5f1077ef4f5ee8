package main

import (
	"bytes"
	"context"
	"flag"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/test/pace"
)

var update = flag.Bool("update", false, "write the output of commands into scripts and documents")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"tain": checkedMain})
}

// TestScripts runs the scripts in testdata/script.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"await":    await,
			"freeport": freePort,
			"garbage":  garbage,
			"repeat":   repeat,
		},
	})
}

// freePort NAME sets a variable to the number of a free port.
func freePort(ts *testscript.TestScript, _ bool, args []string) {
	l, err := net.Listen("tcp", "localhost:0")
	ts.Check(err)
	ts.Setenv(args[0], strconv.Itoa(l.Addr().(*net.TCPAddr).Port))
	ts.Check(l.Close())
}

// await URL [REGEXP] polls a URL until it responds with status 200 and a matching body.
func await(ts *testscript.TestScript, _ bool, args []string) {
	want := regexp.MustCompile(strings.Join(args[1:], " "))
	last := "no answer"
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		answer, err := http.Get(args[0])
		if err != nil {
			last = err.Error()
			continue
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err == nil && answer.StatusCode == http.StatusOK && want.Match(body) {
			return
		}
		last = answer.Status
	}
	ts.Fatalf("%s did not answer with 200 and %q within 20 s: %s", args[0], want, last)
}

// garbage FILE SIZE writes random bytes to a file.
func garbage(ts *testscript.TestScript, _ bool, args []string) {
	random := rand.New(rand.NewPCG(1, 2))
	writeFile(ts, args[0], args[1], func() string { return string([]byte{byte(random.Uint32())}) })
}

// repeat FILE SIZE TEXT fills a file with repeated text.
func repeat(ts *testscript.TestScript, _ bool, args []string) {
	writeFile(ts, args[0], args[1], func() string { return args[2] })
}

func writeFile(ts *testscript.TestScript, name, size string, next func() string) {
	n, err := strconv.Atoi(size)
	ts.Check(err)
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(next())
	}
	ts.Check(os.WriteFile(ts.MkAbs(name), []byte(b.String()), 0o666))
}

// TestStartupTime limits the start-up time. It checks that tain version uses less CPU time than a fixed
// number of steps of a simple random generator.
func TestStartupTime(t *testing.T) {
	const steps = 26_000_000 // takes 1.5 times the usual start-up time on an idle machine
	best, most := time.Hour, time.Hour
	for range 20 {
		cmd := exec.Command("tain", "version")
		if out, err := cmd.Output(); err != nil || len(out) == 0 {
			t.Fatalf("tain version prints %q, %v", out, err)
		}
		best = min(best, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		most = min(most, pace.Steps(steps))
	}
	if best > most {
		t.Errorf("tain version took %v, want less than %v, the time of %d steps", best, most, steps)
	}
	t.Logf("tain version took %v, %d steps took %v", best, steps, most)
}

// TestInterrupt checks that Ctrl-C ends a long perft count, and a count that is waiting for input.
func TestInterrupt(t *testing.T) {
	for _, args := range [][]string{
		{"perft", "chess", "20", "--threads", "2"},
		{"perft", "--check", "-", "chess"}, // waits for input
	} {
		cmd := exec.Command("tain", args...)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatalf("cmd.StdinPipe: %v", err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatalf("cmd.Start: %v", err)
		}
		time.Sleep(300 * time.Millisecond)
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatalf("Process.Signal: %v", err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			cmd.Process.Kill()
			t.Fatalf("tain %v did not exit after an interrupt", args)
		}
		in.Close()
		if code := cmd.ProcessState.ExitCode(); code != cli.Interrupted {
			t.Errorf("tain %v: status %d, want %d", args, code, cli.Interrupted)
		}
		if got := errs.String(); got != "tain: interrupted\n" {
			t.Errorf("tain %v: standard error is %q", args, got)
		}
	}
}

// call runs a command in this process, and returns its status and output.
func call(stdin string, args ...string) (status int, out, errs string) {
	var o, e bytes.Buffer
	status = run(context.Background(), args, strings.NewReader(stdin), &o, &e)
	return status, o.String(), e.String()
}

// FuzzCommandLine passes arbitrary arguments to commands. It checks that none panics or hangs, and that every
// error line begins with "tain: " or, for faults in a definition, with the place.
func FuzzCommandLine(f *testing.F) {
	f.Add("perft", "chess", "2", "start", "")
	f.Add("perft", "--check", "-", "triboard", "start | 2 | 392\nx ~ y ~ z\n|\n~~\n\x00\xff")
	f.Add("moves", "triboard", "--from", "zz", "")
	f.Add("show", "mirrorsquare", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--json", "")
	f.Add("line", "nachfolger", "e4", "1...", "")
	f.Add("convert", "--to", "link", "-", "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n")
	f.Add("convert", "--to=fen", "--ply=-9", "?board=w:Ke1;b:Ke8&lastMove=a1", "")
	f.Add("pgn", "check", "-", "--json", "[Event \"x\"\n1. e4 (")
	f.Add("complete", "--", "perft", "--", "")
	f.Add("rules", "trid", "--schema", "", "")
	f.Add("line", "trid", "--plan", "b4N;;QL1-QL2", "")
	f.Add("completion", "tcsh", "--json", "--help", "")
	f.Fuzz(func(t *testing.T, a, b, c, d, stdin string) {
		switch a { // run only commands that write no files
		case "variants", "rules", "show", "moves", "line", "convert", "pgn", "perft", "version", "completion", "complete":
		default:
			return
		}
		for _, word := range []string{a, b, c, d} {
			// Skip files, the flags --hash and --help, and deep counts, which may be slow.
			if strings.ContainsAny(word, "/") && !strings.Contains(word, " ") || strings.HasPrefix(word, "--h") {
				return
			}
			if a == "perft" && strings.ContainsAny(word, "3456789") && len(word) < 4 {
				return
			}
		}
		if a == "perft" && strings.ContainsAny(stdin, "23456789") {
			return
		}
		status, out, errs := call(stdin, a, b, c, d)
		if status != 0 && out == "" && errs == "" {
			t.Errorf("%q failed without output", []string{a, b, c, d})
		}
		for _, line := range strings.Split(strings.TrimSuffix(errs, "\n"), "\n") {
			if line != "" && !strings.HasPrefix(line, "tain: ") && !strings.HasPrefix(line, "standard input:") {
				t.Errorf("%q printed %q to standard error", []string{a, b, c, d}, line)
			}
		}
	})
}
