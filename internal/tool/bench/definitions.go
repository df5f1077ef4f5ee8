package main

import (
	"os"
	"path/filepath"
)

// definitions are example rule sets, one for each case that the move generator handles
// differently.
var definitions = []struct{ name, about, text string }{
	{"portal-riders", "riders hop", `"seam":{"crossing":"hop","kinds":"brq"}`},
	{"wrap-bishops", "bishops cross the seam", `"seam":{"crossing":"wrap","kinds":"b"}`},
	{"wrap-pieces", "knights, bishops, rooks and queens cross the seam", `"seam":{"crossing":"wrap","kinds":"nbrq"}`},
	{"left-right", "reflections are mirrored left to right", `"reflection":{"map":"files","makes":{"p":"p","n":"n","b":"b","r":"r","q":"q"}}`},
	{"top-bottom", "reflections are mirrored top to bottom", `"reflection":{"map":"ranks","makes":{"p":"p","n":"n","b":"b","r":"r","q":"q"}}`},
	{"echo", "spawned pieces have the mover's colour", `"reflection":{"map":"rotate","makes":{"p":"p","n":"n","b":"b","r":"r","q":"q"},"colour":"own"}`},
	{"mirror-captures", "captures are reflected too", `"reflection":{"map":"rotate","makes":{"p":"p","n":"n","b":"b","r":"r","q":"q"},"captures":true}`},
	{"torus", "both pairs of edges are joined", `"seam":{"crossing":"wrap","kinds":"pnbrqk"},"ends":{"crossing":"wrap","kinds":"r"}`},
	{"moebius", "the left edge meets the right edge upside down", `"seam":{"crossing":"twist","kinds":"pnbrqk"}`},
	{"sphere", "the ends meet themselves as at a pole", `"seam":{"crossing":"wrap","kinds":"pnbrqk"},"ends":{"crossing":"pole","kinds":"n"}`},
	{"links", "single steps lead elsewhere", `"links":["d4 n - g4 e","b5 nw - h6 w"]`},
	{"berolina", "pawns move diagonally and capture straight ahead", `"pieces":{"p":"mfFcefWimfF2"}`},
	{"amazons", "queens also move as knights", `"pieces":{"q":"QN"}`},
	{"nightriders", "knights are riders", `"pieces":{"n":"NN"}`},
	{"cannons", "rooks capture by jumping", `"pieces":{"r":"mRcpR"}`},
	{"grasshoppers", "queens jump over one piece", `"pieces":{"q":"gQ"}`},
	{"circe", "captured pieces come back", `"capture":{"rebirth":"home"}`},
	{"three-checks", "the third check wins", `"goal":{"checks":3}`},
	{"hill", "a king in the centre wins", `"goal":{"reach":{"k":"d4 e4 d5 e5"}}`},
	{"amazon-mirror", "reflections with a piece that chess does not have", `"pieces":{"q":"QN"},"reflection":{"map":"rotate","makes":{"p":"n","n":"b","b":"r","r":"q"},"goes_on":"qk"}`},
	{"portal-mirror", "all pieces hop; reflections are mirrored left to right", `"seam":{"crossing":"hop","kinds":"pnbrqk"},"reflection":{"map":"files","makes":{"p":"p","n":"n","b":"b","r":"r","q":"q"}}`},
}

// wideDefinitions are the definitions in testdata/boards with more than 64 squares or two planes.
var wideDefinitions = []struct {
	name, board string
	depth       int
}{
	{"capablanca", "10x8", 5},
	{"torus", "8x10, edges joined", 4},
	{"alice", "8x8, two planes", 5},
}

// wideJobs returns jobs for the starting positions of wide definitions.
func wideJobs(tain string) (all []job) {
	for _, d := range wideDefinitions {
		all = append(all, job{Program: "tain", Rules: d.name, About: d.board, Board: "start", fen: "start", Depth: d.depth, path: tain,
			file: filepath.Join("testdata", "boards", d.name+".json"), wide: true})
	}
	return all
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
