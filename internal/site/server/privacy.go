package server

import (
	"fmt"
	"net/http"
	"time"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// privacy tells what the server keeps about those who use it. Whoever changes
// what is kept changes this: cookies (identity.go), games (package game), the
// log (record.go), allowances (address.go), bans (package admin).
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
					"Of a game without a clock it is also kept when each player was last there, since one who stays away for a day can lose it. " +
					"If you wrote the rules yourself, they are kept too.",
				"Whoever has the link to a game can see all of that but the hash. An open challenge is listed for everybody, and so is a game that began as one or by quick pairing, or is played here with the computer, while it is played.",
				"What players say to each other are a few phrases. They are not kept.",
				s.retention() + " Games against yourself or the computer that the page plays alone never reach the server.",
			}},
			{Title: "Studies", Text: []string{
				"A study that you put on the server is kept with the hash of your cookie, so that it can be found and erased with all that is yours. Whoever has its link can read it, and whoever has the secret link can change and delete it. " +
					s.studiesKept(),
			}},
			{Title: "Notices", Text: []string{
				"If you ask to be told when it is your turn, your browser names a push service of its maker, and the server keeps that address with the hash of your cookie until you switch it off, your browser does, or 400 days have passed. " +
					"What is sent there is encrypted to your browser: the push service learns when you are told something, and not what.",
			}},
			{Title: "In your browser", Text: []string{
				"The page keeps in your browser what you would miss otherwise: your name as you last typed it, settings, games at one screen, studies, lessons done, rules of your own, and files so that it works offline. " +
					"None of it is sent to the server by itself. You can delete it with the data of this site.",
			}},
			{Title: "The log", Text: []string{
				"The server writes a line when a game is begun or joined, a position is analysed, a request fails, or an address asks for too much: time, network address (of an IPv6 address only the first half), " +
					"method, path, status, size and a random name of the request. The path of a game is in it, but no query, no cookie, no name and no move. " +
					"While those who run the server look for a fault they may have a line written for every request. How long the log is kept is up to them.",
				"In memory, and only there, the server counts what each network address and each cookie asks for, so that nobody takes it all. It forgets that some hours after they are quiet.",
			}},
			{Title: "Who is kept out", Text: []string{
				"Those who run the server may keep out a network address or a cookie, and may give a cookie another name. The address or the hash, the reason or the name, and until when are kept as long as that lasts.",
			}},
			{Title: "Nobody else", Text: []string{
				"Your browser loads nothing from other servers for this page; your browser is told not to. There are no advertisements, no trackers and no counters of visits by person.",
			}},
			{Title: "What you can ask for", Text: []string{
				"Those who run the server can give you all that is kept about your cookie, and erase it. They must be told the hash or the games it is about, since they know nothing else of you. " +
					s.backups(),
			}},
		},
	})
}

// retention tells how long games are kept.
func (s *Server) retention() string {
	a := s.about
	text := ""
	if a.AnonymiseAfter > 0 {
		text = "It is forgotten who played a game " + days(a.AnonymiseAfter) + " after its end. "
	}
	if a.DeleteAfter > 0 {
		return text + "Games are deleted " + days(a.DeleteAfter) + " after their end, or earlier by those who run the server."
	}
	return text + "Games stay until those who run the server delete them."
}

// studiesKept tells how long studies are kept.
func (s *Server) studiesKept() string {
	if s.about.DeleteStudiesAfter > 0 {
		return "A study that nobody has read or changed for " + days(s.about.DeleteStudiesAfter) + " is deleted."
	}
	return "It stays until it is deleted."
}

// backups tells how long what was erased is still in copies.
func (s *Server) backups() string {
	const text = "What is erased may remain in backups until these are deleted"
	if s.about.BackupsKept > 0 {
		return text + ": the server's own are kept for " + days(s.about.BackupsKept) + ", the last one until there is another."
	}
	return text + "."
}

// days writes a long time for people.
func days(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d == day:
		return "a day"
	case d%day == 0:
		return fmt.Sprintf("%d days", d/day)
	}
	return d.String()
}

// licences lists what others have written and the program contains.
func (s *Server) licences(w http.ResponseWriter, r *http.Request) error {
	s.lasting(w, r, "application/json", s.licenceText.tag, s.licenceText.text)
	return nil
}
