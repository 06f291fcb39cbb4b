create table customer_parameters (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  key text not null check (key ~ '^[a-z][A-Za-z0-9_]{0,63}$'),
  name text not null check (name <> ''),
  description text,
  type text not null check (type in ('text', 'long_text', 'number', 'boolean', 'date', 'datetime', 'select',
    'multi_select', 'email', 'phone', 'url')),
  options jsonb not null default '[]',
  required boolean not null default false,
  customer_visible boolean not null default true,
  customer_editable boolean not null default false,
  default_value jsonb,
  validation jsonb not null default '{}',
  group_name text,
  display_order integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, key)
);
comment on table customer_parameters is 'What an organization wants to know of its customers beyond the built-in fields.';
comment on column customer_parameters.organization_id is 'Whose definition it is.';
comment on column customer_parameters.id is 'Record id, UUID version 7.';
comment on column customer_parameters.key is 'Stable name for programs.';
comment on column customer_parameters.name is 'What people see; unique among those in use.';
comment on column customer_parameters.description is 'What people are told about it.';
comment on column customer_parameters.type is 'What a value is.';
comment on column customer_parameters.options is 'Choices of select and multi_select: [{value, label}].';
comment on column customer_parameters.required is 'Whether forms ask for it.';
comment on column customer_parameters.customer_visible is 'Whether the customer sees it.';
comment on column customer_parameters.customer_editable is 'Whether the customer may change it.';
comment on column customer_parameters.default_value is 'Value forms start with.';
comment on column customer_parameters.validation is 'Bounds: {min, max, maxLength, pattern}.';
comment on column customer_parameters.group_name is 'Heading it stands under.';
comment on column customer_parameters.display_order is 'Place among the others, small first.';
comment on column customer_parameters.archived_at is 'When it went out of use; its values stay.';
comment on column customer_parameters.created_at is 'When it was made.';

create unique index customer_parameters_name on customer_parameters (organization_id, lower(name)) where archived_at is null;
