-- +goose Up

-- What happened in a game, as JSON. Everything else follows from it. The write is
-- drawn by whoever adds events: after a connection was lost it tells whether
-- they are there.
CREATE TABLE events (
    game  text COLLATE "C" NOT NULL,
    seq   integer NOT NULL, -- from 0
    write bigint NOT NULL,
    data  text NOT NULL,
    PRIMARY KEY (game, seq)
);

-- +goose StatementBegin
CREATE FUNCTION events_remain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('tain.deleting', true) = OLD.game THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'events are only ever added, or go with their game';
END $$;
-- +goose StatementEnd
CREATE TRIGGER events_remain BEFORE UPDATE OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION events_remain();

-- What a game is looked up by, its entry in lists as JSON, and who plays: events
-- refer to that, so that a person can be renamed or erased and no event changes.
-- No index has a column that an ordinary move changes, so that a move writes to
-- none of them (a heap-only update); deadlines have a table of their own.
CREATE TABLE games (
    id         text COLLATE "C" PRIMARY KEY,
    events     integer NOT NULL, -- how many there are
    white      bytea,            -- hash of the browser's secret
    white_name text NOT NULL DEFAULT '',
    black      bytea,
    black_name text NOT NULL DEFAULT '',
    anonymous  boolean NOT NULL DEFAULT false, -- nothing of its players is kept
    white_seen bigint NOT NULL DEFAULT 0,      -- when each was last seen at it, without a clock
    black_seen bigint NOT NULL DEFAULT 0,
    open       boolean NOT NULL,
    running    boolean NOT NULL,
    definition text,             -- the hash of the one it is played by
    created    bigint NOT NULL,
    updated    bigint NOT NULL,
    ended      bigint,           -- the last change of one that has ended
    entry      text NOT NULL
) WITH (fillfactor = 75);

CREATE INDEX games_white ON games (white) WHERE white IS NOT NULL;
CREATE INDEX games_black ON games (black) WHERE black IS NOT NULL;
CREATE INDEX games_open ON games (created) WHERE open;
CREATE INDEX games_created ON games (created);
CREATE INDEX games_ended ON games (ended) WHERE ended IS NOT NULL;
CREATE INDEX games_definition ON games (definition) WHERE definition IS NOT NULL;

-- When somebody must look at a game, and which node does: the one that wrote to
-- it last, or that claimed it from one that is gone.
CREATE TABLE due (
    game text COLLATE "C" PRIMARY KEY,
    at   bigint NOT NULL,
    node integer NOT NULL
);
CREATE INDEX due_at ON due (at);

-- The nodes that are alive, by the clock of the database. Each also holds an
-- advisory lock of its number, which ends with its process.
CREATE TABLE nodes (
    id    integer PRIMARY KEY,
    since timestamptz NOT NULL, -- has been alive without a break
    seen  timestamptz NOT NULL
);

-- When a node was last known to be alive, by its clock and by the database's: one row.
CREATE TABLE pulse (
    id    integer PRIMARY KEY CHECK (id = 1),
    at    bigint NOT NULL,
    noted timestamptz NOT NULL
);

-- When none was. The clocks of games that ran meanwhile are given that time back.
CREATE TABLE outages (
    since bigint NOT NULL,
    until bigint PRIMARY KEY
);

-- Rule sets that people have written, in their canonical form. The events of a
-- game refer to one by name#hash.
CREATE TABLE definitions (
    hash   text COLLATE "C" PRIMARY KEY,
    text   text NOT NULL,
    wanted bigint NOT NULL -- when a game was last begun with it
);

-- +goose StatementBegin
CREATE FUNCTION definitions_remain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF NEW.hash = OLD.hash AND NEW.text = OLD.text THEN
            RETURN NEW;
        END IF;
        RAISE EXCEPTION 'a definition never changes';
    END IF;
    IF EXISTS (SELECT 1 FROM games WHERE definition = OLD.hash) THEN
        RAISE EXCEPTION 'a game is played by this definition';
    END IF;
    RETURN OLD;
END $$;
-- +goose StatementEnd
CREATE TRIGGER definitions_remain BEFORE UPDATE OR DELETE ON definitions FOR EACH ROW EXECUTE FUNCTION definitions_remain();

-- Names that the operator has given to people, whatever they call themselves.
CREATE TABLE names (
    session bytea PRIMARY KEY,
    name    text NOT NULL
);

-- Who may not come in: a range of addresses such as 192.0.2.0/24, or a person
-- by the hash of the browser's secret.
CREATE TABLE bans (
    subject text COLLATE "C" PRIMARY KEY,
    reason  text NOT NULL,
    created bigint NOT NULL,
    until   bigint NOT NULL -- 0 is for ever
);

-- What the operator has set, as JSON.
CREATE TABLE settings (
    name  text COLLATE "C" PRIMARY KEY,
    value text NOT NULL
);

-- What operators have done, for the other nodes to take note of; it is kept for a
-- while.
CREATE TABLE operations (
    id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    what  text NOT NULL,
    games text[] NOT NULL
);

-- Studies that people have put on the server: chapters as PGN. The secret lets
-- one change a study and is kept as its hash, as is who put it there.
CREATE TABLE studies (
    id      text COLLATE "C" PRIMARY KEY,
    secret  bytea NOT NULL,
    owner   bytea NOT NULL,
    title   text NOT NULL,
    pgn     text NOT NULL,
    version integer NOT NULL,
    created bigint NOT NULL,
    updated bigint NOT NULL,
    used    bigint NOT NULL -- last read or changed
);
CREATE INDEX studies_owner ON studies (owner);
CREATE INDEX studies_used ON studies (used);

-- What the players of games of days have said ahead: their answers to moves of
-- the opponent, as JSON.
CREATE TABLE ahead (
    game text COLLATE "C" NOT NULL,
    side text NOT NULL,
    data text NOT NULL,
    PRIMARY KEY (game, side)
);

-- Where browsers are told that something has happened while nobody looked (web
-- push). A person is the hash of the browser's secret.
CREATE TABLE subscriptions (
    endpoint text COLLATE "C" PRIMARY KEY,
    person   bytea NOT NULL,
    key      bytea NOT NULL, -- the browser's public key
    auth     bytea NOT NULL,
    created  bigint NOT NULL
);
CREATE INDEX subscriptions_person ON subscriptions (person);
