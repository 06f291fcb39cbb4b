alter table files add column account_id uuid;
comment on column files.account_id is 'The account that uploaded it through a signed address; only this one may show it.';

-- Limits of callers that no organization is known of count for the instance as a whole: the organization of all zeros.
alter table rate_windows drop constraint rate_windows_organization_id_fkey;
