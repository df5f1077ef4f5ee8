package archive

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/cli"
)

// Tags edits the tags of games, or lists them if there is nothing to edit.
type Tags struct {
	Files  []string
	Output string
	Set    []string // NAME=VALUE
	Remove []string
	Rename []string // OLD=NEW
}

// Run edits or lists the tags.
func (o *Tags) Run(c *cli.Console) error {
	if len(o.Set)+len(o.Remove)+len(o.Rename) == 0 {
		if o.Output != "" {
			return fmt.Errorf("-o is for edited games; add --set, --remove or --rename")
		}
		return o.list(c)
	}
	var edits [][3]string // the tag to read, if any, the tag to set, and its value
	for _, pair := range o.Rename {
		from, to, ok := strings.Cut(pair, "=")
		if !ok || from == "" || to == "" {
			return fmt.Errorf("--rename %q: write OLD=NEW", pair)
		}
		edits = append(edits, [3]string{from, to, ""})
	}
	for _, pair := range o.Set {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || value == "" {
			return fmt.Errorf("--set %q: write NAME=VALUE; --remove removes a tag", pair)
		}
		edits = append(edits, [3]string{"", name, value})
	}
	for _, name := range o.Remove {
		edits = append(edits, [3]string{"", name, ""})
	}
	out, err := c.CreateFrom(o.Files, o.Output, "games")
	if err != nil {
		return err
	}
	defer out.Discard()
	written := 0
	s, err := run(c, o.Files, func(g *game) error {
		for _, e := range edits {
			value := e[2]
			if e[0] != "" {
				if value = g.Tag(e[0]); value == "" {
					continue
				}
				if err := g.SetTag(e[0], ""); err != nil {
					return err
				}
			}
			if err := g.SetTag(e[1], value); err != nil {
				return err
			}
		}
		written++
		return g.write(out)
	})
	if err != nil {
		return err
	}
	return s.finish(out, written, "written")
}

// tagCount is a tag as JSON.
type tagCount struct {
	Name   string `json:"name"`
	Games  int    `json:"games"`
	Values int    `json:"values"` // number of different values
	Common string `json:"common"` // the most common value
}

// tagList is the list of tags as JSON.
type tagList struct {
	Tags []tagCount `json:"tags"`
}

var _ = cli.AddFormat[tagList]("pgn tags", 1)

// list prints each tag with the number of games that have it, the number of its values, and the most common
// one.
func (o *Tags) list(c *cli.Console) error {
	counts := map[string]map[string]int{}
	games := map[string]int{}
	var names []string
	_, err := run(c, o.Files, func(g *game) error {
		for _, t := range g.Tags {
			if counts[t.Name] == nil {
				counts[t.Name] = map[string]int{}
				names = append(names, t.Name)
			}
			games[t.Name]++
			counts[t.Name][t.Value]++
		}
		return nil
	})
	if err != nil {
		return err
	}
	list := cli.NewList[tagList](c)
	if !c.JSON {
		fmt.Fprintf(c.Out, "%-16s %8s %8s  %s\n", "tag", "games", "values", "most common")
	}
	for _, name := range names {
		common, n := mostCommon(counts[name])
		if c.JSON {
			if err := list.Add(tagCount{name, games[name], len(counts[name]), common}); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(c.Out, "%-16s %8d %8d  %s (%d)\n", name, games[name], len(counts[name]), cli.Printable(common), n)
	}
	if c.JSON {
		return list.End(struct{}{})
	}
	return nil
}

// mostCommon returns the value with the highest count, and the first in the alphabet among several.
func mostCommon(counts map[string]int) (value string, n int) {
	for _, each := range ranked(counts) {
		return each.Name, each.Games
	}
	return "", 0
}

// ranked returns names by the number of games, the highest first.
func ranked(counts map[string]int) []named {
	list := make([]named, 0, len(counts))
	for name, n := range counts {
		list = append(list, named{name, n})
	}
	slices.SortFunc(list, func(a, b named) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), strings.Compare(a.Name, b.Name))
	})
	return list
}

// named is a name with a number of games, as JSON.
type named struct {
	Name  string `json:"name"`
	Games int    `json:"games"`
}
