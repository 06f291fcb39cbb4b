create table customer_merge_moves (
  organization_id uuid not null,
  merge_id uuid not null,
  link text not null,
  moved jsonb not null default '[]',
  dropped jsonb not null default '[]',
  primary key (organization_id, merge_id, link),
  foreign key (organization_id, merge_id) references customer_merges (organization_id, id) on delete cascade
);
comment on table customer_merge_moves is 'What pointed at a merged customer and points at the survivor since, so that it can be moved back.';
comment on column customer_merge_moves.organization_id is 'Whose customers they are.';
comment on column customer_merge_moves.merge_id is 'The merge.';
comment on column customer_merge_moves.link is 'The table and column that pointed, such as orders.customer_id.';
comment on column customer_merge_moves.moved is 'List of the keys of the rows that were moved.';
comment on column customer_merge_moves.dropped is 'List of whole rows that the survivor had already, so that there would have been two.';
