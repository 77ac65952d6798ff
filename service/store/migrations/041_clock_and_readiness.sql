-- Clocks that are set back, and what a start and a probe look at.

-- The same function as before, but spans of the future are dropped too: after the clock was set back by an
-- hour they would count against their key for an hour.
create or replace function pass_keys(
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
    while array_length(spans, 1) >= 3 and (spans[2] <= now_ms - window_ms or spans[1] > now_ms + 1000) loop
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

-- Small facts about the service itself. 'secret': a text sealed under ROWHAND_SECRET, to tell a wrong one at
-- the start. 'probe': written now and then, to tell whether the database can write.
create table service_facts (
  name text primary key,
  value text not null
);
