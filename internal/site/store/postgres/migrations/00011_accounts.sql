-- +goose Up

-- Accounts. A person is the hash of key, as a guest is the hash of the secret in their
-- cookie; key never leaves the server.
CREATE TABLE accounts (
    person   bytea PRIMARY KEY,
    key      text NOT NULL,
    name     text NOT NULL,
    skeleton text NOT NULL UNIQUE, -- the name without differences that people overlook
    role     text NOT NULL,        -- '' for none
    created  bigint NOT NULL,
    renamed  bigint NOT NULL      -- 0 for never
);
CREATE INDEX accounts_created ON accounts (created);

-- Passkeys: public keys, with what the next signature must be compared with, as JSON.
CREATE TABLE passkeys (
    id      bytea PRIMARY KEY, -- the credential ID
    person  bytea NOT NULL,
    label   text NOT NULL,
    data    text NOT NULL,
    created bigint NOT NULL,
    used    bigint NOT NULL
);
CREATE INDEX passkeys_person ON passkeys (person);

-- Browsers that are signed in, by the hash of the token in their cookie.
CREATE TABLE devices (
    id        bytea PRIMARY KEY,
    person    bytea NOT NULL,
    agent     text NOT NULL,    -- such as Firefox, Android
    created   bigint NOT NULL,
    used      bigint NOT NULL,
    confirmed bigint NOT NULL, -- when a passkey or recovery code was last used here
    expires   bigint NOT NULL
);
CREATE INDEX devices_person ON devices (person);
CREATE INDEX devices_expires ON devices (expires);

-- Unused recovery codes, as hashes.
CREATE TABLE codes (
    id     bytea PRIMARY KEY,
    person bytea NOT NULL
);
CREATE INDEX codes_person ON codes (person);

-- Challenges that a passkey must sign, by the hash of a cookie.
CREATE TABLE challenges (
    id      bytea PRIMARY KEY,
    person  bytea NOT NULL, -- who began, or empty
    purpose text NOT NULL,
    data    text NOT NULL,
    expires bigint NOT NULL
);
CREATE INDEX challenges_expires ON challenges (expires);
