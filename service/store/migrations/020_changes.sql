-- What each tool call found before it changed the sheet: the base of undo, and of calls that run again
-- after a crash. Images are JSON; null with a note where one was too large to keep.

create table changes (
  tool_call_id uuid not null,
  sequence int not null,
  turn_id uuid not null references turns (id) on delete cascade,
  spreadsheet_id text not null,
  sheet_id int,
  -- A1 without the tab; null where the change is not one of cells.
  range text,
  kind text not null check (kind in ('values', 'format', 'structure')),
  before text,
  after text,
  note text,
  created_at timestamptz not null default now(),
  primary key (tool_call_id, sequence)
);
create index changes_by_turn on changes (turn_id);
