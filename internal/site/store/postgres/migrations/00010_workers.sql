-- +goose Up

-- The workers that are alive, according to the clock of the database. Each also holds
-- an advisory lock on its number, which ends with its process. Their jobs are in
-- River's tables.
CREATE TABLE workers (
    id      text COLLATE "C" PRIMARY KEY, -- as River knows it
    number  integer NOT NULL,
    kinds   text[] NOT NULL,              -- of jobs that it takes
    threads integer NOT NULL,
    seen    timestamptz NOT NULL
);

-- Questions to workers: what the computer does in a game after the given number of
-- events. A question is written in the commit whose events it follows. The address of
-- the person is kept only as a hash with a secret that is not in the database.
CREATE TABLE questions (
    game    text COLLATE "C" PRIMARY KEY,
    events  integer NOT NULL,
    job     bigint NOT NULL,
    node    integer NOT NULL,      -- which is told the answer
    watched boolean NOT NULL,
    address bytea NOT NULL,
    person  bytea NOT NULL,
    asked   timestamptz NOT NULL,
    answer  text                   -- JSON; NULL while there is none
) WITH (fillfactor = 75);
CREATE INDEX questions_waiting ON questions (address) WHERE answer IS NULL;
