-- +goose Up

-- Accounts. A person is the hash of key, as a guest is the hash of the secret in their
-- cookie; key never leaves the server.
CREATE TABLE accounts (
    person   BLOB PRIMARY KEY,
    key      TEXT NOT NULL,
    name     TEXT NOT NULL,
    skeleton TEXT NOT NULL UNIQUE, -- the name without differences that people overlook
    role     TEXT NOT NULL,        -- '' for none
    created  INTEGER NOT NULL,
    renamed  INTEGER NOT NULL      -- 0 for never
) STRICT, WITHOUT ROWID;
CREATE INDEX accounts_created ON accounts (created);

-- Passkeys: public keys, with what the next signature must be compared with, as JSON.
CREATE TABLE passkeys (
    id      BLOB PRIMARY KEY, -- the credential ID
    person  BLOB NOT NULL,
    label   TEXT NOT NULL,
    data    TEXT NOT NULL,
    created INTEGER NOT NULL,
    used    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX passkeys_person ON passkeys (person);

-- Browsers that are signed in, by the hash of the token in their cookie.
CREATE TABLE devices (
    id        BLOB PRIMARY KEY,
    person    BLOB NOT NULL,
    agent     TEXT NOT NULL,    -- such as Firefox, Android
    created   INTEGER NOT NULL,
    used      INTEGER NOT NULL,
    confirmed INTEGER NOT NULL, -- when a passkey or recovery code was last used here
    expires   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX devices_person ON devices (person);
CREATE INDEX devices_expires ON devices (expires);

-- Unused recovery codes, as hashes.
CREATE TABLE codes (
    id     BLOB PRIMARY KEY,
    person BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX codes_person ON codes (person);

-- Challenges that a passkey must sign, by the hash of a cookie.
CREATE TABLE challenges (
    id      BLOB PRIMARY KEY,
    person  BLOB NOT NULL, -- who began, or empty
    purpose TEXT NOT NULL,
    data    TEXT NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX challenges_expires ON challenges (expires);
