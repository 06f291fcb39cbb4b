-- Ids of the organization's newest records in a table that were changed since a moment, and whose columns have the
-- values in `wanted`, a JSON object by column; null for none. As for search_customer_ids: neither a moment long ago nor one just now
-- may read the whole organization, and estimates know nothing of one organization. So the newest records are read as
-- they lie, in growing windows, for as long as what was found promises a full page within scan_max of them; if it does
-- not, changes are rare, and the index on updated_at finds them all.
create function changed_ids(
  listed regclass, wanted jsonb, updated_since timestamptz, lowest uuid, below uuid, row_limit integer
) returns setof uuid
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  scan_max constant integer := 20000;
  having_values constant text := coalesce(
    (select string_agg(format(case when value is null then 'r.%I is null' else 'r.%I = %L' end, key, value), ' and ')
     from jsonb_each_text(wanted)), 'true');
  window_size integer := 1000;
  scanned integer := 0;
  unread uuid := below;
  next_unread uuid;
  found uuid[] := '{}';
  more uuid[];
begin
  loop
    execute format(
      'select array(select r.id from (select * from %s t where t.organization_id = current_organization_id()'
      ' and t.id < $1 and t.id >= $2 order by t.id desc limit $3) r where r.updated_at >= $4 and %s'
      ' order by r.id desc limit $5)', listed, having_values)
    into more using unread, lowest, window_size, updated_since, row_limit - cardinality(found);
    found := found || more;
    exit when cardinality(found) = row_limit;

    execute format(
      'select t.id from %s t where t.organization_id = current_organization_id() and t.id < $1 and t.id >= $2'
      ' order by t.id desc offset $3 limit 1', listed)
    into next_unread using unread, lowest, window_size - 1;
    exit when next_unread is null;
    unread := next_unread;

    scanned := scanned + window_size;
    window_size := window_size * 2;
    continue when cardinality(found)::bigint * scan_max >= row_limit::bigint * scanned;

    execute format(
      'select array(select m.id from (select r.id from %s r where r.organization_id = current_organization_id()'
      ' and r.updated_at >= $1 and r.id < $2 and r.id >= $3 and %s offset 0) m order by m.id desc limit $4)',
      listed, having_values)
    into more using updated_since, unread, lowest, row_limit - cardinality(found);
    found := found || more;
    exit;
  end loop;
  return query select unnest(found);
end
$$;
