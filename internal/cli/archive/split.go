package archive

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tainchess/tain/internal/cli"
)

// Split writes games into several files.
type Split struct {
	Files  []string
	Folder string
	By     string // player, year, variant, result or a tag; empty to split by number
	Games  int    // number of games in each file
	Force  bool   // whether to replace existing files
}

// Limits for splitting: the number of files, and the bytes to collect before writing.
const (
	maxParts  = 10_000
	collected = 16 << 20
)

// part is one of the files into which games are split. Its text is collected in memory, and appended to a
// temporary file when all parts together become large.
type part struct {
	name  string
	games int
	text  bytes.Buffer
	out   *os.File // nil until the first flush; closed between flushes
}

// splitting is the state of a split.
type splitting struct {
	*Split
	con   *cli.Console
	parts map[string]*part // by lower-case file name, because some file systems ignore case
	order []*part
	size  int
}

// written is a file as JSON.
type written struct {
	File  string `json:"file"`
	Games int    `json:"games"`
}

// divided is the result of a split as JSON.
type divided struct {
	Files []written `json:"files"`
	dividedGames
}

// dividedGames holds the fields that follow the list.
type dividedGames struct {
	Games   int `json:"games"`
	Skipped int `json:"skipped"`
}

var _ = cli.AddFormat[divided]("pgn split", 1)

// Run splits the games.
func (o *Split) Run(c *cli.Console) error {
	if (o.By == "") == (o.Games == 0) {
		return errors.New("give either --by or --games")
	}
	if err := os.MkdirAll(o.Folder, 0o755); err != nil {
		return cli.CannotWrite(o.Folder, err)
	}
	w := &splitting{Split: o, con: c, parts: map[string]*part{}}
	defer w.discard()
	number := 0
	s, err := run(c, o.Files, func(g *game) error {
		number++
		for _, key := range o.keys(g, number) {
			if err := w.add(key, g); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = w.commit()
	}
	if err != nil {
		return err
	}
	list := cli.NewList[divided](c)
	for _, p := range w.order {
		if c.JSON {
			if err := list.Add(written{p.name, p.games}); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(c.Out, "%s: %s\n", p.name, cli.Plural(p.games, "game"))
	}
	if c.JSON {
		return list.End(dividedGames{s.games, s.skipped})
	}
	return nil
}

// keys returns the parts to which a game belongs. A game belongs to both of its players.
func (o *Split) keys(g *game, number int) []string {
	switch strings.ToLower(o.By) {
	case "":
		return []string{fmt.Sprintf("games-%04d", (number-1)/o.Games+1)}
	case "player":
		white, black := g.Tag("White"), g.Tag("Black")
		if fileName(white) == fileName(black) {
			return []string{white}
		}
		return []string{white, black}
	case "year":
		return []string{g.year()}
	case "variant":
		return []string{g.variant()}
	case "result":
		names := map[string]string{"1-0": "white-wins", "0-1": "black-wins", "1/2-1/2": "draws", "*": "unfinished"}
		return []string{names[g.result()]}
	}
	return []string{g.Tag(o.By)}
}

// fileName returns the name of the file for a key, without characters that have a special meaning in file names.
func fileName(key string) string {
	key = strings.Map(func(ch rune) rune {
		if ch < ' ' || strings.ContainsRune(`<>:"/\|?*`, ch) {
			return '-'
		}
		return ch
	}, key)
	if key = strings.Trim(key, " .-"); key == "" {
		key = "unknown"
	}
	for i := range key {
		if i > 100 {
			key = key[:i]
			break
		}
	}
	return key + ".pgn"
}

func (w *splitting) add(key string, g *game) error {
	name := filepath.Join(w.Folder, fileName(key))
	p := w.parts[strings.ToLower(name)]
	if p == nil {
		if len(w.parts) == maxParts {
			return fmt.Errorf("the games would fill more than %d files; split by something with fewer values", maxParts)
		}
		if _, err := os.Lstat(name); err == nil && !w.Force {
			return cli.CannotWrite(name, errors.New("it exists; add --force to replace it, or name another folder with -d"))
		}
		p = &part{name: name}
		w.parts[strings.ToLower(name)] = p
		w.order = append(w.order, p)
	}
	p.games++
	w.size += len(g.Text)
	if err := g.write(&p.text); err != nil {
		return err
	}
	if w.size < collected {
		return nil
	}
	w.size = 0
	for _, p := range w.order {
		if err := p.flush(); err != nil {
			return err
		}
	}
	return nil
}

// flush appends the collected text to the temporary file.
func (p *part) flush() (err error) {
	if p.out == nil {
		p.out, err = os.CreateTemp(filepath.Dir(p.name), ".tain-*")
	} else {
		p.out, err = os.OpenFile(p.out.Name(), os.O_WRONLY|os.O_APPEND, 0)
	}
	if err == nil {
		_, err = p.text.WriteTo(p.out)
		err = errors.Join(err, p.out.Close())
	}
	if err != nil {
		return cli.CannotWrite(p.name, err)
	}
	return nil
}

// commit moves all parts into place, once all of them have been written.
func (w *splitting) commit() error {
	for _, p := range w.order {
		if err := p.flush(); err != nil {
			return err
		}
	}
	for _, p := range w.order {
		err := os.Chmod(p.out.Name(), 0o644)
		if err == nil {
			err = os.Rename(p.out.Name(), p.name)
		}
		if err != nil {
			return cli.CannotWrite(p.name, err)
		}
		p.out = nil
	}
	return nil
}

// discard removes the temporary files that have not been moved into place.
func (w *splitting) discard() {
	for _, p := range w.order {
		if p.out != nil {
			os.Remove(p.out.Name())
		}
	}
}
