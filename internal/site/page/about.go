package page

import (
	"net/http"
	"slices"
	"time"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/request"
)

// About is what the server says of those who run it. All of it may be left out.
type About struct {
	Operator, Contact string
	SecurityContact   string // an address that begins with its scheme
	// How long after its end it is forgotten who played a game, until it is
	// deleted, and how long backups are kept; 0 is for ever, or that there are
	// none.
	AnonymiseAfter, DeleteAfter, BackupsKept time.Duration
	// Analyses says that workers analyse whole games here.
	Analyses bool
	// How long after it was last read or changed a study is deleted.
	DeleteStudiesAfter time.Duration
}

// privacy tells what the server keeps about those who use it. Whoever changes
// what is kept changes this: cookies (identity.go), games (package game), the
// log (record.go), allowances (address.go), analyses (package jobs), bans (package
// admin).
func (s *Pages) privacy(w http.ResponseWriter, r *http.Request) error {
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
				say("privacy.games.kept", locale.Args{"kept": s.gameRetention()}),
			}},
			{Title: say("privacy.studies.title", nil), Text: []string{
				say("privacy.studies", locale.Args{"kept": s.studyRetention()}),
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
				say("privacy.ask", locale.Args{"backups": s.backupRetention()}),
			}},
		},
	}
	if s.about.Analyses {
		told.Sections = slices.Insert(told.Sections, afterStudies, wire.PrivacySection{Title: say("privacy.analyses.title", nil), Text: []string{say("privacy.analyses", nil)}})
	}
	return s.requests.WriteJSON(w, r, http.StatusOK, told)
}

// afterStudies is where a section stands that is told only where workers analyse games.
const afterStudies = 3

// gameRetention tells how long games are kept.
func (s *Pages) gameRetention() locale.Message {
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

// studyRetention tells how long studies are kept.
func (s *Pages) studyRetention() locale.Message {
	if s.about.DeleteStudiesAfter > 0 {
		return locale.New("privacy.studies.deleted", locale.Args{"time": days(s.about.DeleteStudiesAfter)})
	}
	return locale.New("privacy.studies.stay", nil)
}

// backupRetention tells how long what was erased is still in copies.
func (s *Pages) backupRetention() locale.Message {
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

// listLicences lists what others have written and the program contains.
func (s *Pages) listLicences(w http.ResponseWriter, r *http.Request) error {
	s.requests.WriteStatic(w, r, "application/json", s.licences.tag, s.licences.text)
	return nil
}

// staticText is a text that stays the same as long as the program does.
type staticText struct {
	tag  string
	text []byte
}

func newStaticText(v any) staticText {
	text := wire.Encode(v)
	return staticText{request.ETag(text), text}
}

// robots is what programs that collect pages may read: everything but the API,
// of which they may draw the pictures that pages show of themselves.
const robots = "User-agent: *\nAllow: /api/v1/diagram.png\nAllow: /api/v1/diagram.svg\nDisallow: /api/\n"

// robots tells programs that collect pages what to leave alone.
func (s *Pages) robots(w http.ResponseWriter, r *http.Request) error {
	s.requests.WriteStatic(w, r, contentTypes[".txt"], request.ETag([]byte(robots)), []byte(robots))
	return nil
}

// contactLasts is for how long whoever has read security.txt may rely on it.
const contactLasts = 90 * 24 * time.Hour

// securityText tells where to report weaknesses (RFC 9116), if anywhere.
func (s *Pages) securityText(w http.ResponseWriter, r *http.Request) error {
	if s.about.SecurityContact == "" {
		return request.ErrNotFound
	}
	expires := time.Now().UTC().Truncate(24 * time.Hour).Add(contactLasts)
	text := "Contact: " + s.about.SecurityContact + "\n" +
		"Expires: " + expires.Format(time.RFC3339) + "\n" +
		"Preferred-Languages: en\n"
	if s.requests.Secure(r) { // it must be an HTTPS address
		text += "Canonical: " + s.requests.Origin(r) + "/.well-known/security.txt\n"
	}
	s.requests.WriteStatic(w, r, contentTypes[".txt"], request.ETag([]byte(text)), []byte(text))
	return nil
}
