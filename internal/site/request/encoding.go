package request

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
)

// ETag returns the entity tag of content.
func ETag(content []byte) string {
	sum := sha256.Sum256(content)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

// MatchesETag reports whether the client already has the content with a tag.
func MatchesETag(r *http.Request, tag string) bool {
	for _, line := range r.Header.Values("If-None-Match") {
		for one := range strings.SplitSeq(line, ",") {
			one = strings.TrimPrefix(strings.TrimSpace(one), "W/")
			if one == tag || one == "*" {
				return true
			}
		}
	}
	return false
}

// AcceptsEncoding reports whether the client accepts a content encoding.
func AcceptsEncoding(r *http.Request, encoding string) bool {
	for _, line := range r.Header.Values("Accept-Encoding") {
		for one := range strings.SplitSeq(line, ",") {
			name, quality, _ := strings.Cut(strings.ReplaceAll(one, " ", ""), ";")
			if strings.EqualFold(name, encoding) {
				return !strings.HasPrefix(quality, "q=0") || strings.ContainsAny(quality[3:], "123456789")
			}
		}
	}
	return false
}

// gzipWriters pools writers, because they are large.
var gzipWriters = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed) // cannot fail: the level is valid
	return w
}}

// Gzip compresses content at a level. It returns nil for an unknown level.
func Gzip(content []byte, level int) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, level)
	if err != nil {
		return nil
	}
	return gzipInto(w, &b, content)
}

// gzipFast compresses a response that is sent once.
func gzipFast(content []byte) []byte {
	w := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(w)
	var b bytes.Buffer
	w.Reset(&b)
	return gzipInto(w, &b, content)
}

func gzipInto(w *gzip.Writer, b *bytes.Buffer, content []byte) []byte {
	_, err := w.Write(content)
	if err = errors.Join(err, w.Close()); err != nil {
		return nil // cannot happen: writing to a buffer does not fail
	}
	return b.Bytes()
}
