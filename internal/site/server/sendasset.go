package server

import (
	"net/http"

	"github.com/tainchess/tain/internal/site/request"
)

// sendAsset answers with a file of the client.
func (s *Server) sendAsset(w http.ResponseWriter, r *http.Request, a *asset) error {
	s.DiscardBody(w, r)
	body := a.prepared(w, r)
	if body == nil {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	if r.Method == http.MethodHead {
		return nil
	}
	if err := s.Spend(r, body.price()); err != nil {
		return request.CancelContent(w, err)
	}
	if body.bytes != nil || body.size == 0 {
		s.SendBytes(w, body.bytes) // which all askers share
		return nil
	}
	held := int64(request.BufferSize)
	if body.unpacked {
		held += unpacking
	}
	release, err := s.Hold(r, held)
	if err != nil {
		return request.CancelContent(w, err)
	}
	defer release()
	file, err := body.open()
	if err != nil {
		return request.CancelContent(w, err)
	}
	defer file.Close() // it was only read
	s.SendFile(w, file, body.size)
	return nil
}

// unpacking is the memory that it takes to unpack a file while it is sent.
const unpacking = 44 << 10
