-- Which grant of ROWHAND_BOOTSTRAP was taken over, so that a start does not undo what the person did since:
-- connect another account, or disconnect.
create table bootstrap_grants (
  user_id uuid primary key references users (id) on delete cascade,
  token_hash text not null
);
