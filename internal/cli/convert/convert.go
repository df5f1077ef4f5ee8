// Package convert converts between text formats: FEN, links and PGN for positions and games;
// TOML, JSON, variants.ini and links for definitions.
package convert

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/ini"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant/definition"

	flattext "github.com/tainchess/tain/variant/flat/text"
)

// Options are the formats and settings of a conversion.
type Options struct {
	To, From string
	Rules    rules.Rules // rule set of positions that do not name one; nil for chess in FEN and triboard in links
	Legal    bool        // whether to convert the legal part of games with an error
	Ply      *int        // ply at which to take the position from a game; nil for the last position
	Parse    rules.ParseOptions
}

// Run converts an argument, a file or standard input.
func Run(c *cli.Console, words []string, o Options) error {
	forDefinition := o.To == "toml" || o.To == "json" || o.To == "ini"
	if forDefinition && o.From == "auto" && len(words) == 1 && ruleSetName.MatchString(words[0]) && missing(words[0]) {
		r, err := c.Choose(words[0])
		if err != nil {
			return err
		}
		job := conversion{con: c, to: o.To, list: cli.NewList[conversions](c)}
		return job.end(job.rules(r))
	}
	variant := ""
	if len(words) == 1 {
		words[0], variant = cli.CutVariant(words[0])
	}
	in, err := open(c, words)
	if err != nil {
		return err
	}
	defer in.Close()
	job := conversion{con: c, to: o.To, ply: o.Ply, options: o.Parse, given: o.Rules, legal: o.Legal, list: cli.NewList[conversions](c)}
	text := bufio.NewReaderSize(notation.UTF8(in), 1<<16)
	from := o.From
	if from == "auto" {
		if from = guessForm(text); slices.Contains(cli.DefinitionSuffixes, strings.ToLower(filepath.Ext(in.Name))) {
			from = "definition"
		} else if strings.EqualFold(filepath.Ext(in.Name), cli.VariantsSuffix) {
			from = "ini"
		}
	}
	switch {
	case from == "ini":
		return job.end(job.variant(text, in.Name, variant))
	case from == "definition" || forDefinition && from == "link":
		return job.end(job.definition(text, in.Name))
	case forDefinition:
		return fmt.Errorf("--to %v is for definitions, and the input does not look like one; if it is, add --from definition", o.To)
	case from != "pgn" && o.Ply != nil:
		return errors.New("--ply is for games; the input has none")
	case from != "pgn" && o.Legal:
		return errors.New("--legal-part is for games; the input has none")
	case o.Ply != nil && *o.Ply < 0:
		return fmt.Errorf("--ply is %v; it must be 0 or more", *o.Ply)
	case o.Ply != nil && o.To == "pgn":
		return errors.New("--ply selects a position; use it with --to fen or --to link")
	case from == "pgn" && o.Rules != nil:
		return errors.New("games name their rule set in the Variant tag; remove --variant")
	case from == "pgn":
		err = job.games(text, in.Name)
	case from == "link":
		err = job.link(text, in.Name)
	default:
		err = job.lines(text, in.Name)
	}
	return job.end(err)
}

// open opens the input: an argument, a file or standard input.
func open(c *cli.Console, words []string) (*cli.Source, error) {
	text := strings.Join(words, " ")
	if text == "" || text == "-" {
		return c.Open("-")
	}
	if n := len(words); n > 1 && !slices.ContainsFunc(words, missing) {
		return nil, fmt.Errorf("%d files given, but convert reads one; join them, for example cat %s | tain convert", n, notation.Clip(text))
	}
	// An existing file is read. Other text without spaces or any of =[{ is taken as a file name too,
	// so that a missing file is reported, unless it is "start" or the board field of a FEN.
	if !missing(text) || text != "start" && !boardAlone.MatchString(text) && !strings.ContainsAny(text, " \t\n=[{") {
		return c.Open(text)
	}
	return cli.TextSource(text), nil
}

// missing reports whether a file does not exist.
func missing(name string) bool {
	_, err := os.Stat(name)
	return err != nil
}

// ruleSetName matches the name of an installed rule set or a gallery game.
var ruleSetName = regexp.MustCompile(`^(gallery/)?[a-z0-9][a-z0-9-]*$`)

// boardAlone matches the board field of a FEN.
var boardAlone = regexp.MustCompile(`^[1-8kqrbnpKQRBNP]+(/[1-8kqrbnpKQRBNP]+){7}$`)

var moveNumber = regexp.MustCompile(`^[0-9]+\s*\.`)

// guessForm guesses the format of the input from its beginning.
func guessForm(text *bufio.Reader) string {
	head, _ := text.Peek(4096) // Peek returns an error for short input
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	switch {
	case looksDefined(head):
		return "definition"
	case len(head) > 0 && strings.IndexByte("[{;%", head[0]) >= 0 || moveNumber.Match(head):
		return "pgn"
	case flattext.IsLink(string(head)):
		return "link"
	}
	return "fen"
}

