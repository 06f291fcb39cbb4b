create table customer_import_rows (
  organization_id uuid not null,
  row_key bytea not null check (length(row_key) = 16),
  customer_id uuid not null,
  primary key (organization_id, row_key),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade
);
comment on table customer_import_rows is 'Imported rows that had neither email nor customer number to be known by again, so that a second run of the same file makes nobody twice.';
comment on column customer_import_rows.organization_id is 'Whose import it was.';
comment on column customer_import_rows.row_key is 'First 16 bytes of the SHA-256 of what the row said and how many equal rows stood before it in its file.';
comment on column customer_import_rows.customer_id is 'The customer made from the row.';

create index customer_import_rows_of_customer on customer_import_rows (organization_id, customer_id);
