package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// user is the program's user ID in an image. By convention, this ID is used only in containers.
const user = 65532

// image writes a container image that contains only the program and its dependencies. It is an OCI image
// layout that also includes the manifest of older Docker versions, so both podman load and docker load accept
// it. The format consists of a few small files and one layer, so writing it needs neither a daemon nor a
// library.
func (r *release) image(p platform, program string, s *shared, to string) error {
	data, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	plain, packed, err := layer(data, s, r.time)
	if err != nil {
		return err
	}
	labels := map[string]string{
		"org.opencontainers.image.title":       "Tain",
		"org.opencontainers.image.description": summary,
		"org.opencontainers.image.version":     r.version,
		"org.opencontainers.image.revision":    r.revision,
		"org.opencontainers.image.created":     r.time.Format(time.RFC3339),
		"org.opencontainers.image.source":      home,
		"org.opencontainers.image.licenses":    licenceID,
	}
	config := marshal(map[string]any{
		"created": r.time.Format(time.RFC3339), "architecture": p.arch, "os": p.os,
		"config": map[string]any{
			"User":         fmt.Sprintf("%d:%d", user, user),
			"ExposedPorts": map[string]any{"8080/tcp": struct{}{}},
			"Env":          []string{"PATH=/usr/bin", "HOME=/var/lib/tain"},
			"Entrypoint":   []string{"/usr/bin/tain"},
			"Cmd":          []string{"serve", "--addr", ":8080", "--data", "/var/lib/tain"},
			"Volumes":      map[string]any{"/var/lib/tain": struct{}{}},
			"WorkingDir":   "/var/lib/tain",
			"StopSignal":   "SIGTERM",
			"Labels":       labels,
		},
		"rootfs":  map[string]any{"type": "layers", "diff_ids": []string{digest(plain)}},
		"history": []any{map[string]any{"created": r.time.Format(time.RFC3339), "created_by": "tain " + r.version}},
	})
	const manifestType = "application/vnd.oci.image.manifest.v1+json"
	manifest := marshal(map[string]any{
		"schemaVersion": 2, "mediaType": manifestType,
		"config":      map[string]any{"mediaType": "application/vnd.oci.image.config.v1+json", "digest": digest(config), "size": len(config)},
		"layers":      []any{map[string]any{"mediaType": "application/vnd.oci.image.layer.v1.tar+gzip", "digest": digest(packed), "size": len(packed)}},
		"annotations": labels,
	})
	tag := "tain:" + r.version
	index := marshal(map[string]any{
		"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json",
		"manifests": []any{map[string]any{
			"mediaType": manifestType, "digest": digest(manifest), "size": len(manifest),
			"platform":    map[string]any{"architecture": p.arch, "os": p.os},
			"annotations": map[string]string{"org.opencontainers.image.ref.name": tag, "io.containerd.image.name": "docker.io/library/" + tag},
		}},
	})
	docker := marshal([]any{map[string]any{"Config": blob(config), "RepoTags": []string{tag}, "Layers": []string{blob(packed)}}})
	files := sorted([]file{
		{blob(config), config, 0o644}, {blob(manifest), manifest, 0o644}, {blob(packed), packed, 0o644},
		{"index.json", index, 0o644}, {"manifest.json", docker, 0o644}, {"oci-layout", []byte(`{"imageLayoutVersion":"1.0.0"}`), 0o644},
	})
	return writeFile(to, func(w io.Writer) error {
		t := tar.NewWriter(w)
		for _, f := range files {
			h := &tar.Header{Name: f.name, Mode: int64(f.mode), Size: int64(len(f.data)), ModTime: r.time, Format: tar.FormatUSTAR, Typeflag: tar.TypeReg}
			if err := t.WriteHeader(h); err != nil {
				return err
			}
			if _, err := t.Write(f.data); err != nil {
				return err
			}
		}
		return t.Close()
	})
}

// layer returns the file system of an image as a tar archive, plain and compressed. It contains the
// program, its user, the trusted certificate authorities, Tain's licence, and a writable folder for
// games. Third-party licences are built into the program (tain licences).
func layer(program []byte, s *shared, at time.Time) (plain, packed []byte, err error) {
	passwd := fmt.Sprintf("root:x:0:0:root:/:/sbin/nologin\ntain:x:%d:%d:Tain:/var/lib/tain:/sbin/nologin\n", user, user)
	type entry struct {
		file
		owner int
	}
	var entries []entry
	folder := func(name string, mode os.FileMode, owner int) {
		entries = append(entries, entry{file{name + "/", nil, mode}, owner})
	}
	add := func(name string, data []byte, mode os.FileMode) {
		entries = append(entries, entry{file{name, data, mode}, 0})
	}
	folder("etc", 0o755, 0)
	add("etc/group", fmt.Appendf(nil, "root:x:0:\ntain:x:%d:\n", user), 0o644)
	add("etc/passwd", []byte(passwd), 0o644)
	folder("etc/ssl", 0o755, 0)
	folder("etc/ssl/certs", 0o755, 0)
	add("etc/ssl/certs/ca-certificates.crt", roots(), 0o644)
	folder("tmp", 0o1777, 0)
	folder("usr", 0o755, 0)
	folder("usr/bin", 0o755, 0)
	add("usr/bin/tain", program, 0o755)
	folder("usr/share", 0o755, 0)
	folder("usr/share/doc", 0o755, 0)
	folder("usr/share/doc/tain", 0o755, 0)
	add("usr/share/doc/tain/LICENSE", s.licence, 0o644)
	add("usr/share/doc/tain/NOTICE", s.notice, 0o644)
	folder("var", 0o755, 0)
	folder("var/lib", 0o755, 0)
	folder("var/lib/tain", 0o700, user)

	var b, z bytes.Buffer
	t := tar.NewWriter(&b)
	for _, e := range entries {
		h := &tar.Header{Name: e.name, Mode: int64(e.mode), Size: int64(len(e.data)), ModTime: at, Uid: e.owner, Gid: e.owner, Format: tar.FormatUSTAR, Typeflag: tar.TypeReg}
		if e.data == nil {
			h.Typeflag = tar.TypeDir
		}
		if err := t.WriteHeader(h); err != nil {
			return nil, nil, err
		}
		if _, err := t.Write(e.data); err != nil {
			return nil, nil, err
		}
	}
	g, err := gzip.NewWriterLevel(&z, gzip.BestCompression)
	if err != nil {
		return nil, nil, err
	}
	if err := t.Close(); err != nil {
		return nil, nil, err
	}
	_, err = g.Write(b.Bytes())
	err = errors.Join(err, g.Close())
	return b.Bytes(), z.Bytes(), err
}

// roots returns the certificate authorities that browsers trust, except those with constraints, which a
// PEM file cannot express. The server needs these authorities to request certificates and send
// notifications, and an image contains no operating system that provides them.
func roots() []byte {
	var b bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint == nil {
			pem.Encode(&b, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}) // a buffer never fails
		}
	}
	return b.Bytes()
}

func digest(data []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(data)) }

// blob returns the path of a blob in an image archive.
func blob(data []byte) string { return fmt.Sprintf("blobs/sha256/%x", sha256.Sum256(data)) }

// marshal encodes maps and strings as JSON with sorted keys.
func marshal(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil { // cannot happen
		panic(err)
	}
	return data
}
