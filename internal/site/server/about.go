package server

import (
	_ "embed"
	"net/http"
)

// document is the OpenAPI description of the API.
//
//go:embed openapi.json
var document []byte

// openAPI describes the API to programs.
func (s *Server) openAPI(w http.ResponseWriter, r *http.Request) error {
	s.lasting(w, r, "application/json", tagOf(document), document)
	return nil
}

// lasting sends a text that stays the same as long as the program does: who has
// it already is told so.
func (s *Server) lasting(w http.ResponseWriter, r *http.Request, contentType, tag string, text []byte) {
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "no-cache")
	if matches(r, tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	s.write(w, r, http.StatusOK, contentType, text)
}

// health tells a supervisor that the server answers.
func (s *Server) health(w http.ResponseWriter, r *http.Request) error {
	if s.closing.Err() != nil {
		return errClosing
	}
	w.Header().Set("Cache-Control", "no-store")
	s.write(w, r, http.StatusOK, "text/plain; charset=utf-8", []byte("ok\n"))
	return nil
}

// showMetrics shows the figures the server keeps about itself, where everybody
// may see them. Otherwise only those who reach its other address do.
func (s *Server) showMetrics(w http.ResponseWriter, r *http.Request) error {
	if !s.public {
		return errNoPath
	}
	s.metrics.handler().ServeHTTP(w, r)
	return nil
}
