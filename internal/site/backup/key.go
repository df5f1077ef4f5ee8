package backup

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"filippo.io/age"
)

// Key encrypts and decrypts backups. A server only needs the recipient, which cannot decrypt; store the
// identity elsewhere.
type Key struct {
	recipients []age.Recipient
	identities []age.Identity
}

// ReadKey reads a key: a recipient (age1...), or the name of a file with recipients or identities
// (AGE-SECRET-KEY-1...) as written by age-keygen.
func ReadKey(name string) (*Key, error) {
	text := name
	if !strings.HasPrefix(name, "age1") {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("the key cannot be read: %w", err)
		}
		text = string(data)
	}
	return ParseKey(text)
}

// ParseKey parses recipients and identities, one per line. Lines that begin with # are comments.
func ParseKey(text string) (*Key, error) {
	k := &Key{}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		var err error
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
			continue
		case strings.HasPrefix(line, "age1"):
			var r []age.Recipient
			r, err = age.ParseRecipients(strings.NewReader(line))
			k.recipients = append(k.recipients, r...)
		case strings.HasPrefix(line, "AGE-SECRET-KEY-"):
			err = k.addIdentity(line)
		default:
			err = errors.New("it is neither")
		}
		if err != nil {
			// The line may be a secret, so the error does not contain it.
			return nil, fmt.Errorf("line %d of the key is neither a recipient (age1...) nor an identity (AGE-SECRET-KEY-1...): make one with tain backup --make-key", i+1)
		}
	}
	if len(k.recipients) == 0 {
		return nil, errors.New("the key is empty: make one with tain backup --make-key")
	}
	return k, nil
}

func (k *Key) addIdentity(line string) error {
	list, err := age.ParseIdentities(strings.NewReader(line))
	if err != nil {
		return err
	}
	k.identities = append(k.identities, list...)
	for _, id := range list {
		switch id := id.(type) {
		case *age.X25519Identity:
			k.recipients = append(k.recipients, id.Recipient())
		case *age.HybridIdentity:
			k.recipients = append(k.recipients, id.Recipient())
		default:
			return fmt.Errorf("an identity of type %T", id)
		}
	}
	return nil
}

// MakeKey writes a new identity to a new file and returns its recipient.
func MakeKey(file string) (recipient string, err error) {
	id, err := age.GenerateX25519Identity()
	if err != nil {
		return "", err
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", fmt.Errorf("the key cannot be written: %w", err)
	}
	_, err = fmt.Fprintf(f, "# Decrypts Tain backups. Store it on another machine than the server.\n# public key: %s\n%s\n", id.Recipient(), id)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(file))
	}
	return id.Recipient().String(), nil
}

// encrypt encrypts the content of one stream and writes it to another.
func (k *Key) encrypt(to io.Writer, from io.Reader) error {
	w, err := age.Encrypt(to, k.recipients...)
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, from); err != nil {
		return err
	}
	return w.Close()
}

// header is the first line of an encrypted file.
const header = "age-encryption.org/v1"

// encrypted reports whether a file begins like an encrypted backup.
func encrypted(first []byte) bool { return bytes.HasPrefix(first, []byte(header)) }

// decrypt returns a reader of the decrypted content of a file.
func (k *Key) decrypt(from io.Reader) (io.Reader, error) {
	if k == nil || len(k.identities) == 0 {
		return nil, errors.New("the backup is encrypted: give its identity file (AGE-SECRET-KEY-1...) with --key")
	}
	r, err := age.Decrypt(from, k.identities...)
	var none *age.NoIdentityMatchError
	if errors.As(err, &none) {
		return nil, errors.New("the backup is encrypted with a different key")
	}
	return r, err
}
