package page

import "github.com/tainchess/tain/internal/site/request"

// Routes lists the routes of pages that are not files of the client.
func (s *Pages) Routes() []*request.Route {
	return []*request.Route{
		{Method: "GET", Path: "/embed/position", Cost: 2, Quiet: true, Handle: s.embedPosition},
		{Method: "GET", Path: "/embed/game/{id}", Cost: 2, Quiet: true, Handle: s.embedGame},
		{Method: "GET", Path: "/oembed", Shared: true, Cost: 2, Quiet: true, Handle: s.oembed},
		{Method: "GET", Path: "/api/v1/privacy", Cost: 1, Quiet: true, Handle: s.privacy},
		{Method: "GET", Path: "/api/v1/licences", Cost: 2, Quiet: true, Handle: s.listLicences},
		{Method: "GET", Path: "/robots.txt", Cost: 1, Quiet: true, Handle: s.robots},
		{Method: "GET", Path: "/.well-known/security.txt", Cost: 1, Quiet: true, Handle: s.securityText},
	}
}
