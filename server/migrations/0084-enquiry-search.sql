-- Ids of the organization's newest enquiries whose search text contains every pattern (LIKE patterns), narrowed by
-- what may each be left out. As search_customer_ids does, and for its reasons: the newest are read as they lie, in
-- growing windows, for as long as what was found promises a full page within scan_max of them; if it does not, matches
-- are rare, and the index of the text finds them all.
create function search_enquiry_ids(
  patterns text[], wanted_status text, wanted_priority text, wanted_customer uuid, wanted_staff uuid,
  after_id uuid, before_id uuid, updated_since timestamptz, row_limit integer
) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  scan_max constant integer := 20000;
  narrowed constant text :=
    ' e.deleted_at is null and ($1 is null or e.status = $1) and ($2 is null or e.priority = $2)'
    ' and ($3 is null or e.customer_id = $3) and ($4 is null or e.updated_at >= $4)'
    ' and ($5 is null or exists (select from enquiry_assignees a where a.organization_id = current_organization_id()'
    ' and a.staff_id = $5 and a.enquiry_id = e.id))';
  matching constant text := (select string_agg(format('e.search_text like %L', pattern), ' and ') from unnest(patterns) pattern);
  window_size integer := 1000;
  scanned integer := 0;
  unread uuid := before_id;
  next_unread uuid;
  found uuid[] := '{}';
  more uuid[];
begin
  loop
    execute
      'select array(select e.id from (select * from enquiries r where r.organization_id = current_organization_id()'
      ' and r.id < $6 and r.id >= $7 order by r.id desc limit $8) e where ' || matching || ' and' || narrowed
      || ' order by e.id desc limit $9)'
    into more
    using wanted_status, wanted_priority, wanted_customer, updated_since, wanted_staff, unread, after_id, window_size,
      row_limit - cardinality(found);
    found := found || more;
    exit when cardinality(found) = row_limit;

    select e.id into next_unread from enquiries e
    where e.organization_id = current_organization_id() and e.id < unread and e.id >= after_id
    order by e.id desc offset window_size - 1 limit 1;
    exit when next_unread is null;
    unread := next_unread;

    scanned := scanned + window_size;
    window_size := window_size * 2;
    continue when cardinality(found)::bigint * scan_max >= row_limit::bigint * scanned;

    execute
      'select array(select e.id from (select * from enquiries e where e.organization_id = current_organization_id() and '
      || matching || ' offset 0) e where e.id < $6 and e.id >= $7 and' || narrowed || ' order by e.id desc limit $8)'
    into more
    using wanted_status, wanted_priority, wanted_customer, updated_since, wanted_staff, unread, after_id,
      row_limit - cardinality(found);
    found := found || more;
    exit;
  end loop;
  return query select unnest(found);
end
$$;
revoke all on function search_enquiry_ids from public;
grant execute on function search_enquiry_ids to frontdesk_tenant;
