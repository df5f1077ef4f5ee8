// Package web holds the page that a browser shows, as it was built by `make
// web` or `go generate ./web`. Where it has not been built, a page in its place
// says how to.
package web

//go:generate ../scripts/web

import (
	"embed"
	"io/fs"
)

// The pattern takes in dist, which is not kept with the sources, only where it
// is there; dist-missing is always there, and so the pattern is never empty.
//
//go:embed all:dist*
var files embed.FS

// Files returns the files of the page, and whether it has been built.
func Files() (page fs.FS, built bool) {
	const dist, missing = "dist", "dist-missing"
	if _, err := fs.Stat(files, dist+"/index.html"); err == nil {
		return under(dist), true
	}
	return under(missing), false
}

func under(folder string) fs.FS {
	page, err := fs.Sub(files, folder)
	if err != nil { // the names are constants
		panic(err)
	}
	return page
}
