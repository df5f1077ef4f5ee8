package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
)

// sum returns the SHA-256 sum of a release file.
func (r *release) sum(name string) (string, error) {
	f, err := os.Open(filepath.Join(r.out, name))
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

// checksums writes SHA256SUMS, for sha256sum -c.
func (r *release) checksums() error {
	var lines []string
	for _, a := range r.made {
		sum, err := r.sum(a.name)
		if err != nil {
			return err
		}
		lines = append(lines, sum+"  "+a.name+"\n")
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[66:], b[66:]) })
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(strings.Join(lines, "")), 0o644)
}

// download is an archive that a recipe refers to.
type download struct{ OS, Arch, URL, Sum, Folder string }

// recipes writes the Homebrew formula and the Scoop manifest, for the built platforms that each of them
// supports.
func (r *release) recipes() error {
	var brew, scoop []download
	for _, p := range r.platforms {
		name := r.archiveName(p)
		sum, err := r.sum(name)
		if err != nil {
			return err
		}
		d := download{
			OS: p.os, Arch: p.arch, Sum: sum, URL: fmt.Sprintf("%s/releases/download/v%s/%s", home, r.version, name),
			Folder: fmt.Sprintf("tain_%s_%s_%s", r.version, p.os, p.arch),
		}
		switch p.os {
		case "darwin", "linux":
			brew = append(brew, d)
		case "windows":
			scoop = append(scoop, d)
		}
	}
	if len(brew) > 0 {
		if err := r.artefact("tain.rb", func(file string) error { return r.formula(brew, file) }); err != nil {
			return err
		}
	}
	if len(scoop) > 0 {
		return r.artefact("tain.json", func(file string) error { return r.manifest(scoop, file) })
	}
	return nil
}

// formulaText is the template of a Homebrew formula that installs an archive. Homebrew has its
// own names for systems and processors.
var formulaText = template.Must(template.New("formula").Parse(`class Tain < Formula
  desc "{{.Summary}}"
  homepage "{{.Home}}"
  version "{{.Version}}"
  license "{{.Licence}}"
{{range .Systems}}
  on_{{.Name}} do
{{- range .Downloads}}
    on_{{if eq .Arch "arm64"}}arm{{else}}intel{{end}} do
      url "{{.URL}}"
      sha256 "{{.Sum}}"
    end
{{- end}}
  end
{{end}}
  def install
    bin.install "tain"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/tain.bash" => "tain"
    zsh_completion.install "completions/_tain"
    fish_completion.install "completions/tain.fish"
    doc.install "LICENCES.txt"
  end

  test do
    assert_match "tain #{version}", shell_output("#{bin}/tain version")
    assert_match "392", shell_output("#{bin}/tain perft triboard 2")
  end
end
`))

func (r *release) formula(of []download, to string) error {
	type system struct {
		Name      string
		Downloads []download
	}
	var systems []system
	for _, s := range []struct{ goName, name string }{{"darwin", "macos"}, {"linux", "linux"}} {
		var list []download
		for _, d := range of {
			if d.OS == s.goName {
				list = append(list, d)
			}
		}
		if len(list) > 0 {
			systems = append(systems, system{s.name, list})
		}
	}
	return writeFile(to, func(w io.Writer) error {
		return formulaText.Execute(w, map[string]any{
			"Summary": "Mirror chess: rules, engine, terminal and server", "Home": home, "Version": r.version, "Licence": licenceID, "Systems": systems,
		})
	})
}

func (r *release) manifest(of []download, to string) error {
	architectures := map[string]any{}
	for _, d := range of {
		name := map[string]string{"amd64": "64bit", "arm64": "arm64"}[d.Arch]
		architectures[name] = map[string]string{"url": d.URL, "hash": d.Sum, "extract_dir": d.Folder}
	}
	text, err := json.MarshalIndent(map[string]any{
		"version": r.version, "description": summary, "homepage": home, "license": licenceID,
		"architecture": architectures, "bin": "tain.exe",
		"shortcuts":  []any{[]string{"tain.exe", "Tain", "play triboard"}},
		"checkver":   "github",
		"autoupdate": map[string]any{"architecture": r.nextURLs(of)},
	}, "", "    ")
	if err != nil {
		return err
	}
	return os.WriteFile(to, append(text, '\n'), 0o644)
}

// nextURLs returns the patterns with which Scoop constructs the URLs of later versions.
func (r *release) nextURLs(of []download) map[string]any {
	next := map[string]any{}
	for _, d := range of {
		name := map[string]string{"amd64": "64bit", "arm64": "arm64"}[d.Arch]
		later := func(text string) string { return strings.ReplaceAll(text, r.version, "$version") }
		next[name] = map[string]string{"url": later(d.URL), "extract_dir": later(d.Folder)}
	}
	return next
}
