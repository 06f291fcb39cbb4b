-- Ids of the organization's newest companies whose search text contains every pattern (LIKE patterns) and that were
-- changed since a moment, either of which may be left out. Row-level security lets no operator that is not leakproof
-- use an index, and LIKE is not; so this runs as the owner and holds the wall itself.
--
-- Neither a term that everybody matches nor one that nobody does may read the whole organization, and nothing is known
-- of a term beforehand. So the newest companies are read as they lie, in growing windows, for as long as what was found
-- promises a full page within scan_max of them. If it does not, matches are rare, and an index finds them all. Which
-- one, and that no table is read from end to end, is not left to estimates: they know nothing of one organization.
create function search_company_ids(
  patterns text[], wanted_status text, after_id uuid, before_id uuid, updated_since timestamptz, row_limit integer
) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  scan_max constant integer := 20000;
  window_size integer := 1000;
  scanned integer := 0;
  unread uuid := before_id;
  found uuid[] := '{}';
begin
  loop
    found := found || array(
      select recent.id from (
        select c.id, c.search_text, c.status, c.updated_at from companies c
        where c.organization_id = current_organization_id() and c.id < unread and c.id >= after_id
        order by c.id desc limit window_size
      ) recent
      where recent.search_text like all (patterns)
        and (wanted_status is null or recent.status = wanted_status)
        and (updated_since is null or recent.updated_at >= updated_since)
      order by recent.id desc limit row_limit - cardinality(found)
    );
    exit when cardinality(found) = row_limit;

    select c.id into unread from companies c
    where c.organization_id = current_organization_id() and c.id < unread and c.id >= after_id
    order by c.id desc offset window_size - 1 limit 1;
    exit when unread is null;

    scanned := scanned + window_size;
    window_size := window_size * 2;
    continue when cardinality(found)::bigint * scan_max >= row_limit::bigint * scanned;

    execute
      'select $1 || array(select m.id from (select c.id, c.status, c.updated_at from companies c'
      ' where c.organization_id = current_organization_id() and '
      || coalesce(
        (select string_agg(format('c.search_text like %L', pattern), ' and ') from unnest(patterns) pattern),
        'c.updated_at >= $5'
      )
      || ' offset 0) m where m.id < $2 and m.id >= $3 and ($4 is null or m.status = $4)'
      ' and ($5 is null or m.updated_at >= $5) order by m.id desc limit $6)'
    into found
    using found, unread, after_id, wanted_status, updated_since, row_limit - cardinality(found);
    exit;
  end loop;
  return query select unnest(found);
end
$$;
revoke all on function search_company_ids from public;
grant execute on function search_company_ids to frontdesk_tenant;
