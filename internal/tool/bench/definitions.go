package main

import (
	"os"
	"path/filepath"
)

// definitions are example rule sets, one for each case that the move generator handles
// differently.
var definitions = []struct{ name, about, text string }{
	{"portal", "all pieces hop", `"seam":{"crossing":"hop","kinds":"pnbrqk"}`},
	{"portal-riders", "riders hop", `"seam":{"crossing":"hop","kinds":"brq"}`},
	{"wrap-bishops", "bishops cross the seam", `"seam":{"crossing":"wrap","kinds":"b"}`},
	{"wrap-pieces", "knights, bishops, rooks and queens cross the seam", `"seam":{"crossing":"wrap","kinds":"nbrq"}`},
	{"left-right", "reflections are mirrored left to right", `"reflection":{"map":"files","makes":{"p":"p","n":"n","b":"b","r":"r","q":"q"}}`},
	{"top-bottom", "reflections are mirrored top to bottom", `"reflection":{"map":"ranks","makes":{"p":"p","n":"n","b":"b","r":"r","q":"q"}}`},
	{"echo", "spawned pieces have the mover's colour", `"reflection":{"map":"rotate","makes":{"p":"p","n":"n","b":"b","r":"r","q":"q"},"colour":"own"}`},
	{"mirror-captures", "captures are reflected too", `"reflection":{"map":"rotate","makes":{"p":"p","n":"n","b":"b","r":"r","q":"q"},"captures":true}`},
	{"portal-mirror", "all pieces hop; reflections are mirrored left to right", `"seam":{"crossing":"hop","kinds":"pnbrqk"},"reflection":{"map":"files","makes":{"p":"p","n":"n","b":"b","r":"r","q":"q"}}`},
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
