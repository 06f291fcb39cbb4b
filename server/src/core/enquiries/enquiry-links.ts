// The records an enquiry names: who answers it, and the order it is about; and what is told when one is not there.
import { type Enquiry, enquiryBounds } from '#core/enquiries/enquiry.ts';
import { findLinkedOrders, isOrder } from '#core/enquiries/enquiry-queries.ts';
import { findStaffMembers } from '#core/staff/staff-queries.ts';
import { type Tx, violatedConstraint } from '#db/tx.ts';
import { type FaultDetail, invalidFields } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';
import { isUuid } from '#kit/id.ts';
import { trimmedOrNone } from '#kit/text.ts';

/** Links to set; what is left out stays. An empty text clears. */
export interface EnquiryLinks {
  orderId?: string | undefined;
  /** Who is in charge: comes first of all who answer it. Empty for nobody at all. */
  assignedTo?: string | undefined;
  /** The whole list. */
  assignedToStaffIds?: string[] | undefined;
}

/** The enquiry with the links applied. Adds to `problems` what is no record of the organization. */
export async function withEnquiryLinks(
  tx: Tx,
  enquiry: Enquiry,
  links: EnquiryLinks,
  problems: FaultDetail[],
): Promise<Enquiry> {
  const [staff, order] = await Promise.all([
    assigned(tx, enquiry, links, problems),
    ordered(tx, enquiry, links, problems),
  ]);
  return { ...enquiry, ...staff, ...order };
}

const problemsByConstraint: Record<string, FaultDetail> = {
  enquiries_organization_id_order_id_fkey: noOrder(),
  enquiries_organization_id_customer_id_fkey: problem('customerId', 'must be the record id of a customer.'),
  enquiry_assignees_organization_id_staff_id_fkey: noStaff('assignedToStaffIds'),
  enquiries_external_id: problem('externalId', 'is the id of another enquiry.', 'external_id_in_use'),
};

/** The error a caller is told: `invalid_field` naming what can't be linked or stored, or the error itself. */
export function enquiryConflict(error: unknown): unknown {
  const found = problemsByConstraint[violatedConstraint(error) ?? ''];
  return found ? invalidFields([found]) : error;
}

async function assigned(
  tx: Tx,
  enquiry: Enquiry,
  { assignedTo, assignedToStaffIds: sent }: EnquiryLinks,
  problems: FaultDetail[],
): Promise<Pick<Enquiry, 'staff'>> {
  const { staff } = enquiry;
  if (assignedTo === undefined && sent === undefined) return { staff };
  const first = trimmedOrNone(assignedTo)?.toLowerCase();
  const kept = assignedTo === '' ? [] : staff.map(({ id }) => id);
  const listed = sent?.map((id) => id.toLowerCase()) ?? kept;
  const ids = [...new Set([...(first ? [first] : []), ...listed])];
  if (ids.length > enquiryBounds.staff) {
    problems.push(problem('assignedToStaffIds', `must have at most ${enquiryBounds.staff} entries.`));
    return { staff };
  }
  const found = new Map(
    (await findStaffMembers(tx, ids.filter(isUuid))).map((member) => [member.id, member]),
  );
  const unknown = ids.filter((id) => !found.has(id));
  problems.push(...unknown.map((id) => noStaff(id === first ? 'assignedTo' : 'assignedToStaffIds')));
  return { staff: ids.flatMap((id) => (found.has(id) ? [{ id, name: found.get(id)!.name }] : [])) };
}

async function ordered(
  tx: Tx,
  enquiry: Enquiry,
  { orderId: sent }: EnquiryLinks,
  problems: FaultDetail[],
): Promise<Pick<Enquiry, 'orderId' | 'orders'>> {
  const orderId = trimmedOrNone(sent)?.toLowerCase();
  const before = { orderId: enquiry.orderId, orders: enquiry.orders };
  if (sent === undefined || orderId === enquiry.orderId) return before;
  if (orderId !== undefined && !(isUuid(orderId) && (await isOrder(tx, orderId)))) {
    problems.push(noOrder());
    return before;
  }
  return { orderId, orders: await findLinkedOrders(tx, { id: enquiry.id, orderId }) };
}

function noOrder(): FaultDetail {
  return problem('orderId', 'must be the record id of an order.');
}

function noStaff(path: string): FaultDetail {
  return problem(path, 'names no staff member of the organization.');
}
