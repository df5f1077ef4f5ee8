-- +goose Up

-- Reports about people, and their appeals.
CREATE TABLE reports (
    id       TEXT PRIMARY KEY,
    reason   TEXT NOT NULL,
    person   BLOB NOT NULL,    -- zeros after the person was erased
    reporter BLOB NOT NULL,    -- likewise
    game     TEXT NOT NULL,    -- '' for none
    action   TEXT NOT NULL,    -- that an appeal is about, or ''
    text     TEXT NOT NULL,
    created  INTEGER NOT NULL,
    closed   INTEGER NOT NULL  -- 0 while it is open
) STRICT, WITHOUT ROWID;
CREATE INDEX reports_open ON reports (created) WHERE closed = 0;
CREATE INDEX reports_person ON reports (person);
CREATE INDEX reports_reporter ON reports (reporter, created);

-- What operators have done: the audit log.
CREATE TABLE actions (
    id       TEXT PRIMARY KEY,
    kind     TEXT NOT NULL,
    person   BLOB NOT NULL,    -- the affected person; zeros if there is none or they were erased
    operator BLOB NOT NULL,    -- zeros for tain admin
    report   TEXT NOT NULL,    -- '' for none
    game     TEXT NOT NULL,
    reason   TEXT NOT NULL,
    at       INTEGER NOT NULL,
    until    INTEGER NOT NULL  -- 0 for no end
) STRICT, WITHOUT ROWID;
CREATE INDEX actions_at ON actions (at);
CREATE INDEX actions_person ON actions (person, at);

-- The addresses from which people have begun rated games.
CREATE TABLE addresses (
    person  BLOB NOT NULL,
    address TEXT NOT NULL,
    seen    INTEGER NOT NULL,
    PRIMARY KEY (person, address)
) STRICT, WITHOUT ROWID;
CREATE INDEX addresses_address ON addresses (address, person);
CREATE INDEX addresses_seen ON addresses (seen);
