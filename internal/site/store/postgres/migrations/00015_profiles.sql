-- +goose Up

-- The people whom a person follows or blocks.
CREATE TABLE relations (
    person   bytea NOT NULL,
    other    bytea NOT NULL,
    relation text NOT NULL, -- follow or block
    created  bigint NOT NULL,
    PRIMARY KEY (person, other)
);
CREATE INDEX relations_other ON relations (other);

-- Challenges to accounts: games that wait for an opponent, and who is challenged.
CREATE TABLE invitations (
    game    text PRIMARY KEY,
    person  bytea NOT NULL,
    created bigint NOT NULL
);
CREATE INDEX invitations_person ON invitations (person);

-- The people who hide their profiles.
CREATE TABLE hidden (
    person bytea PRIMARY KEY
);

-- The days on which people have solved a daily puzzle.
CREATE TABLE solved (
    person bytea NOT NULL,
    day    text NOT NULL, -- such as 2026-11-16, in UTC
    PRIMARY KEY (person, day)
);

-- The games of a person that have ended, by time, and those in progress.
CREATE INDEX games_white_ended ON games (white, ended) WHERE ended IS NOT NULL;
CREATE INDEX games_black_ended ON games (black, ended) WHERE ended IS NOT NULL;
CREATE INDEX games_white_running ON games (white) WHERE running;
CREATE INDEX games_black_running ON games (black) WHERE running;
