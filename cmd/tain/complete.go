package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/tainchess/tain/docs"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/locale"
)

type completeCmd struct {
	Words []string `arg:"" optional:"" sep:"none"`
}

func (completeCmd) Help() string {
	return `Example:

    $ tain complete -- perft tri`
}

// offer is one word that may stand next.
type offer struct {
	Word string `json:"word"`
	Help string `json:"help"`
}

func (w completeCmd) Run(c *console, k *kong.Context) error {
	offers, files := c.complete(k.Model.Node, w.Words)
	if c.JSON {
		if offers == nil {
			offers = []offer{}
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

// complete walks the command line as far as it is typed and returns what may
// stand in place of its last word, or that a file may.
func (c *console) complete(node *kong.Node, words []string) (offers []offer, files bool) {
	last := ""
	if n := len(words); n > 0 {
		words, last = words[:n-1], words[n-1]
	}
	place, seen, pending := walk(node, words)
	var value *kong.Value
	switch {
	case pending != nil:
		value = pending.Value
	case strings.HasPrefix(last, "-"):
		return matching(flagOffers(place), last), false
	case len(place.Children) > 0:
		return matching(commandOffers(place), last), false
	case len(place.Positional) == 0:
		return nil, false
	default: // the last argument may take many words
		value = place.Positional[min(seen, len(place.Positional)-1)]
	}
	if value.Tag.Get("complete") == "commands" {
		at, _, _ := walk(node, words[1:])
		return matching(commandOffers(at), last), false
	}
	offers, files = c.valueOffers(value)
	if of := value.Tag.Get("complete"); of == "variants" || of == "rulebooks" {
		offers = append(offers, definitionOffers(last)...)
	}
	return matching(offers, last), files
}

// walk follows finished words down the tree of commands. It returns where they
// lead, how many arguments the command has, and the flag that waits for its
// value, if one does.
func walk(node *kong.Node, words []string) (place *kong.Node, seen int, pending *kong.Flag) {
	place = node
	plain := false // after --, where nothing is a flag
	for _, word := range words {
		switch {
		case plain:
			seen++
		case pending != nil:
			pending = nil
		case word == "--":
			plain = true
		case strings.HasPrefix(word, "--"):
			for _, f := range flagsOf(place) {
				if "--"+f.Name == word && !f.IsBool() {
					pending = f
				}
			}
		case strings.HasPrefix(word, "-") && word != "-":
		default:
			i := slices.IndexFunc(place.Children, func(child *kong.Node) bool { return child.Name == word })
			if i >= 0 {
				place = place.Children[i]
			} else {
				seen++
			}
		}
	}
	return place, seen, pending
}

// valueOffers tells what may be given for an argument or a flag.
func (c *console) valueOffers(v *kong.Value) (offers []offer, files bool) {
	switch v.Tag.Get("complete") {
	case "files":
		return nil, true
	case "variants", "rulebooks":
		for _, r := range c.Rules.All() {
			offers = append(offers, offer{r.Info().Name, locale.Spoken().Or(locale.Code("variant."+r.Info().Name+".title"), r.Info().Title)})
		}
		if v.Tag.Get("complete") == "rulebooks" {
			for _, name := range docs.Chapters() {
				offers = append(offers, offer{name, "chapter"})
			}
		}
		return offers, false
	}
	if v.Enum != "" {
		for _, word := range v.EnumSlice() {
			offers = append(offers, offer{word, v.Help})
		}
	}
	return offers, false
}

// definitionOffers lists the definitions in the folder that is being typed, and the
// folders in it once something is typed.
func definitionOffers(typed string) (offers []offer) {
	folder, start := filepath.Split(typed)
	entries, err := os.ReadDir(cmp.Or(folder, "."))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		name := e.Name()
		switch {
		case strings.HasPrefix(name, ".") && !strings.HasPrefix(start, "."):
		case e.IsDir() && typed != "":
			offers = append(offers, offer{folder + name + "/", "a folder"})
		case !e.IsDir() && slices.Contains(cli.DefinitionSuffixes, strings.ToLower(filepath.Ext(name))):
			offers = append(offers, offer{folder + name, "a definition"})
		}
	}
	return offers
}

func commandOffers(n *kong.Node) (offers []offer) {
	for _, child := range n.Children {
		if !child.Hidden {
			offers = append(offers, offer{child.Name, child.Help})
		}
	}
	return offers
}

func flagOffers(n *kong.Node) (offers []offer) {
	for _, f := range flagsOf(n) {
		offers = append(offers, offer{"--" + f.Name, f.Help})
	}
	return offers
}

// flagsOf returns the visible flags a command takes, its own first.
func flagsOf(n *kong.Node) (flags []*kong.Flag) {
	for _, group := range n.AllFlags(true) {
		flags = append(flags, group...)
	}
	return flags
}

// matching keeps the offers that begin as typed.
func matching(offers []offer, typed string) (kept []offer) {
	for _, o := range offers {
		if strings.HasPrefix(o.Word, typed) {
			kept = append(kept, o)
		}
	}
	return kept
}
