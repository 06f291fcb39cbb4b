create table enquiry_settings (
  organization_id uuid not null references organizations (id) on delete cascade,
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (organization_id)
);
comment on table enquiry_settings is 'What an organization sorts its enquiries by; without a row, what every organization begins with.';
comment on column enquiry_settings.organization_id is 'Whose settings they are.';
comment on column enquiry_settings.settings is 'Statuses, types, categories, sources, reasons of loss and custom fields, each list in its order.';
comment on column enquiry_settings.version is 'Counts the changes.';
comment on column enquiry_settings.updated_at is 'When they were last changed.';
