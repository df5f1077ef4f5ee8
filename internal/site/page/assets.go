package page

import (
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
)

// asset is a static file of the client in all its encodings.
type asset struct {
	contentType string
	tag         string // ETag
	forever     bool   // whether the name changes with the content
	// plain and packed return the uncompressed and the gzipped file. packed returns nil if gzip saves too
	// little.
	plain, packed func() *content
	// brotli is the file compressed by the build, or nil.
	brotli *content
}

// content is a file in one encoding.
type content struct {
	size  int64
	bytes []byte // nil for a large file, which is read in chunks
	// A large file is read in chunks each time it is sent. The program's executable already contains it, so a
	// copy in memory would be a waste.
	files fs.FS
	name  string
	// unpacked means that the stored file is gzipped and is decompressed while it is sent.
	unpacked bool
}

// Files of at least maxInMemory bytes, except the shell, are read when they are sent.
const maxInMemory = 256 << 10

func newContent(files fs.FS, name string, all []byte) *content {
	if len(all) < maxInMemory || "/"+name == shell {
		return &content{size: int64(len(all)), bytes: all}
	}
	return &content{size: int64(len(all)), files: files, name: name}
}

// all returns the whole content.
func (c *content) all() ([]byte, error) {
	if c.bytes != nil || c.size == 0 {
		return c.bytes, nil
	}
	from, err := c.open()
	if err != nil {
		return nil, err
	}
	defer from.Close()
	return io.ReadAll(from)
}

// open returns a reader for a large file.
func (c *content) open() (io.ReadCloser, error) {
	file, err := c.files.Open(c.name)
	if err != nil || !c.unpacked {
		return file, err
	}
	z, err := gzip.NewReader(file)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return struct {
		io.Reader
		io.Closer
	}{z, file}, nil
}

// price returns the price of sending the content, in units.
func (c *content) price() float64 {
	if c.unpacked {
		return limit.Per(int(c.size), limit.UnpackPerUnit)
	}
	return limit.Per(int(c.size), limit.FilePerUnit)
}

// assets maps paths with a leading slash to the client's files.
type assets map[string]*asset

// shell is the page of every client route, and renderedPages the file with the pages prerendered by the
// build.
const (
	shell         = "/index.html"
	renderedPages = "/pages.json"
)

// renderedPage is a page prerendered by the build: the tags that load its files, and its first screen.
type renderedPage struct{ Head, Body string }

// takeRendered removes the prerendered pages from the files and returns them. A key is the first segment of a
// page's path, preceded by a language and a slash in languages other than English. The map is nil if the
// client has not been built.
func (all assets) takeRendered() (map[string]renderedPage, error) {
	file := all[renderedPages]
	if file == nil {
		return nil, nil
	}
	delete(all, renderedPages)
	text, err := file.plain().all()
	if err != nil {
		return nil, fmt.Errorf("page: cannot read the client's pages: %w", err)
	}
	var drawn map[string]renderedPage
	if err := json.Unmarshal(text, &drawn); err != nil {
		return nil, fmt.Errorf("page: cannot read the client's pages: %w", err)
	}
	return drawn, nil
}

// hashedName matches file names that contain a hash of the content.
var hashedName = regexp.MustCompile(`^/assets/.+-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$`)

// compressible lists the file extensions of text and WebAssembly.
var compressible = []string{".html", ".js", ".mjs", ".css", ".json", ".map", ".svg", ".txt", ".wasm", ".webmanifest"}

// contentTypes lists content types that must not depend on the system's table.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8", ".json": "application/json", ".map": "application/json", ".svg": "image/svg+xml",
	".txt": "text/plain; charset=utf-8", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json",
	".png": "image/png", ".ico": "image/x-icon", ".woff2": "font/woff2",
}

