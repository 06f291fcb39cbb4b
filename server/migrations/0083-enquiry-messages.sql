create table enquiry_messages (
  organization_id uuid not null,
  enquiry_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('reply', 'customer_reply', 'note')),
  author_type text not null check (author_type in ('api_key', 'public_key', 'customer', 'staff', 'system')),
  author_id text not null,
  author_name text not null,
  body text not null check (body <> ''),
  mail_message_id text,
  created_at timestamptz not null,
  primary key (organization_id, enquiry_id, id),
  foreign key (organization_id, enquiry_id) references enquiries (organization_id, id) on delete cascade
);
comment on table enquiry_messages is 'What was said about an enquiry after it came in. The key is its thread, in the order of time.';
comment on column enquiry_messages.organization_id is 'Whose enquiry it is.';
comment on column enquiry_messages.enquiry_id is 'The enquiry.';
comment on column enquiry_messages.id is 'Record id, UUID version 7.';
comment on column enquiry_messages.kind is 'An answer of staff, one of the customer, or a note that only staff see.';
comment on column enquiry_messages.author_type is 'What kind of actor wrote it.';
comment on column enquiry_messages.author_id is 'Record id of the key, person or customer, or the name of the part of the system.';
comment on column enquiry_messages.author_name is 'What the author was called then.';
comment on column enquiry_messages.body is 'What was said, as plain text.';
comment on column enquiry_messages.mail_message_id is 'Message-ID of the mail it went out or came in by: answers name it, and a mail that comes twice counts once.';
comment on column enquiry_messages.created_at is 'When it was said.';

create unique index enquiry_messages_by_mail on enquiry_messages (organization_id, mail_message_id)
  where mail_message_id is not null;
