// What a caller is told when a write of an order ran into a constraint of the database.
import { noRecord } from '#core/orders/checking/order-changes.ts';
import { noCustomer } from '#core/orders/checking/order-customers.ts';
import { violatedConstraint } from '#db/tx.ts';
import { type FaultDetail, invalidFields } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';

const problems: Record<string, FaultDetail> = {
  orders_organization_id_customer_id_fkey: noCustomer('customerId'),
  order_customers_organization_id_customer_id_fkey: noCustomer('customers'),
  orders_organization_id_company_id_fkey: noRecord('companyId'),
  orders_organization_id_enquiry_id_fkey: noRecord('enquiryId'),
  orders_organization_id_location_id_fkey: noRecord('locationId'),
  orders_organization_id_sublocation_id_fkey: noRecord('sublocationId'),
  orders_external_id: problem('externalId', 'is the id of another order.', 'external_id_in_use'),
};

/** Whether a write failed because another order has the number that was drawn; the next one may be free. */
export function isOrderNumberTaken(error: unknown): boolean {
  return violatedConstraint(error) === 'orders_organization_id_order_number_key';
}

/** The error a caller is told: `invalid_field` naming what names no record, or the error itself. */
export function orderConflict(error: unknown): unknown {
  const found = problems[violatedConstraint(error) ?? ''];
  return found ? invalidFields([found]) : error;
}
