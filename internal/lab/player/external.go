package player

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// external is the code that UCI and XBoard players share: it runs the program, sets its options and reads its
// output.
type external struct {
	rules    rules.Rules
	spec     Spec
	patience time.Duration
	proc     *process
	name     string
	options  []engineOption // options that the program offers
}

// engineOption is an option that a program offers.
type engineOption struct {
	name   string
	values []string // accepted values, if listed
	min    int      // smallest accepted number
	max    int      // largest accepted number; 0 means no limit
}

func (e *external) Name() string { return e.name }

// Stop kills the program.
func (e *external) Stop() { e.end("") }

// end kills the program. If last is not empty, it first sends that line and waits briefly for the program to
// exit.
func (e *external) end(last string) {
	if e.proc != nil {
		e.proc.close(last)
		e.proc = nil
	}
}

// launch starts the program. A failure to start is a fault.
func (e *external) launch(ctx context.Context) error {
	var err error
	if e.proc, err = startProcess(ctx, e.spec.Command); err != nil {
		e.proc = nil
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return Faultf(Crash, "cannot start %s: %v", notation.Clip(strings.Join(e.spec.Command, " ")), err)
	}
	return nil
}

// listen passes lines to handle until handle returns true or an error. It returns errTooLate at the deadline.
func (e *external) listen(ctx context.Context, until time.Time, handle func(line) (done bool, err error)) error {
	for {
		l, err := e.proc.next(ctx, until)
		if err != nil {
			return err
		}
		if done, err := handle(l); done || err != nil {
			return err
		}
		if l.at.After(until) { // otherwise a program that writes continuously would never time out
			return errTooLate
		}
	}
}

// expect is like listen, but for a required reply, with patience as the timeout. A timeout is a fault.
func (e *external) expect(ctx context.Context, what string, handle func(line) (done bool, err error)) error {
	err := e.listen(ctx, time.Now().Add(e.patience), handle)
	if errors.Is(err, errTooLate) {
		return Faultf(Hang, "no %v within %v", what, e.patience)
	}
	return err
}

// await waits for a move. When the time for the turn is up, it sends hurry once, to distinguish a slow
// program from a hanging one.
func (e *external) await(ctx context.Context, t *Turn, began time.Time, hurry string,
	handle func(line) (done bool, err error)) error {
	err := e.listen(ctx, began.Add(t.Wait), handle)
	if !errors.Is(err, errTooLate) {
		return err
	}
	if err := e.proc.send(hurry); err != nil {
		return err
	}
	err = e.listen(ctx, time.Now().Add(grace), handle)
	if errors.Is(err, errTooLate) {
		return Faultf(Hang, "no move after %v", (t.Wait + grace).Round(time.Millisecond))
	}
	return err
}

// drain handles the output that has already arrived, without waiting.
func (e *external) drain(handle func(line) (done bool, err error)) error {
	for {
		select {
		case l, ok := <-e.proc.lines:
			if !ok {
				return e.proc.crash()
			}
			if done, err := handle(l); done || err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

// option returns the program's option with the given name, ignoring case.
func (e *external) option(name string) (engineOption, bool) {
	i := slices.IndexFunc(e.options, func(c engineOption) bool { return strings.EqualFold(c.name, name) })
	if i < 0 {
		return engineOption{}, false
	}
	return e.options[i], true
}

// setAll sends the lines, followed by one line for each option in the spec. Such a line consists of the
// command, the name of the option and, if it has a value, the separator and the value.
func (e *external) setAll(lines []string, command, separator string) error {
	for _, o := range e.spec.Options {
		c, ok := e.option(o.Name)
		if !ok {
			return e.unknownOption(o.Name)
		}
		line := command + c.name
		if o.Value != "" {
			line += separator + o.Value
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		return nil
	}
	return e.proc.send(lines...)
}

// unknownOption returns the error for an option that the program does not
// offer.
func (e *external) unknownOption(name string) error {
	var names []string
	for _, c := range e.options {
		names = append(names, c.name)
	}
	offered := "it has no options"
	if len(names) > 0 {
		offered = "its options are " + strings.Join(names, ", ")
	}
	return fmt.Errorf("player: %v has no option %q; %s", e.name, notation.Clip(name), offered)
}

// noVariant returns the error for a program that does not play the rule set.
func (e *external) noVariant(want string, offered []string) error {
	games := cmp.Or(strings.Join(offered, ", "), "orthodox chess only")
	return fmt.Errorf("player: %v does not play %q: it plays %s (if it uses another name for the game, set "+
		"that name with --a-variant or --b-variant)", e.name, notation.Clip(want), games)
}

// mateScore returns the score for a mate in the given number of moves, negative
// if the side to move is mated.
func mateScore(moves int) int {
	const most = 120 // keeps the score among the mate scores of package search
	if moves > 0 {
		return search.Mate - 2*min(moves, most) + 1
	}
	return -search.Mate + 2*min(-moves, most)
}
