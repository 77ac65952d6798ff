-- Files that came with a prompt. With a turn they go when it goes; without one they expire.
create table attachments (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  turn_id uuid references turns (id) on delete cascade,
  name text not null,
  media_type text not null,
  size_bytes integer not null,
  content text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index attachments_of_user on attachments (user_id);
create index attachments_of_space on attachments (space_id);
create index attachments_of_turn on attachments (turn_id);
