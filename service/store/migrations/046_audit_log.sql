-- Who did what, by which key, to which spreadsheet: kinds and counts, never contents. It outlives the
-- conversations that it tells of and ends by a retention of its own.
create table audit_log (
  id bigint generated always as identity primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  at timestamptz not null,
  -- Null where it was the operator, or somebody who is erased.
  user_id uuid references users (id) on delete set null,
  -- Whom it was about: somebody whose role was changed.
  about_user_id uuid references users (id) on delete set null,
  via text not null check (via in ('key', 'dashboard', 'operator')),
  key_id uuid references api_keys (id) on delete set null,
  spreadsheet_id text,
  -- A plain value: the turn may be gone.
  turn_id uuid,
  action text not null,
  -- A word of a closed list: the kind of change, a role.
  detail text,
  cells int
);
create index audit_log_by_space on audit_log (space_id, id desc);
create index audit_log_by_age on audit_log (at);
create index audit_log_by_user on audit_log (user_id) where user_id is not null;
create index audit_log_about_user on audit_log (about_user_id) where about_user_id is not null;
create index audit_log_by_key on audit_log (key_id) where key_id is not null;

-- For the page that lists a space's deliveries.
create index webhook_deliveries_by_key on webhook_deliveries (key_id, created_at desc);
