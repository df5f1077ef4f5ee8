package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// notice describes third-party code in the program. It is an entry of internal/licence/list.json, which
// internal/tool/licences writes.
type notice struct{ Name, Version, Part, Text string }

// sbom writes the components of the program and its page, with their licences,
// as a CycloneDX document.
func (r *release) sbom(to string) error {
	data, err := os.ReadFile(filepath.Join(r.root, "internal", "licence", "list.json"))
	if err != nil {
		return err
	}
	var notices []notice
	if err := json.Unmarshal(data, &notices); err != nil {
		return fmt.Errorf("internal/licence/list.json: %w", err)
	}
	own := "pkg:golang/github.com/tainchess/tain@v" + r.version
	var components []any
	below := []string{}
	for _, n := range notices {
		purl := n.purl()
		below = append(below, purl)
		components = append(components, map[string]any{
			"type": "library", "bom-ref": purl, "purl": purl, "name": n.Name, "version": n.Version,
			"licenses":   []any{map[string]any{"license": n.licence()}},
			"properties": []any{map[string]string{"name": "tain:part", "value": n.Part}},
		})
	}
	doc := map[string]any{
		"$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"serialNumber": "urn:uuid:" + uuid(r.version+" "+r.revision+string(data)),
		"metadata": map[string]any{
			"timestamp": r.time.Format(time.RFC3339),
			"component": map[string]any{
				"type": "application", "bom-ref": own, "purl": own, "name": "tain", "version": r.version, "description": summary,
				"licenses":           []any{map[string]any{"license": map[string]string{"id": licenceID}}},
				"externalReferences": []any{map[string]string{"type": "vcs", "url": home}},
				"properties":         []any{map[string]string{"name": "tain:revision", "value": r.revision}},
			},
		},
		"components":   components,
		"dependencies": []any{map[string]any{"ref": own, "dependsOn": below}},
	}
	text, err := json.MarshalIndent(doc, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(to, append(text, '\n'), 0o644)
}

// purl returns the package URL of a component.
func (n notice) purl() string {
	switch {
	case n.Name == "Go":
		return "pkg:golang/std@" + strings.TrimPrefix(n.Version, "go")
	case n.Part == "program":
		return "pkg:golang/" + strings.ToLower(n.Name) + "@" + url.PathEscape(n.Version)
	}
	return "pkg:npm/" + strings.ReplaceAll(n.Name, "@", "%40") + "@" + url.PathEscape(n.Version)
}

// licence returns a CycloneDX licence. It identifies known licences by a characteristic sentence, and
// includes the full text of others.
func (n notice) licence() map[string]any {
	text := strings.Join(strings.Fields(n.Text), " ")
	for _, known := range []struct{ id, sentence string }{
		{"Apache-2.0", "Apache License Version 2.0, January 2004"},
		{"MPL-2.0", "Mozilla Public License Version 2.0"},
		{"OFL-1.1", "SIL OPEN FONT LICENSE Version 1.1"},
		{"BSD-3-Clause", "may be used to endorse or promote products derived from"},
		{"BSD-2-Clause", "Redistributions in binary form must reproduce the above copyright notice"},
		{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy"},
		{"ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose"},
		{"ISC", "Permission to use, copy, modify, and distribute this software for any purpose"},
		{"Unlicense", "This is free and unencumbered software released into the public domain"},
	} {
		if strings.Contains(text, known.sentence) {
			return map[string]any{"id": known.id}
		}
	}
	return map[string]any{"name": "see text", "text": map[string]string{"contentType": "text/plain", "content": n.Text}}
}

// uuid derives an identifier from a string (RFC 9562, version 8).
func uuid(text string) string {
	h := sha256.Sum256([]byte(text))
	h[6] = h[6]&0x0f | 0x80
	h[8] = h[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", h[:4], h[4:6], h[6:8], h[8:10], h[10:16])
}
