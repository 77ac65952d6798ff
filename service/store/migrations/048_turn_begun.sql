-- When the turn under way was first executed, by the database's clock: its time is counted by that, since the
-- clocks of replicas differ and can be set.
alter table agents add column begun_at timestamptz not null default now();
