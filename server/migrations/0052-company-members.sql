create table company_members (
  organization_id uuid not null,
  company_id uuid not null,
  customer_id uuid not null,
  position smallint not null,
  role text not null check (role in ('owner', 'admin', 'billing', 'member')),
  title text,
  primary key (organization_id, company_id, customer_id),
  foreign key (organization_id, company_id) references companies (organization_id, id) on delete cascade,
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade
);
comment on table company_members is 'Customers who belong to companies.';
comment on column company_members.organization_id is 'Whose company it is.';
comment on column company_members.company_id is 'The company.';
comment on column company_members.customer_id is 'The customer.';
comment on column company_members.position is 'Place in the company''s list, from 0.';
comment on column company_members.role is 'owner, admin, billing or member.';
comment on column company_members.title is 'What the person does there.';

create index company_members_of_customer on company_members (organization_id, customer_id);
