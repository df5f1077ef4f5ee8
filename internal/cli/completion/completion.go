// Package completion completes command lines. It walks the command tree along the words
// typed so far and lists the words that may follow. The shell scripts call it through
// tain complete.
package completion

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Offer is a possible next word on a command line.
type Offer struct {
	Word string `json:"word"`
	Help string `json:"help"`
}

// Source supplies the words that complete arguments.
type Source struct {
	Variants           []Offer
	Chapters           []Offer  // chapters that accompany the rulebooks
	DefinitionSuffixes []string // suffixes of definition files
}

// Complete returns the completions of the last word of a command line, and whether the word may be a
// file name.
func (s Source) Complete(node *kong.Node, words []string) (offers []Offer, files bool) {
	last := ""
	if n := len(words); n > 0 {
		words, last = words[:n-1], words[n-1]
	}
	place, seen, pending := Walk(node, words)
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
	default: // the last argument may be repeated
		value = place.Positional[min(seen, len(place.Positional)-1)]
	}
	if value.Tag.Get("complete") == "commands" {
		at, _, _ := Walk(node, words[1:])
		return matching(commandOffers(at), last), false
	}
	offers, files = s.valueOffers(value)
	if of := value.Tag.Get("complete"); of == "variants" || of == "rulebooks" {
		offers = append(offers, s.definitionOffers(last)...)
	}
	return matching(offers, last), files
}

// Walk follows words down the command tree. It returns the command that they lead to, the
// number of its arguments so far, and the flag whose value is missing at the end, if any.
func Walk(node *kong.Node, words []string) (place *kong.Node, seen int, pending *kong.Flag) {
	place = node
	plain := false // after --, no word is a flag
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

// valueOffers returns the completions of an argument or flag value.
func (s Source) valueOffers(v *kong.Value) (offers []Offer, files bool) {
	switch v.Tag.Get("complete") {
	case "files":
		return nil, true
	case "variants", "rulebooks":
		offers = slices.Clone(s.Variants)
		if v.Tag.Get("complete") == "rulebooks" {
			offers = append(offers, s.Chapters...)
		}
		return offers, false
	}
	if v.Enum != "" {
		for _, word := range v.EnumSlice() {
			offers = append(offers, Offer{word, v.Help})
		}
	}
	return offers, false
}

// definitionOffers lists the definition files in the folder typed so far, and its subfolders unless the
// word is empty.
func (s Source) definitionOffers(typed string) (offers []Offer) {
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
			offers = append(offers, Offer{folder + name + "/", "a folder"})
		case !e.IsDir() && slices.Contains(s.DefinitionSuffixes, strings.ToLower(filepath.Ext(name))):
			offers = append(offers, Offer{folder + name, "a definition"})
		}
	}
	return offers
}

func commandOffers(n *kong.Node) (offers []Offer) {
	for _, child := range n.Children {
		if !child.Hidden {
			offers = append(offers, Offer{child.Name, child.Help})
		}
	}
	return offers
}

func flagOffers(n *kong.Node) (offers []Offer) {
	for _, f := range flagsOf(n) {
		offers = append(offers, Offer{"--" + f.Name, f.Help})
	}
	return offers
}

// flagsOf returns the visible flags of a command.
func flagsOf(n *kong.Node) (flags []*kong.Flag) {
	for _, group := range n.AllFlags(true) {
		flags = append(flags, group...)
	}
	return flags
}

// matching returns the offers that start with the typed text.
func matching(offers []Offer, typed string) (matched []Offer) {
	for _, o := range offers {
		if strings.HasPrefix(o.Word, typed) {
			matched = append(matched, o)
		}
	}
	return matched
}
