-- Agents, their turns, and the conversation that a client sees.

create table agents (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  key_id uuid not null references api_keys (id) on delete cascade,
  spreadsheet_id text not null,
  number_of_turns int not null default 0,
  -- Position that the next entry gets.
  next_position bigint not null default 1,
  -- Rises with every change that a client can see.
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  last_activity_at timestamptz not null default now()
);
create index agents_by_user on agents (user_id, last_activity_at desc);
create index agents_by_space on agents (space_id, created_at desc);

create table turns (
  id uuid primary key,
  agent_id uuid not null references agents (id) on delete cascade,
  key_id uuid not null,
  user_id uuid not null,
  space_id uuid not null,
  number int not null,
  status text not null check (status in ('active', 'succeeded', 'failed', 'interrupted', 'cancelled')),
  prompt text not null,
  sheet_id int not null,
  sheet_name text not null,
  agent_model text not null,
  bulk_model text not null,
  bulk_search_model text not null,
  webhook_url text,
  error_code text,
  error_message text,
  error_params jsonb,
  agent_usage_nano bigint not null default 0,
  tool_usage_nano bigint not null default 0,
  charged boolean not null default false,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (agent_id, number)
);
-- One active turn an agent, whatever the code does.
create unique index turns_one_active on turns (agent_id) where status = 'active';
create index turns_active_by_key on turns (key_id) where status = 'active';
create index turns_by_space on turns (space_id, created_at desc);

create table entries (
  agent_id uuid not null references agents (id) on delete cascade,
  -- Strictly rising within an agent, never changed: cursors rely on it.
  position bigint not null,
  id uuid not null unique,
  turn_id uuid not null references turns (id) on delete cascade,
  type text not null check (type in ('user_message', 'assistant_message', 'tool_call')),
  -- Of tool calls only.
  status text check (status in ('pending', 'running', 'succeeded', 'failed', 'cancelled')),
  -- The entry as a client gets it, already JSON text.
  body text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (agent_id, position)
);
create index entries_by_turn on entries (turn_id, position);
