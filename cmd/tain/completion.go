package main

import (
	"fmt"

	"github.com/alecthomas/kong"

	"github.com/tainchess/tain/docs"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/completion"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"Shell: bash, zsh or fish."`
}

func (completionCmd) Help() string {
	return `Let the shell read the script, and Tab completes commands, flags and rule sets.

Examples:

    $ source <(tain completion bash)
    $ source <(tain completion zsh)
    $ tain completion fish > ~/.config/fish/completions/tain.fish`
}

func (s completionCmd) Run(c *console) error {
	script := completion.Scripts[s.Shell]
	return c.Result(map[string]string{"shell": s.Shell, "script": script}, "%s", script)
}

type completeCmd struct {
	Words []string `arg:"" optional:"" sep:"none"`
}

func (completeCmd) Help() string {
	return `Example:

    $ tain complete -- perft tri`
}

func (w completeCmd) Run(c *console, k *kong.Context) error {
	source := completion.Source{DefinitionSuffixes: cli.DefinitionSuffixes}
	for _, r := range c.Rules.All() {
		source.Variants = append(source.Variants, completion.Offer{Word: r.Info().Name, Help: r.Info().Title})
	}
	for _, name := range docs.Chapters() {
		source.Chapters = append(source.Chapters, completion.Offer{Word: name, Help: "chapter"})
	}
	offers, files := source.Complete(k.Model.Node, w.Words)
	if c.JSON {
		if offers == nil {
			offers = []completion.Offer{}
		}
		return c.Document(map[string]any{"files": files, "offers": offers})
	}
	if files {
		fmt.Fprintln(c.Out, ":files")
	}
	for _, o := range offers {
		fmt.Fprintf(c.Out, "%s\t%s\n", o.Word, o.Help)
	}
	return nil
}
