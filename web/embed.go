// Package web embeds the client as built by `make web` or `go generate ./web`. If it has not
// been built, a placeholder page explains how to build it.
package web

//go:generate ../scripts/web

import (
	"embed"
	"io/fs"
)

// The pattern matches dist only if it was built; dist-missing always exists, so that the
// pattern matches something.
//
//go:embed all:dist*
var files embed.FS

// Files returns the client's files, and whether it has been built.
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
