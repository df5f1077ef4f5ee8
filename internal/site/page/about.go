package page

import (
	"net/http"
	"time"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/message"
)

// privacy sends a description of the data that the server stores about its users. Keep it in sync with
// cookies (request/identity.go), games (package game), the log (server/record.go), quotas (package limit),
// analyses (package jobs) and bans (package admin).
func (s *Pages) privacy(w http.ResponseWriter, r *http.Request) error {
	c := request.Catalogue(r)
	say := func(code message.Code, args message.Args) string { return sentence(c, code, args) }
	section := func(title string, text ...string) wire.PrivacySection {
		return wire.PrivacySection{Title: title, Text: text}
	}
	sections := []wire.PrivacySection{
		section(say("privacy.cookie.title", nil), say("privacy.cookie", nil), say("privacy.cookie.lasts", nil)),
		section(say("privacy.games.title", nil), say("privacy.games", nil), say("privacy.games.seen", nil), say("privacy.games.phrases", nil),
			say("privacy.games.kept", message.Args{"kept": s.gameRetention()})),
		section(say("privacy.studies.title", nil), say("privacy.studies", message.Args{"kept": s.studyRetention()})),
	}
	if s.about.Accounts {
		sections = append(sections, section(say("privacy.accounts.title", nil), say("privacy.accounts", nil), say("privacy.accounts.tokens", nil), say("privacy.accounts.ratings", nil),
			say("privacy.accounts.profile", nil), say("privacy.accounts.close", nil), say("privacy.accounts.unused", message.Args{"time": days(people.UnusedTime)})))
		if s.about.Provider != "" {
			last := &sections[len(sections)-1]
			last.Text = append(last.Text, say("privacy.accounts.openid", message.Args{"name": s.about.Provider}))
		}
		sections = append(sections, section(say("privacy.moderation.title", nil),
			say("privacy.moderation.reports", message.Args{"kept": deletion(s.about.DeleteReportsAfter, locale.New("privacy.moderation.deleted-closed", message.Args{"time": days(s.about.DeleteReportsAfter)}))}),
			say("privacy.moderation.actions", message.Args{"kept": deletion(s.about.DeleteAuditAfter, locale.New("privacy.moderation.deleted", message.Args{"time": days(s.about.DeleteAuditAfter)}))}),
			say("privacy.moderation.addresses", message.Args{"kept": deletion(s.about.DeleteAddressesAfter, locale.New("privacy.moderation.deleted", message.Args{"time": days(s.about.DeleteAddressesAfter)}))})))
	}
	if s.about.Analyses {
		sections = append(sections, section(say("privacy.analyses.title", nil), say("privacy.analyses", nil)))
	}
	sections = append(sections,
		section(say("privacy.notices.title", nil), say("privacy.notices", nil)),
		section(say("privacy.browser.title", nil), say("privacy.browser", nil)),
		section(say("privacy.log.title", nil), say("privacy.log", nil), say("privacy.log.memory", nil)),
		section(say("privacy.kept-out.title", nil), say("privacy.kept-out", nil)),
		section(say("privacy.nobody.title", nil), say("privacy.nobody", nil)),
		section(say("privacy.ask.title", nil), say("privacy.ask", message.Args{"backups": s.backupRetention()})),
	)
	return s.requests.WriteJSON(w, r, http.StatusOK, wire.Privacy{Operator: s.about.Operator, Contact: s.about.Contact, Sections: sections})
}

// gameRetention returns a message about how long games are stored.
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

// deletion returns when data is deleted, or a message that it is not if after is 0.
func deletion(after time.Duration, deleted message.Message) message.Message {
	if after > 0 {
		return deleted
	}
	return locale.New("privacy.moderation.kept", nil)
}

// studyRetention returns a message about how long studies are stored.
func (s *Pages) studyRetention() message.Message {
	if s.about.DeleteStudiesAfter > 0 {
		return locale.New("privacy.studies.deleted", message.Args{"time": days(s.about.DeleteStudiesAfter)})
	}
	return locale.New("privacy.studies.stay", nil)
}

// backupRetention returns a message about how long deleted data remains in backups.
func (s *Pages) backupRetention() message.Message {
	if s.about.BackupsKept > 0 {
		return locale.New("privacy.backups.kept", message.Args{"time": days(s.about.BackupsKept)})
	}
	return locale.New("privacy.backups", nil)
}

// days formats a duration as a number of days, or in Go's duration format if it is not a whole number of
// days.
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

// robots is the text of robots.txt. It lets crawlers read the site and the preview pictures, but no other
// part of the API.
const robots = "User-agent: *\nAllow: /api/v1/diagram.png\nAllow: /api/v1/diagram.svg\nDisallow: /api/\n"

// robots sends robots.txt to crawlers.
func (s *Pages) robots(w http.ResponseWriter, r *http.Request) error {
	s.requests.WriteStatic(w, r, contentTypes[".txt"], request.ETag([]byte(robots)), []byte(robots))
	return nil
}

// contactLasts is the validity period of security.txt.
const contactLasts = 90 * 24 * time.Hour

// securityText sends security.txt (RFC 9116), if a contact is configured.
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
