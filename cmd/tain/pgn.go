package main

import (
	"cmp"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/cli/archive"
)

type pgnCmd struct {
	Check  pgnCheckCmd  `cmd:"" help:"Check games against the rules."`
	Stats  pgnStatsCmd  `cmd:"" help:"Count games, results, players and openings."`
	Filter pgnFilterCmd `cmd:"" help:"Select games by player, result, length, opening, position or material."`
	Sort   pgnSortCmd   `cmd:"" help:"Sort games by date, player, length or any tag."`
	Split  pgnSplitCmd  `cmd:"" help:"Split games into files by player, year, rule set or any tag."`
	Dedupe pgnDedupeCmd `cmd:"" help:"Remove duplicate games."`
	Tags   pgnTagsCmd   `cmd:"" help:"List or edit tags."`
}

func (pgnCmd) Help() string {
	return `These commands work on games of all rule sets. Games are written as they were read, with their comments and variations. The output goes to standard output unless -o names a file, so commands can be combined.

Examples:

    $ tain pgn check games.pgn
    $ tain pgn stats games.pgn
    $ tain pgn filter --player Polgar --result 1-0 games.pgn -o wins.pgn
    $ tain pgn dedupe a.pgn b.pgn | tain pgn sort --by Date -o all.pgn
    $ tain pgn split --by variant games.pgn -d by-variant`
}

type pgnCheckCmd struct {
	Files []string `arg:"" name:"file" sep:"none" complete:"files" help:"PGN files; - for standard input."`
}

func (pgnCheckCmd) Help() string {
	return `Plays each game under the rule set in its Variant tag (default: chess). Errors are printed as FILE:LINE:COLUMN: MESSAGE, and checking continues with the next game. Files can be of any size.

Null moves (--, Z0, null, 0000, @@@@ and <>) are accepted if the side to move is not in check. Signs such as +-, -+, =, ±, ∓, +=, =+, ∞, N and D, after a move or attached to it, are read as annotations.

Examples:

    $ tain pgn check games.pgn
    $ zcat games.pgn.gz | tain pgn check -`
}

func (p *pgnCheckCmd) Run(c *console) error { return archive.Check(c.Console, p.Files) }

// pgnFiles are the input files of commands on games.
type pgnFiles struct {
	Files []string `arg:"" name:"file" optional:"" sep:"none" complete:"files" help:"PGN files; - for standard input (default: -)."`
}

// pgnOutput is the output file of commands that write games.
type pgnOutput struct {
	Output string `short:"o" placeholder:"FILE" help:"Output file (default: standard output)."`
}

type pgnFilterCmd struct {
	pgnFiles

	Player   string   `placeholder:"NAME" help:"Part of a player's name; case and accents do not matter."`
	White    string   `placeholder:"NAME" help:"Part of White's name."`
	Black    string   `placeholder:"NAME" help:"Part of Black's name."`
	Result   string   `placeholder:"RESULT" enum:"1-0,0-1,1/2-1/2,*," default:"" help:"Result: 1-0, 0-1, 1/2-1/2 or *."`
	Variant  string   `placeholder:"VARIANT" complete:"variants" help:"Rule set."`
	Tag      []string `placeholder:"TEST" sep:"none" help:"Comparison of a tag, such as Event=Open, Event~open, Date>=2020 or WhiteElo>2400; ~ matches a part. Can be repeated."`
	MinMoves int      `placeholder:"N" help:"Minimum number of moves."`
	MaxMoves int      `placeholder:"N" help:"Maximum number of moves."`
	Opening  string   `placeholder:"NAME" help:"Part of the opening's name, or its ECO code, such as B33 or B20-B99."`
	Line     string   `placeholder:"MOVES" help:"First moves of the game, such as \"e4 c5\"."`
	Position string   `placeholder:"FEN" help:"Position that occurs in the game."`
	Pattern  string   `placeholder:"PIECES" help:"Pieces and empty squares that occur together, such as \"w:Nd5,Pe4;b:Ke8;-:f3\"."`
	Material string   `placeholder:"PIECES" help:"Material that occurs in the game, such as KRPvKR, with either side's pieces first."`

	Not   bool `help:"Write the games that fail at least one condition."`
	Limit int  `placeholder:"N" help:"Stop after N games."`
	pgnOutput
}

func (pgnFilterCmd) Help() string {
	return `Writes the games that meet all conditions. Names and values are compared without regard to case. Only the main line is searched. Lengths are in full moves: a game that ends with 30...Qh4# has 30 moves.

Conditions on tags are the fastest, because they do not need the moves. The other conditions report games with an error and skip them.

Examples:

    $ tain pgn filter --player Polgar --result 1-0 games.pgn
    $ tain pgn filter --variant triboard --min-moves 40 games.pgn -o long.pgn
    $ tain pgn filter --tag "Date>=2020" --tag "WhiteElo>2400" games.pgn
    $ tain pgn filter --line "e4 c5" --max-moves 25 games.pgn
    $ tain pgn filter --material KRPvKR games.pgn
    $ tain pgn filter --pattern "w:Nd5;b:Pd6;-:e4" games.pgn`
}

