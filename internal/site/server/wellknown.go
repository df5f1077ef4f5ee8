package server

import (
	"net/http"
	"time"

	"github.com/tainchess/tain/internal/site/request"
)

// robots is what programs that collect pages may read: everything but the API,
// of which they may draw the pictures that pages show of themselves.
const robots = "User-agent: *\nAllow: /api/v1/diagram.png\nAllow: /api/v1/diagram.svg\nDisallow: /api/\n"

// robots tells programs that collect pages what to leave alone.
func (s *Server) robots(w http.ResponseWriter, r *http.Request) error {
	s.WriteStatic(w, r, contentTypes[".txt"], request.ETag([]byte(robots)), []byte(robots))
	return nil
}

// contactLasts is for how long whoever has read security.txt may rely on it.
const contactLasts = 90 * 24 * time.Hour

// securityText tells where to report weaknesses (RFC 9116), if anywhere.
func (s *Server) securityText(w http.ResponseWriter, r *http.Request) error {
	if s.about.SecurityContact == "" {
		return request.ErrNotFound
	}
	expires := time.Now().UTC().Truncate(24 * time.Hour).Add(contactLasts)
	text := "Contact: " + s.about.SecurityContact + "\n" +
		"Expires: " + expires.Format(time.RFC3339) + "\n" +
		"Preferred-Languages: en\n"
	if s.Secure(r) { // it must be an HTTPS address
		text += "Canonical: " + s.Origin(r) + "/.well-known/security.txt\n"
	}
	s.WriteStatic(w, r, contentTypes[".txt"], request.ETag([]byte(text)), []byte(text))
	return nil
}
