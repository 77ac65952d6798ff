-- When a turn that is taken over without getting any further last got further: three takeovers within a few
-- seconds are a machine that restarts, within minutes they are the step's own doing.
alter table agents add column stuck_since timestamptz not null default now();
