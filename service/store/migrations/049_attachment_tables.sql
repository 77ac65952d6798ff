-- What an attached file holds, beside its content: told without reading the file again. JSON, as it was
-- answered when the file came; empty for those that came before.
alter table attachments add column tables text not null default '[]';