func (f *pgnFilterCmd) Run(c *console) error {
	err := cmp.Or(cli.AtLeast("--min-moves", f.MinMoves, 0), cli.AtLeast("--max-moves", f.MaxMoves, 0), cli.AtLeast("--limit", f.Limit, 0))
	if err != nil {
		return err
	}
	return (&archive.Filter{
		Files: f.Files, Output: f.Output, Not: f.Not, Limit: f.Limit,
		Player: f.Player, White: f.White, Black: f.Black, Result: f.Result, Variant: f.Variant, Tags: f.Tag,
		MinMoves: f.MinMoves, MaxMoves: f.MaxMoves, Opening: f.Opening, Line: f.Line,
		Position: f.Position, Pattern: f.Pattern, Material: f.Material,
	}).Run(c.Console)
}

type pgnSortCmd struct {
	pgnFiles

	By []string `required:"" placeholder:"TAG" help:"Sort keys: tags, length or variant; - before a key reverses its order."`
	pgnOutput
}

func (pgnSortCmd) Help() string {
	return `Numbers are sorted numerically, and other values alphabetically. Games with an unknown value come last, and games with equal values keep their order.

Examples:

    $ tain pgn sort --by Date games.pgn -o sorted.pgn
    $ tain pgn sort --by=-WhiteElo,Date games.pgn
    $ tain pgn sort --by length games.pgn`
}

func (s *pgnSortCmd) Run(c *console) error {
	return (&archive.Sort{Files: s.Files, Output: s.Output, By: s.By}).Run(c.Console)
}

type pgnSplitCmd struct {
	pgnFiles

	By    string `placeholder:"TAG" help:"Key to split by: player, year, variant, result or a tag. Each value gets a file."`
	Games int    `placeholder:"N" help:"Number of games per file."`
	Dir   string `short:"d" default:"." placeholder:"DIR" complete:"files" help:"Folder for the files."`
	Force bool   `help:"Replace existing files."`
}

func (pgnSplitCmd) Help() string {
	return `--by player writes each game to the files of both players. Either all files are written or none.

Examples:

    $ tain pgn split --by variant games.pgn -d by-variant
    $ tain pgn split --by player games.pgn -d players
    $ tain pgn split --games 1000 games.pgn -d parts`
}

func (s *pgnSplitCmd) Run(c *console) error {
	if err := cli.AtLeast("--games", s.Games, 0); err != nil {
		return err
	}
	return (&archive.Split{Files: s.Files, Folder: s.Dir, By: s.By, Games: s.Games, Force: s.Force}).Run(c.Console)
}

type pgnDedupeCmd struct {
	pgnFiles

	Names bool `help:"Keep games with the same moves if the players' surnames differ."`
	pgnOutput
}

func (pgnDedupeCmd) Help() string {
	return `Two games are duplicates if they have the same rule set, starting position, moves and result, regardless of tags, comments and variations. The first one is kept.

Examples:

    $ tain pgn dedupe games.pgn -o unique.pgn
    $ tain pgn dedupe a.pgn b.pgn --names -o both.pgn`
}

func (d *pgnDedupeCmd) Run(c *console) error {
	return (&archive.Dedupe{Files: d.Files, Output: d.Output, Names: d.Names}).Run(c.Console)
}

type pgnStatsCmd struct {
	pgnFiles

	Top int `default:"10" placeholder:"N" help:"Number of players and openings to list."`
}

func (pgnStatsCmd) Help() string {
	return `Percentages of results are of the finished games. With --json, all players, openings and years are listed.

Examples:

    $ tain pgn stats games.pgn
    $ tain pgn filter --player Polgar games.pgn | tain pgn stats --top 3`
}

func (s *pgnStatsCmd) Run(c *console) error {
	if err := cli.AtLeast("--top", s.Top, 0); err != nil {
		return err
	}
	return (&archive.Stats{Files: s.Files, Top: s.Top}).Run(c.Console)
}

type pgnTagsCmd struct {
	pgnFiles

	Set    []string `placeholder:"NAME=VALUE" sep:"none" help:"Set a tag in every game. Can be repeated."`
	Remove []string `placeholder:"NAME" help:"Remove a tag. Can be repeated."`
	Rename []string `placeholder:"OLD=NEW" sep:"none" help:"Rename a tag. Can be repeated."`
	pgnOutput
}

func (pgnTagsCmd) Help() string {
	return `Lists the tags, each with the number of games that have it, the number of different values and the most common value. With --set, --remove or --rename, writes the games with edited tags: tags are renamed first, then set, then removed.

Tags that determine the rules, the starting position or the result cannot be edited, because the moves depend on them.

Examples:

    $ tain pgn tags games.pgn
    $ tain pgn tags --set "Event=Club championship" --remove Annotator games.pgn -o club.pgn
    $ tain pgn tags --rename EventDate=Date games.pgn`
}

func (t *pgnTagsCmd) Run(c *console) error {
	return (&archive.Tags{Files: t.Files, Output: t.Output, Set: t.Set, Remove: t.Remove, Rename: t.Rename}).Run(c.Console)
}
