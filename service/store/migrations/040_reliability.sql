-- What keeps work from being lost, done twice, or done for ever.

-- How far the turn was when it was last claimed, and how often since it was claimed without getting further.
alter table agents add column claim_progress int not null default -1;
alter table agents add column stuck int not null default 0;

-- Set where its person is no longer a member of its space: then nobody reads it or goes on with it.
alter table agents add column closed_at timestamptz;
create index agents_by_space_and_user on agents (space_id, user_id);

-- Requests that may be sent again under the same key: what the first one was, and what it was answered.
create table idempotent_requests (
  user_id uuid not null references users (id) on delete cascade,
  key text not null,
  -- Hash of the operation and its parsed input: the same key with another request is refused.
  request_hash text not null,
  -- Whoever works on it; one that finds its claim gone may do nothing more.
  claim uuid not null,
  claimed_until timestamptz not null,
  -- Written with the turn that it started, in one transaction.
  agent_id uuid references agents (id) on delete cascade,
  -- JSON of the answer, once there is one.
  answer text,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotent_requests_by_age on idempotent_requests (created_at);
create index idempotent_requests_by_agent on idempotent_requests (agent_id) where agent_id is not null;
