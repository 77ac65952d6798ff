-- What a turn has done, step by step: the base of recovery, and the conversation that the model sees.

-- Guards every write of a running turn on the agent's own row: the turn must still be the active one,
-- and the writer the latest execution of it. An execution that was taken for dead holds an old claim.
alter table agents add column active_turn_id uuid;
alter table agents add column claim int not null default 0;
-- The sheet as the agent last saw it, to tell it what changed since.
alter table agents add column last_seen jsonb;

create table turn_steps (
  turn_id uuid not null references turns (id) on delete cascade,
  agent_id uuid not null references agents (id) on delete cascade,
  step int not null,
  -- JSON: what the model answered, as messages of its conversation.
  messages text not null,
  -- JSON: the calls to make next, or how the turn ends.
  decision text not null,
  created_at timestamptz not null default now(),
  primary key (turn_id, step)
);
create index turn_steps_by_agent on turn_steps (agent_id);

create table tool_results (
  tool_call_id uuid primary key,
  turn_id uuid not null references turns (id) on delete cascade,
  step int not null,
  index int not null,
  -- JSON: one tool-result part of the model's conversation.
  part text not null,
  unique (turn_id, step, index)
);

-- What the service adds to the user's words when a turn begins; kept so that every step sees the same.
create table turn_context (
  turn_id uuid primary key references turns (id) on delete cascade,
  text text not null
);

-- Living processes of the service; a turn whose executor is not among them is taken over.
create table executors (
  id text primary key,
  beat_at timestamptz not null
);
