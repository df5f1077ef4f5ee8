package push

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/tainchess/tain/internal/site/store"
)

// recordSize is the size of the single record in a message, in bytes. Every push service accepts this size.
const recordSize = 4096

// maxMessage is the maximum size of a message in bytes: the record without header, tag and delimiter.
const maxMessage = recordSize - 16 - 1 - 86

// encrypt encrypts a message for a browser (RFC 8291, aes128gcm).
func encrypt(s store.Subscription, message []byte) ([]byte, error) {
	own, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	salt := make([]byte, 16)
	rand.Read(salt)
	return seal(s, message, own, salt)
}

// seal encrypts a message with a key and a salt that must not be reused.
func seal(s store.Subscription, message []byte, own *ecdh.PrivateKey, salt []byte) ([]byte, error) {
	if len(message) > maxMessage {
		return nil, fmt.Errorf("push: the message has %d bytes, but the maximum is %d", len(message), maxMessage)
	}
	theirs, err := ecdh.P256().NewPublicKey(s.Key)
	if err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	shared, err := own.ECDH(theirs)
	if err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	mine := own.PublicKey().Bytes()
	derive := func(secret, salt []byte, info string, n int) []byte {
		key, e := hkdf.Key(sha256.New, secret, salt, info, n)
		if e != nil {
			err = e
		}
		return key
	}
	secret := derive(shared, s.Auth, "WebPush: info\x00"+string(s.Key)+string(mine), 32)
	key := derive(secret, salt, "Content-Encoding: aes128gcm\x00", 16)
	nonce := derive(secret, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	body := slices.Clone(salt)
	body = binary.BigEndian.AppendUint32(body, recordSize)
	body = append(body, byte(len(mine)))
	body = append(body, mine...)
	// The delimiter of the last record is 2.
	return gcm.Seal(body, nonce, append(slices.Clone(message), 2), nil), nil
}
