-- +goose Up

-- Reports about people, and their appeals.
CREATE TABLE reports (
    id       text PRIMARY KEY,
    reason   text NOT NULL,
    person   bytea NOT NULL,    -- zeros after the person was erased
    reporter bytea NOT NULL,    -- likewise
    game     text NOT NULL,    -- '' for none
    action   text NOT NULL,    -- that an appeal is about, or ''
    text     text NOT NULL,
    created  bigint NOT NULL,
    closed   bigint NOT NULL  -- 0 while it is open
);
CREATE INDEX reports_open ON reports (created) WHERE closed = 0;
CREATE INDEX reports_person ON reports (person);
CREATE INDEX reports_reporter ON reports (reporter, created);

-- What operators have done: the audit log.
CREATE TABLE actions (
    id       text PRIMARY KEY,
    kind     text NOT NULL,
    person   bytea NOT NULL,    -- the affected person; zeros if there is none or they were erased
    operator bytea NOT NULL,    -- zeros for tain admin
    report   text NOT NULL,    -- '' for none
    game     text NOT NULL,
    reason   text NOT NULL,
    at       bigint NOT NULL,
    until    bigint NOT NULL  -- 0 for no end
);
CREATE INDEX actions_at ON actions (at);
CREATE INDEX actions_person ON actions (person, at);

-- The addresses from which people have begun rated games.
CREATE TABLE addresses (
    person  bytea NOT NULL,
    address text NOT NULL,
    seen    bigint NOT NULL,
    PRIMARY KEY (person, address)
);
CREATE INDEX addresses_address ON addresses (address, person);
CREATE INDEX addresses_seen ON addresses (seen);
