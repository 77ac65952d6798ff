-- What the dashboard adds: sessions that end when nobody uses them, and invitations by email address.

alter table sessions add column last_seen_at timestamptz not null default now();

-- An address that nobody has signed in with yet, or whose owner has not joined yet.
create table invitations (
  space_id uuid not null references spaces (id) on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'member')),
  invited_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (space_id, email)
);
create index invitations_by_email on invitations (email);
