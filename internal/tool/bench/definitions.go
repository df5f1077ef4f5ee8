package main

import (
	"os"
	"path/filepath"
)

// definitions are example rule sets, one for each case that the move generator handles
// differently.
var definitions = []struct{ name, about, text string }{
	{"portal", "a hop for all", `"seam":{"crossing":"hop","kinds":"pnbrqk"}`},
	{"portal-riders", "a hop for riders", `"seam":{"crossing":"hop","kinds":"brq"}`},
	{"wrap-bishops", "a seam for bishops", `"seam":{"crossing":"wrap","kinds":"b"}`},
	{"wrap-pieces", "a seam for knights, bishops, rooks, queens", `"seam":{"crossing":"wrap","kinds":"nbrq"}`},
	{"left-right", "a reflection, files", `"reflection":{"map":"files","makes":{"p":"p","n":"n","b":"b","r":"r","q":"q"}}`},
	{"top-bottom", "a reflection, ranks", `"reflection":{"map":"ranks","makes":{"p":"p","n":"n","b":"b","r":"r","q":"q"}}`},
	{"echo", "a reflection in the own colour", `"reflection":{"map":"rotate","makes":{"p":"p","n":"n","b":"b","r":"r","q":"q"},"colour":"own"}`},
	{"mirror-captures", "a reflection of captures too", `"reflection":{"map":"rotate","makes":{"p":"p","n":"n","b":"b","r":"r","q":"q"},"captures":true}`},
	{"portal-mirror", "a hop and a reflection", `"seam":{"crossing":"hop","kinds":"pnbrqk"},"reflection":{"map":"files","makes":{"p":"p","n":"n","b":"b","r":"r","q":"q"}}`},
}

// definitionJobs writes the definitions to a folder and returns jobs for them.
func definitionJobs(tain, folder string) (all []job, err error) {
	for _, d := range definitions {
		file := filepath.Join(folder, d.name+".json")
		if err := os.WriteFile(file, []byte(`{"name":"`+d.name+`",`+d.text+`}`), 0o644); err != nil {
			return nil, err
		}
		for _, b := range boards {
			all = append(all, job{Program: "tain", Rules: d.name, About: d.about, Board: b.name, fen: b.fen, Depth: b.depth, path: tain, file: file})
		}
	}
	return all, nil
}
