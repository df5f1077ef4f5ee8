-- +goose Up

-- A definition is kept while a game uses it, and for a while after it was last
-- requested, because the game is created in a later commit.
ALTER TABLE definitions ADD COLUMN wanted INTEGER NOT NULL DEFAULT 0; -- when a game was last begun with it

-- A game refers to its definition by name#hash.
CREATE INDEX games_definition ON games (substr(json_extract(entry, '$.variant'), instr(json_extract(entry, '$.variant'), '#') + 1))
WHERE instr(json_extract(entry, '$.variant'), '#') > 0;

DROP TRIGGER definitions_stay;
DROP TRIGGER definitions_remain;

-- +goose StatementBegin
CREATE TRIGGER definitions_stay BEFORE UPDATE OF hash, text ON definitions
BEGIN SELECT RAISE(ABORT, 'a definition never changes'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER definitions_remain BEFORE DELETE ON definitions WHEN EXISTS (
    SELECT 1 FROM games WHERE instr(json_extract(entry, '$.variant'), '#') > 0
        AND substr(json_extract(entry, '$.variant'), instr(json_extract(entry, '$.variant'), '#') + 1) = OLD.hash)
BEGIN SELECT RAISE(ABORT, 'a game is played by this definition'); END;
-- +goose StatementEnd
