create table booking_series (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  interval_count smallint not null check (interval_count between 1 and 52),
  first_date date not null,
  start_time text not null check (start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  last_date date not null check (last_date >= first_date),
  created_at timestamptz not null,
  primary key (organization_id, id)
);
comment on table booking_series is 'Bookings that were made together and repeat, each at the same wall time.';
comment on column booking_series.organization_id is 'Whose series it is.';
comment on column booking_series.id is 'Record id, UUID version 7.';
comment on column booking_series.frequency is 'What they repeat by: days, weeks or months.';
comment on column booking_series.interval_count is 'Every how many of these.';
comment on column booking_series.first_date is 'Date of the first.';
comment on column booking_series.start_time is 'Wall time of each start, HH:mm.';
comment on column booking_series.last_date is 'Date of the last that was wanted.';
comment on column booking_series.created_at is 'When it was made.';

alter table bookings add foreign key (organization_id, series_id) references booking_series (organization_id, id);
