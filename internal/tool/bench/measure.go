package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// job is one perft run of one program.
type job struct {
	Program, Rules, Board string
	Depth                 int
	About                 string // description of a definition or its board; empty for a built-in rule set

	fen, path string
	file      string // definition file
	wide      bool   // whether the definition is one of wideDefinitions
	uci       bool   // whether the program is a UCI engine instead of tain
}

// count is the result of a job.
type count struct {
	job
	Nodes uint64
	CPU   time.Duration // best round, minus the start-up time
}

// Rate returns nodes per second of CPU time.
func (c count) Rate() float64 { return float64(c.Nodes) / c.CPU.Seconds() }

// measureAll runs every job in turn, for several rounds.
func measureAll(jobs []job, rounds int) ([]count, error) {
	counts := make([]count, len(jobs))
	starting := make([]time.Duration, len(jobs))
	working := make([]time.Duration, len(jobs))
	for round := range rounds {
		for i, j := range jobs {
			fmt.Fprintf(os.Stderr, "round %d of %d: %s %s %s %d\n", round+1, rounds, j.Program, j.Rules, j.Board, j.Depth)
			_, idle, err := j.run(1)
			if err != nil {
				return nil, err
			}
			nodes, busy, err := j.run(j.Depth)
			if err != nil {
				return nil, err
			}
			if round == 0 {
				counts[i] = count{job: j, Nodes: nodes}
				starting[i], working[i] = idle, busy
			}
			if nodes != counts[i].Nodes {
				return nil, fmt.Errorf("%s %s %s %d: counted %d, then %d", j.Program, j.Rules, j.Board, j.Depth, counts[i].Nodes, nodes)
			}
			starting[i], working[i] = min(starting[i], idle), min(working[i], busy)
		}
	}
	for i := range counts {
		counts[i].CPU = max(working[i]-starting[i], time.Microsecond)
	}
	return counts, sameCounts(counts)
}

// sameCounts returns an error if programs disagree on the count of a position.
func sameCounts(counts []count) error {
	seen := map[string]count{}
	for _, c := range counts {
		key := fmt.Sprint(c.Rules, c.Board, c.Depth)
		if other, ok := seen[key]; ok && other.Nodes != c.Nodes {
			return fmt.Errorf("%s counts %d, %s counts %d on %s, depth %d", other.Program, other.Nodes, c.Program, c.Nodes, c.Board, c.Depth)
		}
		seen[key] = c
	}
	return nil
}

// run counts once to a depth on one thread, and returns the node count and the CPU time.
func (j job) run(depth int) (uint64, time.Duration, error) {
	cmd := exec.Command(j.path, "perft", cmp.Or(j.file, j.Rules), strconv.Itoa(depth), j.fen, "--threads", "1")
	if j.uci {
		cmd = exec.Command(j.path)
		cmd.Stdin = strings.NewReader(fmt.Sprintf("position fen %s\ngo perft %d\nquit\n", j.fen, depth))
	}
	out, err := cmd.Output()
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	nodes, err := nodesIn(string(out))
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return nodes, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// nodesIn finds the count in a program's output: after "Nodes searched:", as UCI engines print
// it, or else on the last line.
func nodesIn(out string) (uint64, error) {
	const mark = "Nodes searched:"
	out = strings.TrimSpace(out)
	text := out[strings.LastIndexByte(out, '\n')+1:]
	if i := strings.LastIndex(out, mark); i >= 0 {
		text, _, _ = strings.Cut(out[i+len(mark):], "\n")
	}
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("no count at the end of the output: %q", text)
	}
	return n, nil
}

// threads returns the speed-up from one thread to two, in wall-clock time.
func threads(tain string, rounds int) (float64, error) {
	best := [3]time.Duration{}
	for range 4 * rounds { // many rounds, because the runs are short and two threads need two idle cores
		for _, n := range []int{1, 2} {
			began := time.Now()
			if err := exec.Command(tain, "perft", "chess", "6", "--threads", strconv.Itoa(n)).Run(); err != nil {
				return 0, fmt.Errorf("%s with %d threads: %w", tain, n, err)
			}
			if took := time.Since(began); best[n] == 0 || took < best[n] {
				best[n] = took
			}
		}
	}
	return best[1].Seconds() / best[2].Seconds(), nil
}

// startup returns the median time until tain version writes its first output.
func startup(tain string) (time.Duration, error) {
	var times []time.Duration
	for range 21 {
		cmd := exec.Command(tain, "version")
		out, err := cmd.StdoutPipe()
		if err != nil {
			return 0, err
		}
		began := time.Now()
		if err := cmd.Start(); err != nil {
			return 0, fmt.Errorf("%s version: %w", tain, err)
		}
		first := make([]byte, 1)
		if _, err := out.Read(first); err != nil {
			return 0, fmt.Errorf("%s version wrote nothing: %w", tain, err)
		}
		times = append(times, time.Since(began))
		if err := cmd.Wait(); err != nil {
			return 0, fmt.Errorf("%s version: %w", tain, err)
		}
	}
	slices.Sort(times)
	return times[len(times)/2], nil
}
