-- Instructions that a space's agents have written down for later turns.

create table skills (
  space_id uuid not null references spaces (id) on delete cascade,
  -- Lower case, words joined by hyphens.
  name text not null,
  description text not null,
  content text not null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (space_id, name)
);
