package paint

// letters holds the capital letters as strokes, for pieces without a drawing of their own.
var letters = map[Picture]string{
	"a": "M35 70 L50 30 L65 70 M40 57 L60 57",
	"b": "M39 30 L39 70 L52 70 C67 70 67 49 52 49 L39 49 M39 30 L50 30 C63 30 63 49 50 49",
	"c": "M64 38 C56 25 35 26 35 50 C35 74 56 75 64 62",
	"d": "M38 30 L38 70 L47 70 C69 70 69 30 47 30 Z",
	"e": "M62 30 L40 30 L40 70 L62 70 M40 49.5 L58 49.5",
	"f": "M62 30 L40 30 L40 70 M40 50 L58 50",
	"g": "M64 38 C56 25 34 26 34 50 C34 73 56 75 65.5 63 L65.5 52 L54 52",
	"h": "M37 30 L37 70 M63 30 L63 70 M37 50 L63 50",
	"i": "M50 30 L50 70 M42 30 L58 30 M42 70 L58 70",
	"j": "M60 30 L60 57 C60 75 38 75 37 60",
	"k": "M39 30 L39 70 M63 30 L40 53 M47 46.5 L65 70",
	"l": "M41 30 L41 70 L62 70",
	"m": "M34 70 L34 30 L50 56 L66 30 L66 70",
	"n": "M37 70 L37 30 L63 70 L63 30",
	"o": "M50 29 C26 29 26 71 50 71 C74 71 74 29 50 29 Z",
	"p": "M39 70 L39 30 L51 30 C67 30 67 54 51 54 L39 54",
	"q": "M50 29 C25 29 25 70 50 70 C75 70 75 29 50 29 Z M55 60 L67 73",
	"r": "M39 70 L39 30 L52 30 C66 30 66 52 52 52 L39 52 M51 52 L64 70",
	"s": "M62.5 38 C58 26 37.5 27 37.5 40 C37.5 53 63.5 46 63.5 60 C63.5 74 41 74 36.5 61.5",
	"t": "M35 30 L65 30 M50 30 L50 70",
	"u": "M37 30 L37 55 C37 76 63 76 63 55 L63 30",
	"v": "M35 30 L50 70 L65 30",
	"w": "M31 30 L40 70 L50 38 L60 70 L69 30",
	"x": "M36 30 L64 70 M64 30 L36 70",
	"y": "M35 30 L50 51 L65 30 M50 51 L50 70",
	"z": "M37 30 L63 30 L37 70 L63 70",
}

// addLetters adds every letter on a disc, with its highlight on the rim.
func addLetters(all map[Picture]form) {
	const glint = "M14.6 50 C14.6 40.6 18.3 31.6 25 25"
	for name, lines := range letters {
		all[name] = form{
			Parts: []Outline{circle(Point{50, 50}, 41)},
			Sign:  data(lines).Fit(1.16, 1.16, Point{-8, -8}),
			Line:  data(glint),
		}
	}
}
