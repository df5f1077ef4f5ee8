package match

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
)

// Tags that are needed to resume a match: the match ID, and how the game ended. The game number is in the
// Round tag.
const (
	tagMatch  = "Match"
	tagEnding = "Ending"
)

// record is the PGN file of a match, to which complete games are appended.
type record struct {
	file *os.File
	size int64
}

// openRecord opens or creates the file and returns the games of this match that it contains. It returns an
// error if the file contains games of this match and resume is false, or if resume is true and the file
// contains only other games. It truncates an incomplete game at the end.
func openRecord(name, id string, r rules.Rules, resume bool) (_ *record, done []*Game, err error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, nil, fmt.Errorf("match: cannot write games: %w", err)
	}
	defer func() {
		if err != nil {
			file.Close()
		}
	}()
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, nil, fmt.Errorf("match: cannot read the games in %v: %w", name, err)
	}
	whole := wholeGames(text)
	done, other, err := readRecord(text[:whole], id, r)
	switch {
	case err != nil:
		return nil, nil, fmt.Errorf("match: cannot read the games in %v: %w", name, err)
	case !resume && len(done) > 0:
		return nil, nil, fmt.Errorf("match: %v already has %d games of this match; continue with --resume, or use "+
			"another file", name, len(done))
	case resume && len(done) == 0 && other != "":
		return nil, nil, fmt.Errorf("match: %v has no games of this match, only %v; use the file of this match, "+
			"or omit --resume to append; this match is %v", name, other, id)
	}
	rec := &record{file: file, size: int64(whole)}
	if whole < len(text) { // the last game is incomplete
		if err := file.Truncate(rec.size); err != nil {
			return nil, nil, fmt.Errorf("match: cannot truncate the incomplete game in %v: %w", name, err)
		}
	}
	return rec, done, nil
}

// wholeGames returns the length of the complete games in the text: the whole text if it ends with a result, or
// else the part before the tags of the last game.
func wholeGames(text []byte) int {
	words := bytes.Fields(text[max(0, len(text)-64):])
	if len(words) == 0 {
		return len(text)
	}
	switch string(words[len(words)-1]) {
	case "1-0", "0-1", "1/2-1/2", "*":
		return len(text)
	}
	if i := bytes.LastIndex(text, []byte("\n\n[Event ")); i >= 0 {
		return i + 2
	}
	if bytes.HasPrefix(text, []byte("[Event ")) {
		return 0
	}
	return len(text) // the text was not written by this program, so leave it unchanged
}

// readRecord returns the games of a match, and a description of the first game that belongs to another match,
// or "" if there is none.
func readRecord(text []byte, id string, r rules.Rules) (done []*Game, other string, err error) {
	strange := "" // name of an unknown rule set
	ours := registry.New(r).Find
	games := pgn.NewReader(bytes.NewReader(text), func(name string) (rules.Rules, bool) {
		found, ok := ours(name)
		if !ok {
			strange = cmp.Or(strange, name)
		}
		return found, ok
	})
	seen := map[int]bool{}
	for {
		strange = ""
		g, err := games.Next()
		var bad *pgn.Error
		switch {
		case err == io.EOF:
			return done, other, nil
		case errors.As(err, &bad) && strange != "":
			other = cmp.Or(other, fmt.Sprintf("games of another rule set (%v)", notation.Clip(strange)))
			continue
		case errors.As(err, &bad):
			other = cmp.Or(other, "other games")
			continue
		case err != nil:
			return nil, "", err
		}
		number, bad2 := strconv.Atoi(g.Tag("Round"))
		switch g.Tag(tagMatch) {
		case id:
		case "":
			other = cmp.Or(other, "other games")
			continue
		default:
			other = cmp.Or(other, fmt.Sprintf("games of another match (%v)", g.Tag(tagMatch)))
			continue
		}
		if bad2 != nil || number < 1 || seen[number] || g.Result == "*" {
			continue
		}
		seen[number] = true
		was := &Game{
			Number: number, Opening: Opening{Start: g.Start}, Moves: g.Moves(),
			Result: rules.Result(g.Result), Ending: Ending(g.Tag(tagEnding)),
		}
		switch kind := player.FaultKind(was.Ending); kind {
		case player.IllegalMove, player.TimeLoss, player.Crash, player.Hang, player.Dispute:
			was.Fault = &player.Fault{Kind: kind}
		}
		done = append(done, was)
	}
}

