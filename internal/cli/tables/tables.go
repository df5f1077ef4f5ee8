// Package tables lists the endgame tables in a folder.
package tables

import (
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/rules"
)

// list is the JSON output: the tables in a folder.
type list struct {
	Variant string             `json:"variant"`
	Folder  string             `json:"folder"`
	Bytes   int64              `json:"bytes"` // total size of the files
	Seconds float64            `json:"seconds"`
	Tables  []tablebase.Header `json:"tables"`
}

var _ = cli.AddFormat[list]("tables", 1)

// Material returns the material with the given name or, if piece is a letter, with both kings and this piece. It
// returns "" if piece is empty, and an error if the table does not exist.
func Material(r rules.Rules, piece string) (tablebase.Material, error) {
	if piece == "" {
		return "", nil
	}
	all := tablebase.MaterialsOf(r, tablebase.MaxPieces)
	small := tablebase.MinPieces // number of pieces in the tables that an error lists
	if strings.Contains(string(all[0]), "v") {
		small = all[0].Pieces() + 1
	}
	var names []string
	for _, m := range all {
		name := string(m)
		if strings.EqualFold(name, piece) {
			return m, nil
		}
		if len(name) == 3 && name[0] == 'K' && name[2] == 'K' {
			name = name[1:2]
		}
		if strings.EqualFold(name, piece) {
			return m, nil
		}
		if m.Pieces() <= small {
			names = append(names, name)
		}
	}
	return "", fmt.Errorf("%s has no table %q; --piece takes %s", r.Info().Name, piece, cli.JoinList(names, "or"))
}

// Print lists the tables in a folder that have at most the given number of pieces. took is the time
// spent on building them.
func Print(c *cli.Console, r rules.Rules, folder string, pieces int, took time.Duration) error {
	all, err := tablebase.Headers(r, folder)
	if err != nil {
		return err
	}
	doc := list{Variant: r.Info().Name, Folder: folder, Seconds: took.Seconds()}
	for _, h := range all {
		if info, err := os.Stat(tablebase.FileName(folder, h.Material)); err == nil && h.Material.Pieces() <= pieces {
			doc.Bytes += info.Size()
			doc.Tables = append(doc.Tables, h)
		}
	}
	if c.JSON {
		return c.Document(doc)
	}
	table := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "table\tWhite wins, draws, loses %%\tBlack wins, draws, loses %%\tlongest %s\t\n", strings.TrimSuffix(tablebase.Verb(r), "s"))
	for _, h := range doc.Tables {
		longest := "-"
		if h.Longest != "" {
			longest = fmt.Sprintf("%d  %s", (h.Plies+1)/2, h.Longest)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t\n", h.Material, shares(h.White), shares(h.Black), longest)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(c.Out, "%s, %d KB in %v\n", cli.Plural(len(doc.Tables), "table"), int(doc.Bytes+1023)/1024, folder)
	return nil
}

// shares formats the percentages of won, drawn and lost positions.
func shares(n tablebase.Count) string {
	part := func(of int) float64 { return 100 * float64(of) / float64(max(1, n.Total())) }
	return fmt.Sprintf("%5.1f %5.1f %5.1f", part(n.Won), part(n.Drawn), part(n.Lost))
}