var (
	jsonDefinition = regexp.MustCompile(`^\{\s*"[a-z_]+"\s*:`)
	tomlDefinition = regexp.MustCompile(`^(#[^\n]*\n\s*)*(\[(board|seam|ends|pieces|pawn|capture|passing|goal|reflection|policy)\]|(name|title|base|start|castling|double_push|promotes|stalemate|boards|study|royal|links)\s*=)`)
)

// looksDefined reports whether a text starts like a definition: with a JSON field, or with a TOML
// field or table.
func looksDefined(head []byte) bool { return jsonDefinition.Match(head) || tomlDefinition.Match(head) }

// conversion is a conversion in progress.
type conversion struct {
	con     *cli.Console
	to      string
	ply     *int // nil for the last position
	options rules.ParseOptions
	given   rules.Rules // rule set given by the user, or nil
	legal   bool        // whether to convert the legal part of games with an error
	list    *cli.List
	bad     int
}

// converted is one result as JSON.
type converted struct {
	Variant string       `json:"variant,omitempty"`
	Text    string       `json:"text,omitempty"`
	Notices []string     `json:"notices,omitempty"`
	Error   *cli.Problem `json:"error,omitempty"`
}

// conversions is the JSON output.
type conversions struct {
	Results []converted `json:"results"`
	convertedAll
}

// written is a definition as JSON.
type written struct {
	Form string `json:"form"` // toml, json, link or hash
	Text string `json:"text"`
}

var (
	_ = cli.AddFormat[conversions]("convert", 1)
	_ = cli.AddFormat[written]("definition", 1, "rules")
)

// lines converts FEN, one position per line.
func (v *conversion) lines(text *bufio.Reader, name string) error {
	r := v.given
	if r == nil {
		r, _ = v.con.Rules.Find("chess")
	}
	read := 0
	err := v.con.Lines(text, name, func(number int, line string) error {
		read++
		p, bad := v.con.Position(r, []string{line}, v.options)
		if bad != nil && name != "" {
			bad = fmt.Errorf("%s, line %d: %w", name, number, bad)
		}
		return v.position(r, &p, nil, bad)
	})
	if err == nil && read == 0 {
		return errors.New("nothing to convert")
	}
	return err
}

// link converts a link, which may contain line breaks.
func (v *conversion) link(text *bufio.Reader, name string) error {
	all, err := readAll(text, name)
	if err != nil {
		return err
	}
	l, err := flattext.ParseLinkFor(v.given, strings.TrimSpace(all), v.con.Rules.Find)
	notices := v.con.Language.Texts(l.Notices)
	if err == nil {
		if notice, possible := describe.EnPassant(l.Rules, &l.Position); possible {
			notices = append(notices, v.con.Text(notice))
		}
	}
	return v.position(l.Rules, &l.Position, notices, err)
}

// readAll reads the text, but at most one byte more than the maximum length of a link.
func readAll(text io.Reader, name string) (string, error) {
	all, err := io.ReadAll(io.LimitReader(text, 1<<16+1))
	if err != nil {
		return "", cli.CannotRead(name, err)
	}
	return string(all), nil
}

// definition converts a definition in any format.
func (v *conversion) definition(text *bufio.Reader, name string) error {
	all, err := readAll(text, name)
	if err != nil {
		return err
	}
	var r rules.Rules
	if form := strings.TrimSpace(all); flattext.IsLink(form) && !looksDefined([]byte(form)) {
		r, err = v.con.Choose(form)
	} else {
		var warnings []definition.Fault
		if r, warnings, err = cli.ParseDefinition(all, v.con.Builtin); err != nil && name != "" {
			err = fmt.Errorf("%s: %w", name, err)
		}
		for _, w := range warnings {
			v.con.Note(v.con.Language.Explain(w))
		}
	}
	if err != nil {
		return v.result(converted{}, err)
	}
	return v.rules(r)
}

// variant converts one variant in a variants file.
func (v *conversion) variant(text *bufio.Reader, name, variant string) error {
	all, err := ini.ReadText(text)
	if err != nil {
		return cli.CannotRead(name, err)
	}
	r, notes, err := cli.ParseVariant(all, variant, v.con.Builtin)
	for _, n := range notes {
		v.con.Note(n)
	}
	if err != nil {
		if name != "" {
			err = fmt.Errorf("%s: %w", name, err)
		}
		return v.result(converted{}, err)
	}
	return v.rules(r)
}

// rules writes the definition of a rule set.
func (v *conversion) rules(r rules.Rules) error {
	form, err := definitionText(r, v.to)
	if v.to == "fen" || v.to == "pgn" {
		err = fmt.Errorf("a definition converts to toml, json, ini or link, not %v", v.to)
	}
	return v.result(converted{Variant: r.Info().Name, Text: form}, err)
}

