-- Ids of the organization's customers whose search text contains every pattern (LIKE patterns), newest first.
-- Row-level security lets no operator that is not leakproof use an index, and LIKE is not; so this runs as the owner
-- and holds the wall itself. Two steps, so that neither a term that everybody matches nor one that nobody does reads
-- the whole organization: first the newest window_size customers as they lie; if those do not fill the page, matches
-- are rare, and the trigram index finds them all.
create function search_customer_ids(
  patterns text[], wanted_status text, after_id uuid, before_id uuid, updated_since timestamptz, row_limit integer
) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  window_size constant integer := 5000;
  window_end uuid;
  found uuid[];
begin
  select array(
    select recent.id from (
      select c.id, c.search_text, c.status, c.updated_at from customers c
      where c.organization_id = current_organization_id() and c.id < before_id and c.id >= after_id
      order by c.id desc limit window_size
    ) recent
    where recent.search_text like all (patterns)
      and (wanted_status is null or recent.status = wanted_status)
      and (updated_since is null or recent.updated_at >= updated_since)
    order by recent.id desc limit row_limit
  ) into found;

  if cardinality(found) < row_limit then
    select c.id into window_end from customers c
    where c.organization_id = current_organization_id() and c.id < before_id and c.id >= after_id
    order by c.id desc offset window_size - 1 limit 1;
    if window_end is not null then
      execute
        'select $1 || array(select m.id from (select c.id, c.status, c.updated_at from customers c'
        ' where c.organization_id = current_organization_id() and '
        || (select string_agg(format('c.search_text like %L', pattern), ' and ') from unnest(patterns) pattern)
        || ' offset 0) m where m.id < $2 and m.id >= $3 and ($4 is null or m.status = $4)'
        ' and ($5 is null or m.updated_at >= $5) order by m.id desc limit $6)'
      into found
      using found, window_end, after_id, wanted_status, updated_since, row_limit - cardinality(found);
    end if;
  end if;
  return query select unnest(found);
end
$$;
revoke all on function search_customer_ids from public;
grant execute on function search_customer_ids to frontdesk_tenant;
