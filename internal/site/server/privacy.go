package server

import (
	"net/http"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// privacy tells what the server keeps about those who use it. Whoever changes
// what is kept changes this: cookies (identity.go), games (package game), the
// log (record.go), allowances (address.go).
func (s *Server) privacy(w http.ResponseWriter, r *http.Request) error {
	return s.answer(w, r, http.StatusOK, wire.Privacy{
		Operator: s.about.Operator, Contact: s.about.Contact,
		Sections: []wire.PrivacySection{
			{Title: "One cookie", Text: []string{
				"Nobody signs in. When you begin or join a game on this server, your browser is given one cookie with a random number, so that the seat stays yours. " +
					"The server keeps a hash of the number, from which the number cannot be had. Who only looks gets no cookie.",
				"The cookie lasts 400 days from the last game you began or joined. If you delete it, nobody can give your seats back to you.",
			}},
			{Title: "Games", Text: []string{
				"Of a game on the server these are kept: the rules, the moves and when they were made, offers and results, the hash that says which seat is whose, and the name you typed in, if any. " +
					"If you wrote the rules yourself, they are kept too.",
				"Whoever has the link to a game can see all of that but the hash. An open challenge is listed for everybody.",
				"Games stay until those who run the server delete them. Games against yourself or the computer that the page plays alone never reach the server.",
			}},
			{Title: "In your browser", Text: []string{
				"The page keeps in your browser what you would miss otherwise: your name as you last typed it, settings, games at one screen, lessons done, rules of your own, and files so that it works offline. " +
					"None of it is sent to the server by itself. You can delete it with the data of this site.",
			}},
			{Title: "The log", Text: []string{
				"The server writes a line when a game is begun or joined, a position is analysed, or a request fails: time, network address (of an IPv6 address only the first half), " +
					"method, path, status, size and a random name of the request. The path of a game is in it, but no query, no cookie, no name and no move. " +
					"While those who run the server look for a fault they may have a line written for every request. How long the log is kept is up to them.",
				"In memory, and only there, the server counts what each network address asks for, so that nobody takes it all. It forgets that some minutes after the address is quiet.",
			}},
			{Title: "Nobody else", Text: []string{
				"The page loads nothing from other servers; your browser is told not to. There are no advertisements, no trackers and no counters of visits by person.",
			}},
			{Title: "What you can ask for", Text: []string{
				"Those who run the server can give you all that is kept about your cookie, and erase it. They must be told the hash or the games it is about, since they know nothing else of you. " +
					"What is erased may remain in backups until these are deleted.",
			}},
		},
	})
}

// licences lists what others have written and the program contains.
func (s *Server) licences(w http.ResponseWriter, r *http.Request) error {
	s.lasting(w, r, "application/json", s.licenceText.tag, s.licenceText.text)
	return nil
}
