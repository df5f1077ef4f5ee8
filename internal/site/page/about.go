package page

import (
	"net/http"
	"slices"
	"time"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/message"
)

// privacy says what the server stores about its users. Keep it in step with
// cookies (request/identity.go), games (package game), the log
// (server/record.go), quotas (package limit), analyses (package jobs) and bans
// (package admin).
func (s *Pages) privacy(w http.ResponseWriter, r *http.Request) error {
	c := request.Catalogue(r)
	say := func(code message.Code, args message.Args) string { return sentence(c, code, args) }
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
				say("privacy.games.kept", message.Args{"kept": s.gameRetention()}),
			}},
			{Title: say("privacy.studies.title", nil), Text: []string{
				say("privacy.studies", message.Args{"kept": s.studyRetention()}),
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
				say("privacy.ask", message.Args{"backups": s.backupRetention()}),
			}},
		},
	}
	if s.about.Analyses {
		told.Sections = slices.Insert(told.Sections, sectionAfterStudies, wire.PrivacySection{Title: say("privacy.analyses.title", nil), Text: []string{say("privacy.analyses", nil)}})
	}
	return s.requests.WriteJSON(w, r, http.StatusOK, told)
}

// sectionAfterStudies is the index of the section about analyses.
const sectionAfterStudies = 3

// gameRetention says how long games are stored.
func (s *Pages) gameRetention() message.Message {
	a := s.about
	games := locale.New("privacy.games.deleted.by-hand", nil)
	if a.DeleteAfter > 0 {
		games = locale.New("privacy.games.deleted", message.Args{"time": days(a.DeleteAfter)})
	}
	if a.AnonymiseAfter > 0 {
		return locale.New("privacy.names.forgotten", message.Args{"time": days(a.AnonymiseAfter), "games": games})
	}
	return games
}

// studyRetention says how long studies are stored.
func (s *Pages) studyRetention() message.Message {
	if s.about.DeleteStudiesAfter > 0 {
		return locale.New("privacy.studies.deleted", message.Args{"time": days(s.about.DeleteStudiesAfter)})
	}
	return locale.New("privacy.studies.stay", nil)
}

// backupRetention says how long deleted data remains in backups.
func (s *Pages) backupRetention() message.Message {
	if s.about.BackupsKept > 0 {
		return locale.New("privacy.backups.kept", message.Args{"time": days(s.about.BackupsKept)})
	}
	return locale.New("privacy.backups", nil)
}

// days formats a long duration.
func days(d time.Duration) message.Message {
	const day = 24 * time.Hour
	if d%day == 0 {
		return locale.New("privacy.days", message.Args{"count": int(d / day)})
	}
	return locale.New("privacy.time", message.Args{"text": d.String()})
}

// listLicences sends the licences of third-party code.
func (s *Pages) listLicences(w http.ResponseWriter, r *http.Request) error {
	s.requests.WriteStatic(w, r, "application/json", s.licences.tag, s.licences.text)
	return nil
}

// robots lets crawlers read everything but the API, except for the pictures of
// previews.
const robots = "User-agent: *\nAllow: /api/v1/diagram.png\nAllow: /api/v1/diagram.svg\nDisallow: /api/\n"

// robots sends robots.txt.
func (s *Pages) robots(w http.ResponseWriter, r *http.Request) error {
	s.requests.WriteStatic(w, r, contentTypes[".txt"], request.ETag([]byte(robots)), []byte(robots))
	return nil
}

// contactLasts is how long security.txt is valid.
const contactLasts = 90 * 24 * time.Hour

// securityText sends security.txt (RFC 9116), if there is a contact.
func (s *Pages) securityText(w http.ResponseWriter, r *http.Request) error {
	if s.about.SecurityContact == "" {
		return request.ErrNotFound
	}
	expires := time.Now().UTC().Truncate(24 * time.Hour).Add(contactLasts)
	text := "Contact: " + s.about.SecurityContact + "\n" +
		"Expires: " + expires.Format(time.RFC3339) + "\n" +
		"Preferred-Languages: en\n"
	if s.requests.Secure(r) { // the canonical address must use HTTPS
		text += "Canonical: " + s.requests.Origin(r) + "/.well-known/security.txt\n"
	}
	s.requests.WriteStatic(w, r, contentTypes[".txt"], request.ETag([]byte(text)), []byte(text))
	return nil
}
