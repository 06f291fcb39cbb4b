-- What tenancy stands on: the role that row-level security binds, the organization of the session, and the function
-- that walls in every table with an organization_id. The migrator calls it after each file.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

do $$
begin
  -- Roles belong to the whole server: an operator, or another database on it, may have made this one long ago …
  if not exists (select from pg_roles where rolname = 'frontdesk_tenant') then
    create role frontdesk_tenant nologin;
  end if;
exception
  -- … or just now.
  when duplicate_object or unique_violation then null;
end
$$;

do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant frontdesk_tenant to %I', current_user);
  end if;
exception
  -- An operator who made the role and granted it beforehand may not have given the right to grant it on.
  when insufficient_privilege then null;
end
$$;

grant usage on schema public to frontdesk_tenant;
alter default privileges in schema public grant select, insert, update, delete on tables to frontdesk_tenant;
alter default privileges in schema public grant usage on sequences to frontdesk_tenant;

-- The organization the session is set for; null when none is, which no row equals.
create function current_organization_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.organization_id', true), '')::uuid;

-- Enables row-level security on every table that has an organization_id and no policy yet.
create function build_tenant_walls() returns void language plpgsql as $$
declare
  walled regclass;
begin
  for walled in
    select c.oid::regclass
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_policy p where p.polrelid = c.oid)
  loop
    execute format('alter table %s enable row level security', walled);
    execute format(
      'create policy organization_wall on %s using (organization_id = current_organization_id()) '
      'with check (organization_id = current_organization_id())', walled);
  end loop;
end
$$;
