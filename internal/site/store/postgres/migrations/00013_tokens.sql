-- +goose Up

-- Tokens with which programs act for an account, by their hash.
CREATE TABLE tokens (
    id      bytea PRIMARY KEY,
    person  bytea NOT NULL,
    label   text NOT NULL,
    scopes  text NOT NULL,   -- such as read play
    created bigint NOT NULL,
    used    bigint NOT NULL, -- 0 for never
    expires bigint NOT NULL
);
CREATE INDEX tokens_person ON tokens (person);
CREATE INDEX tokens_expires ON tokens (expires);
