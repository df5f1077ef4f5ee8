package server

import (
	"net/http"
	"slices"
	"time"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/request"
)

// privacy tells what the server keeps about those who use it. Whoever changes
// what is kept changes this: cookies (identity.go), games (package game), the
// log (record.go), allowances (address.go), analyses (package jobs), bans (package
// admin).
func (s *Server) privacy(w http.ResponseWriter, r *http.Request) error {
	c := request.Catalogue(r)
	say := func(code locale.Code, args locale.Args) string { return say(c, code, args) }
	told := wire.Privacy{
		Operator: s.about.Operator, Contact: s.about.Contact,
		Sections: []wire.PrivacySection{
			{Title: say("privacy.cookie.title", nil), Text: []string{
				say("privacy.cookie", nil),
				say("privacy.cookie.lasts", nil),
			}},
			{Title: say("privacy.games.title", nil), Text: []string{
				say("privacy.games", nil),
				say("privacy.games.seen", nil),
				say("privacy.games.said", nil),
				say("privacy.games.kept", locale.Args{"kept": s.retention()}),
			}},
			{Title: say("privacy.studies.title", nil), Text: []string{
				say("privacy.studies", locale.Args{"kept": s.studiesKept()}),
			}},
			{Title: say("privacy.notices.title", nil), Text: []string{
				say("privacy.notices", nil),
			}},
			{Title: say("privacy.browser.title", nil), Text: []string{
				say("privacy.browser", nil),
			}},
			{Title: say("privacy.log.title", nil), Text: []string{
				say("privacy.log", nil),
				say("privacy.log.memory", nil),
			}},
			{Title: say("privacy.kept-out.title", nil), Text: []string{
				say("privacy.kept-out", nil),
			}},
			{Title: say("privacy.nobody.title", nil), Text: []string{
				say("privacy.nobody", nil),
			}},
			{Title: say("privacy.ask.title", nil), Text: []string{
				say("privacy.ask", locale.Args{"backups": s.backups()}),
			}},
		},
	}
	if s.analyst != nil {
		told.Sections = slices.Insert(told.Sections, afterStudies, wire.PrivacySection{Title: say("privacy.analyses.title", nil), Text: []string{say("privacy.analyses", nil)}})
	}
	return s.WriteJSON(w, r, http.StatusOK, told)
}

// afterStudies is where a section stands that is told only where workers analyse games.
const afterStudies = 3

// retention tells how long games are kept.
func (s *Server) retention() locale.Message {
	a := s.about
	games := locale.New("privacy.games.deleted.by-hand", nil)
	if a.DeleteAfter > 0 {
		games = locale.New("privacy.games.deleted", locale.Args{"time": days(a.DeleteAfter)})
	}
	if a.AnonymiseAfter > 0 {
		return locale.New("privacy.names.forgotten", locale.Args{"time": days(a.AnonymiseAfter), "games": games})
	}
	return games
}

// studiesKept tells how long studies are kept.
func (s *Server) studiesKept() locale.Message {
	if s.about.DeleteStudiesAfter > 0 {
		return locale.New("privacy.studies.deleted", locale.Args{"time": days(s.about.DeleteStudiesAfter)})
	}
	return locale.New("privacy.studies.stay", nil)
}

// backups tells how long what was erased is still in copies.
func (s *Server) backups() locale.Message {
	if s.about.BackupsKept > 0 {
		return locale.New("privacy.backups.kept", locale.Args{"time": days(s.about.BackupsKept)})
	}
	return locale.New("privacy.backups", nil)
}

// days tells a long time.
func days(d time.Duration) locale.Message {
	const day = 24 * time.Hour
	if d%day == 0 {
		return locale.New("privacy.days", locale.Args{"count": int(d / day)})
	}
	return locale.New("privacy.time", locale.Args{"text": d.String()})
}

// licences lists what others have written and the program contains.
func (s *Server) licences(w http.ResponseWriter, r *http.Request) error {
	s.WriteStatic(w, r, "application/json", s.licenceText.tag, s.licenceText.text)
	return nil
}
