package cli

import (
	"os"
	"os/exec"
	"runtime"
	"strings"

	"golang.org/x/term"
)

// Screen returns the terminal that results go to, if they go to one.
func (c *Console) Screen() (*os.File, bool) {
	f, ok := c.Sink.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// Page shows a long text: on a terminal through the reader's pager, and
// otherwise as it is.
func (c *Console) Page(text string, plain bool) error {
	f, ok := c.Screen()
	if args := pager(os.Getenv, exec.LookPath); ok && !plain && !c.JSON && args != nil {
		if err := c.Out.Flush(); err != nil {
			return err
		}
		if through(args, text, f, os.Environ()) {
			return nil
		}
	}
	_, err := c.Out.WriteString(text)
	return err
}

// pager returns the command that shows a text page by page: the one PAGER names,
// or else less, if it is there. No command, or cat, is none.
func pager(env func(string) string, look func(string) (string, error)) []string {
	switch wanted := strings.TrimSpace(env("PAGER")); {
	case wanted == "cat":
		return nil
	case wanted != "" && runtime.GOOS == "windows":
		return strings.Fields(wanted)
	case wanted != "":
		return []string{"sh", "-c", wanted} // it may have arguments of its own
	}
	if less, err := look("less"); err == nil {
		return []string{less}
	}
	return nil
}

// through hands a text to a pager and waits until the reader is done with it.
// It reports whether the pager could be started; that somebody leaves it before
// the end is no fault.
func through(args []string, text string, screen *os.File, env []string) bool {
	c := exec.Command(args[0], args[1:]...)
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(text), screen, os.Stderr
	c.Env = env
	// What fits on the screen is shown at once, bold is bold, and the text stays
	// when the pager ends.
	for name, value := range map[string]string{"LESS": "FRX", "LV": "-c"} {
		if os.Getenv(name) == "" {
			c.Env = append(c.Env, name+"="+value)
		}
	}
	err := c.Run()
	if exit, ok := err.(*exec.ExitError); ok {
		const cannotRun, notFound = 126, 127 // of a shell
		return exit.ExitCode() != cannotRun && exit.ExitCode() != notFound
	}
	return err == nil || c.ProcessState != nil
}
