package rest

import (
	"net/http"
	"strings"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/studies"
)

// createStudy saves a study, and sends the secret with which its author can change it.
func (s *API) createStudy(w http.ResponseWriter, r *http.Request) error {
	var q wire.NewStudy
	if err := s.requests.ReadJSONLimit(w, r, &q, s.requests.Limits.Study); err != nil {
		return err
	}
	who := s.requests.EnsureSession(w, r).Hash()
	var study studies.Study
	var secret string
	err := s.requests.MeasuredSteps(r, limit.Per(len(q.PGN), limit.StudyPerUnit), func(pay func() error) (err error) {
		if wait, ok := s.requests.Limiter.AddStudy(s.requests.Party(r)); !ok {
			return request.RetryLater(wait, request.ErrStudies)
		}
		study, secret, err = s.studies.Put(r.Context(), who, q.PGN, pay)
		return err
	})
	if err != nil {
		return err
	}
	study.PGN = ""
	w.Header().Set("Location", "/api/v1/studies/"+study.ID)
	return s.requests.WriteJSON(w, r, http.StatusCreated, wire.OneStudy{Study: studyInfo(study), Secret: secret})
}

// readStudy sends a study to anybody who has its link.
func (s *API) readStudy(w http.ResponseWriter, r *http.Request) error {
	study, err := s.studies.Read(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	return s.requests.WriteJSON(w, r, http.StatusOK, wire.OneStudy{Study: studyInfo(study)})
}

// changeStudy replaces the text of a study, if the request contains its secret.
func (s *API) changeStudy(w http.ResponseWriter, r *http.Request) error {
	var q wire.StudyChange
	if err := s.requests.ReadJSONLimit(w, r, &q, s.requests.Limits.Study); err != nil {
		return err
	}
	var study studies.Study
	err := s.requests.MeasuredSteps(r, limit.Per(len(q.PGN), limit.StudyPerUnit), func(pay func() error) (err error) {
		study, err = s.studies.Change(r.Context(), request.SessionOf(r).Hash(), r.PathValue("id"), bearer(r), q.Version, q.PGN, pay)
		return err
	})
	if err != nil {
		return err
	}
	study.PGN = ""
	return s.requests.WriteJSON(w, r, http.StatusOK, wire.OneStudy{Study: studyInfo(study)})
}

// deleteStudy deletes a study, if the request contains its secret.
func (s *API) deleteStudy(w http.ResponseWriter, r *http.Request) error {
	if err := s.studies.Delete(r.Context(), request.SessionOf(r).Hash(), r.PathValue("id"), bearer(r)); err != nil {
		return err
	}
	return s.requests.NoContent(w, r)
}

// bearer returns the secret in the Authorization header, which is not logged.
func bearer(r *http.Request) string {
	secret, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return secret
}

func studyInfo(s studies.Study) wire.StudyInfo {
	return wire.StudyInfo{ID: s.ID, Title: s.Title, Version: s.Version, Created: s.Created, Updated: s.Updated, PGN: s.PGN}
}
