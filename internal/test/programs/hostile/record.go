//go:build linux

package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/test/programs/hostile/attack"
	"github.com/tainchess/tain/internal/tool/results"
)

// certificate and key return the paths of the certificate and key that servers with TLS use.
func (b *battle) certificate() string { return filepath.Join(b.folder, "certificate.pem") }
func (b *battle) key() string         { return filepath.Join(b.folder, "key.pem") }

// equip creates the certificate and the endgame tables that the chosen attacks
// need.
func (b *battle) equip(ctx context.Context, chosen func(string) bool) error {
	if slices.ContainsFunc(attack.All, func(a attack.Attack) bool { return a.Secure && chosen(a.Name) }) {
		if err := writeCertificate(b.certificate(), b.key()); err != nil {
			return err
		}
		// Every client in this process then trusts the certificate.
		if err := os.Setenv("SSL_CERT_FILE", b.certificate()); err != nil {
			return err
		}
	}
	if !chosen("tables") {
		b.tables = ""
		return nil
	}
	for _, of := range [][]string{{"cylinder"}, {"meder", "--piece", "R"}} {
		b.say("the endgame tables of %s in %s", of[0], b.tables)
		build := exec.CommandContext(ctx, b.program, append([]string{"tables", "--folder", b.tables}, of...)...)
		if said, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("hostile: cannot build endgame tables: %w: %s", err, tail(string(said)))
		}
	}
	return nil
}

// writeCertificate creates a certificate for the loopback address and its key.
func writeCertificate(file, keyFile string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	now := time.Now()
	sheet := &x509.Certificate{
		SerialNumber: big.NewInt(now.UnixNano()), NotBefore: now.Add(-time.Hour), NotAfter: now.Add(24 * time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	signed, err := x509.CreateCertificate(rand.Reader, sheet, sheet, key.Public(), key)
	if err != nil {
		return err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed}), 0o600),
		os.WriteFile(keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600),
	)
}

// resultTitle is the title of the measurement in its result file.
const resultTitle = "Response times by number of addresses"

// table returns the table of attacks.
func (b *battle) table(all []*contest) results.Table {
	t := results.Table{Columns: columns(b.addresses)}
	for _, c := range all {
		t.Rows = append(t.Rows, c.cells())
	}
	return t
}

// record writes the result file. Existing rows of attacks that were not run are kept, so that a long
// measurement can be made in parts.
func (b *battle) record(file string, all []*contest) error {
	t := b.table(all)
	old, err := results.Read(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case len(old.Results) == 1 && len(old.Results[0].Tables) == 1 && slices.Equal(old.Results[0].Tables[0].Columns, t.Columns):
		t.Rows = mergeRows(old.Results[0].Tables[0].Rows, t.Rows)
	default:
		return fmt.Errorf("hostile: the columns of %s differ from those of this run", file)
	}
	var stood time.Duration
	for _, c := range all {
		stood = max(stood, c.stood())
	}
	return results.Write(file, results.Group{
		Title: "Attacks from many addresses",
		Shows: "Each address carries out the whole attack, so 50 addresses attack with fifty times the force of one.",
		Results: []results.Result{{
			Title: resultTitle,
			Shows: fmt.Sprintf("The factor by which the 99th percentile of response times grows for honest moves, queries or challenges, whichever grows most (values below %.0f ms count as %.0f ms). "+
				"Each attack runs %d times for %v; the median is shown. Refused requests, lost events and the peaks of memory and log cover all runs.", floor, floor, b.rounds, b.seconds),
			Commands: []string{"make test-hostile"},
			Machine:  fmt.Sprintf("%d cores", runtime.NumCPU()), Date: time.Now().Format(time.DateOnly), Commit: commit(),
			Tables: []results.Table{t},
			Notes: []string{
				fmt.Sprintf("Target: at most %.0f times with 20 addresses and %.0f times with 50, no honest request refused, less than %d MB, and no event lost.", mostRatio(20), mostRatio(50), maxMemory>>20),
				fmt.Sprintf("Time during which the machine itself was stalled was subtracted, at most %.1f s in all runs of an attack.", stood.Seconds()),
			},
		}},
	})
}

// mergeRows returns the old and new rows in the order of the attacks. A new row replaces an old one of
// the same attack.
func mergeRows(old, rows [][]string) (all [][]string) {
	for _, a := range attack.All {
		for _, list := range [][][]string{rows, old} {
			if i := slices.IndexFunc(list, func(row []string) bool { return row[0] == "`"+a.Name+"`" }); i >= 0 {
				all = append(all, list[i])
				break
			}
		}
	}
	return all
}

// commit returns the current Git commit, or "" outside a repository.
func commit() string {
	out, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
