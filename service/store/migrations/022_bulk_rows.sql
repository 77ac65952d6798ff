-- Bulk runs, row by row: a result is here before it counts, is charged for, or is written to the sheet.

create table bulk_runs (
  tool_call_id uuid primary key,
  turn_id uuid not null references turns (id) on delete cascade,
  -- JSON: tab, columns, template. No contents of cells.
  plan text not null,
  created_at timestamptz not null default now()
);
create index bulk_runs_by_turn on bulk_runs (turn_id);

create table bulk_rows (
  tool_call_id uuid not null references bulk_runs (tool_call_id) on delete cascade,
  ordinal int not null,
  -- Hash of the cells that the row's prompt is made of: finds the row again wherever it has moved.
  key text not null,
  -- One-based row at the start.
  first_row int not null,
  state text not null default 'planned' check (state in ('planned', 'ok', 'failed')),
  value text,
  message text,
  cost_nano bigint not null default 0,
  -- Rows of one batch are charged together, under one key.
  batch int,
  written boolean not null default false,
  primary key (tool_call_id, ordinal)
);
