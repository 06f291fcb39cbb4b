create table rate_windows (
  organization_id uuid not null references organizations (id) on delete cascade,
  subject text not null,
  window_start timestamptz not null,
  granted integer not null,
  primary key (organization_id, subject)
);
comment on table rate_windows is 'How many requests of the current window were granted to the processes, which use them up in memory.';
comment on column rate_windows.organization_id is 'Whose limit it is.';
comment on column rate_windows.subject is 'What is limited, such as admin:<API key id>.';
comment on column rate_windows.window_start is 'Start of the window that granted counts in.';
comment on column rate_windows.granted is 'Requests granted in the window; may stand above the limit by what the last grant could not fill.';
