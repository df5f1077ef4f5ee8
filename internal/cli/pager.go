package cli

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// Page prints long text. On a terminal it uses the user's pager, unless plain is true.
func (c *Console) Page(text string, plain bool) error {
	screen := Terminal(c.Sink)
	if args := pager(os.Getenv, exec.LookPath); screen != nil && !plain && !c.JSON && args != nil {
		if err := c.Out.Flush(); err != nil {
			return err
		}
		if through(args, text, screen, os.Environ()) {
			return nil
		}
	}
	_, err := c.Out.WriteString(text)
	return err
}

// pager returns the pager's command line: PAGER, or less if it is installed. It returns nil if
// there is no pager or PAGER is cat.
func pager(env func(string) string, look func(string) (string, error)) []string {
	switch wanted := strings.TrimSpace(env("PAGER")); {
	case wanted == "cat":
		return nil
	case wanted != "" && runtime.GOOS == "windows":
		return strings.Fields(wanted)
	case wanted != "":
		return []string{"sh", "-c", wanted} // PAGER may have arguments
	}
	if less, err := look("less"); err == nil {
		return []string{less}
	}
	return nil
}

// through shows the text in a pager and reports whether the pager could be started. Quitting the
// pager early is not an error.
func through(args []string, text string, screen *os.File, env []string) bool {
	c := exec.Command(args[0], args[1:]...)
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(text), screen, os.Stderr
	c.Env = env
	// Make the pager print short text directly, show bold, and leave the text on the screen.
	for name, value := range map[string]string{"LESS": "FRX", "LV": "-c"} {
		if os.Getenv(name) == "" {
			c.Env = append(c.Env, name+"="+value)
		}
	}
	err := c.Run()
	if exit, ok := err.(*exec.ExitError); ok {
		const cannotRun, notFound = 126, 127 // exit statuses of a shell that cannot run or find a command
		return exit.ExitCode() != cannotRun && exit.ExitCode() != notFound
	}
	return err == nil || c.ProcessState != nil
}
