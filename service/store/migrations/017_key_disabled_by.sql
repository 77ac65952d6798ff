-- Who disabled a key: what an owner or the operator stopped, its own person may not start again.

-- Null where the operator did it, or nobody knows any more.
alter table api_keys add column disabled_by uuid references users (id) on delete set null;
