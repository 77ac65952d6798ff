-- Asked before: what an agent may do only once the person has said so.

alter table turns add column mode text not null default 'act' check (mode in ('act', 'plan'));
-- The person's own words that count for the turn, where its prompt is not all of them: a turn that a
-- permission continues, or one that says "do it".
alter table turns add column words text;

create table permissions (
  id uuid primary key,
  agent_id uuid not null references agents (id) on delete cascade,
  turn_id uuid not null references turns (id) on delete cascade,
  -- The call that was not made; a call asks once, also when it runs again after a crash.
  tool_call_id uuid not null unique,
  tool text not null,
  -- JSON: the arguments, to make exactly this call.
  args text not null,
  -- SHA-256 of tool and arguments: what the permission is good for.
  call_hash text not null,
  -- Of what the effect was about when it was asked for.
  mark text not null,
  kind text not null check (kind in ('destroy', 'reach_out', 'persist', 'hide')),
  effect text not null,
  -- JSON: list of strings.
  details text not null,
  state text not null default 'open' check (state in ('open', 'granted', 'denied', 'used', 'expired')),
  -- The one call that may use it, made in the turn that the decision started.
  granted_turn_id uuid,
  granted_call_id uuid,
  created_at timestamptz not null,
  decided_at timestamptz
);
create index permissions_by_agent on permissions (agent_id, created_at desc);
create unique index permissions_by_granted_turn on permissions (granted_turn_id) where granted_turn_id is not null;

-- The turn that a permission continues.
alter table turns add column permission_id uuid references permissions (id) on delete set null;

-- What a turn's calls have made and cost so far, to tell its own work from the person's.
create table turn_deeds (
  turn_id uuid not null references turns (id) on delete cascade,
  tool_call_id uuid not null,
  sequence int not null,
  -- JSON: tabs and areas that the write made.
  made text not null,
  lost int not null default 0,
  rows int not null default 0,
  position bigint generated always as identity,
  primary key (turn_id, tool_call_id, sequence)
);
