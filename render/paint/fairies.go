package paint

// addFairies adds the drawings of the fairy pieces to those of chess. A compound of a knight and another piece
// is drawn as the knight's head with the top of the other piece: the archbishop with a mitre, the chancellor
// with battlements, and the amazon with a crown.
func addFairies(all map[Picture]form) {
	small := func(o Outline) Outline { return o.Fit(0.84, 0.84, Point{8, 14.4}) }
	horse := all["knight"]
	head, jaw := small(horse.Parts[0]), small(horse.Parts[1])
	mounted := func(cuts string, hat ...Outline) form {
		return form{
			Parts: append([]Outline{head, jaw, foot(23)}, hat...),
			Eye:   small(horse.Eye),
			Cuts:  append(small(horse.Cuts), data(cuts)...),
			Line:  data("M67 52 C69.4 59 69.6 67 68.6 75.4"),
			other: data("M38 46 C36.8 50 33 54.4 30.6 56.8"),
		}
	}

	all["archbishop"] = mounted("M44.6 40.6 L65.4 40.6 M57 30.6 L63 21.4",
		circle(Point{55, 8.6}, 4.4),
		data("M55 11.5 C48 16.5 39.5 24 39.5 32 C39.5 36 41.5 38.6 44 40.6 L66 40.6 C68.5 38.6 70.5 36 70.5 32 C70.5 24 62 16.5 55 11.5 Z"))

	all["chancellor"] = mounted("M43 42 L67 42",
		data("M37 10 L45.6 10 L45.6 17 L51 17 L51 10 L59 10 L59 17 L64.4 17 L64.4 10 L73 10 L73 26 C73 31 69 33 66.6 34 L67 42 L43 42 L43.4 34 C41 33 37 31 37 26 Z"))

	all["amazon"] = mounted("M41.5 42 L68.5 42",
		data("M55 13 L49.8 31 L33.4 15 L41.5 42 L68.5 42 L76.6 15 L60.2 31 Z"),
		circle(Point{55, 9.6}, 5), circle(Point{32.4, 13}, 5), circle(Point{77.6, 13}, 5))

	all["camel"] = form{
		Parts: []Outline{
			data(`M31 82 C31 75 29.4 70 26.4 64.6 C20.6 55 19.4 46.6 21.4 37.6 C17.4 38.6 13 38.4 9.4 36.6
				C5.4 34.4 4.4 30 6.6 26.6 C9.6 22 15.6 20.4 20.6 16.4 C23 14.4 25.6 13.2 28.4 13 L33.4 7.6 L35.6 15.6
				C38.4 21 37.4 28 36 34 C34.4 42 34.6 49.6 38 52.4 C41.6 55 44.6 50 46.4 44 C49.4 33 55.4 21.6 63.6 21.6
				C72.4 21.6 75.6 36 80 47 C84 58 80 72 77 82 Z`),
			foot(23),
		},
		Eye:   data("M21.4 24.4 C23 21.6 26.4 21.4 28.6 23 C27.6 26.2 25 27.4 22.2 26.4 Z"),
		Cuts:  data("M8.4 32.6 L14.4 32"),
		Line:  data("M64.4 29.4 C69 33 71 42 73.6 51 C75.4 60 73.4 69 72 75.6"),
		other: data("M27.6 37 C26.4 45 27.6 53 31.6 60 C34.6 65 36.6 69 37.8 73.4"),
	}

	all["zebra"] = form{
		Parts: []Outline{
			data(`M52 20 L58 9.5 L63 15.5 L70 14 L72.4 22 L79.4 24 L79 32 L85 37 L82.4 44 L87 51 L83 57.6 L86 65.4 L81.6 71 L83 82 L60 82 Z`),
			data(`M31 82 C31 75 35.6 69.6 41 65 C46.4 60.4 50.6 57.4 51.6 51.6
				C48.4 55.4 43.6 56.8 38.6 57.8 C34.6 58.6 32.2 60.6 29.6 63.4 C27 66 23.4 66.6 20.4 65
				C16 62.6 15 57 17.6 52.6 C21 47 25.4 42.8 27.4 36.4 C29.6 29 34 23.2 40.4 19.6
				L42 7 L50.4 14 L56 7 L56.4 19.6 C66 25 73 38 74 54 C74.6 64 74 74 73 82 Z`),
			foot(23),
		},
		Eye:   data("M36.6 36 C38.4 33 42 32.4 45 33.8 C44 37.4 41.2 39 37.8 38.6 C36.4 38.2 36 37 36.6 36 Z"),
		Cuts:  data("M22.8 58.4 L25.2 56 M62 32 L52 37 M68.6 42.6 L56 47 M71.6 54 L55 57.6 M72 65.6 L47 69 M28 43 L35 46.6"),
		Line:  data("M77.4 30 C79.6 38 80.4 48 79.4 58"),
		other: data("M40.4 26.4 C36.4 29 34.2 33 32.8 37.6"),
	}

	all["alfil"] = form{
		Parts: []Outline{
			data(`M39 82 C40 74 41 68 40 62 C37 62 35 60.6 33.8 58.6 C33 66 30 74 22.6 75.4 C14.6 76.6 8.6 71 9.2 62.6
				L16.6 62 C16.4 66.4 20 68.4 22 65 C24.4 60.6 22 50 23.6 40 C26 24 38 13.6 54 13.6
				C70 13.6 80.4 26 81.4 42 C82.4 56 78.4 70 77 82 Z`),
			data("M37.4 50 C32 55 22 56 13 48.6 C14 57.6 24 64 36.6 60 Z"),
			foot(23),
		},
		Cuts:  data("M50 34 C58 28 70 31 71.6 42 C73 53 66 62 58 63.4 C55 56 50 46 50 34 Z"),
		Eye:   circle(Point{37, 36}, 3),
		Line:  data("M32 34 C35 26 42 21.4 50 20.6"),
		other: data("M60 21.4 C68 24 73.4 31 74.6 40"),
	}

	all["ferz"] = form{
		Parts: []Outline{
			waist(42), foot(23),
			data("M47 26 C40 18.4 42 9.8 53 4.4 C54 7.6 58 9 62 6.8 C65.4 15 60 22.4 53 26 Z"),
			both("M50 22.5 C35 22.5 22.5 31 22.5 43 C22.5 52.5 31 59 39 59 L50 59"),
			circle(Point{50, 28}, 5.6),
			collar(32, 57),
		},
		Cuts: data("M28 39.6 C40 37.6 56 44 60.6 55 M72 39.6 C65 38 57 40 51 44"),
		Line: data("M29.6 46.4 C30 49.6 32.6 52.4 36.4 54"),
	}

	all["wazir"] = form{
		Parts: []Outline{
			waist(42), foot(23),
			data("M37.4 4.6 C34.6 16 41 25 50 25 C59 25 65.4 16 62.6 4.6 C60.6 11 56 13.6 50 13.6 C44 13.6 39.4 11 37.4 4.6 Z"),
			both("M50 24.5 L39 24.5 C36.2 24.5 34.6 26 34 28.6 L28.4 52.6 C27.6 56.6 29 59 32.4 59 L50 59"),
			collar(29, 57),
		},
		Cuts: data("M66.4 30.6 L30.6 52.6"),
		Line: data("M40.6 31.4 L38.4 39.6"),
	}

	all["dabbaba"] = form{
		Parts: []Outline{
			data("M27 42 L84 42 L84 77 L27 77 Z"),
			data("M20 50 L62 50 C66.4 50 66.4 62 62 62 L20 62 Z"),
			data("M4.2 56 L12.6 44.6 L24 44.6 L24 67.4 L12.6 67.4 Z"),
			circle(Point{36, 78.4}, 11.6), circle(Point{76, 78.4}, 11.6),
			data("M40 9 L68 9 L94.6 43 L13.4 43 Z"),
		},
		Eye:   append(circle(Point{36, 78.4}, 3.6), circle(Point{76, 78.4}, 3.6)...),
		Cuts:  data("M20 43 L88 43 M54 10 L54 42 M34 62 L62 62"),
		Line:  data("M42.6 17 L29.6 34"),
		other: data("M65.6 17 L78.4 34"),
	}

	all["cannon"] = form{
		Parts: []Outline{
			data("M54 58 L66 52 L93 82.5 C94 84 94 90 92 90 L82 90 Z"),
			data("M17 13.5 L76 44 C84 48.4 87 57 82.6 63.4 C78 70 69 70.6 62 66 L8 32 Z"),
			data("M13.4 8.5 L23.4 14 L13 34.5 L4.4 29 Z"),
			circle(Point{86.5, 64.5}, 5),
			circle(Point{48, 67}, 22.5),
		},
		Eye:   circle(Point{48, 67}, 5),
		Cuts:  data("M48 48 L48 86 M29 67 L67 67 M34.6 53.6 L61.4 80.4 M34.6 80.4 L61.4 53.6"),
		Line:  data("M26 24.6 L62 43.4"),
		other: data("M30 34 L36 37"),
	}

	all["nightrider"] = form{
		Parts: []Outline{
			data(`M46 66 C52 40 66 20 91 8.5 C93.4 18 90 26 84.6 31 C88.6 33.6 90 36 90 38.6 C88.6 46 83 50 79.4 51
				C82.4 53 83.6 56 83 59 C80 66 72 70 62 70 Z`),
			small(horse.Parts[0]).Fit(1, 1, Point{-6, 0}), jaw.Fit(1, 1, Point{-6, 0}),
			foot(23),
		},
		Eye:   small(horse.Eye).Fit(1, 1, Point{-6, 0}),
		Cuts:  small(horse.Cuts).Fit(1, 1, Point{-6, 0}),
		Line:  data("M86 16 C80 20 74 26 70 33"),
		other: data("M38 46 C36.8 50 33 54.4 30.6 56.8").Fit(1, 1, Point{-6, 0}),
	}

	all["grasshopper"] = form{
		Parts: []Outline{
			data("M18 48 C15 36 11 27 5 20 L7 18.4 C14 26 19 35 21.4 47 Z"),
			data("M27 46 C28 34 32 24 39 15.6 L41 17 C35 26 31.6 35 30.4 46 Z"),
			data("M40 62 L45.6 64 L40 80 L34 80 Z"),
			data("M26 64 L32 65.4 L25 80 L19 80 Z"),
			data(`M12 56 C11 48 17 43 25 43 C32 43 36 44 40 45 C56 46 78 54 95 66 C96 68 95 69.4 93 69.6 C74 72 52 71 36 68
				C22 70 13 66 12 56 Z`),
			data("M70 15 C72.4 13.6 75.4 14.4 76.4 17 L88 80 L81.4 80 L72.6 31 L64 62 C61 67.6 52 66 51.4 59 C51 56.6 51.6 54.4 52.6 52 Z"),
			foot(21),
		},
		Eye:   circle(Point{22, 53}, 3.2),
		Cuts:  data("M35 47.4 C38 52.4 38 59.6 36 64.4"),
		Line:  data("M44 50.6 L48 51.4 M59.4 53.6 L70.4 24"),
		other: data("M76 62 C80.6 62.8 84 63.8 88 65.6"),
	}
}