// loadAssets loads the client's files. A file with .gz or .br appended to its name is the compressed form. If
// only the gzipped form exists, it is decompressed for the few clients that do not accept gzip.
func loadAssets(files fs.FS) (assets, error) {
	all := assets{}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) == ".br" {
			return err
		}
		if plain, packed := strings.CutSuffix(name, ".gz"); packed {
			if _, err := fs.Stat(files, plain); !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			name = plain
		}
		a, err := newAsset(files, name)
		all["/"+name] = a
		return err
	})
	if err == nil && all[shell] == nil {
		err = errors.New("index.html is missing")
	}
	if err != nil {
		return nil, fmt.Errorf("page: cannot read the client's files: %w", err)
	}
	return all, nil
}

// uncompressed returns the uncompressed content of a file and its ETag. If only the gzipped file exists, the
// content is decompressed when it is sent.
func uncompressed(files fs.FS, name string) (*content, string, error) {
	all, err := fs.ReadFile(files, name)
	if err == nil {
		return newContent(files, name, all), request.ETag(all), nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, "", err
	}
	name += ".gz"
	if all, err = fs.ReadFile(files, name); err != nil {
		return nil, "", err
	}
	if len(all) < 18 { // minimum size of a gzip file
		return nil, "", fmt.Errorf("%s is truncated", name)
	}
	size := int64(binary.LittleEndian.Uint32(all[len(all)-4:])) // a gzip file ends with its uncompressed size
	return &content{size: size, files: files, name: name, unpacked: true}, request.ETag(all), nil
}

func newAsset(files fs.FS, name string) (*asset, error) {
	plain, tag, err := uncompressed(files, name)
	if err != nil {
		return nil, err
	}
	end := strings.ToLower(path.Ext(name))
	contentType := cmp.Or(contentTypes[end], mime.TypeByExtension(end), "application/octet-stream")
	a := &asset{contentType: contentType, tag: tag, forever: hashedName.MatchString("/" + name), plain: func() *content { return plain }}
	switch ready, err := fs.ReadFile(files, name+".br"); {
	case err == nil:
		a.brotli = newContent(files, name+".br", ready)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	switch ready, err := fs.ReadFile(files, name+".gz"); {
	case err == nil:
		packed := newContent(files, name+".gz", ready)
		a.packed = func() *content { return packed }
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	case !slices.Contains(compressible, end):
		a.packed = func() *content { return nil }
	default:
		// The first request compresses the file, unless warm has done so.
		a.packed = sync.OnceValue(func() *content {
			all, err := plain.all()
			if err != nil {
				return nil // send the file uncompressed
			}
			if packed := request.Gzip(all, gzip.BestCompression); len(packed) < len(all)*9/10 {
				return &content{size: int64(len(packed)), bytes: packed}
			}
			return nil
		})
	}
	return a, nil
}

// warm compresses all files, so that requests do not have to.
func (all assets) warm() {
	for _, a := range all {
		a.packed()
	}
}

// prepare sets the headers of a file and returns the content to send, or nil if the client already has it.
func (a *asset) prepare(w http.ResponseWriter, r *http.Request) *content {
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	if a.forever {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	h.Set("Content-Type", a.contentType)
	h.Set("Vary", "Accept-Encoding")
	body, encoding := a.choose(r)
	tag := a.tag
	if encoding != "" {
		tag = strings.TrimSuffix(tag, `"`) + "-" + encoding + `"`
	}
	h.Set("ETag", tag)
	if request.MatchesETag(r, tag) {
		return nil
	}
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	h.Set("Content-Length", strconv.FormatInt(body.size, 10))
	return body
}

// choose returns the smallest content that the client accepts, with its encoding.
func (a *asset) choose(r *http.Request) (body *content, encoding string) {
	if a.brotli != nil && request.AcceptsEncoding(r, "br") {
		return a.brotli, "br"
	}
	if request.AcceptsEncoding(r, "gzip") {
		if packed := a.packed(); packed != nil {
			return packed, "gzip"
		}
	}
	return a.plain(), ""
}

// unpackMemory is the memory that decompressing a file takes while it is sent.
const unpackMemory = 44 << 10
