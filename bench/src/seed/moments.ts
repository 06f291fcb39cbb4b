// What seeds that are made in the database make ids with.
import type postgres from 'postgres';

/** Makes pg_temp.id_at: the id a record gets that is made at a moment; `place` tells apart those of one moment. */
export async function makeIdFunction(sql: postgres.Sql): Promise<void> {
  await sql`
    create or replace function pg_temp.id_at(moment timestamptz, place bigint) returns uuid language sql stable
    return (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(place & 4095), 3, '0')
      || '8' || lpad(to_hex(place), 15, '0'))::uuid
  `;
}
