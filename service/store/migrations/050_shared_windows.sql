-- The requests of the last minute of all keys of a person, and of a space, so that replicas have one count:
-- as rate_windows, which has those of each key.

create unlogged table shared_windows (
  -- Of the person or the space.
  id uuid primary key,
  user_id uuid references users (id) on delete cascade,
  space_id uuid references spaces (id) on delete cascade,
  taken int not null default 0,
  -- Triples (first ms, last ms, count), oldest first.
  entries bigint[] not null default '{}'
) with (fillfactor = 50);
create index shared_windows_by_user on shared_windows (user_id) where user_id is not null;
create index shared_windows_by_space on shared_windows (space_id) where space_id is not null;

-- Of `wanted[i]` requests of `user_ids[i]` in `space_ids[i]`, how many may pass, and whose limit held the
-- others back. 0 is no limit. Rows are made first and then locked, both in one order: two replicas never wait
-- for each other.
create function take_shared(
  user_ids uuid[], space_ids uuid[], wanted int[], per_person int, per_space int, window_ms bigint,
  fixed_now_ms bigint
) returns table (ordinal int, granted int, held_by text) language plpgsql as $$
declare
  ids uuid[] := case when per_person > 0 then user_ids else '{}' end
    || case when per_space > 0 then space_ids else '{}' end;
  now_ms bigint;
  spans bigint[];
  used int;
  size int;
  may int;
  most int;
  whose text;
  own uuid;
begin
  insert into shared_windows (id, user_id, space_id)
    select distinct o.id, case when o.id = any(user_ids) then o.id end,
      case when o.id = any(space_ids) then o.id end
    from unnest(ids) as o (id)
    where not exists (select 1 from shared_windows w where w.id = o.id)
    order by 1
    on conflict do nothing;
  perform 1 from shared_windows w where w.id = any(ids) order by w.id for update;
  -- After the locks: whoever had them before us counted earlier.
  now_ms := coalesce(fixed_now_ms, (extract(epoch from clock_timestamp()) * 1000)::bigint);
  for i in 1 .. coalesce(array_length(wanted, 1), 0) loop
    ordinal := i;
    granted := wanted[i];
    held_by := null;
    foreach whose in array array['person', 'space'] loop
      most := case whose when 'person' then per_person else per_space end;
      own := case whose when 'person' then user_ids[i] else space_ids[i] end;
      continue when most = 0 or granted = 0;
      select w.taken, w.entries into used, spans from shared_windows w where w.id = own;
      while array_length(spans, 1) >= 3 and (spans[2] <= now_ms - window_ms or spans[1] > now_ms + 1000) loop
        used := used - spans[3]::int;
        spans := spans[4:];
      end loop;
      may := greatest(0, least(granted, most - used));
      if may < granted then
        held_by := whose;
      end if;
      granted := may;
      continue when may = 0;
      size := coalesce(array_length(spans, 1), 0);
      if size > 0 and spans[size - 2] > now_ms - 1000 then
        spans[size - 1] := greatest(spans[size - 1], now_ms);
        spans[size] := spans[size] + may;
      else
        spans := spans || array[now_ms, now_ms, may::bigint];
      end if;
      update shared_windows w set taken = used + may, entries = spans where w.id = own;
    end loop;
    return next;
  end loop;
end $$;
