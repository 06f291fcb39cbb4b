// An order's row and nothing else, for tests that are not about orders but need one to point at.
import type { Tx } from '#db/tx.ts';
import { run } from '#test/tenancy/raw-sql.ts';

/** Stores an empty draft under a record id; it stays as it is when it is there. */
export function insertOrder(tx: Tx, organizationId: string, id: string): Promise<unknown> {
  return run(
    tx,
    `insert into orders (organization_id, id, order_number, status, payment_status, currency, tax_setting,
       subtotal_minor, discount_total_minor, order_discount_minor, tax_total_minor, service_charge_minor, tip_minor,
       total_minor, source, created_by_type, created_by_id, created_by_name, created_at, updated_at)
     values (?, ?, ?, 'draft', 'pending', 'EUR', 'inclusive', 0, 0, 0, 0, 0, 0, 0, 'test', 'system', 'test', 'Test',
       now(), now())
     on conflict do nothing`,
    organizationId,
    id,
    id,
  );
}
