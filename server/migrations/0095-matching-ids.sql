-- That the row called `alias` has these values, as a condition: an object by column, null for none.
create function having_values(alias text, by_column jsonb) returns text language sql immutable as $$
  select coalesce(
    string_agg(format(case when value is null then '%I.%I is null' else '%I.%I = %L' end, alias, key, value), ' and '),
    'true')
  from jsonb_each_text(by_column)
$$;

-- Ids of the organization's newest records of a table whose columns have the values in `ordered` and `others`, whose
-- search text contains every pattern (LIKE patterns) and that were changed since a moment; patterns or the moment may be
-- left out. `ordered` are values by which an index holds the records in the order of time: of the table itself, or of
-- `links`, whose column `link_column` names the record. Row-level security lets no operator that is not leakproof use an
-- index, and LIKE is not; so this runs as the owner and holds the wall itself.
--
-- Neither a term that everybody matches nor one that nobody does may read the whole organization, nor a moment long ago
-- or just now, and nothing is known of them beforehand. So the newest records with the ordered values are read as they
-- lie, in growing windows, for as long as what was found promises a full page within scan_max of them. If it does not,
-- matches are rare, and an index finds them all: that of changes if no more than scan_max records were changed, else that
-- of the text, unless the ordered values leave no more than short_max records to read. None of this is left to estimates:
-- they know nothing of one organization.
create function matching_ids(
  listed regclass, ordered jsonb, others jsonb, patterns text[], updated_since timestamptz, lowest uuid, below uuid,
  row_limit integer, links regclass default null, link_column text default null
) returns setof uuid
  language plpgsql stable security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  scan_max constant integer := 20000;
  short_max constant integer := 3000;
  containing constant text :=
    (select string_agg(format('r.search_text like %L', pattern), ' and ') from unnest(patterns) pattern);
  changed constant text := case when updated_since is not null then 'r.updated_at >= $4' end;
  matching constant text := concat_ws(' and ', having_values('r', others), containing, changed);
  records constant text := format('%s r where r.organization_id = current_organization_id()', listed);
  linked constant text := format('%s l where l.organization_id = current_organization_id() and %s', links,
    having_values('l', ordered));
  in_order constant text := case
    when links is null then
      format('select r.* from %s and %s and r.id >= $1 and r.id < $2 order by r.id desc', records,
        having_values('r', ordered))
    else
      format('select l.%1$I as id from %2$s and l.%1$I >= $1 and l.%1$I < $2 order by l.%1$I desc', link_column, linked)
  end;
  read_in_order constant text := case
    when links is null then format('(%s limit $3) r', in_order)
    else format('(%s limit $3) w cross join lateral (select * from %s and r.id = w.id offset 0) r', in_order, records)
  end;
  is_ordered constant text := case
    when links is null then having_values('r', ordered)
    else format('exists (select from %s and l.%I = r.id offset 0)', linked, link_column)
  end;
  rarest text := coalesce(containing, changed, having_values('r', others));
  window_size integer := 1000;
  scanned integer := 0;
  unread uuid := below;
  next_unread uuid;
  found uuid[] := '{}';
  more uuid[];
  is_change_rare boolean := false;
  is_short boolean;
begin
  -- The owner reads only what is the owner's: what somebody else made may run functions of theirs.
  if exists (select from pg_class where oid in (listed, links) and relowner = 'frontdesk_tenant'::regrole) then
    raise insufficient_privilege;
  end if;
  loop
    execute format('select array(select r.id from %s where %s order by r.id desc limit $5)', read_in_order, matching)
    into more using lowest, unread, window_size, updated_since, row_limit - cardinality(found);
    found := found || more;
    exit when cardinality(found) = row_limit;

    execute format('select w.id from (%s offset $3 - 1 limit 1) w', in_order)
    into next_unread using lowest, unread, window_size;
    exit when next_unread is null;
    unread := next_unread;

    scanned := scanned + window_size;
    window_size := window_size * 2;
    continue when cardinality(found)::bigint * scan_max >= row_limit::bigint * scanned;

    if changed is not null then
      execute format('select count(*) <= $1 from (select from %s and %s limit $1 + 1) c', records, changed)
      into is_change_rare using scan_max, null::uuid, null::integer, updated_since;
    end if;
    if is_change_rare then
      rarest := changed;
    elsif ordered <> '{}' then
      execute format('select not exists (%s offset $3 limit 1)', in_order) into is_short using lowest, unread, short_max;
      continue when is_short;
    end if;
    perform set_config('enable_bitmapscan', 'on', true);
    execute format(
      'select array(select r.id from (select * from %s and %s offset 0) r'
      ' where r.id >= $1 and r.id < $2 and %s and %s order by r.id desc limit $3)',
      records, rarest, matching, is_ordered)
    into more using lowest, unread, row_limit - cardinality(found), updated_since;
    found := found || more;
    exit;
  end loop;
  return query select unnest(found);
end
$$;
revoke all on function matching_ids from public;
grant execute on function matching_ids to frontdesk_tenant;
