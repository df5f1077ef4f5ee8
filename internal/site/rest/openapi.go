package rest

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
func (s *API) openAPI(w http.ResponseWriter, r *http.Request) error {
	s.requests.WriteStatic(w, r, "application/json", request.ETag(document), document)
	return nil
}