func (v *conversion) games(text *bufio.Reader, name string) error {
	n := 0
	err := v.con.Games(text, name, v.con.Rules.Find, func(g *pgn.Game, bad *pgn.Error) error {
		n++
		switch {
		case bad == nil:
			return v.game(g, n)
		case !v.legal || bad.Legal == nil:
			return v.result(converted{}, bad)
		}
		g = bad.Legal
		note := v.con.Text(bad.Message)
		g.Warnings = append(g.Warnings, pgn.Warning{Place: bad.Place, Message: bad.Message})
		if last := len(g.Line) - 1; last >= 0 {
			g.Line[last].After = append(g.Line[last].After, note)
		} else {
			g.Comments = append(g.Comments, note)
		}
		return v.game(g, n)
	})
	if err == nil && n == 0 {
		return errors.New("no game to convert")
	}
	return err
}

// game converts a game, or the position at the chosen ply.
func (v *conversion) game(g *pgn.Game, n int) error {
	var notices []string
	for _, w := range g.Warnings {
		notices = append(notices, v.con.Text(w.Explain()))
	}
	if v.to == "pgn" {
		var b strings.Builder
		err := pgn.Write(&b, g)
		return v.result(converted{Variant: g.Rules.Info().Name, Text: b.String(), Notices: notices}, err)
	}
	moves := g.Moves()
	if v.ply != nil {
		if *v.ply > len(moves) {
			return v.result(converted{}, fmt.Errorf("game %d has only %d half-moves, not %v", n, len(moves), *v.ply))
		}
		moves = moves[:*v.ply]
	}
	p, err := pgn.NewGame(g.Rules, g.Start, moves...).Final()
	return v.position(g.Rules, &p, notices, err)
}

// position writes a position in the output format. If bad is not nil, it writes that error
// instead.
func (v *conversion) position(r rules.Rules, p *board.Position, notices []string, bad error) error {
	if bad != nil {
		return v.result(converted{Notices: notices}, bad)
	}
	done := converted{Variant: r.Info().Name, Notices: notices}
	switch v.to {
	case "link":
		if done.Text = flattext.FormatLink(r, p); done.Text == "" {
			bad = fmt.Errorf("%s positions have no link form; links are for flat boards", r.Info().Name)
		} else if len(r.Info().Kinds) == 0 && (p.HalfmoveClock != 0 || p.FullmoveNumber != 1) {
			done.Notices = append(done.Notices, fmt.Sprintf("links have no clocks: dropped half-move clock %v and move number %v", p.HalfmoveClock, p.FullmoveNumber))
		}
	case "pgn":
		var b strings.Builder
		bad = pgn.Write(&b, pgn.NewGame(r, *p))
		done.Text = b.String()
	default:
		done.Text = r.Guide().FormatPosition(p)
	}
	return v.result(done, bad)
}

// result writes one result. If bad is not nil, it prints the error and the conversion
// continues.
func (v *conversion) result(done converted, bad error) error {
	for _, n := range done.Notices {
		v.con.Note(n)
	}
	if bad != nil {
		v.bad++
		why := v.con.NewProblem(bad)
		done = converted{Notices: done.Notices, Error: &why}
		v.con.PrintError(bad)
	}
	switch {
	case v.con.JSON:
		return v.list.Add(done)
	case bad != nil:
		return nil
	}
	_, err := fmt.Fprintln(v.con.Out, strings.TrimSuffix(done.Text, "\n"))
	return err
}

// convertedAll holds the fields that follow the list in the JSON output.
type convertedAll struct {
	Bad   int          `json:"bad"`
	Error *cli.Problem `json:"error,omitempty"` // the error that stopped reading
}

// end completes the JSON output. stop is the error that ended reading early, or nil.
func (v *conversion) end(stop error) error {
	if v.con.JSON && (stop == nil || v.list.Len() > 0) {
		all := convertedAll{Bad: v.bad}
		if stop != nil {
			why := v.con.NewProblem(stop)
			all.Error, stop = &why, cli.Reported{Err: stop}
		}
		if err := v.list.End(all); err != nil {
			return err
		}
	}
	if stop == nil && v.bad > 0 {
		return cli.ErrFound
	}
	return stop
}

// PrintDefinition prints the definition of a rule set as toml, json, link or hash.
func PrintDefinition(c *cli.Console, r rules.Rules, form string) error {
	text, err := definitionText(r, form)
	if err != nil {
		return err
	}
	return c.Result(written{form, text}, "%s\n", strings.TrimSuffix(text, "\n"))
}

// definitionText returns the definition of a rule set as toml, json, ini, link or hash.
func definitionText(r rules.Rules, form string) (string, error) {
	d, ok := definition.Of(r)
	if !ok {
		return "", fmt.Errorf("%s has no definition", r.Info().Name)
	}
	switch form {
	case "toml":
		return d.TOML(), nil
	case "ini":
		return ini.Write(d)
	case "link":
		return "?rules=" + d.Pack() + "&variant=" + d.Name, nil
	case "hash":
		return d.Hash(), nil
	}
	return d.JSON(), nil
}
