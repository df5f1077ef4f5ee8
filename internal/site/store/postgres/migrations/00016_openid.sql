-- +goose Up

-- The identity of an account at an OpenID Connect provider; empty for none.
ALTER TABLE accounts ADD COLUMN issuer text NOT NULL DEFAULT '', ADD COLUMN subject text NOT NULL DEFAULT '';
CREATE UNIQUE INDEX accounts_identity ON accounts (issuer, subject) WHERE issuer <> '';
