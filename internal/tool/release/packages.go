package main

import (
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb" // for nfpm.Get
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm" // for nfpm.Get
)

// Description of Tain in packages, images and recipes.
const (
	home       = "https://github.com/tainchess/tain"
	summary    = "mirror chess: rules, engine, terminal and server"
	maintainer = "The Tain authors <tainchess@users.noreply.github.com>"
	licenceID  = "Apache-2.0"
	story      = "Plays mirror chess, chess on three boards, tri-dimensional chess and games\n" +
		"that you define: in the terminal, in the browser and over UCI and XBoard.\n" +
		"It includes exact rules, an engine, and a server for games between people.\n" +
		"To start the server: systemctl enable --now tain"
)

// packages writes the Debian and RPM packages.
func (r *release) packages(p platform, program string, s *shared) error {
	info, err := r.packageInfo(p, program, s)
	if err != nil {
		return err
	}
	rpmArch := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[p.arch]
	for _, one := range []struct{ format, name string }{
		{"deb", fmt.Sprintf("tain_%s_%s.deb", r.version, p.arch)},
		{"rpm", fmt.Sprintf("tain-%s-1.%s.rpm", r.version, rpmArch)},
	} {
		packager, err := nfpm.Get(one.format)
		if err != nil {
			return err
		}
		made := nfpm.WithDefaults(info.of(one.format))
		if err := nfpm.PrepareForPackager(made, one.format); err != nil {
			return err
		}
		if err := r.artefact(one.name, func(file string) error {
			return writeFile(file, func(w io.Writer) error { return packager.Package(made, w) })
		}); err != nil {
			return err
		}
	}
	return nil
}

// packaged describes a package, independent of its format.
type packaged struct {
	info    nfpm.Info
	scripts string // folder of the installation scripts
}

// of returns the package settings for a format, which is deb or rpm. The scripts detect which package manager
// runs them.
func (p packaged) of(format string) *nfpm.Info {
	info := p.info
	script := func(name string) string { return filepath.Join(p.scripts, name) }
	info.Scripts = nfpm.Scripts{PostInstall: script("postinst"), PreRemove: script("prerm"), PostRemove: script("postrm")}
	if format == "deb" {
		info.Depends = []string{"passwd"} // for useradd
		info.Recommends = []string{"ca-certificates"}
		return &info
	}
	info.Depends = []string{"shadow-utils"}
	info.Release = "1"
	return &info
}

// packageInfo writes a package's files to the work folder and returns the description of the package.
func (r *release) packageInfo(p platform, program string, s *shared) (packaged, error) {
	made := packaged{scripts: filepath.Join(r.root, "deploy", "package")}
	held, err := r.packageFiles(s)
	if err != nil {
		return made, err
	}
	folder := filepath.Join(r.work, "package-"+p.arch)
	contents := files.Contents{r.content(program, "/usr/bin/tain", 0o755, "")}
	for _, f := range held {
		at := filepath.Join(folder, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			return made, err
		}
		if err := os.WriteFile(at, f.data, 0o666); err != nil {
			return made, err
		}
		kind, system := "", ""
		if strings.HasPrefix(f.name, "etc/") {
			kind = files.TypeConfigNoReplace
		}
		if strings.HasPrefix(f.name, "usr/share/lintian/") {
			system = "deb"
		}
		c := r.content(at, "/"+f.name, f.mode, kind)
		c.Packager = system
		contents = append(contents, c)
	}
	made.info = nfpm.Info{
		Name: "tain", Arch: p.arch, Platform: "linux", Version: r.version, Section: "misc", Priority: "optional",
		Maintainer: maintainer, Vendor: "The Tain authors", Homepage: home, License: licenceID,
		Description: summary + "\n" + story, MTime: r.time, DisableGlobbing: true,
		Overridables: nfpm.Overridables{
			Contents: contents, Umask: 0o022,
			Deb: nfpm.Deb{Compression: "gzip"},
			RPM: nfpm.RPM{Compression: "gzip:9", BuildHost: "reproducible", Group: "Amusements/Games", Summary: summary},
		},
	}
	return made, nil
}