// add appends a game to the file. On error, it leaves the file unchanged.
func (r *record) add(g *pgn.Game) error {
	var text bytes.Buffer
	if err := pgn.Write(&text, g); err != nil {
		return fmt.Errorf("match: %w", err)
	}
	if r.size > 0 && text.Len() > 0 {
		// There may be no empty line after the existing text.
		var last [2]byte
		if _, err := r.file.ReadAt(last[:], max(0, r.size-2)); err == nil && last != [2]byte{'\n', '\n'} {
			rest := text.String()
			text.Reset()
			text.WriteString("\n\n" + rest)
		}
	}
	if _, err := r.file.Write(text.Bytes()); err != nil {
		return errors.Join(fmt.Errorf("match: cannot write a game: %w", err), r.file.Truncate(r.size))
	}
	r.size += int64(text.Len())
	return nil
}

// terminations maps endings to values of the PGN Termination tag.
var terminations = map[Ending]string{
	Resignation: "normal", AdjudicatedWin: "adjudication", AdjudicatedDraw: "adjudication", TooLong: "adjudication",
	Ending(player.TimeLoss): "time forfeit", Ending(player.IllegalMove): "rules infraction",
	Ending(player.Dispute): "rules infraction",
	Ending(player.Crash):   "abandoned", Ending(player.Hang): "abandoned",
}

// document returns the PGN of a game. Players' reports on their moves become
// comments.
func (g *Game) document(r rules.Rules, id string, names [2]string) *pgn.Game {
	doc := pgn.NewGame(r, g.Opening.Start, g.Moves...)
	doc.Result = string(g.Result)
	a := colourOfA(g.Number)
	var sides [2]string
	sides[a], sides[a.Other()] = names[0], names[1]
	how, ok := terminations[g.Ending]
	if !ok {
		how = "normal"
	}
	doc.Tags = []pgn.Tag{
		{Name: "Event", Value: "tain match"},
		{Name: "Date", Value: g.date.Format("2006.01.02")},
		{Name: "Round", Value: strconv.Itoa(g.Number)},
		{Name: "White", Value: sides[board.White]},
		{Name: "Black", Value: sides[board.Black]},
		{Name: "PlyCount", Value: strconv.Itoa(len(g.Moves))},
		{Name: "Termination", Value: how},
		{Name: tagEnding, Value: string(g.Ending)},
		{Name: tagMatch, Value: id},
	}
	if l := g.limits; l[0] == l[1] {
		doc.Tags = append(doc.Tags, pgn.Tag{Name: "TimeControl", Value: timeTag(l[0])})
	}
	for i, node := range doc.Line {
		if i < len(g.Opening.Moves) {
			node.After = []string{"book"}
			continue
		}
		if j := i - len(g.Opening.Moves); j < len(g.evals) {
			at := g.Opening.Start.Side
			if i%2 == 1 {
				at = at.Other()
			}
			if text := g.evals[j].remark(at); text != "" {
				node.After = []string{text}
			}
		}
	}
	if n := len(doc.Line); n > 0 && g.Why != "" {
		doc.Line[n-1].After = append(doc.Line[n-1].After, g.Why)
	} else if g.Why != "" {
		doc.Comments = []string{g.Why}
	}
	return doc
}

// timeTag formats a limit as a PGN TimeControl tag.
func timeTag(l player.Limit) string {
	switch {
	case !l.Control.None():
		return l.Control.String()
	case l.MoveTime > 0:
		return "1/" + clock.FormatDuration(l.MoveTime)
	}
	return "-"
}
