-- How an undo runs, and what tells a turn's writes that have been taken back.

alter table undos add column claim int not null default 0;
-- Of the client's own request, so that it may be sent again.
alter table undos add column idempotency_key text;
create unique index undos_by_key on undos (agent_id, idempotency_key) where idempotency_key is not null;
-- JSON, compressed: how the undo left the tabs, by which a redo finds their lines again.
alter table undos add column fingerprint bytea;

-- The undo that took the whole write back; null again when a redo has made it anew.
alter table writes add column undone_by uuid;

-- A table that refers to itself could not be copied row by row; the undo of a redo goes with its turn anyway.
alter table undos drop constraint undos_of_undo_id_fkey;
