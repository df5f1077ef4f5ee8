// Command licences writes the licence notices of the third-party code in the program to a file:
// `licences FILE`. It covers the modules linked into cmd/tain and cmd/wasm, and the web page's packages
// in web/package-lock.json if they are installed.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/protocol/wire"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: licences FILE")
		os.Exit(1)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

func write(file string) error {
	list, err := collect(".")
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(list, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

// collect returns the notices for a repository.
func collect(root string) ([]wire.Licence, error) {
	list, err := modules(root)
	if err != nil {
		return nil, err
	}
	packages, err := packages(filepath.Join(root, "web"))
	if err != nil {
		return nil, err
	}
	return append(list, packages...), nil
}

// platforms lists programs and platforms, which may link different modules.
var platforms = [][]string{
	{"./cmd/tain", "GOOS=linux", "GOARCH=amd64"}, {"./cmd/tain", "GOOS=darwin", "GOARCH=arm64"},
	{"./cmd/tain", "GOOS=windows", "GOARCH=amd64"}, {"./cmd/tain", "GOOS=freebsd", "GOARCH=amd64"}, {"./cmd/wasm", "GOOS=js", "GOARCH=wasm"},
}

// modules returns the notices of the linked modules and of the standard library.
func modules(root string) ([]wire.Licence, error) {
	type module struct{ path, version, folder string }
	var all []module
	for _, p := range platforms {
		list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}\t{{.Version}}\t{{.Dir}}\t{{.Main}}{{end}}", p[0])
		list.Dir = root
		list.Env = append(os.Environ(), append(p[1:], "CGO_ENABLED=0")...)
		out, err := list.Output()
		if err != nil {
			var failed *exec.ExitError
			if errors.As(err, &failed) {
				err = fmt.Errorf("%w: %s", err, failed.Stderr)
			}
			return nil, fmt.Errorf("go list: %w", err)
		}
		for line := range strings.Lines(string(out)) {
			part := strings.Split(strings.TrimSpace(line), "\t")
			if len(part) == 4 && part[3] == "false" {
				all = append(all, module{part[0], part[1], part[2]})
			}
		}
	}
	slices.SortFunc(all, func(a, b module) int { return strings.Compare(a.path, b.path) })
	env := exec.Command("go", "env", "GOROOT", "GOVERSION")
	env.Dir = root
	out, err := env.Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	goroot, version, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	all = append([]module{{"Go", version, goroot}}, slices.Compact(all)...)
	var list []wire.Licence
	for _, m := range all {
		text, err := notice(m.folder)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.path, err)
		}
		list = append(list, wire.Licence{Name: m.path, Version: m.version, Part: wire.PartProgram, Text: text})
	}
	return list, nil
}

// packages returns the notices of the web page's packages. If the packages are not installed, it
// returns none, because the program then has no page.
func packages(web string) ([]wire.Licence, error) {
	if _, err := os.Stat(filepath.Join(web, "node_modules")); err != nil {
		return nil, nil
	}
	text, err := os.ReadFile(filepath.Join(web, "package-lock.json"))
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version             string
			Dev, Optional, Peer bool
		}
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		return nil, fmt.Errorf("package-lock.json: %w", err)
	}
	var list []wire.Licence
	for folder, p := range lock.Packages {
		if folder == "" || p.Dev {
			continue
		}
		text, err := notice(filepath.Join(web, filepath.FromSlash(folder)))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", folder, err)
		}
		name := folder[strings.LastIndex(folder, "node_modules/")+len("node_modules/"):]
		list = append(list, wire.Licence{Name: name, Version: p.Version, Part: wire.PartPage, Text: text})
	}
	slices.SortFunc(list, func(a, b wire.Licence) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// notice returns the texts of the licence, authors, patents and notice files in a folder. A folder without a
// licence is an error.
func notice(folder string) (string, error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	var texts []string
	found := false
	for _, f := range files {
		name := strings.ToLower(f.Name())
		stem := strings.TrimSuffix(strings.TrimSuffix(name, ".md"), ".txt")
		is := slices.Contains([]string{"license", "licence", "copying", "unlicense"}, stem) || strings.HasPrefix(stem, "license-") || strings.HasPrefix(stem, "licence-")
		if f.IsDir() || !is && stem != "notice" && stem != "patents" && stem != "authors" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, f.Name()))
		if err != nil {
			return "", err
		}
		found = found || is
		texts = append(texts, strings.TrimSpace(strings.ToValidUTF8(string(text), "\uFFFD")))
	}
	if !found {
		return "", fmt.Errorf("no licence in %s", folder)
	}
	return strings.Join(texts, "\n\n"), nil
}
