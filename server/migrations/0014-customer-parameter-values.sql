create table customer_parameter_values (
  organization_id uuid not null,
  customer_id uuid not null,
  parameter_id uuid not null,
  value jsonb not null,
  match_text text not null,
  primary key (organization_id, customer_id, parameter_id),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade,
  foreign key (organization_id, parameter_id) references customer_parameters (organization_id, id)
);
comment on table customer_parameter_values is 'What is known of a customer beyond the built-in fields.';
comment on column customer_parameter_values.organization_id is 'Whose customer it is.';
comment on column customer_parameter_values.customer_id is 'The customer.';
comment on column customer_parameter_values.parameter_id is 'What is known.';
comment on column customer_parameter_values.value is 'The value, in the form its type has.';
comment on column customer_parameter_values.match_text is 'The value as text of at most 200 characters: what a filter compares.';

create index customer_parameter_values_by_value
  on customer_parameter_values (organization_id, parameter_id, match_text, customer_id);
