-- Who uses the service: people, their spaces, keys, Google grants, and what was spent.

create table users (
  id uuid primary key,
  email text not null unique,
  google_sub text unique,
  created_at timestamptz not null default now()
);

create table spaces (
  id uuid primary key,
  name text,
  -- What is left to spend; every ledger row lowers it by its amount.
  credits_nano bigint not null default 0,
  spending_limit_nano bigint,
  model_settings jsonb,
  created_at timestamptz not null default now()
);

create table members (
  space_id uuid not null references spaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'member')),
  spending_limit_nano bigint,
  primary key (space_id, user_id)
);

create table google_connections (
  user_id uuid primary key references users (id) on delete cascade,
  refresh_token_sealed text not null,
  email text,
  scopes text not null,
  connected_at timestamptz not null default now(),
  revoked_at timestamptz
);

create table api_keys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  name text not null,
  -- SHA-256 of the key in hex; the key itself is shown once and kept nowhere.
  key_hash text not null unique,
  last_four text not null,
  webhook_secret_sealed text,
  disabled_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index api_keys_by_space on api_keys (space_id);
create index api_keys_by_user on api_keys (user_id);

-- agent_id and turn_id are plain values: money stays on record when an agent is gone.
create table ledger (
  id bigint generated always as identity primary key,
  space_id uuid not null references spaces (id) on delete cascade,
  user_id uuid,
  key_id uuid,
  agent_id uuid,
  turn_id uuid,
  kind text not null check (kind in ('agent', 'tool', 'grant')),
  model text,
  -- Positive is spent, a grant is negative.
  amount_nano bigint not null,
  idempotency_key text not null unique,
  created_at timestamptz not null default now()
);
create index ledger_by_space on ledger (space_id, created_at);
create index ledger_by_turn on ledger (turn_id) where turn_id is not null;
