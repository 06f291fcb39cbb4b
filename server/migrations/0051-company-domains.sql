create table company_domains (
  organization_id uuid not null,
  company_id uuid not null,
  position smallint not null,
  domain text not null,
  primary key (organization_id, company_id, position),
  unique (organization_id, domain),
  foreign key (organization_id, company_id) references companies (organization_id, id) on delete cascade
);
comment on table company_domains is 'Domains that people of a company have their mail at; a domain belongs to one company of an organization.';
comment on column company_domains.organization_id is 'Whose company it is.';
comment on column company_domains.company_id is 'The company.';
comment on column company_domains.position is 'Place in the company''s list, from 0.';
comment on column company_domains.domain is 'Normal form: lower case ASCII, international letters in Punycode.';
