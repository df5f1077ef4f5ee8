-- +goose Up

-- Rule sets that people have written, in their canonical form. The events of a
-- game refer to one by name#hash.
CREATE TABLE definitions (
    hash TEXT NOT NULL PRIMARY KEY,
    text TEXT NOT NULL
);

-- +goose StatementBegin
CREATE TRIGGER definitions_stay BEFORE UPDATE ON definitions
BEGIN SELECT RAISE(ABORT, 'definitions are only ever added'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER definitions_remain BEFORE DELETE ON definitions
BEGIN SELECT RAISE(ABORT, 'definitions are only ever added'); END;
-- +goose StatementEnd
