package archive

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/cli"
)

// Stats counts games, results, lengths and players.
type Stats struct {
	Files []string
	Top   int // number of players and openings to list
}

// results counts the games with each result.
type results struct {
	Games  int `json:"games"`
	White  int `json:"white"`
	Draws  int `json:"draws"`
	Black  int `json:"black"`
	Open   int `json:"unfinished"`
	Moves  int `json:"moves"` // of all games
	Length int `json:"longest"`
}

func (r *results) add(result string, moves int) {
	r.Games++
	r.Moves += moves
	r.Length = max(r.Length, moves)
	switch result {
	case "1-0":
		r.White++
	case "0-1":
		r.Black++
	case "1/2-1/2":
		r.Draws++
	default:
		r.Open++
	}
}

// share returns a number of games as a percentage of those with a result.
func (r *results) share(n int) string {
	if finished := r.Games - r.Open; finished > 0 {
		return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(finished))
	}
	return "-"
}

// gameCounts is a rule set's line in the table, as JSON.
type gameCounts struct {
	Variant string `json:"variant"`
	results
}

// playerCounts is a player's line in the table, as JSON.
type playerCounts struct {
	Name   string  `json:"name"`
	Games  int     `json:"games"`
	Points float64 `json:"points"` // from finished games
}

// overview is the whole result as JSON.
type overview struct {
	Games    int            `json:"games"`
	Skipped  int            `json:"skipped"`
	Variants []gameCounts   `json:"variants"`
	Players  []playerCounts `json:"players"`
	Openings []named        `json:"openings"`
	Years    []named        `json:"years"`
}

var _ = cli.AddFormat[overview]("pgn stats", 1)

// Run counts the games and prints the tables.
func (o *Stats) Run(c *cli.Console) error {
	variants := map[string]*results{}
	players := map[string]*playerCounts{}
	openings, years := map[string]int{}, map[string]int{}
	s, err := run(c, o.Files, func(g *game) error {
		read, err := g.Game()
		if err != nil {
			return err
		}
		name := read.Rules.Info().Name
		if variants[name] == nil {
			variants[name] = &results{}
		}
		variants[name].add(read.Result, length(read))
		points := map[string][2]float64{"1-0": {1, 0}, "0-1": {0, 1}, "1/2-1/2": {0.5, 0.5}}[read.Result]
		for i, player := range []string{g.Tag("White"), g.Tag("Black")} {
			if unknown(player) {
				continue
			}
			if players[player] == nil {
				players[player] = &playerCounts{Name: player}
			}
			players[player].Games++
			players[player].Points += points[i]
		}
		if opening := strings.TrimSpace(g.Tag("ECO") + " " + g.Tag("Opening")); opening != "" && !unknown(opening) {
			openings[opening]++
		}
		years[g.year()]++
		return nil
	})
	if err != nil {
		return err
	}
	all := overview{Games: s.games, Skipped: s.skipped, Players: []playerCounts{}, Openings: ranked(openings), Years: ranked(years)}
	for name, r := range variants {
		all.Variants = append(all.Variants, gameCounts{name, *r})
	}
	slices.SortFunc(all.Variants, func(a, b gameCounts) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), strings.Compare(a.Variant, b.Variant))
	})
	for _, p := range players {
		all.Players = append(all.Players, *p)
	}
	slices.SortFunc(all.Players, func(a, b playerCounts) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(b.Points, a.Points), strings.Compare(a.Name, b.Name))
	})
	slices.SortFunc(all.Years, func(a, b named) int { return strings.Compare(a.Name, b.Name) })
	if c.JSON {
		return c.Document(all)
	}
	o.print(c, all)
	return nil
}

func (o *Stats) print(c *cli.Console, all overview) {
	fmt.Fprintf(c.Out, "%s", cli.Plural(all.Games, "game"))
	if all.Skipped > 0 {
		fmt.Fprintf(c.Out, ", %d skipped", all.Skipped)
	}
	if n := len(all.Years); n > 0 && all.Years[0].Name != "unknown" {
		last := all.Years[n-1].Name
		if last == "unknown" {
			last = all.Years[n-2].Name
		}
		fmt.Fprintf(c.Out, ", %s to %s", all.Years[0].Name, last)
	}
	fmt.Fprintf(c.Out, "\n\n%-24s %8s %8s %8s %8s %10s %14s\n", "variant", "games", "white", "draws", "black", "unfinished", "average length")
	for _, r := range all.Variants {
		fmt.Fprintf(c.Out, "%-24s %8d %8s %8s %8s %10d %14.1f\n", r.Variant, r.Games, r.share(r.White), r.share(r.Draws), r.share(r.Black), r.Open, float64(r.Moves)/float64(r.Games))
	}
	if len(all.Players) > 0 && o.Top > 0 {
		fmt.Fprintf(c.Out, "\n%-32s %8s %8s\n", "player", "games", "points")
		for _, p := range all.Players[:min(o.Top, len(all.Players))] {
			fmt.Fprintf(c.Out, "%-32s %8d %8.1f\n", cli.Printable(p.Name), p.Games, p.Points)
		}
	}
	if len(all.Openings) > 0 && o.Top > 0 {
		fmt.Fprintf(c.Out, "\n%-32s %8s\n", "opening", "games")
		for _, p := range all.Openings[:min(o.Top, len(all.Openings))] {
			fmt.Fprintf(c.Out, "%-32s %8d\n", cli.Printable(p.Name), p.Games)
		}
	}
}
