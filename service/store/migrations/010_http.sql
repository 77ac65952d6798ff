-- What the HTTP side needs: request budgets, what was spent in each month, webhooks to send, sessions.

-- The requests of the last minute, one row a key. `entries` holds triples (first ms, last ms, count),
-- oldest first; requests that come within a second of a triple's first join it, so a row stays small.
-- Unlogged: a crash of the database forgets at most a minute of counting, and no request waits for a disk.
create unlogged table rate_windows (
  key_id uuid primary key,
  taken int not null default 0,
  entries bigint[] not null default '{}'
) with (fillfactor = 50);

-- Checks keys and counts their requests, many at once: `wanted[i]` requests of the key hashed `hashes[i]`.
-- A triple leaves the window when its last request is older than the window, so no span of that length
-- ever holds more than `per_window` requests. Rejected requests aren't counted. Hashes come sorted: every
-- replica locks the rows in one order. `fixed_now_ms` is for tests; null takes the database's clock.
create function pass_keys(
  hashes text[], wanted int[], per_window int, window_ms bigint, fixed_now_ms bigint
) returns table (
  ordinal int, key_id uuid, user_id uuid, space_id uuid, disabled boolean,
  granted int, remaining int, reset_ms bigint, now_ms bigint
) language plpgsql as $$
declare
  spans bigint[];
  used int;
  size int;
begin
  for i in 1 .. coalesce(array_length(hashes, 1), 0) loop
    ordinal := i;
    select k.id, k.user_id, k.space_id, k.disabled_at is not null
      into key_id, user_id, space_id, disabled
      from api_keys k where k.key_hash = hashes[i] and k.deleted_at is null;
    if key_id is null then
      disabled := false; granted := 0; remaining := null; reset_ms := null; now_ms := null;
      return next;
      continue;
    end if;

    select w.taken, w.entries into used, spans from rate_windows w where w.key_id = pass_keys.key_id for update;
    if not found then
      insert into rate_windows (key_id) values (pass_keys.key_id) on conflict do nothing;
      select w.taken, w.entries into used, spans from rate_windows w where w.key_id = pass_keys.key_id for update;
    end if;
    -- After the lock: whoever had it before us counted earlier.
    now_ms := coalesce(fixed_now_ms, (extract(epoch from clock_timestamp()) * 1000)::bigint);
    while array_length(spans, 1) >= 3 and spans[2] <= now_ms - window_ms loop
      used := used - spans[3]::int;
      spans := spans[4:];
    end loop;

    granted := case when disabled then 0 else greatest(0, least(wanted[i], per_window - used)) end;
    if granted > 0 then
      size := coalesce(array_length(spans, 1), 0);
      if size > 0 and spans[size - 2] > now_ms - 1000 then
        spans[size - 1] := greatest(spans[size - 1], now_ms);
        spans[size] := spans[size] + granted;
      else
        spans := spans || array[now_ms, now_ms, granted::bigint];
      end if;
      used := used + granted;
      update rate_windows w set taken = used, entries = spans where w.key_id = pass_keys.key_id;
    end if;
    remaining := greatest(0, per_window - used);
    reset_ms := coalesce(spans[2], now_ms) + window_ms;
    return next;
  end loop;
end $$;

-- What each person spent in each space in a calendar month (UTC): spending limits read it, charges add to it.
create table spending_months (
  space_id uuid not null references spaces (id) on delete cascade,
  month date not null,
  user_id uuid not null,
  spent_nano bigint not null default 0,
  primary key (space_id, month, user_id)
);

-- Written in the transaction that ends a turn; the body is the bytes that are signed and sent.
create table webhook_deliveries (
  turn_id uuid primary key,
  key_id uuid not null,
  url text not null,
  body text not null,
  created_at timestamptz not null default now(),
  attempts int not null default 0,
  -- A claim that ran out belongs to a process that died: the webhook may be sent once more.
  claimed_until timestamptz,
  finished_at timestamptz,
  outcome text
);
create index webhook_deliveries_due on webhook_deliveries (created_at) where finished_at is null;

-- Dashboard sessions, by the hash of the cookie's value.
create table sessions (
  id_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  space_id uuid not null references spaces (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);
