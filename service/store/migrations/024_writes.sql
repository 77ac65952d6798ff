-- Every write to a spreadsheet: what it found, what it left, and what took it back. Images stand apart from
-- the rows that list them, in compressed chunks; retention ends the images and leaves the list.

-- What a tool call found, for itself when it runs again after a crash.
alter table changes rename to call_notes;
alter index changes_by_turn rename to call_notes_by_turn;

-- One undo at a time an agent, and no turn beside it.
alter table agents add column active_undo_id uuid;

create table undos (
  id uuid primary key,
  agent_id uuid not null references agents (id) on delete cascade,
  turn_id uuid not null references turns (id) on delete cascade,
  kind text not null check (kind in ('undo', 'redo')),
  -- The undo that a redo takes back.
  of_undo_id uuid references undos (id) on delete cascade,
  status text not null default 'running' check (status in ('running', 'succeeded', 'failed')),
  -- JSON: which calls and ranges.
  request text not null,
  -- JSON: restored, kept, not possible, message.
  result text,
  created_at timestamptz not null,
  completed_at timestamptz
);
create index undos_by_turn on undos (turn_id, created_at);
create unique index undos_one_running on undos (agent_id) where status = 'running';

create table writes (
  id uuid primary key,
  agent_id uuid not null references agents (id) on delete cascade,
  turn_id uuid not null references turns (id) on delete cascade,
  undo_id uuid references undos (id) on delete cascade,
  -- The tool call, or the undo.
  call_id uuid not null,
  sequence int not null,
  tool text not null,
  request_hash text not null,
  state text not null check (state in ('intended', 'done', 'not_done')),
  -- JSON: rows and columns after the write by those before it; the answer, for a call that runs again.
  layout text not null,
  reply text,
  position bigint generated always as identity,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- When retention took the images.
  forgotten_at timestamptz,
  unique (call_id, sequence)
);
create index writes_by_turn on writes (turn_id, position);
create index writes_by_undo on writes (undo_id) where undo_id is not null;
create index writes_to_forget on writes (created_at) where forgotten_at is null;

create table write_images (
  write_id uuid not null references writes (id) on delete cascade,
  side text not null check (side in ('before', 'after')),
  number int not null,
  bytes bytea not null,
  primary key (write_id, side, number)
);

create table changes (
  id uuid primary key,
  write_id uuid not null references writes (id) on delete cascade,
  turn_id uuid not null references turns (id) on delete cascade,
  position bigint generated always as identity,
  call_id uuid not null,
  tool text not null,
  kind text not null,
  sheet_id int,
  sheet_name text,
  range text,
  cells int not null default 0,
  description text not null,
  at timestamptz not null,
  undo_state text not null default 'none' check (undo_state in ('none', 'undone', 'partly', 'not_possible')),
  undo_note text
);
create index changes_by_turn on changes (turn_id, position);
create index changes_by_write on changes (write_id);

-- What was looked at beyond a turn's own cells, and how its tabs were left, to find rows again later.
create table turn_watches (
  turn_id uuid primary key references turns (id) on delete cascade,
  agent_id uuid not null references agents (id) on delete cascade,
  -- JSON: side effects and proof.
  found text not null,
  -- JSON, compressed: fingerprints of the tabs.
  fingerprint bytea,
  complete boolean not null default false,
  updated_at timestamptz not null
);

-- How far an undo has come: the writes that it takes back, newest first.
create table undo_steps (
  undo_id uuid not null references undos (id) on delete cascade,
  number int not null,
  write_id uuid not null,
  -- JSON, compressed: the requests, where lines are afterwards, and what is told of it.
  plan bytea not null,
  primary key (undo_id, number)
);
