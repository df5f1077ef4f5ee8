package server

import (
	_ "embed"
	"net/http"

	"github.com/tainchess/tain/internal/site/request"
)

// document is the OpenAPI description of the API.
//
//go:embed openapi.json
var document []byte

// openAPI describes the API to programs.
func (s *Server) openAPI(w http.ResponseWriter, r *http.Request) error {
	s.WriteStatic(w, r, "application/json", request.ETag(document), document)
	return nil
}
