// Package zillions exports rule sets as rules files for Zillions of Games.
package zillions

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/zrf"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// exported describes a rules file as JSON.
type exported struct {
	File        string       `json:"file"`
	Folder      string       `json:"folder"`
	Pictures    []string     `json:"pictures"`
	Differences []difference `json:"differences"`
	Reliances   []difference `json:"reliances"`
}

var _ = cli.AddFormat[exported]("export zrf", 1)

// difference is a rule that differs between the file and Tain.
type difference struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// Export describes a rules file to write.
type Export struct {
	Variant string
	Output  string // FILE.zrf; the pictures go to the folder FILE
	Force   bool   // whether to replace existing files
}

// Run writes the rules file and its pictures.
func (w *Export) Run(c *cli.Console) error {
	r, err := c.Choose(w.Variant)
	if err != nil {
		return err
	}
	if err := zrf.Supports(r); err != nil {
		return fmt.Errorf("%w; exportable: %v", err, writable(c.Rules.All()))
	}
	folder, err := w.folder()
	if err != nil {
		return err
	}
	game, err := zrf.New(r, filepath.Base(folder))
	if err != nil {
		return err
	}
	files := map[string]string{w.Output: game.Text}
	for name, picture := range game.Images {
		files[filepath.Join(folder, name)] = string(picture)
	}
	if err := w.free(folder, files); err != nil {
		return err
	}
	if err := writeAll(c, folder, files); err != nil {
		return err
	}
	pictures := slices.Sorted(maps.Keys(game.Images))
	if c.JSON {
		return c.Document(exported{w.Output, folder, pictures, listed(game.Differences), listed(game.Reliances)})
	}
	fmt.Fprintf(c.Out, "wrote %v and %d pictures in %v\n", w.Output, len(pictures), folder+string(filepath.Separator))
	fmt.Fprintf(c.Out, "The game differs from Tain's in %d ways, listed at the top of the file.\n", len(game.Differences))
	return nil
}

// writable lists the rule sets that can be exported.
func writable(all []rules.Rules) string {
	var names []string
	for _, r := range all {
		if err := zrf.Supports(r); err == nil {
			names = append(names, r.Info().Name)
		}
	}
	return cli.JoinList(names, "and")
}

func listed(all []zrf.Difference) []difference {
	list := []difference{}
	for _, d := range all {
		list = append(list, difference{d.Code, d.Text})
	}
	return list
}

// folder returns the folder for the pictures: the file name without its suffix.
func (w *Export) folder() (string, error) {
	const end = ".zrf"
	switch {
	case w.Output == "":
		return "", fmt.Errorf("no output file; name one, for example -o %v", strings.ToLower(w.Variant)+end)
	case w.Output == "-":
		return "", fmt.Errorf("a rules file comes with a folder of pictures and cannot be written to standard output; name a file, for example -o %v", strings.ToLower(w.Variant)+end)
	case !strings.EqualFold(filepath.Ext(w.Output), end):
		return "", fmt.Errorf("the file name must end in %v, got %q", end, notation.Clip(w.Output))
	}
	folder := w.Output[:len(w.Output)-len(end)]
	name := folder[strings.LastIndexAny(folder, `/`+string(filepath.Separator))+1:]
	if err := zrf.CheckFolder(name); err != nil {
		return "", err
	}
	return folder, nil
}

// free returns an error if any of the files to write already exists and may not be replaced.
func (w *Export) free(folder string, files map[string]string) error {
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		return fmt.Errorf("the pictures need folder %v, but a file of that name exists; choose another name", folder)
	}
	for _, name := range append([]string{w.Output}, slices.Sorted(maps.Keys(files))...) {
		info, err := os.Stat(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return cli.CannotWrite(name, err)
		case !info.Mode().IsRegular():
			return fmt.Errorf("cannot write %v: it exists and is not a regular file", name)
		case !w.Force:
			return fmt.Errorf("%v exists; choose another name, or replace it with --force", name)
		}
	}
	return nil
}

// writeAll writes files. It creates the folder for the pictures if necessary. If an error occurs before
// all files are prepared, it writes none.
func writeAll(c *cli.Console, folder string, files map[string]string) (err error) {
	made := os.Mkdir(folder, 0o755)
	if made != nil && !errors.Is(made, fs.ErrExist) {
		return cli.CannotWrite(folder, made)
	}
	var all []*cli.Output
	defer func() {
		for _, o := range all {
			o.Discard()
		}
		if err != nil && made == nil {
			os.RemoveAll(folder) // the folder is new and contains only files written here
		}
	}()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		o, err := c.Create(name)
		if err != nil {
			return err
		}
		all = append(all, o)
		if _, err := o.Write([]byte(files[name])); err != nil {
			return err
		}
	}
	for _, o := range all {
		if err := o.Commit(); err != nil {
			return err
		}
	}
	return nil
}
