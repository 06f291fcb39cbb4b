create table enquiries (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  enquiry_number text not null check (length(enquiry_number) between 1 and 128),
  name text,
  email text not null,
  phone text,
  customer_id uuid not null,
  type text not null,
  subject text,
  message text,
  category text,
  order_id uuid,
  status text not null,
  status_category text not null check (status_category in ('new', 'open', 'pending', 'resolved', 'closed')),
  lost_reason text,
  priority text not null check (priority in ('low', 'medium', 'high', 'urgent')),
  source text not null,
  referrer text,
  first_response_at timestamptz,
  resolved_at timestamptz,
  closed_at timestamptz,
  response_count integer not null default 0 check (response_count >= 0),
  custom_fields jsonb not null default '{}',
  previous_enquiry_id uuid,
  external_id text,
  import_key bytea check (length(import_key) = 16),
  reply_token text not null check (length(reply_token) = 16),
  search_text text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, enquiry_number),
  unique (organization_id, reply_token),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, order_id) references orders (organization_id, id),
  foreign key (organization_id, previous_enquiry_id) references enquiries (organization_id, id),
  check (subject is not null or message is not null)
);
comment on table enquiries is 'What people ask an organization.';
comment on column enquiries.organization_id is 'Whose enquiry it is.';
comment on column enquiries.id is 'Record id, UUID version 7: newest first is its descending order.';
comment on column enquiries.enquiry_number is 'Number people use: ENQ-<6 digits>.';
comment on column enquiries.name is 'Who asked, as they called themselves.';
comment on column enquiries.email is 'Where the answer goes, in normal form.';
comment on column enquiries.phone is 'Phone number they gave, E.164.';
comment on column enquiries.customer_id is 'The customer who asked.';
comment on column enquiries.type is 'Key of a type in the settings.';
comment on column enquiries.subject is 'What it is about, in a line.';
comment on column enquiries.message is 'What they asked.';
comment on column enquiries.category is 'What it is sorted under.';
comment on column enquiries.order_id is 'The order it is about.';
comment on column enquiries.status is 'Key of a status in the settings.';
comment on column enquiries.status_category is 'The category that status has: what rules go by, whatever the organization calls its statuses.';
comment on column enquiries.lost_reason is 'Why nothing came of it.';
comment on column enquiries.priority is 'How soon it wants an answer.';
comment on column enquiries.source is 'Where it came from: website, email, …';
comment on column enquiries.referrer is 'The page or person that led here.';
comment on column enquiries.first_response_at is 'When staff first answered.';
comment on column enquiries.resolved_at is 'When it was resolved.';
comment on column enquiries.closed_at is 'When it was closed: an answer long after that opens a new enquiry.';
comment on column enquiries.response_count is 'How many answers staff gave.';
comment on column enquiries.custom_fields is 'Values of the organization''s own, by key.';
comment on column enquiries.previous_enquiry_id is 'The closed enquiry that this one goes on from.';
comment on column enquiries.external_id is 'The enquiry''s id in another system; no two share one.';
comment on column enquiries.import_key is 'First 16 bytes of the SHA-256 of what its row said when it was last imported, so that an import changes what its rows have changed and nothing else.';
comment on column enquiries.reply_token is 'What tells an answer by mail to be of this enquiry: 16 characters of base 32, in the address it goes to.';
comment on column enquiries.search_text is 'Folded number, name, address, phone and subject, each word after a space; what search compares.';
comment on column enquiries.version is 'Counts the changes.';
comment on column enquiries.created_at is 'When the record was made.';
comment on column enquiries.updated_at is 'When the record was last changed.';
comment on column enquiries.deleted_at is 'When it was deleted; it is then shown nowhere, and removed after 30 days.';

create unique index enquiries_external_id on enquiries (organization_id, external_id)
  where external_id is not null and deleted_at is null;
create index enquiries_by_import_key on enquiries (organization_id, import_key) where import_key is not null;
create index enquiries_by_status on enquiries (organization_id, status, id) where deleted_at is null;
create index enquiries_by_priority on enquiries (organization_id, priority, id) where deleted_at is null;
create index enquiries_by_status_and_priority on enquiries (organization_id, status, priority, id)
  where deleted_at is null;
create index enquiries_by_customer on enquiries (organization_id, customer_id, id);
create index enquiries_by_order on enquiries (organization_id, order_id) where order_id is not null;
create index enquiries_by_previous on enquiries (organization_id, previous_enquiry_id)
  where previous_enquiry_id is not null;
create index enquiries_by_update on enquiries (organization_id, updated_at);
create index enquiries_deleted on enquiries (deleted_at) where deleted_at is not null;
create index enquiries_search on enquiries using gin (organization_id, search_text gin_trgm_ops);

-- Orders and bookings came first.
alter table orders add foreign key (organization_id, enquiry_id) references enquiries (organization_id, id);
alter table bookings add foreign key (organization_id, enquiry_id) references enquiries (organization_id, id);