func (r *release) content(from, to string, mode os.FileMode, kind string) *files.Content {
	return &files.Content{Source: from, Destination: to, Type: kind, FileInfo: &files.ContentFileInfo{Owner: "root", Group: "root", Mode: mode, MTime: r.time}}
}

// packageFiles returns the files of a package other than the program.
func (r *release) packageFiles(s *shared) ([]file, error) {
	var all []file
	add := func(name string, data []byte) { all = append(all, file{name, data, 0o644}) }
	for _, page := range s.pages {
		add("usr/share/man/man1/"+page.name+".gz", zipped(page.data))
	}
	add("usr/share/bash-completion/completions/tain", s.completions["bash"])
	add("usr/share/zsh/vendor-completions/_tain", s.completions["zsh"])
	add("usr/share/fish/vendor_completions.d/tain.fish", s.completions["fish"])

	// The unit runs the packaged program as the user that the package creates.
	unit, err := r.deployed("tain.service", map[string]string{
		"# /etc/systemd/system/tain.service: a single server": "# A single server",
		"ExecStart=/usr/local/bin/tain":                       "ExecStart=/usr/bin/tain",
		"DynamicUser=yes\n":                                   "User=tain\nGroup=tain\n",
	})
	if err != nil {
		return nil, err
	}
	add("usr/lib/systemd/system/tain.service", unit)
	settings, err := r.deployed("tain.toml", map[string]string{
		"operator = \"":         "# Who runs this server; shown on the privacy page.\n# operator = \"",
		"\ncontact = \"":        "\n# contact = \"",
		"security-contact = \"": "# security-contact = \"",
	})
	if err != nil {
		return nil, err
	}
	add("etc/tain/tain.toml", settings)
	for from, to := range map[string]string{
		"deploy/package/tain.sysusers": "usr/lib/sysusers.d/tain.conf",
		"deploy/package/tain.desktop":  "usr/share/applications/tain.desktop",
		"deploy/package/tain.lintian":  "usr/share/lintian/overrides/tain",
		"deploy/package/copyright":     "usr/share/doc/tain/copyright",
		"deploy/Caddyfile":             "usr/share/doc/tain/examples/Caddyfile",
		"deploy/nginx.conf":            "usr/share/doc/tain/examples/nginx.conf",
		"deploy/haproxy.cfg":           "usr/share/doc/tain/examples/haproxy.cfg",
		"web/public/icon.svg":          "usr/share/icons/hicolor/scalable/apps/tain.svg",
		"web/public/icon-192.png":      "usr/share/icons/hicolor/192x192/apps/tain.png",
		"web/public/icon-512.png":      "usr/share/icons/hicolor/512x512/apps/tain.png",
		"docs/operate.md":              "usr/share/doc/tain/operate.md",
		"docs/admin.md":                "usr/share/doc/tain/admin.md",
		"docs/backup.md":               "usr/share/doc/tain/backup.md",
		"deploy/package/README.txt":    "usr/share/doc/tain/README.txt",
	} {
		data, err := os.ReadFile(filepath.Join(r.root, filepath.FromSlash(from)))
		if err != nil {
			return nil, err
		}
		if path.Ext(to) == ".md" {
			to, data = to+".gz", zipped(data)
		}
		add(to, data)
	}
	add("usr/share/doc/tain/NOTICE", s.notice)
	add("usr/share/doc/tain/LICENCES.txt.gz", zipped(s.licences))
	changes := fmt.Sprintf("tain (%s) stable; urgency=medium\n\n  * Version %s: see %s/blob/main/CHANGELOG.md\n\n -- %s  %s\n",
		r.version, r.version, home, maintainer, r.time.Format("Mon, 02 Jan 2006 15:04:05 -0700"))
	add("usr/share/doc/tain/changelog.gz", zipped([]byte(changes)))
	return sorted(all), nil
}
