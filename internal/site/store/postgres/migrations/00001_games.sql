-- +goose Up

-- The events of each game, as JSON. Everything else follows from them and the names
-- in games. write is a random number that a node draws when it adds events: after a
-- lost connection it shows whether they were added.
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

-- The fields by which games are found, their entries in lists as JSON, and their
-- players. Events refer to the players here, so that a person can be renamed or
-- erased without changing an event. An ordinary move changes no indexed column and
-- therefore writes to no index (a heap-only update), so deadlines are in another
-- table.
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

-- The time at which a game must next be looked at, and the node that does so: the
-- last one that wrote to the game, or one that claimed it after that node was gone.
CREATE TABLE due (
    game text COLLATE "C" PRIMARY KEY,
    at   bigint NOT NULL,
    node integer NOT NULL
);
CREATE INDEX due_at ON due (at);

-- The nodes that are alive, according to the clock of the database. Each also holds
-- an advisory lock on its number, which ends with its process.
CREATE TABLE nodes (
    id    integer PRIMARY KEY,
    since timestamptz NOT NULL, -- has been alive without a break
    seen  timestamptz NOT NULL
);

-- The time at which a node was last known to be alive, by its own clock and by that of
-- the database, in one row.
CREATE TABLE pulse (
    id    integer PRIMARY KEY CHECK (id = 1),
    at    bigint NOT NULL,
    noted timestamptz NOT NULL
);

-- Periods in which no server was alive. The clocks of games that were running get
-- this time back.
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

-- Names that the operator has given to people, which replace their own.
CREATE TABLE names (
    session bytea PRIMARY KEY,
    name    text NOT NULL
);

-- Banned subjects: ranges of addresses such as 192.0.2.0/24, and people, given by
-- the hash of the browser's secret.
CREATE TABLE bans (
    subject text COLLATE "C" PRIMARY KEY,
    reason  text NOT NULL,
    created bigint NOT NULL,
    until   bigint NOT NULL -- 0 is for ever
);

-- Settings that the operator has made, as JSON.
CREATE TABLE settings (
    name  text COLLATE "C" PRIMARY KEY,
    value text NOT NULL
);

-- Changes that operators have made, which the other nodes must read. They are deleted
-- after a while.
CREATE TABLE operations (
    id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    what  text NOT NULL,
    games text[] NOT NULL
);

-- Studies that people have saved on the server, with chapters as PGN. secret is the
-- hash of the secret for changing the study, and owner the hash of its creator's
-- session.
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

-- Conditional moves in correspondence games: a player's answers to moves of the
-- opponent, as JSON.
CREATE TABLE ahead (
    game text COLLATE "C" NOT NULL,
    side text NOT NULL,
    data text NOT NULL,
    PRIMARY KEY (game, side)
);

-- Web push subscriptions, through which browsers are notified. A person is the hash
-- of the browser's secret.
CREATE TABLE subscriptions (
    endpoint text COLLATE "C" PRIMARY KEY,
    person   bytea NOT NULL,
    key      bytea NOT NULL, -- the browser's public key
    auth     bytea NOT NULL,
    created  bigint NOT NULL
);
CREATE INDEX subscriptions_person ON subscriptions (person);
