-- +goose Up

-- The identity of an account at an OpenID Connect provider; empty for none.
ALTER TABLE accounts ADD COLUMN issuer TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN subject TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX accounts_identity ON accounts (issuer, subject) WHERE issuer <> '';
