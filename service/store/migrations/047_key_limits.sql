-- Keys that may do less than their person, keys and secrets that are exchanged with an overlap, and what a
-- key spent in a month.

alter table api_keys
  -- Null for all that its person may open.
  add column spreadsheet_ids text[],
  add column read_only boolean not null default false,
  add column expires_at timestamptz,
  -- In a calendar month (UTC).
  add column spending_limit_nano bigint,
  -- The key before the last exchange, until when it is still taken.
  add column previous_hash text,
  add column previous_until timestamptz,
  -- Until when webhooks are still signed with the secret before.
  add column previous_webhook_sealed text,
  add column previous_webhook_until timestamptz;
create unique index api_keys_by_previous on api_keys (previous_hash) where previous_hash is not null;

-- As the key was when the turn began.
alter table turns add column read_only boolean not null default false;
create index turns_active_by_user on turns (user_id) where status = 'active';
create index turns_active_by_space on turns (space_id) where status = 'active';

create table key_spending_months (
  key_id uuid not null references api_keys (id) on delete cascade,
  month date not null,
  spent_nano bigint not null default 0,
  primary key (key_id, month)
);
insert into key_spending_months (key_id, month, spent_nano)
  select l.key_id, date_trunc('month', l.created_at at time zone 'UTC')::date, sum(l.amount_nano)
  from ledger l join api_keys k on k.id = l.key_id
  where l.kind <> 'grant' group by 1, 2;

-- As before, and: the key's limits, its end, and the key before it. Rows are locked in the order of keys:
-- hashes no longer have it, since two of them may be one key's.
drop function pass_keys(text[], int[], int, bigint, bigint);
create function pass_keys(
  hashes text[], wanted int[], per_window int, window_ms bigint, fixed_now_ms bigint
) returns table (
  ordinal int, key_id uuid, user_id uuid, space_id uuid, disabled boolean, expired boolean,
  spreadsheet_ids text[], read_only boolean, granted int, remaining int, reset_ms bigint, now_ms bigint
) language plpgsql as $$
declare
  at timestamptz := coalesce(to_timestamp(fixed_now_ms / 1000.0), clock_timestamp());
  spans bigint[];
  used int;
  size int;
begin
  perform 1 from rate_windows w where w.key_id in (
    select k.id from api_keys k where k.key_hash = any(hashes) or k.previous_hash = any(hashes)
  ) order by w.key_id for update;
  for i in 1 .. coalesce(array_length(hashes, 1), 0) loop
    ordinal := i;
    select k.id, k.user_id, k.space_id, k.disabled_at is not null, coalesce(k.expires_at <= at, false),
        k.spreadsheet_ids, k.read_only
      into key_id, user_id, space_id, disabled, expired, spreadsheet_ids, read_only
      from api_keys k
      where (k.key_hash = hashes[i] or (k.previous_hash = hashes[i] and k.previous_until > at))
        and k.deleted_at is null;
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
    while array_length(spans, 1) >= 3 and (spans[2] <= now_ms - window_ms or spans[1] > now_ms + 1000) loop
      used := used - spans[3]::int;
      spans := spans[4:];
    end loop;

    granted := case when disabled or expired then 0 else greatest(0, least(wanted[i], per_window - used)) end;
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
