// Command release builds the release files: archives for every platform, Debian and RPM
// packages, container images, a software bill of materials, checksums, a Homebrew formula and a
// Scoop manifest.
//
//	release -root . -out release [-platforms linux/amd64,...] [-revision COMMIT] [-version 0.1.1]
//
// The page and the licence texts must be built first; scripts/release does that. Builds are
// reproducible: the same sources and versions of Go and Node give the same bytes. The only
// timestamp in the files is SOURCE_DATE_EPOCH, the time of the commit.
//
// The command is a separate module, so that programs that import Tain do not inherit its dependencies.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// platforms lists the platforms of a release.
var platforms = []platform{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"}, {"freebsd", "amd64"}, {"freebsd", "arm64"},
}

// platform is an operating system and an architecture, in Go's naming.
type platform struct{ os, arch string }

func (p platform) String() string { return p.os + "/" + p.arch }

// program returns the file name of the program.
func (p platform) program() string {
	if p.os == "windows" {
		return "tain.exe"
	}
	return "tain"
}

// release holds the settings of a release.
type release struct {
	root, out, work string
	version         string // such as 0.1.0
	revision        string
	time            time.Time // modification time of all files
	platforms       []platform
	made            []artefact
}

// artefact is a release file.
type artefact struct{ name string }

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	root := flags.String("root", ".", "source `folder`")
	out := flags.String("out", "release", "output `folder`")
	only := flags.String("platforms", "", "`list` of platforms to build, such as linux/amd64,windows/arm64; all if empty")
	version := flags.String("version", "", "`version` to use instead of that in internal/version")
	revision := flags.String("revision", "", "`commit` that the release is built from")
	if err := flags.Parse(args); err != nil {
		return err
	}
	r := release{root: *root, out: *out, version: *version, revision: *revision}
	if err := r.prepare(*only); err != nil {
		return err
	}
	defer os.RemoveAll(r.work)
	return r.make()
}

// prepare validates and completes the settings, and checks the sources. only lists the platforms to
// build, or is empty for all.
func (r *release) prepare(only string) (err error) {
	if r.root, err = filepath.Abs(r.root); err != nil {
		return err
	}
	if r.out, err = filepath.Abs(r.out); err != nil {
		return err
	}
	if r.version == "" {
		text, err := os.ReadFile(filepath.Join(r.root, "internal", "version", "VERSION"))
		if err != nil {
			return fmt.Errorf("not the sources of Tain: %w", err)
		}
		r.version = strings.TrimSpace(string(text))
	}
	if !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(r.version) {
		return fmt.Errorf("%q is not a release version such as 0.1.0", r.version)
	}
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return errors.New("SOURCE_DATE_EPOCH must be the time of the commit in seconds since 1970; scripts/release sets it")
	}
	r.time = time.Unix(seconds, 0).UTC()
	for file, how := range map[string]string{"web/dist/index.html": "the page is not built: run scripts/web", "internal/licence/list.json": "the licences are not collected: run make build"} {
		if _, err := os.Stat(filepath.Join(r.root, filepath.FromSlash(file))); err != nil {
			return errors.New(how)
		}
	}
	r.platforms = platforms
	if only != "" {
		r.platforms = nil
		for name := range strings.SplitSeq(only, ",") {
			i := slices.IndexFunc(platforms, func(p platform) bool { return p.String() == name })
			if i < 0 {
				return fmt.Errorf("unknown platform %q; the platforms are %v", name, platforms)
			}
			r.platforms = append(r.platforms, platforms[i])
		}
	}
	if err := os.MkdirAll(r.out, 0o777); err != nil {
		return fmt.Errorf("cannot write to %s (choose another folder with OUT=DIR): %w", r.out, err)
	}
	r.work, err = os.MkdirTemp(r.out, ".work")
	if err != nil {
		return fmt.Errorf("cannot write to %s (choose another folder with OUT=DIR): %w", r.out, err)
	}
	return nil
}

// make builds all files and writes the checksums last.
func (r *release) make() error {
	shared, err := r.shared()
	if err != nil {
		return err
	}
	for _, p := range r.platforms {
		program := filepath.Join(r.work, p.os+"-"+p.arch, p.program())
		if err := r.timed("program "+p.String(), func() error { return r.build(p, program) }); err != nil {
			return err
		}
		if err := r.artefact(r.archiveName(p), func(file string) error { return r.archive(p, program, shared, file) }); err != nil {
			return err
		}
		if p.os != "linux" {
			continue
		}
		if err := r.packages(p, program, shared); err != nil {
			return err
		}
		if err := r.artefact(fmt.Sprintf("tain_%s_image_%s.tar", r.version, p.arch), func(file string) error { return r.image(p, program, shared, file) }); err != nil {
			return err
		}
	}
	if err := r.artefact(fmt.Sprintf("tain_%s_sbom.cdx.json", r.version), r.sbom); err != nil {
		return err
	}
	if err := r.recipes(); err != nil {
		return err
	}
	return r.checksums()
}

// artefact writes a release file in the work folder and moves it to the output folder once it is
// complete.
func (r *release) artefact(name string, write func(file string) error) error {
	return r.timed(name, func() error {
		half := filepath.Join(r.work, name)
		if err := write(half); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.Chmod(half, 0o644); err != nil {
			return err
		}
		r.made = append(r.made, artefact{name: name})
		return os.Rename(half, filepath.Join(r.out, name))
	})
}

// timed runs a step and prints its name, the size of its file if any, its wall-clock time and its CPU
// time.
func (r *release) timed(what string, do func() error) error {
	start, before := time.Now(), worked()
	if err := do(); err != nil {
		return err
	}
	size := ""
	if info, err := os.Stat(filepath.Join(r.out, what)); err == nil {
		size = fmt.Sprintf("%.1f MB", float64(info.Size())/1e6)
	}
	fmt.Printf("%-40s %8s %8.1f s %8.1f s CPU\n", what, size, time.Since(start).Seconds(), (worked() - before).Seconds())
	return nil
}

// worked returns the CPU time of this process and its finished children.
func worked() (sum time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if err := syscall.Getrusage(who, &u); err == nil {
			sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return sum
}

// build compiles the program for a platform. It ignores build settings in the
// environment, so that the result is the same everywhere.
func (r *release) build(p platform, file string) error {
	flags := fmt.Sprintf("-s -w -X main.revision=%s -X main.version=%s", r.revision, r.version)
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", file, "./cmd/tain")
	cmd.Dir = r.root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.os, "GOARCH="+p.arch, "GOFLAGS=", "GOEXPERIMENT=", "GOAMD64=v1", "GOARM64=v8.0", "GOWORK=off", "GOFIPS140=off")
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build for %s: %w\n%s", p, err, text)
	}
	return nil
}
